//! Divides a capacity: each member gets a part by its weight, within a minimum and a maximum. The
//! level is the part of one unit of weight.

/// The most steps of the search for a level.
const LEVEL_STEPS_MAX: u32 = 60;

/// A member that shares a capacity.
#[derive(Debug, Clone, Copy)]
pub(super) struct RatePart {
    pub(super) weight: f64,
    pub(super) least: f64,
    pub(super) most: f64,
}

impl RatePart {
    pub(super) fn at(&self, level: f64) -> f64 {
        (level * self.weight).clamp(self.least, self.most)
    }
}

/// Returns the level at which the parts sum up to `capacity`, or at which each part has its
/// maximum.
pub(super) fn level(capacity: f64, parts: &[RatePart]) -> f64 {
    let sum = |level: f64| parts.iter().map(|part| part.at(level)).sum::<f64>();
    let highest = parts.iter().map(|part| part.most / part.weight).fold(0.0, f64::max);
    let (mut low, mut high) = (0.0, highest);
    let mut excess = sum(high) - capacity;
    if excess <= 0.0 {
        return high;
    }
    for _ in 0..LEVEL_STEPS_MAX {
        // As long as no part reaches an end of its range, the sum is linear in the level.
        let free = parts
            .iter()
            .filter(|part| (part.least..part.most).contains(&(high * part.weight)));
        let slope: f64 = free.map(|part| part.weight).sum();
        let straight = high - excess / slope;
        let next = if straight > low && straight < high {
            straight
        } else {
            f64::midpoint(low, high)
        };
        let above = sum(next) - capacity;
        if above.abs() <= capacity * 1e-12 {
            return next;
        }
        if above > 0.0 {
            (high, excess) = (next, above);
        } else {
            low = next;
        }
    }
    high
}
