//! The scripts: what runs on the server, each as one step that nothing comes between.
//!
//! Each begins with a line that says whether it writes, so that a server that takes no writes
//! refuses it as a whole (`OOM`, `READONLY`, `MISCONF`, `NOREPLICAS`), and with
//! `scripts/server.lua`, which finds out who answers. A script is sent by its digest, and as text
//! only to a server that does not have it yet.

use std::sync::LazyLock;

use redis::{Cmd, ToRedisArgs, cmd};

/// Commits by compare-and-set.
pub(super) static COMMIT: LazyLock<Script> = LazyLock::new(|| Script::new(WRITES, include_str!("scripts/commit.lua")));
/// Reads a pool's ledger and records.
pub(super) static LOAD: LazyLock<Script> = LazyLock::new(|| Script::new(READS, include_str!("scripts/load.lua")));
/// Reads a pool's ledger where it is new.
pub(super) static LOOK: LazyLock<Script> = LazyLock::new(|| Script::new(READS, include_str!("scripts/look.lua")));
/// Reads a run of records.
pub(super) static PAGE: LazyLock<Script> = LazyLock::new(|| Script::new(READS, include_str!("scripts/page.lua")));
/// Writes what replicas can acknowledge.
pub(super) static CONFIRM: LazyLock<Script> =
    LazyLock::new(|| Script::new(WRITES, include_str!("scripts/confirm.lua")));
/// Reads the clock.
pub(super) static TIME: LazyLock<Script> = LazyLock::new(|| Script::new(READS, include_str!("scripts/time.lua")));

const WRITES: &str = "#!lua\n";
const READS: &str = "#!lua flags=no-writes\n";

/// One of the scripts.
pub(super) struct Script {
    text: String,
    digest: String,
}

impl Script {
    fn new(first_line: &str, body: &str) -> Self {
        let text = [first_line, include_str!("scripts/server.lua"), body].concat();
        let digest = redis::Script::new(&text).get_hash().to_owned();
        Self { text, digest }
    }

    /// With these keys, of which the first says where in a cluster it runs.
    pub(super) fn on(&'static self, keys: impl IntoIterator<Item = String>) -> RedisCall {
        let keys: Vec<String> = keys.into_iter().collect();
        let slot_of = keys.first().cloned().unwrap_or_default();
        let mut tail = Cmd::new();
        tail.arg(keys.len()).arg(keys);
        RedisCall {
            script: Some(self),
            slot_of,
            tail,
        }
    }
}

/// A script with its keys and arguments, or a plain command.
pub(super) struct RedisCall {
    script: Option<&'static Script>,
    /// A key of the slot it belongs to.
    pub(super) slot_of: String,
    /// All that follows the script's name, or the whole command.
    tail: Cmd,
}

impl RedisCall {
    /// A command that is no script.
    pub(super) fn plain(command: Cmd, slot_of: String) -> Self {
        Self {
            script: None,
            slot_of,
            tail: command,
        }
    }

    /// Adds an argument, or as many as it stands for.
    pub(super) fn arg(mut self, arg: impl ToRedisArgs) -> Self {
        self.tail.arg(arg);
        self
    }

    /// For a server that has the script.
    pub(super) fn by_digest(&self) -> Cmd {
        match self.script {
            Some(script) => self.named("EVALSHA", &script.digest),
            None => self.tail.clone(),
        }
    }

    /// For a server that does not.
    pub(super) fn by_text(&self) -> Cmd {
        match self.script {
            Some(script) => self.named("EVAL", &script.text),
            None => self.tail.clone(),
        }
    }

    fn named(&self, command: &'static str, name: &str) -> Cmd {
        let mut named = cmd(command);
        named.arg(name);
        for arg in self.tail.args_iter() {
            if let redis::Arg::Simple(bytes) = arg {
                named.arg(bytes);
            }
        }
        named
    }
}
