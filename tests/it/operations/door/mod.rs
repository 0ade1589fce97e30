//! Access for operators: attempts with tokens, configurations that the server rejects, and the
//! listener of the admin API.

mod check;
mod guessing;
mod own_listener;
mod weak;

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::support::{ADMIN_TOKEN, MASTER_KEY, SECRET};

/// A configuration in a folder of its own.
struct File {
    path: PathBuf,
    _folder: TempDir,
}

impl File {
    fn with(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("anteroom.toml");
        std::fs::write(&path, text).expect("written");
        Self { path, _folder: folder }
    }

    fn command(&self, command: &str) -> Command {
        let mut anteroom = Command::new(env!("CARGO_BIN_EXE_anteroom"));
        anteroom.arg(command).arg("--config").arg(&self.path);
        anteroom
    }

    /// Runs the command; returns its exit code and its whole output.
    fn run(&self, command: &str) -> (Option<i32>, String) {
        let output = self.command(command).output().expect("the binary runs");
        let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        (output.status.code(), said.into_owned())
    }
}

/// Returns a valid configuration with additional keys of `[server]` and additional tables.
fn configuration(keys: &str, tables: &str) -> String {
    format!(
        "[server]\nhttp = \"{}\"\nadmin_token = \"{ADMIN_TOKEN}\"\nmaster_key = \"{MASTER_KEY}\"\nstore = \"memory:\"\n{keys}\n\
         [[customer]]\nid = \"demo\"\nsecret_key = \"{SECRET}\"\n\n{tables}",
        free_address()
    )
}

fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").to_string()
}
