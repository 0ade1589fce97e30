//! The permits that the people ahead of a place use.
//!
//! A counted place uses the share of a permit that the places passed before took. Where the line
//! has passed many empty places this share is low. It is wrong for the people in front who have
//! polled there: each of them takes a permit, whatever became of the places before. Usually they
//! are a few seconds of outflow, but a line that has passed many empty places reaches far, and at a
//! rate that was lowered since, a dozen of them are minutes. The people in front therefore use at
//! least as many permits as were heard.

/// The permits used ahead of a place.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PermitsAhead {
    /// Permits for the places in front, by the share of the places that take one.
    front: f64,
    /// Permits for the people in front who have polled there.
    heard: f64,
    /// Permits for the places behind the front, by the same share.
    behind: f64,
    variance: f64,
}

impl PermitsAhead {
    /// Adds counted places in front and behind it, of which each uses `share` permits, and `heard`
    /// permits for those in front who have polled there.
    pub(super) fn add(&mut self, [front, behind]: [f64; 2], share: f64, heard: f64) {
        self.front += front * share;
        self.heard += heard;
        self.behind += behind * share;
        self.variance += (front + behind) * share * (1.0 - share);
    }

    /// Returns how many permits are used.
    pub(super) fn used(&self) -> f64 {
        self.front.max(self.heard) + self.behind
    }

    /// Returns the variance of that number.
    pub(super) fn variance(&self) -> f64 {
        self.variance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(places: [f64; 2], share: f64, heard: f64) -> f64 {
        let mut ahead = PermitsAhead::default();
        ahead.add(places, share, heard);
        ahead.used()
    }

    #[test]
    fn people_who_were_heard_in_front_count_in_full_and_only_once() {
        for (places, share, heard, permits) in [
            ([12.0, 0.0], 0.25, 12.0, 12.0),
            ([12.0, 20.0], 0.25, 12.0, 17.0),
            ([32.0, 0.0], 0.25, 8.0, 8.0),
            ([40.0, 4.0], 0.25, 8.0, 11.0),
            ([0.0, 8.0], 0.5, 0.0, 4.0),
        ] {
            assert_eq!(used(places, share, heard), permits, "{places:?}, {heard} heard");
        }
    }
}
