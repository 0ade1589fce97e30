//! Tools that a fresh machine may lack. Only missing tools are installed, and every installation is
//! reported.

use std::process::Command;

use anyhow::{Result, bail};

use crate::exec;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::{note, step};

/// A program and the Debian package that provides it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    /// The path of the program or of another file of the package, or a program's name in `PATH`.
    pub(crate) program: &'static str,
    /// The Debian package.
    pub(crate) package: &'static str,
}

/// The folder of the browser tests.
pub(crate) const END2END: &str = "end2end";

/// The tools of the browser tests beside npm packages: a browser and its bare engine, a library
/// that changes the clock, fonts for measuring numbers, a program that makes certificates for
/// sites, PHP for a site written in it, and a store that can be stopped.
pub(crate) const BROWSER_TOOLS: [Tool; 10] = [
    Tool {
        program: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        package: "fonts-dejavu-core",
    },
    Tool {
        program: "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
        package: "fonts-inter",
    },
    Tool {
        program: "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
        package: "fonts-noto-core",
    },
    Tool {
        program: "chromium",
        package: "chromium",
    },
    Tool {
        program: "chromium-headless-shell",
        package: "chromium-headless-shell",
    },
    Tool {
        program: "faketime",
        package: "faketime",
    },
    Tool {
        program: "openssl",
        package: "openssl",
    },
    Tool {
        program: "php",
        package: "php-cli",
    },
    // This is the only file of the package for any version of PHP.
    Tool {
        program: "/usr/share/doc/php-curl/copyright",
        package: "php-curl",
    },
    Tool {
        program: "redis-server",
        package: "redis-server",
    },
];

/// The tools of the tests with real processes: servers, one for e-mail among them, balancers, and
/// programs that make disks and clocks fail.
pub(crate) const RELIABILITY_TOOLS: [Tool; 7] = [
    // A user's PATH may lack the folder of these two.
    Tool {
        program: "/usr/sbin/haproxy",
        package: "haproxy",
    },
    Tool {
        program: "/usr/sbin/nginx",
        package: "nginx",
    },
    Tool {
        program: "redis-server",
        package: "redis-server",
    },
    Tool {
        program: "redis-cli",
        package: "redis-tools",
    },
    Tool {
        program: "/usr/lib/python3/dist-packages/aiosmtpd/__init__.py",
        package: "python3-aiosmtpd",
    },
    Tool {
        program: "strace",
        package: "strace",
    },
    Tool {
        program: "faketime",
        package: "faketime",
    },
];

impl Tool {
    fn is_there(self) -> bool {
        if self.program.contains('/') {
            std::path::Path::new(self.program).exists()
        } else {
            exec::in_path(self.program)
        }
    }
}

/// Ensures that all of these tools exist, with one call of apt for the missing ones.
pub(crate) fn ensure(tools: &[Tool]) -> Result<()> {
    let missing: Vec<&str> = tools
        .iter()
        .filter(|tool| !tool.is_there())
        .map(|tool| tool.package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    install(&missing)
}

fn install(packages: &[&str]) -> Result<()> {
    let names = packages.join(" ");
    if !exec::in_path("apt-get") {
        bail!("please install {names}: this machine has no apt-get");
    }
    step(format_args!("install from Debian: {names}"), || {
        exec::run(apt().args(["update", "-qq"]))?;
        exec::run(
            apt()
                .args(["install", "-y", "-qq", "--no-install-recommends"])
                .args(packages),
        )
    })
}

fn apt() -> Command {
    let is_root = rustix::process::geteuid().is_root();
    let mut command = if is_root {
        Command::new("apt-get")
    } else {
        note("apt-get needs root; sudo may ask for your password");
        let mut sudo = Command::new("sudo");
        sudo.arg("apt-get");
        sudo
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

/// The folder of the build's npm tools.
pub(crate) const NODE_FOLDER: &str = "xtask/node";

/// Returns esbuild as a command. It is not run by node: depending on npm's settings it is a script
/// or has been replaced by the native program.
pub(crate) fn esbuild(project: &Project) -> Result<Command> {
    ensure_npm(project, NODE_FOLDER)?;
    Ok(project.program(project.path(NODE_FOLDER).join("node_modules/.bin/esbuild"), NODE_FOLDER))
}

/// Ensures that the npm packages of that folder are those of its lock file.
pub(crate) fn ensure_npm(project: &Project, folder: &str) -> Result<()> {
    let wanted = std::fs::read(project.path(folder).join("package-lock.json"))?;
    let stamp = project.path(folder).join("node_modules/.installed-lock.json");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    if !exec::in_path("npm") {
        bail!("please install Node.js 20 or newer with npm");
    }
    step(format_args!("install npm packages of {folder}"), || {
        let mut npm = project.program("npm", folder);
        npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
        // The tests use Debian's browser.
        npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        exec::run(&mut npm)?;
        Ok(std::fs::write(&stamp, &wanted)?)
    })
}

/// Ensures that cargo has the subcommand of that package. It is compiled without optimisation,
/// because it runs for seconds and would compile for minutes.
pub(crate) fn ensure_cargo_tool(project: &Project, package: &str) -> Result<()> {
    if exec::in_path(package) || cargo_bin(package).is_some_and(|file| file.is_file()) {
        return Ok(());
    }
    step(format_args!("install {package}"), || {
        let mut cargo = project.cargo();
        exec::run(cargo.args(["install", "--locked", "--debug", "--quiet", package]))
    })
}

/// Returns the path at which `cargo install` puts a program.
fn cargo_bin(program: &str) -> Option<std::path::PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(std::path::PathBuf::from);
    let home = home.or_else(|| Some(std::path::PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    Some(home?.join("bin").join(program))
}

/// Returns Playwright as a command, using the programs of that profile.
pub(crate) fn playwright(project: &Project, profile: Profile) -> Result<Command> {
    ensure_npm(project, END2END)?;
    let mut playwright = project.program("npx", END2END);
    playwright
        .args(["playwright", "test"])
        .env("ANTEROOM_PROGRAMS", profile.folder(project));
    Ok(playwright)
}

/// Ensures that the Python environment `name` in `target/` has the packages of that file, which
/// pins each by its hash.
pub(crate) fn ensure_python(project: &Project, name: &str, requirements: &str) -> Result<()> {
    let wanted = std::fs::read(project.path(requirements))?;
    let environment = project.target(name);
    let stamp = environment.join(".installed-requirements.txt");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    ensure(&[Tool {
        program: "python3",
        package: "python3",
    }])?;
    step(format_args!("install Python packages of {requirements}"), || {
        let mut make = project.program("python3", ".");
        make.args(["-m", "venv", "--clear"]).arg(&environment);
        // Debian's Python cannot create environments without this package.
        if !exec::succeeds(&mut make) {
            install(&["python3-venv"])?;
            exec::run(&mut make)?;
        }
        let mut pip = project.program(environment.join("bin/pip"), ".");
        pip.args([
            "install",
            "--quiet",
            "--require-hashes",
            "--no-deps",
            "--requirement",
            requirements,
        ]);
        exec::run(&mut pip)?;
        Ok(std::fs::write(&stamp, &wanted)?)
    })
}
