//! Corrects wall time by an offset from the machine's clock, which moves towards a target.
//!
//! A clock that is behind is set forward at once: an event whose time has passed has begun. A clock
//! that is ahead runs at half its speed until it is right, so that no time occurs twice. A clock
//! that is ahead by more than [`BACK_MS_MAX`] is set back at once, since it would otherwise be
//! wrong for hours; that is a mistake rather than drift, and it is logged. Neither correction adds
//! a grant, because pace and limit depend on flow time.

/// The largest lead that is removed slowly, milliseconds: as far as a queue id may be from the
/// future.
pub const BACK_MS_MAX: i64 = 60_000;
/// A clock that is slowed down loses one millisecond in this many.
const ONE_IN: u64 = 2;

/// An offset from the machine's clock, and its target.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClockSlew {
    from_ms: i64,
    to_ms: i64,
    /// Monotonic milliseconds.
    since_ms: u64,
}

impl ClockSlew {
    /// Creates an offset that stays.
    #[must_use]
    pub fn at(offset_ms: i64) -> Self {
        Self {
            from_ms: offset_ms,
            to_ms: offset_ms,
            since_ms: 0,
        }
    }

    /// The offset at a monotonic time, milliseconds.
    #[must_use]
    pub fn offset_ms(&self, now_ms: u64) -> i64 {
        let lost_ms = now_ms.saturating_sub(self.since_ms) / ONE_IN;
        let lost_ms = i64::try_from(lost_ms).unwrap_or(i64::MAX);
        self.from_ms.saturating_sub(lost_ms).max(self.to_ms)
    }

    /// The offset that the slew moves to.
    #[must_use]
    pub fn target_ms(&self) -> i64 {
        self.to_ms
    }

    /// Returns a slew to another offset, from the offset at `now_ms`.
    #[must_use]
    pub fn towards(&self, to_ms: i64, now_ms: u64) -> Self {
        let from_ms = self.offset_ms(now_ms);
        let leads_back = (0..=BACK_MS_MAX).contains(&from_ms.saturating_sub(to_ms));
        Self {
            from_ms: if leads_back { from_ms } else { to_ms },
            to_ms,
            since_ms: now_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn forward_at_once_and_back_at_half_speed() {
        let slew = ClockSlew::default().towards(700, 1_000);
        assert_eq!(slew.offset_ms(1_000), 700);
        let back = slew.towards(-300, 2_000);
        let offsets = [2_000, 2_001, 2_002, 3_000, 4_000, 9_000].map(|now_ms| back.offset_ms(now_ms));
        assert_eq!(offsets, [700, 700, 699, 200, -300, -300]);
        let gross = slew.towards(700 - BACK_MS_MAX - 1, 2_000);
        assert_eq!(gross.offset_ms(2_000), 699 - BACK_MS_MAX, "put back at once");
    }

    proptest! {
        #[test]
        fn time_never_goes_back_but_for_gross_mistakes(
            turns in proptest::collection::vec((0_u64..20_000, -30_000_i64..30_000), 1..20),
        ) {
            let (mut slew, mut now_ms, mut told) = (ClockSlew::default(), 0_u64, i64::MIN);
            for (after_ms, to_ms) in turns {
                for step in 0..=4 {
                    let at_ms = now_ms + after_ms * step / 4;
                    let wall = i64::try_from(at_ms).unwrap() + slew.offset_ms(at_ms);
                    prop_assert!(wall >= told, "{wall} after {told}");
                    told = wall;
                }
                now_ms += after_ms;
                slew = slew.towards(to_ms, now_ms);
                prop_assert_eq!(slew.target_ms(), to_ms);
            }
            prop_assert_eq!(slew.offset_ms(now_ms + 2 * 60_000), slew.target_ms(), "it gets there");
        }
    }
}
