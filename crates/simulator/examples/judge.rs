//! What `cargo xtask simulate` runs, optimised.

use std::process::ExitCode;

use simulator::{run_each, storm};

const USAGE: &str = "judge storms FIRST COUNT";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["storms", first, count] => match (first.parse(), count.parse()) {
            (Ok(first), Ok(count)) => storms(first, count),
            _ => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

/// Plays the stories of so many seeds.
fn storms(first: u64, count: u64) -> ExitCode {
    let all = run_each(storm, first..first.saturating_add(count));
    println!("{} seeds, {} events, {} broken", all.played, all.events, all.failed);
    all.failures.iter().for_each(|failure| println!("{failure}"));
    if all.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
