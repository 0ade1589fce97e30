//! The program; [`anteroom::cli`] contains its commands.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Rendering a page makes about fifty small allocations; with the C library's allocator they take
/// an eighth of a request.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    anteroom::cli::run()
}
