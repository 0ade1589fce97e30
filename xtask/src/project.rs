//! Paths in the checkout, and calls of cargo in it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The names of the variables in which cargo describes a package begin with these.
const OF_THIS_PACKAGE: [&str; 2] = ["CARGO_PKG_", "CARGO_MANIFEST_"];

/// The checkout that this binary was built from.
#[derive(Debug, Clone)]
pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// Finds the checkout: the folder above `xtask/`.
    pub(crate) fn find() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .expect("xtask lies in the checkout")
            .to_path_buf();
        Self { root }
    }

    /// Returns a path inside the checkout.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Returns a path inside `target/`. `CARGO_TARGET_DIR` is ignored, because documents promise
    /// files in `target/release`.
    pub(crate) fn target(&self, relative: &str) -> PathBuf {
        self.root.join("target").join(relative)
    }

    /// Returns the folder in which cargo keeps what it compiles for later builds: `target/`, unless
    /// `CARGO_BUILD_BUILD_DIR` names another one.
    pub(crate) fn build_folder(&self) -> PathBuf {
        let folder = std::env::var_os("CARGO_BUILD_BUILD_DIR").unwrap_or_else(|| "target".into());
        self.root.join(folder)
    }

    /// Returns the folder whose content the server embeds.
    pub(crate) fn site(&self) -> PathBuf {
        self.target("site")
    }

    /// Returns the cargo that runs xtask, in the checkout.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"));
        // Cargo describes xtask to xtask in these. Build scripts that name them as their inputs, as
        // ring's does, would run again after each change between xtask and a cargo called by hand,
        // and half of the workspace would be compiled again.
        for (name, _) in std::env::vars_os() {
            if name
                .to_str()
                .is_some_and(|name| OF_THIS_PACKAGE.iter().any(|prefix| name.starts_with(prefix)))
            {
                command.env_remove(name);
            }
        }
        command
    }

    /// Returns a command for a program, run in a folder of the checkout.
    pub(crate) fn program(&self, name: impl AsRef<std::ffi::OsStr>, folder: &str) -> Command {
        let mut command = Command::new(name);
        command.current_dir(self.root.join(folder));
        command
    }
}
