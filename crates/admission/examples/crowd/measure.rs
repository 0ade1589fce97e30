//! Measurements: of time, and of this process's memory as the system reports it.

use std::time::Instant;

use serde::Serialize;

use crate::room::Room;

const KIB_BYTES: u64 = 1_024;

/// The use of memory at one point in time.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemoryUse {
    what: &'static str,
    /// Places given.
    places: u64,
    /// People counted in the line.
    waiting: u64,
    /// The memory of the whole process.
    resident_bytes: u64,
    /// How much of it was added since the first person arrived.
    grown_bytes: u64,
}

/// Times of one operation beside those of bare code, one of each per round.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Speed {
    pub(crate) what: String,
    /// Description of the bare code.
    pub(crate) bare_does: &'static str,
    /// How often the operation is repeated in a round.
    pub(crate) times: u64,
    /// Nanoseconds per operation.
    pub(crate) ours_ns: Vec<f64>,
    /// Nanoseconds per operation of the bare code.
    pub(crate) bare_ns: Vec<f64>,
}

impl MemoryUse {
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

/// Does some work and returns how long it took, in seconds.
#[expect(clippy::disallowed_methods, reason = "how long the engine takes is what is measured")]
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let done = work();
    (done, begun.elapsed().as_secs_f64())
}

/// Converts the time of a round to nanoseconds per operation.
pub(crate) fn each_ns(seconds: f64, times: u64) -> f64 {
    seconds * 1e9 / times as f64
}

/// Returns the current memory of this process, in bytes.
pub(crate) fn resident_bytes() -> Result<u64, String> {
    status("VmRSS:")
}

/// Returns the peak memory of this process, in bytes.
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
