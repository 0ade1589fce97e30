//! One estimate of one visitor, with the true wait.

/// An estimate that a visitor was shown, and the truth.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) who: usize,
    pub(crate) at: u64,
    pub(crate) low: u64,
    pub(crate) high: u64,
    /// Time from the estimate to the grant; `None` if there was no grant.
    pub(crate) truth: Option<u64>,
    pub(crate) diligent: bool,
    /// Whether the visitor had been shown no estimate before.
    pub(crate) first: bool,
    /// Whether the visitor stayed until the grant, without leaving and coming back.
    pub(crate) stayed: bool,
}

impl Sample {
    /// Returns the span from the estimate to the grant.
    pub(crate) fn until(&self) -> std::ops::RangeInclusive<u64> {
        self.at..=self.at + self.truth.unwrap_or(0)
    }
}
