//! The server's log on stderr: text for terminals or JSON for programs.
//!
//! The log stays readable and small, whatever requests visitors send. Every field has at most
//! [`FIELD_BYTES_MAX`] bytes and no control characters (`text.rs`), and every kind of line occurs
//! at most [`LINES_PER_SECOND`] times a second ([`limit`]); the number of omitted lines is
//! reported. Both limits hold for all lines, including those of libraries. Text from visitors is
//! limited further at the place that logs it ([`LogText`]). Callers decide what to log; lines
//! contain no queue id, token, secret or address of a visitor.

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
pub use limit::{LINES_BURST, LINES_PER_SECOND};
pub use text::{FIELD_BYTES_MAX, LogText, WORDS_BYTES_MAX};

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object for each line.
    Json,
}

/// Starts logging. `RUST_LOG` selects the lines; the default is `info` and above.
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
