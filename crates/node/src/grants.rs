//! The log of the grants of the last ten minutes, for repeating lost replies and for checking the
//! bound on the outflow.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;

use admission::{Grant, Number, Redirects, Run, WallMs};
use protocol::QueueId;
use serde::{Deserialize, Serialize};

/// The time for which grants are kept, milliseconds.
pub const LOG_MS: u64 = 600_000;
/// The most grants kept; beyond that the oldest are dropped early.
pub const LOG_MAX: usize = 1_000_000;

/// A grant as it is logged. `Debug` omits the queue id.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Granted {
    /// The time of the grant.
    pub granted_at: WallMs,
    /// The run.
    pub run: Run,
    /// The number that was granted.
    pub number: Number,
    /// Whether the holder never saw the line.
    pub unseen: bool,
    /// The visitor's queue id, as its 16 bytes.
    pub queue_id: [u8; 16],
}

impl Granted {
    /// Creates an entry from the engine's grant and the visitor's queue id.
    #[must_use]
    pub fn new(grant: Grant, run: Run, queue_id: &QueueId) -> Self {
        Self {
            granted_at: grant.granted_at,
            run,
            number: grant.number,
            unseen: grant.unseen,
            queue_id: *queue_id.as_bytes(),
        }
    }

    /// Returns this grant at another time.
    pub(crate) fn at(self, granted_at: WallMs) -> Self {
        Self { granted_at, ..self }
    }

    /// The engine's grant.
    pub(crate) fn grant(&self) -> Grant {
        Grant {
            number: self.number,
            granted_at: self.granted_at,
            unseen: self.unseen,
        }
    }

    /// The visitor's queue id.
    #[must_use]
    pub fn queue_id(&self) -> QueueId {
        QueueId::from_bytes(self.queue_id)
    }
}

impl fmt::Debug for Granted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Granted")
            .field("granted_at", &self.granted_at)
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

/// The log of grants, oldest first.
#[derive(Debug, Default)]
pub struct GrantLog {
    grants: VecDeque<Granted>,
    last: HashMap<(Run, Number), Grant>,
}

impl GrantLog {
    /// Inserts a grant in order of time, because grants of other nodes become known a little late.
    /// Ignores a grant that is already in the log.
    pub fn push(&mut self, granted: Granted) {
        let lately = self.grants.iter().rev();
        let mut lately = lately.take_while(|other| other.granted_at >= granted.granted_at);
        // A grant by lease is logged at once, and again when a commit records it.
        if lately.any(|other| *other == granted) {
            return;
        }
        let last = self
            .last
            .entry((granted.run, granted.number))
            .or_insert(granted.grant());
        if last.granted_at <= granted.granted_at {
            *last = granted.grant();
        }
        // Grants of one millisecond have the same order on all nodes.
        let stands = |granted: &Granted| (granted.granted_at, granted.run, granted.number);
        let later = self
            .grants
            .iter()
            .rev()
            .take_while(|other| stands(other) > stands(&granted));
        let at = self.grants.len() - later.count();
        self.grants.insert(at, granted);
        if self.grants.len() > LOG_MAX {
            self.pop();
        }
    }

    /// Drops grants that are older than [`LOG_MS`].
    pub fn forget(&mut self, now: WallMs) {
        while self
            .grants
            .front()
            .is_some_and(|granted| granted.granted_at.0 + LOG_MS < now.0)
        {
            self.pop();
        }
    }

    /// Returns the last grant of a place in the log, if there is one.
    #[must_use]
    pub fn last(&self, run: Run, number: Number) -> Option<Grant> {
        self.last.get(&(run, number)).copied()
    }

    /// Returns the redirect records of a run's places, as far back as the log reaches.
    #[must_use]
    pub fn redirects(&self, run: Run) -> BTreeMap<Number, Redirects> {
        let mut redirects: BTreeMap<Number, Redirects> = BTreeMap::new();
        for granted in self.grants.iter().filter(|granted| granted.run == run) {
            let before = redirects.get(&granted.number).map_or(0, |before| before.count);
            let record = Redirects {
                count: before.saturating_add(1),
                granted_at: granted.granted_at,
                unseen: granted.unseen,
            };
            redirects.insert(granted.number, record);
        }
        redirects
    }

    /// Returns the grants given at `since` or later.
    #[must_use]
    pub fn since(&self, since: WallMs) -> Vec<Granted> {
        self.grants
            .iter()
            .filter(|granted| granted.granted_at >= since)
            .copied()
            .collect()
    }

    fn pop(&mut self) {
        if let Some(oldest) = self.grants.pop_front()
            && self.last(oldest.run, oldest.number) == Some(oldest.grant())
        {
            self.last.remove(&(oldest.run, oldest.number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn granted(number: u64, at: u64) -> Granted {
        Granted::new(
            Grant {
                number: Number(number),
                granted_at: WallMs(at),
                unseen: false,
            },
            Run(0),
            &QueueId::NIL,
        )
    }

    #[test]
    fn ten_minutes_are_kept_and_the_last_grant_of_each_is_known() {
        let mut log = GrantLog::default();
        log.push(granted(1, 1_000));
        log.push(granted(2, 2_000));
        log.push(granted(1, 500_000));
        log.forget(WallMs(602_500));
        let last = |number| log.last(Run(0), Number(number)).map(|grant| grant.granted_at);
        assert_eq!(last(1), Some(WallMs(500_000)), "a later grant stays known");
        assert_eq!(last(2), None);
        assert_eq!(
            log.last(Run(1), Number(1)),
            None,
            "another run's number is another place"
        );
        assert_eq!(log.since(WallMs(0)), [granted(1, 500_000)]);
    }

    #[test]
    fn at_the_bound_the_oldest_grants_are_forgotten_early() {
        let mut log = GrantLog::default();
        let beyond = LOG_MAX as u64 + 10;
        (0..beyond).for_each(|number| log.push(granted(number, number)));
        assert_eq!((log.grants.len(), log.last.len()), (LOG_MAX, LOG_MAX));
        assert_eq!(log.last(Run(0), Number(9)), None);
        assert!(log.last(Run(0), Number(10)).is_some());
    }

    #[test]
    fn grants_that_become_known_late_are_inserted_in_order() {
        let mut log = GrantLog::default();
        for (number, at) in [(1, 1_000), (2, 3_000), (3, 2_000), (2, 2_500)] {
            log.push(granted(number, at));
        }
        let order: Vec<u64> = log
            .since(WallMs(0))
            .iter()
            .map(|granted| granted.granted_at.0)
            .collect();
        assert_eq!(order, [1_000, 2_000, 2_500, 3_000]);
        let last = log.last(Run(0), Number(2)).map(|grant| grant.granted_at);
        assert_eq!(last, Some(WallMs(3_000)));
    }
}
