//! The Lua scripts, each of which the server runs atomically.
//!
//! Each script begins with a line that declares whether it writes, so that a server that takes no
//! writes refuses it as a whole (`OOM`, `READONLY`, `MISCONF`, `NOREPLICAS`), followed by
//! `scripts/server.lua`, which determines the server's run id. A script is sent by its digest, and
//! as text only to a server that does not have it yet.

use std::sync::LazyLock;

use redis::{Cmd, ToRedisArgs, cmd};

/// Commits by compare-and-set.
pub(super) static COMMIT: LazyLock<Script> = LazyLock::new(|| Script::new(WRITES, include_str!("scripts/commit.lua")));
/// Reads a pool's ledger and records.
pub(super) static LOAD: LazyLock<Script> = LazyLock::new(|| Script::new(READS, include_str!("scripts/load.lua")));
/// Reads a pool's ledger if it is new.
pub(super) static LOAD_NEWER: LazyLock<Script> =
    LazyLock::new(|| Script::new(READS, include_str!("scripts/load_newer.lua")));
/// Reads consecutive records.
pub(super) static PAGE: LazyLock<Script> = LazyLock::new(|| Script::new(READS, include_str!("scripts/page.lua")));
/// Writes a value for replicas to acknowledge.
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

    /// Makes a call of the script with `keys`, of which the first determines where in a cluster it
    /// runs.
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
    /// A key of the slot to which the call belongs.
    pub(super) slot_of: String,
    /// The arguments after the script's name, or the whole command.
    tail: Cmd,
}

impl RedisCall {
    /// Makes a call of a command that is not a script.
    pub(super) fn plain(command: Cmd, slot_of: String) -> Self {
        Self {
            script: None,
            slot_of,
            tail: command,
        }
    }

    /// Appends an argument, or several if `arg` consists of several.
    pub(super) fn arg(mut self, arg: impl ToRedisArgs) -> Self {
        self.tail.arg(arg);
        self
    }

    /// Returns the command for a server that has the script.
    pub(super) fn by_digest(&self) -> Cmd {
        match self.script {
            Some(script) => self.named("EVALSHA", &script.digest),
            None => self.tail.clone(),
        }
    }

    /// Returns the command for a server that does not have the script.
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
