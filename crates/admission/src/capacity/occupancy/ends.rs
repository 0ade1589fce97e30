//! How often the sessions on a site end, for estimates.
//!
//! The figures are integers, because the paces of commits are compared. They count thousandths of a
//! session: on a small site one session ends in several minutes, and whole numbers would say that
//! none ever does.

use super::{LEFT_SPAN_MS, Occupancy, SessionsConfig};
use crate::expected_ends::MILLI_AN_HOUR;
use crate::units::PerMinute;

/// Like [`MILLI_AN_HOUR`], for a minute.
const MILLI_A_MINUTE: u64 = MILLI_AN_HOUR / 60;

impl Occupancy {
    /// Returns how many visitors per minute the cap lets in: the free sessions, plus the recent
    /// departures per minute. If there were hardly any departures, the number that would leave
    /// without reports is used instead. The number is whole, unless it is below one: it is then
    /// small, but 0 only behind a cap of 0.
    #[must_use]
    pub fn rate(&self, config: &SessionsConfig) -> f64 {
        let leaving = self.left.all().saturating_mul(MILLI_A_MINUTE) / self.counted_ms();
        let at_least = self.active.saturating_mul(MILLI_A_MINUTE) / config.unreported_ms().max(1);
        let more = leaving.max(at_least);
        match self.free_sessions(config).saturating_add(more / 1_000) {
            0 if config.cap() > 0 => more as f64 / 1_000.0,
            people => people.min(PerMinute::MAX.0.into()) as f64,
        }
    }

    /// Returns how many thousandths of a session of a full site are likely to end in an hour, for
    /// estimates: the recent number, or, before any could end, the number that would end without
    /// reports. A visitor behind the free slots waits for sessions of which some have not begun
    /// yet, so the sessions so far are not all that can end.
    #[must_use]
    pub fn milli_leaving_an_hour(&self, config: &SessionsConfig) -> u64 {
        let leaving = self.left.all().saturating_mul(MILLI_AN_HOUR) / self.counted_ms();
        let sessions = self.active.saturating_add(self.free_sessions(config));
        let at_least = sessions as f64 * MILLI_AN_HOUR as f64 / self.likely_ms(sessions, config);
        leaving.max(at_least as u64)
    }

    /// Returns the mean duration of a session without touches, if there are so many sessions, in
    /// milliseconds. It is over after a known time, unless a checkout comes first, and checkouts
    /// come at any age. So its mean is the integral over that time of the share of sessions that
    /// are not checked out yet.
    fn likely_ms(&self, sessions: u64, config: &SessionsConfig) -> f64 {
        let unreported_ms = config.unreported_ms().max(1) as f64;
        let checkouts = self.milli_checkouts_an_hour() as f64 * unreported_ms / MILLI_AN_HOUR as f64;
        let checkouts = checkouts / sessions.max(1) as f64;
        match checkouts > 0.0 {
            true => unreported_ms * -(-checkouts).exp_m1() / checkouts,
            false => unreported_ms,
        }
    }

    /// Returns how many thousandths of a session are likely to be checked out in an hour: the
    /// recent number.
    #[must_use]
    pub fn milli_checkouts_an_hour(&self) -> u64 {
        self.left.checkouts().saturating_mul(MILLI_AN_HOUR) / self.counted_ms()
    }

    /// Returns in how many milliseconds sessions are over without further reports, soonest first,
    /// and how many sessions that are.
    pub(crate) fn ends_in(&self) -> impl Iterator<Item = (u64, u64)> {
        let buckets = self.buckets.iter();
        buckets.map(move |(bucket, sessions)| (bucket.ends().since(self.now), *sessions))
    }

    /// Returns the time in which departures are counted, in milliseconds.
    fn counted_ms(&self) -> u64 {
        self.now.since(self.since).clamp(60_000, LEFT_SPAN_MS)
    }

    /// Returns whether any session ended within [`LEFT_SPAN_MS`].
    #[must_use]
    pub fn has_left(&self) -> bool {
        !self.left.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::FlowMs;

    /// Returns a site on which `sessions` of as many began at once, for four minutes each.
    fn full_site(sessions: u64) -> (Occupancy, SessionsConfig) {
        let config = SessionsConfig {
            max_sessions: Some(sessions),
            stock: None,
            validity_ms: 60_000,
        };
        let mut site = Occupancy::new(FlowMs(0));
        (0..sessions).for_each(|_| _ = site.admit(&config, None));
        (site, config)
    }

    #[test]
    fn a_full_site_on_which_less_than_a_session_a_minute_ends_has_a_rate() {
        for (sessions, rate, milli_an_hour) in [
            (1, 0.25, 15_000),
            (3, 0.75, 45_000),
            (6, 1.0, 90_000),
            (40, 10.0, 600_000),
        ] {
            let (site, config) = full_site(sessions);
            assert_eq!(
                (site.rate(&config), site.milli_leaving_an_hour(&config)),
                (rate, milli_an_hour),
                "{sessions}"
            );
        }
    }

    #[test]
    fn nobody_comes_in_where_everything_is_sold() {
        let (site, config) = full_site(3);
        let sold_out = SessionsConfig {
            stock: Some(0),
            ..config
        };
        assert_eq!(site.rate(&sold_out), 0.0, "less than a session a minute ends");
    }
}
