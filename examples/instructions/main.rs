//! The program that `cargo xtask instructions` runs: repeats each operation of a visitor's wait.
//! valgrind counts the instructions within [`counted`] only, and writes a count whenever that
//! function returns. This program prints, as JSON, the operations and how many times each ran.
//!
//! Everything behind the router is real, on a memory store and a clock that stands still, in one
//! thread. The same program therefore does the same work in every run, however busy the machine is.

mod engine;
mod request;
mod server;
mod site;

use std::hint::black_box;

use anyhow::Result;
use mimalloc::MiMalloc;
use serde::Serialize;

/// The server's own allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// A measured operation.
#[derive(Debug, Serialize)]
pub(crate) struct Operation {
    /// The name of its row in the table.
    pub(crate) name: &'static str,
    /// The number of repetitions.
    pub(crate) times: usize,
}

fn main() -> Result<()> {
    let mut operations = vec![engine::polls()];
    operations.extend(server::operations()?);
    operations.push(site::verdicts()?);
    println!("{}", serde_json::to_string(&operations)?);
    Ok(())
}

/// Does the work of one operation. valgrind identifies this function by its name.
#[inline(never)]
pub(crate) fn counted(work: &mut dyn FnMut()) {
    work();
    // Keeps the call above from becoming a tail call, which would leave this function.
    black_box(());
}
