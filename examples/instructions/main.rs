//! What `cargo xtask instructions` counts: so many times the same operation, for each operation
//! that a visitor's wait is made of. valgrind counts what happens within [`counted`] and nothing
//! else, and writes what it counted whenever that returns; this program prints, as JSON, what the
//! operations were and how often each was done.
//!
//! Everything real behind the router, on a store in memory and a clock that stands still; one
//! thread. So the same program does the same work in every run, however busy the machine is.

mod engine;
mod request;
mod server;
mod site;

use std::hint::black_box;

use anyhow::Result;
use mimalloc::MiMalloc;
use serde::Serialize;

/// The server's own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// One operation.
#[derive(Debug, Serialize)]
pub(crate) struct Operation {
    /// Its row in the table.
    pub(crate) name: &'static str,
    /// How often it was done.
    pub(crate) times: usize,
}

fn main() -> Result<()> {
    let mut operations = vec![engine::polls()];
    operations.extend(server::operations()?);
    operations.push(site::verdicts()?);
    println!("{}", serde_json::to_string(&operations)?);
    Ok(())
}

/// Does the work of one operation. valgrind knows this function by its name.
#[inline(never)]
pub(crate) fn counted(work: &mut dyn FnMut()) {
    work();
    // Something is left to do, so that the compiler does not leave this function by a jump.
    black_box(());
}
