//! The program; [`anteroom::cli`] has its commands.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A page is some fifty small allocations; the C library's allocator takes an eighth of a request
/// for them.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    anteroom::cli::run()
}
