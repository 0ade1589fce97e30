//! A browser on this machine, asked to show one page and then ended.
//!
//! Any Chromium will do. It runs headless, with a profile of its own that is deleted afterwards,
//! and reaches nothing but the loopback. Not here: what the page does.

use std::env;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Programs that are one, in the order in which they are looked for.
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
    // A theme that names another host anyway gets no answer from it.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/// How often it is tried to delete the profile; one that stays then is a nuisance and no more.
const REMOVALS_MAX: u32 = 20;
const BETWEEN_REMOVALS: Duration = Duration::from_millis(50);

/// The first browser in `PATH`.
#[must_use]
pub(super) fn find() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&folders).collect();
    let candidates = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|path| path.is_file())
}

/// One that runs; it ends, and its profile goes, when this is dropped.
#[derive(Debug)]
pub(super) struct Browser {
    child: Child,
    profile: PathBuf,
}

impl Browser {
    /// Starts that program on a page.
    ///
    /// # Errors
    /// If it cannot be started, or there is no room for its profile.
    pub(super) fn show(program: &Path, url: &str) -> io::Result<Self> {
        let profile = env::temp_dir().join(format!("anteroom-theme-check-{}", std::process::id()));
        // A folder that is there already is not ours.
        std::fs::DirBuilder::new().mode(0o700).create(&profile)?;
        let mut profile_option = std::ffi::OsString::from("--user-data-dir=");
        profile_option.push(&profile);
        let mut command = Command::new(program);
        command.args(ARGUMENTS).arg(profile_option);
        // Browsers refuse to build their sandbox for the root of a container.
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

    /// Whether it ended by itself.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended already. Its helpers end a moment later, and may write until then.
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
