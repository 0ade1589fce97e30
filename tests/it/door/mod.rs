//! The operators' door: who may try how often, what a server refuses to start with, and where the
//! door is.

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

    /// Exit code, and all that is said.
    fn run(&self, command: &str) -> (Option<i32>, String) {
        let output = self.command(command).output().expect("the binary runs");
        let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        (output.status.code(), said.into_owned())
    }
}

/// A good configuration with these further keys of `[server]`, and these tables.
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
