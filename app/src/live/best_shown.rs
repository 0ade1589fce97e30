//! Keeps the page consistent with what it has shown before: the number ahead never rises, and
//! progress never falls.

/// The least number ahead and the greatest progress that this page has shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BestShown {
    ahead: Option<f64>,
    progress: f64,
}

impl BestShown {
    /// Creates the promise from the values that the server wrote on the page; NaN means none.
    pub(super) fn new(ahead: f64, progress: f64) -> Self {
        let progress = if progress.is_nan() { 0.0 } else { progress };
        Self {
            ahead: (!ahead.is_nan()).then_some(ahead),
            progress,
        }
    }

    /// Returns the least number ahead shown.
    pub(super) fn least_ahead(&self) -> Option<f64> {
        self.ahead
    }

    /// Returns whether this number can be shown, and if so records it as the least one.
    pub(super) fn admits_ahead(&mut self, ahead: f64) -> bool {
        let admitted = self.ahead.is_none_or(|least| ahead <= least);
        if admitted {
            self.ahead = Some(ahead);
        }
        admitted
    }

    /// Returns the progress to show.
    pub(super) fn progress(&mut self, told: f64) -> f64 {
        self.progress = self.progress.max(told).min(1.0);
        self.progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahead_never_rises() {
        let mut promise = BestShown::new(10.0, 0.5);
        assert!(!promise.admits_ahead(11.0));
        assert!(promise.admits_ahead(10.0));
        assert!(promise.admits_ahead(4.0));
        assert!(!promise.admits_ahead(5.0));
        assert_eq!(promise.least_ahead(), Some(4.0));
    }

    #[test]
    fn progress_never_goes_back_and_ends_at_one() {
        let mut promise = BestShown::new(f64::NAN, f64::NAN);
        let shown: Vec<f64> = [0.2, 0.1, 0.6, f64::NAN, 0.5, 7.0]
            .map(|told| promise.progress(told))
            .into();
        assert_eq!(shown, [0.2, 0.2, 0.6, 0.6, 0.6, 1.0]);
        assert!(promise.admits_ahead(3.0), "the first number is admitted whatever it is");
    }
}
