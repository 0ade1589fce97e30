//! A line's part of the free slots of a site with a cap on its sessions.

use super::config::PoolConfig;
use super::ledger::PoolLedger;
use crate::expected_ends::ExpectedEnds;
use crate::pace::FreeSlots;
use crate::units::PerMinute;

/// Returns a line's part of the pool's free slots; `None` without a cap. The line has the part
/// `lanes` of the rate `all` at which visitors come in. `rate` is the line's rate without the cap.
pub(super) fn free_slots(
    ledger: &PoolLedger,
    config: &PoolConfig,
    rate: PerMinute,
    (lanes, all): (PerMinute, PerMinute),
) -> Option<FreeSlots> {
    let sessions = config.sessions.as_ref().filter(|sessions| sessions.cap() < u64::MAX)?;
    let occupancy = ledger.occupancy.as_ref()?;
    let part = (f64::from(lanes.0) / f64::from(all.0.max(1))).min(1.0);
    let span_ms = sessions.long_silent_ms();
    let ends = ExpectedEnds::new(span_ms, occupancy.ends_in(), occupancy.checkouts_an_hour());
    Some(FreeSlots {
        free: (occupancy.room(sessions) as f64 * part) as u64,
        leaving_an_hour: (f64::from(occupancy.likely_leaving(sessions)) * part) as u32,
        has_left: occupancy.has_left(),
        ends: ends.part(part),
        rate,
    })
}
