//! A bounded sample of pages: every page is in it with the same probability, for any number of
//! pages.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use http::StatusCode;
use protocol::RoomId;
use protocol::timing_batch::{PAGE_TIME_MS_MAX, PAGE_WEIGHT_MAX, TIMED_PAGES_MAX, TimedPage};

use crate::clock;

/// The pages since the last report.
#[derive(Debug, Default)]
pub(super) struct PageSample(Mutex<SampledPages>);

#[derive(Debug, Default)]
struct SampledPages {
    pages: Vec<(Instant, TimedPage)>,
    /// How many pages there were, sampled or not.
    count: u64,
}

impl PageSample {
    /// Adds a page, or drops it; `random` decides which one, once the sample is full.
    pub(super) fn add(&self, room: &RoomId, visitor: u32, took: Duration, status: Option<StatusCode>, random: u64) {
        let now = clock::monotonic();
        let mut sampled = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sampled.count += 1;
        let page = || {
            let page = TimedPage {
                room: room.clone(),
                visitor,
                age_ms: 0,
                time_ms: millis(took).min(PAGE_TIME_MS_MAX),
                status: status.map(|status| status.as_u16()).filter(|code| *code < 600),
                weight: 1,
            };
            (now, page)
        };
        if sampled.pages.len() < TIMED_PAGES_MAX {
            sampled.pages.push(page());
            return;
        }
        let place = usize::try_from(random % sampled.count).unwrap_or(usize::MAX);
        if let Some(replaced) = sampled.pages.get_mut(place) {
            *replaced = page();
        }
    }

    /// Takes the sample, and begins the next one.
    pub(super) fn take(&self) -> Vec<TimedPage> {
        let now = clock::monotonic();
        let taken = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let each = taken.count / taken.pages.len().max(1) as u64;
        let weight = u32::try_from(each).unwrap_or(u32::MAX).clamp(1, PAGE_WEIGHT_MAX);
        let pages = taken.pages.into_iter().map(|(at, page)| TimedPage {
            age_ms: millis(now.saturating_duration_since(at)),
            weight,
            ..page
        });
        pages.collect()
    }
}

fn millis(span: Duration) -> u32 {
    u32::try_from(span.as_millis()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::RandomSequence;

    /// Adds pages of this many visitors.
    fn add(sample: &PageSample, visitors: u32) {
        let (room, random) = ("sale".parse().unwrap(), RandomSequence::new(1));
        for visitor in 0..visitors {
            let (took, status) = (Duration::from_millis(7), Some(StatusCode::OK));
            sample.add(&room, visitor, took, status, random.draw());
        }
    }

    #[test]
    fn few_pages_are_all_there_once() {
        let sample = PageSample::default();
        add(&sample, 3);
        let taken = sample.take();
        let told: Vec<_> = taken
            .iter()
            .map(|page| (page.visitor, page.time_ms, page.weight))
            .collect();
        assert_eq!(told, [(0, 7, 1), (1, 7, 1), (2, 7, 1)]);
        assert!(sample.take().is_empty());
    }

    #[test]
    fn of_many_pages_an_even_sample_is_there_with_its_weight() {
        let sample = PageSample::default();
        let all = 20 * TIMED_PAGES_MAX as u32;
        add(&sample, all);
        let taken = sample.take();
        assert_eq!(taken.len(), TIMED_PAGES_MAX);
        assert!(taken.iter().all(|page| page.weight == 20));
        let late = taken.iter().filter(|page| page.visitor >= all / 2).count();
        assert!((150..350).contains(&late), "{late} of the later half");
    }

    #[test]
    fn a_time_out_of_bounds_is_the_longest() {
        let sample = PageSample::default();
        sample.add(&"sale".parse().unwrap(), 1, Duration::from_secs(1 << 40), None, 0);
        let page = &sample.take()[0];
        assert_eq!((page.time_ms, page.status), (PAGE_TIME_MS_MAX, None));
    }
}
