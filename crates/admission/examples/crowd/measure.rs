//! Readings: of the clock, and of what the system says of this process's memory.

use std::time::Instant;

use serde::Serialize;

use crate::room::Room;

const KIB_BYTES: u64 = 1_024;

/// Memory at one moment.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Memory {
    what: &'static str,
    /// Places given.
    places: u64,
    /// People counted in the line.
    waiting: u64,
    /// Of the whole process.
    resident_bytes: u64,
    /// Of that, since the first one came.
    grown_bytes: u64,
}

/// Times of one thing beside those of bare code, one of each a round.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Speed {
    pub(crate) what: String,
    /// What the bare code does.
    pub(crate) bare_does: &'static str,
    /// How often it is done in a round.
    pub(crate) times: u64,
    /// Nanoseconds each.
    pub(crate) ours_ns: Vec<f64>,
    /// Nanoseconds each.
    pub(crate) bare_ns: Vec<f64>,
}

impl Memory {
    pub(crate) fn of(room: &Room, what: &'static str, before: u64) -> Result<Self, String> {
        let resident_bytes = resident_bytes()?;
        Ok(Self {
            what,
            places: room.places(),
            waiting: room.waiting(),
            resident_bytes,
            grown_bytes: resident_bytes.saturating_sub(before),
        })
    }
}

/// Does something and returns how long it took, seconds.
#[expect(clippy::disallowed_methods, reason = "how long the engine takes is what is measured")]
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let done = work();
    (done, begun.elapsed().as_secs_f64())
}

/// Nanoseconds each.
pub(crate) fn each_ns(seconds: f64, times: u64) -> f64 {
    seconds * 1e9 / times as f64
}

/// Memory of this process now.
pub(crate) fn resident_bytes() -> Result<u64, String> {
    status("VmRSS:")
}

/// The most it ever had.
pub(crate) fn peak_bytes() -> Result<u64, String> {
    status("VmHWM:")
}

fn status(field: &str) -> Result<u64, String> {
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let value = status.lines().find_map(|line| line.strip_prefix(field));
    let kib = value.and_then(|value| value.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kib.map(|kib| kib * KIB_BYTES)
        .ok_or_else(|| format!("the system says no {field} of a process"))
}
