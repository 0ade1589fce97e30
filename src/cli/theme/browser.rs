//! Runs a browser of this machine on one page.
//!
//! Any Chromium works. It runs headless, with its own profile that is deleted afterwards, and
//! reaches only the loopback. The caller provides the page.

use std::env;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Names of Chromium programs, in the order of the search.
const NAMES: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge",
];

const ARGUMENTS: [&str; 11] = [
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--window-size=1400,900",
    // Other hosts do not resolve, even if a theme names one.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/// Number of attempts to delete the profile; a profile that remains does no harm.
const REMOVALS_MAX: u32 = 20;
const BETWEEN_REMOVALS: Duration = Duration::from_millis(50);

/// Returns the first browser in `PATH`.
#[must_use]
pub(super) fn find() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&folders).collect();
    let candidates = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|path| path.is_file())
}

/// A running browser. Dropping it ends the browser and deletes the profile.
#[derive(Debug)]
pub(super) struct Browser {
    child: Child,
    profile: PathBuf,
}

impl Browser {
    /// Starts the program on a page.
    ///
    /// # Errors
    /// Fails if the program cannot be started or the profile's folder cannot be created.
    pub(super) fn show(program: &Path, url: &str) -> io::Result<Self> {
        let profile = env::temp_dir().join(format!("anteroom-theme-check-{}", std::process::id()));
        // An existing folder belongs to another process.
        std::fs::DirBuilder::new().mode(0o700).create(&profile)?;
        let mut profile_option = std::ffi::OsString::from("--user-data-dir=");
        profile_option.push(&profile);
        let mut command = Command::new(program);
        command.args(ARGUMENTS).arg(profile_option);
        // Browsers refuse to create their sandbox for root, which is common in containers.
        if std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
            command.arg("--no-sandbox");
        }
        command
            .arg(url)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = command.spawn().inspect_err(|_| {
            _ = std::fs::remove_dir_all(&profile);
        })?;
        Ok(Self { child, profile })
    }

    /// Returns whether the browser has ended by itself.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser can have ended already. Its helper processes end a moment later, and write
        // until then.
        _ = self.child.kill();
        _ = self.child.wait();
        for _ in 0..REMOVALS_MAX {
            if std::fs::remove_dir_all(&self.profile).is_ok() {
                return;
            }
            std::thread::sleep(BETWEEN_REMOVALS);
        }
    }
}
