//! `anteroom replay`: replays the recording of an incident through the pool node, and reports the
//! objections of the oracles. It needs no configuration, no store and no server.
//!
//! The exit code is 0 if no oracle objects, 1 if one does, and 2 for a file that is not a
//! recording.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use admission::WallMs;
use clap::Args;
use incident::entry::RecordingEnd;
use incident::{Objection, ReplayReport};

/// The arguments of `anteroom replay`.
#[derive(Debug, Args)]
pub(super) struct Replay {
    /// The recording: a file in the `recordings_dir` of a server.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The exit code for a file that is not a recording.
const UNREADABLE: u8 = 2;

/// Prints the report.
#[must_use]
pub(super) fn run(options: &Replay) -> ExitCode {
    match replay(&options.file) {
        Ok(report) => {
            print(&report);
            if report.is_clean() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(sentence) => {
            eprintln!("{}: {sentence}", options.file.display());
            ExitCode::from(UNREADABLE)
        }
    }
}

fn replay(file: &Path) -> Result<ReplayReport, String> {
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    incident::replay(&bytes).map_err(|error| error.to_string())
}

fn print(report: &ReplayReport) {
    let company = if report.is_shared {
        "beside other nodes"
    } else {
        "by one node"
    };
    println!("The pool {}, {company}, from {} on.", report.pool, moment(report.began));
    println!(
        "{} events in {} s; {} commands with {} answers, {} permits spent by this node.",
        report.events,
        seconds(report.lasts_ms),
        report.commands,
        report.answers,
        report.grants
    );
    println!("{}", end(report.end));
    let version = env!("CARGO_PKG_VERSION");
    if report.version != version {
        println!(
            "It was recorded by version {}, and this is {version}: where the pool node does something else, that may be all.",
            report.version
        );
    }
    if let Some(event) = report.played_until {
        println!("The pool node was played up to event {event}; from there on only the recorded answers are judged.");
    }
    for objection in &report.objections {
        println!("{}", line(objection));
    }
    match (report.objections.len(), report.further) {
        (0, _) => println!("No oracle objects."),
        (_, 0) => {}
        (_, further) => println!("{further} further objections are not listed."),
    }
}

fn line(objection: &Objection) -> String {
    format!(
        "Event {}, {} s, {}: {}: {}",
        objection.event,
        seconds(objection.after_ms),
        moment(objection.wall),
        objection.oracle,
        objection.what
    )
}

fn end(end: Option<RecordingEnd>) -> &'static str {
    match end {
        Some(RecordingEnd::Closed) => "It ends with the pool node.",
        Some(RecordingEnd::Full) => "It ends where the file was full (recording_mb).",
        Some(RecordingEnd::Behind) => "It ends with a gap: the recording could not keep up.",
        None => "It does not say how it ends: the process was killed, or the file was cut.",
    }
}

fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1_000, ms % 1_000)
}

fn moment(wall: WallMs) -> String {
    let at = i64::try_from(wall.0)
        .ok()
        .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    at.map_or_else(|| format!("{} ms", wall.0), |at| at.to_string())
}
