//! The log of a server, on stderr: text for people or JSON for machines.
//!
//! Whatever visitors do, it stays readable and small. Every field is at most [`FIELD_BYTES_MAX`]
//! long and holds no control character (`text.rs`), and every kind of line comes at most
//! [`LINES_A_SECOND`] times a second ([`limit`]); how many were left out is told. Both hold for all
//! lines there are, those of libraries included. What a visitor writes into a field is cut shorter
//! where it is logged ([`LogText`]). Not here: what is logged; lines hold no queue id, token,
//! secret or whole address.

mod json;
pub mod limit;
mod text;

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::field::MakeExt;
use tracing_subscriber::fmt::format::debug_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::clock::Clock;
use limit::LineLimit;
pub use limit::{LINES_A_SECOND, LINES_AT_ONCE};
pub use text::{FIELD_BYTES_MAX, LogText, WORDS_BYTES_MAX};

/// How lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Begins to log. `RUST_LOG` chooses what; by default everything from `info` on.
#[must_use]
pub fn start(format: LogFormat, clock: Clock) -> LineLimit {
    let limit = LineLimit::new(clock);
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let registry = tracing_subscriber::registry().with(filter).with(limit.clone());
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Text => registry
            .with(lines.fmt_fields(debug_fn(text::write_field).delimited(" ")))
            .init(),
        LogFormat::Json => registry.with(lines.event_format(json::Lines)).init(),
    }
    limit
}
