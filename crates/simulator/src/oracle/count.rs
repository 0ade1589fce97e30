//! Recounts the people ahead with a Fenwick tree over the places that are no longer counted.

#[derive(Debug, Default)]
pub(super) struct Count {
    /// `tree[i]` holds the sum over the last `lowest bit of i` places up to `i`; index 0 is unused.
    tree: Vec<u64>,
    uncounted: Vec<bool>,
}

impl Count {
    /// Removes a place from the count; repeated calls have no effect.
    pub(super) fn uncount(&mut self, number: u64) {
        let position = super::index(number) + 1;
        if position >= self.tree.len() {
            self.grow(position + 1);
        }
        if std::mem::replace(&mut self.uncounted[position], true) {
            return;
        }
        let mut at = position;
        while at < self.tree.len() {
            self.tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }

    /// Returns whether a place is removed from the count.
    pub(super) fn is_uncounted(&self, number: u64) -> bool {
        self.uncounted
            .get(super::index(number) + 1)
            .is_some_and(|uncounted| *uncounted)
    }

    /// Returns the number of counted places below `number`.
    pub(super) fn ahead(&self, number: u64) -> u64 {
        let mut at = super::index(number).min(self.tree.len().saturating_sub(1));
        let mut uncounted = 0;
        while at > 0 {
            uncounted += self.tree[at];
            at -= at & at.wrapping_neg();
        }
        number - uncounted
    }

    fn grow(&mut self, needed: usize) {
        let size = needed.next_power_of_two().max(1_024);
        self.uncounted.resize(size, false);
        self.tree = vec![0; size];
        for position in 1..size {
            self.tree[position] += u64::from(self.uncounted[position]);
            let parent = position + (position & position.wrapping_neg());
            if parent < size {
                self.tree[parent] += self.tree[position];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_agrees_with_a_list() {
        let mut count = Count::default();
        let mut list = vec![true; 9_000];
        for step in 0..3_000_u64 {
            let number = step * step * 31 % 5_000;
            count.uncount(number);
            list[number as usize] = false;
            if step % 100 == 0 {
                for asked in [0, 1, 63, 64, 1_023, 1_024, 4_999, 8_999] {
                    let below = list[..asked as usize].iter().filter(|counted| **counted).count() as u64;
                    assert_eq!(count.ahead(asked), below, "{asked} after {step}");
                }
            }
        }
    }
}
