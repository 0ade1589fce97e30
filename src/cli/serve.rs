//! `anteroom serve`: starts the log and the runtime, and runs the server until it stops.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::log::{self, LogFormat};
use crate::server::serve;

/// The arguments of `anteroom serve`.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The configuration file.
    #[arg(long)]
    config: PathBuf,
    /// The format of log lines.
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    log: LogFormat,
}

/// Serves until a signal, or until a required part fails.
///
/// # Errors
/// The errors of [`serve`], and an error if no runtime can be created.
#[expect(clippy::disallowed_methods, reason = "this is where the process begins")]
pub(super) fn run(options: &Serve) -> Result<ExitCode> {
    let (config, warnings) = match super::load(&options.config) {
        Ok(loaded) => loaded,
        Err(exit) => return Ok(exit),
    };
    let entropy = Entropy::system();
    let limit = log::start(options.log, Clock::real());
    warnings.iter().for_each(|warning| tracing::warn!("{warning}"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.spawn(limit.clone().report());
    let served = runtime.block_on(serve(config, &entropy));
    limit.report_now();
    served.map(|()| ExitCode::SUCCESS)
}
