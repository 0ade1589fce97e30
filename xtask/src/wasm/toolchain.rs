//! Compiles `app` for the browser in one of two ways:
//!
//! - *rustup*: the toolchain in use, with the target `wasm32-unknown-unknown`, which is added if it
//!   is missing.
//! - *debian*: Debian's own compiler, with the standard library built from Debian's sources, for
//!   machines without rustup or without access to its server. It has a separate target folder,
//!   because its version differs, and does not change the files of the other way.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;

use crate::exec;
use crate::project::Project;
use crate::step::{note, step};
use crate::tools::{self, Tool};

/// The target's name.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The longest time for rustup to fetch the target.
const RUSTUP_LIMIT: Duration = Duration::from_secs(60);

const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";

/// The packages that the Debian route needs.
const DEBIAN_TOOLS: [Tool; 4] = [
    Tool {
        program: DEBIAN_RUSTC,
        package: "rustc-web",
    },
    Tool {
        program: DEBIAN_CARGO,
        package: "cargo-web",
    },
    Tool {
        program: "/usr/lib/rustlib/src/rust/library/Cargo.lock",
        package: "rust-web-src",
    },
    Tool {
        program: "wasm-ld",
        package: "lld",
    },
];

/// The compiler for the wasm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Route {
    /// The toolchain in use and its wasm target.
    Rustup,
    /// Debian's compiler, with the standard library from source.
    Debian,
}

/// Compiles `app` by the given route, or by the first possible one; returns the path of the wasm.
pub(crate) fn compile(project: &Project, asked: Option<Route>) -> Result<PathBuf> {
    let route = match asked {
        Some(Route::Rustup) => add_target().map(|()| Route::Rustup)?,
        Some(Route::Debian) => Route::Debian,
        None => choose(),
    };
    match route {
        Route::Rustup => by_rustup(project),
        Route::Debian => by_debian(project),
    }
}

/// Returns whether the toolchain in use can already compile for the browser.
pub(crate) fn target_is_installed() -> bool {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    exec::output(rustc.args(["--print", "target-libdir", "--target", TARGET]))
        .is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

fn choose() -> Route {
    match add_target() {
        Ok(()) => Route::Rustup,
        Err(error) => {
            note(format_args!("{error:#}; taking Debian's compiler instead"));
            Route::Debian
        }
    }
}

fn add_target() -> Result<()> {
    if target_is_installed() {
        return Ok(());
    }
    step(format_args!("add the target {TARGET} (rustup)"), || {
        exec::run_within(Command::new("rustup").args(["target", "add", TARGET]), RUSTUP_LIMIT)
    })
}

fn by_rustup(project: &Project) -> Result<PathBuf> {
    step("compile the browser's half (app, wasm)", || {
        exec::run(project.cargo().args(cargo_arguments()))
    })?;
    Ok(project.target(TARGET).join("wasm/app.wasm"))
}

fn by_debian(project: &Project) -> Result<PathBuf> {
    tools::ensure(&DEBIAN_TOOLS)?;
    let folder = project.target("wasm-debian");
    step("compile the browser's half (app, wasm) with Debian's compiler", || {
        let mut cargo = project.program(DEBIAN_CARGO, ".");
        cargo
            .args(cargo_arguments())
            // build-std is not stable; the variable lets a stable compiler use it, for this call
            // only.
            .args(["-Z", "build-std=std,panic_abort"])
            .env("RUSTC", DEBIAN_RUSTC)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_DIR", &folder)
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
        for ours in [
            "RUSTUP_TOOLCHAIN",
            "RUSTUP_HOME",
            "RUSTC_WRAPPER",
            "LD_LIBRARY_PATH",
            "CARGO",
        ] {
            cargo.env_remove(ours);
        }
        exec::run(&mut cargo)
    })?;
    Ok(folder.join(TARGET).join("wasm/app.wasm"))
}

fn cargo_arguments() -> impl Iterator<Item = &'static str> {
    let package = [
        "build",
        "--package",
        "app",
        "--lib",
        "--profile",
        "wasm",
        "--target",
        TARGET,
    ];
    package
        .into_iter()
        .chain(["--no-default-features", "--features", "hydrate"])
}
