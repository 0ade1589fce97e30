//! The last valid config on disk, which protects a site that starts while the waiting room is away.
//! It contains no secret.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::file;
use crate::integration::LiveConfig;

/// Restores the stored config, if it exists and is valid.
pub(super) fn restore(config: &LiveConfig, path: &Path) {
    match file::read(path) {
        Ok(json) => match config.replace(&json) {
            Ok(version) => tracing::info!(config.version = version, "took the integration config that was kept"),
            Err(error) => tracing::warn!(%error, "the integration config that was kept is no good"),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => tracing::warn!(%error, "cannot read the integration config that was kept"),
    }
}

/// Replaces the stored config atomically.
pub(super) fn keep(json: &[u8], path: &Path) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    // Several processes of a site may share the file.
    name.push(format!(".{}", std::process::id()));
    let draft = path.with_file_name(name);
    let mut file = fs::File::create(&draft)?;
    file.write_all(json)?;
    file.sync_all()?;
    fs::rename(&draft, path)
}
