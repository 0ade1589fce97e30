//! `anteroom theme upload FOLDER --server URL`: puts a theme into a running server, by its admin
//! API.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use serde::Deserialize;
use url::Url;

use crate::cli::remote::RemoteServer;
use crate::http::paths;
use crate::theme::ThemeFiles;
use crate::uploaded_themes::{ARCHIVE_BYTES_MAX, archive};

/// Options of the command.
#[derive(Debug, Args)]
pub(super) struct ThemeUpload {
    /// The theme's folder; its name is the theme's.
    theme: PathBuf,
    /// The server's URL, such as https://queue.example.
    #[arg(long, value_name = "URL")]
    server: Url,
    /// The environment variable that holds a token with the role admin.
    #[arg(long, value_name = "VAR", default_value = "ANTEROOM_TOKEN")]
    token_env: String,
}

/// The server's answer.
#[derive(Debug, Deserialize)]
struct UploadAnswer {
    digest: String,
    rooms: Vec<String>,
}

impl ThemeUpload {
    /// Uploads the theme, and prints its digest and the rooms that have it.
    ///
    /// # Errors
    /// Fails if the folder cannot be read or is too large, if the server cannot be reached, or if
    /// it refuses the theme.
    pub(super) fn run(&self) -> Result<ExitCode> {
        let files = ThemeFiles::read(&self.theme)?;
        let archive = archive::pack(&files);
        if archive.len() > ARCHIVE_BYTES_MAX {
            bail!(
                "{} has {} bytes as an archive; a server takes at most {ARCHIVE_BYTES_MAX}: put larger themes into its \
                 themes_dir",
                self.theme.display(),
                archive.len()
            );
        }
        let server = RemoteServer {
            server: Some(self.server.clone()),
            token_env: self.token_env.clone(),
        };
        let remote = server.remote()?.expect("a server is named");
        let UploadAnswer { digest, rooms } = remote.put_file(&paths::admin_theme(&files.name), &archive)?;
        println!("{}: in force, {digest}", files.name);
        match rooms.as_slice() {
            [] => println!("No room has it yet."),
            rooms => println!("Rooms that have it: {}", rooms.join(", ")),
        }
        Ok(ExitCode::SUCCESS)
    }
}
