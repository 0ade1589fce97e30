//! A line's part of the free slots of a site with a cap on its sessions.

use super::config::PoolConfig;
use super::ledger::PoolLedger;
use crate::expected_ends::ExpectedEnds;
use crate::limited_rate::FreeSlots;
use crate::units::PerMinute;

/// Returns a line's part of the pool's free slots; `None` without a cap. The line has the part
/// `lanes` of the rate `all` at which visitors come in. `rate` is the line's rate without the cap.
pub(super) fn free_slots(
    ledger: &PoolLedger,
    config: &PoolConfig,
    rate: PerMinute,
    [lanes, all]: [f64; 2],
) -> Option<FreeSlots> {
    let sessions = config.sessions.as_ref().filter(|sessions| sessions.cap() < u64::MAX)?;
    let occupancy = ledger.occupancy.as_ref()?;
    let part = if all > 0.0 { (lanes / all).min(1.0) } else { 0.0 };
    let span_ms = sessions.long_silent_ms();
    let ends = ExpectedEnds::new(span_ms, occupancy.ends_in(), occupancy.milli_checkouts_an_hour());
    let free_sessions = occupancy.free_sessions(sessions);
    let free = (free_sessions as f64 * part) as u64;
    // The share of slots in use rises evenly to all of them, so on average half of the share that
    // is free now is missing.
    let fills_in_ms = free.saturating_mul(60_000) / u64::from(rate.0.max(1));
    let missing = free_sessions as f64 / (free_sessions.saturating_add(occupancy.active())).max(1) as f64 / 2.0;
    Some(FreeSlots {
        free,
        fills_later_ms: (fills_in_ms as f64 * missing) as u64,
        milli_leaving_an_hour: (occupancy.milli_leaving_an_hour(sessions) as f64 * part) as u64,
        has_left: occupancy.has_left(),
        ends: ends.part(part),
        rate,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::{Occupancy, ReportKind, SessionsConfig};
    use crate::time::FlowMs;

    /// Returns the free slots of a site with 120 slots, to which visitors came one a second, and on
    /// which `active` are left after the first of them checked out.
    fn slots_behind(active: u64) -> FreeSlots {
        let sessions = SessionsConfig {
            max_sessions: Some(120),
            stock: None,
            validity_ms: 60_000,
        };
        let mut occupancy = Occupancy::new(FlowMs(0));
        let first = occupancy.admit(&sessions, None);
        for second in 1..=active {
            occupancy.advance(FlowMs(second * 1_000));
            occupancy.admit(&sessions, None);
        }
        occupancy.report(ReportKind::Ended, Some(first));
        let mut ledger = PoolLedger::default();
        ledger.occupancy = Some(occupancy);
        let config = PoolConfig {
            sessions: Some(sessions),
            ..PoolConfig::default()
        };
        let rate = PerMinute(60);
        free_slots(&ledger, &config, rate, [60.0; 2]).expect("there is a cap")
    }

    #[test]
    fn visitors_behind_the_free_slots_wait_for_the_sessions_of_a_full_site() {
        // Sessions are over four minutes after they began, so of 120 one ends every two seconds.
        for (active, from_ms, to_ms) in [
            (20, 140_000.0, 170_000.0),
            (60, 120_000.0, 150_000.0),
            (110, 110_000.0, 125_000.0),
        ] {
            let slots = slots_behind(active);
            assert_eq!(slots.free, 120 - active);
            let at_ms = slots.at_ms(slots.free as f64 + 60.0);
            assert!((from_ms..to_ms).contains(&at_ms), "{active}: {at_ms}");
        }
    }

    #[test]
    fn sessions_that_can_be_checked_out_last_for_less_than_those_without_reports() {
        let mut site = Occupancy::new(FlowMs(0));
        let sessions = SessionsConfig {
            max_sessions: Some(60),
            stock: None,
            validity_ms: 120_000,
        };
        let records: Vec<_> = (0..60).map(|_| site.admit(&sessions, None)).collect();
        assert_eq!(site.milli_leaving_an_hour(&sessions), 720_000, "five minutes each");
        site.advance(FlowMs(60_000));
        records.iter().take(12).for_each(|record| {
            site.report(ReportKind::Ended, Some(*record));
        });
        // A fifth a minute: (1 - 1/e) of five minutes each.
        assert_eq!(site.milli_leaving_an_hour(&sessions) / 1_000, 1_139);
    }
}
