//! The animation of the number ahead from the previous number to the new one, over the time until
//! the page asks again: the number falls at the pace last seen, and never below the number in the
//! last answer.

/// The shortest duration of the animation, milliseconds.
const GLIDE_MS_MIN: f64 = 1_200.0;

/// Returns how long the number and the bar take to get from the shown value to the answer's value,
/// milliseconds: the time until the next poll, in `pause_ms`.
pub(super) fn glide_ms(pause_ms: f64) -> f64 {
    pause_ms.max(GLIDE_MS_MIN)
}

/// One running animation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Glide {
    from: f64,
    to: f64,
    began_ms: f64,
    over_ms: f64,
}

impl Glide {
    /// Starts at the number shown, and takes `over_ms`; `None` unless the number shown exceeds the
    /// new number by more than 1.
    pub(super) fn new(from: f64, to: f64, now_ms: f64, over_ms: f64) -> Option<Self> {
        (from - to > 1.0).then_some(Self {
            from,
            to,
            began_ms: now_ms,
            over_ms,
        })
    }

    /// Ends that much earlier, but not before the shortest duration.
    pub(super) fn sooner(self, by_ms: f64) -> Self {
        Self {
            over_ms: glide_ms(self.over_ms - by_ms),
            ..self
        }
    }

    /// Returns the whole number to show; `None` at the end of the animation.
    pub(super) fn at(self, now_ms: f64) -> Option<f64> {
        let left = 1.0 - ((now_ms - self.began_ms) / self.over_ms).clamp(0.0, 1.0);
        let number = (self.to + (self.from - self.to) * left).ceil();
        (number > self.to).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_falls_evenly_from_what_was_shown_to_what_is_told_and_rests() {
        let glide = Glide::new(1_234.0, 1_000.0, 500.0, 36_000.0).unwrap();
        let shown: Vec<f64> = (0..40)
            .map_while(|second| glide.at(500.0 + f64::from(second) * 1_000.0))
            .collect();
        assert_eq!(shown[0], 1_234.0);
        assert!(shown.is_sorted_by(|a, b| a > b), "it moves in every second: {shown:?}");
        assert!(
            shown
                .iter()
                .all(|number| (1_000.0..=1_234.0).contains(number) && number.fract() == 0.0)
        );
        assert!((34..=36).contains(&shown.len()), "{} seconds", shown.len());
        assert_eq!(glide.at(36_500.0), None);
        assert_eq!(
            glide.at(0.0),
            Some(1_234.0),
            "a clock that stands before the beginning moves nothing"
        );
    }

    #[test]
    fn a_step_of_one_and_what_is_no_number_do_not_glide() {
        for (from, to) in [(5.0, 4.0), (5.0, 5.0), (4.0, 9.0), (f64::NAN, 4.0), (4.0, f64::NAN)] {
            assert_eq!(Glide::new(from, to, 0.0, 1_000.0), None);
        }
    }

    #[test]
    fn it_can_end_sooner_and_begins_where_it_did() {
        for (over_ms, shorter_ms) in [
            (36_000.0, 33_000.0),
            (4_000.0, GLIDE_MS_MIN),
            (GLIDE_MS_MIN, GLIDE_MS_MIN),
        ] {
            let glide = Glide::new(1_234.0, 1_000.0, 500.0, over_ms).unwrap().sooner(3_000.0);
            assert_eq!(glide.at(500.0), Some(1_234.0));
            assert!(glide.at(500.0 + shorter_ms - 1.0).is_some());
            assert_eq!(glide.at(500.0 + shorter_ms), None);
        }
    }

    #[test]
    fn it_lasts_until_the_next_poll_and_never_flickers() {
        assert_eq!([40_000.0, 2_000.0, 500.0].map(glide_ms), [40_000.0, 2_000.0, 1_200.0]);
    }
}
