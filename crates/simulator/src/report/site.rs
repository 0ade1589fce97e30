//! Figures of the sessions on the site.

use serde::Serialize;

/// Counts of sessions. Slots are counted second by second while people wait for one, from
/// `measure_from_s` on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct SiteFigures {
    /// The most sessions that the room counted at the same time.
    pub most_inside: u64,
    /// The visits that a node reported as over although the visitor did not leave.
    pub found_ended: u64,
    /// The slots that the cap offered.
    pub slot_seconds: u64,
    /// The slots of these that were taken.
    pub used_slot_seconds: u64,
    /// The rate that autotune found last, in new visitors a minute.
    pub rate_found: Option<u32>,
}
