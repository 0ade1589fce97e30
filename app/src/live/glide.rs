//! The animation of the number ahead from the previous number to the new one: fast at first, then
//! slower, and never outside the range between the two.

/// The duration of the animation, milliseconds; equal to that of the progress bar.
const GLIDE_MS: f64 = 1_200.0;

/// One running animation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Glide {
    from: f64,
    to: f64,
    began_ms: f64,
}

impl Glide {
    /// Starts at the number shown; `None` unless that exceeds the new number by more than 1.
    pub(super) fn new(from: f64, to: f64, now_ms: f64) -> Option<Self> {
        (from - to > 1.0).then_some(Self {
            from,
            to,
            began_ms: now_ms,
        })
    }

    /// Returns the whole number to show; `None` at the end of the animation.
    pub(super) fn at(self, now_ms: f64) -> Option<f64> {
        let left = 1.0 - ((now_ms - self.began_ms) / GLIDE_MS).clamp(0.0, 1.0);
        let number = (self.to + (self.from - self.to) * left * left * left).ceil();
        (number > self.to).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_falls_from_what_was_shown_to_what_is_told_and_rests() {
        let glide = Glide::new(1_234.0, 1_000.0, 500.0).unwrap();
        let shown: Vec<f64> = (0..200)
            .map_while(|frame| glide.at(500.0 + f64::from(frame) * 16.0))
            .collect();
        assert_eq!(shown[0], 1_234.0);
        assert!(shown.is_sorted_by(|a, b| a >= b), "{shown:?}");
        assert!(
            shown
                .iter()
                .all(|number| (1_000.0..=1_234.0).contains(number) && number.fract() == 0.0)
        );
        assert!(shown.len() < 80, "{} frames", shown.len());
        assert_eq!(glide.at(500.0 + GLIDE_MS), None);
        assert_eq!(
            glide.at(0.0),
            Some(1_234.0),
            "a clock that stands before the beginning moves nothing"
        );
    }

    #[test]
    fn a_step_of_one_and_what_is_no_number_do_not_glide() {
        for (from, to) in [(5.0, 4.0), (5.0, 5.0), (4.0, 9.0), (f64::NAN, 4.0), (4.0, f64::NAN)] {
            assert_eq!(Glide::new(from, to, 0.0), None);
        }
    }
}
