//! Decides which audit entries are kept. The tokens of each customer have a log of their own, and
//! so have the tokens that reach all customers. An author who makes many changes displaces only
//! entries of the author's own log, never those of other customers, nor those of changes that
//! others made to the customer.
//!
//! In the store, a log is one value under `n` and a hash of the customer's id: the numbers of its
//! entries, oldest first, each as the difference from the previous one (postcard). The entries
//! themselves are stored under `a` and their number, as they were before there were several logs.

use std::collections::VecDeque;

use sha2::{Digest, Sha256};
use store::RecordKey;

use super::key::Namespace;
use super::ledger::AdminLedger;

/// The maximum number of entries of tokens that reach all customers; beyond it the oldest are
/// dropped.
pub const ENTRIES_MAX: u64 = 10_000;
/// The maximum number of entries of one customer's tokens; beyond it the oldest are dropped.
pub const CUSTOMER_ENTRIES_MAX: u64 = 1_000;

/// The author of a change, who also determines its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Author<'a> {
    /// The name of a token.
    pub name: &'a str,
    /// The only customer that the token reaches; `None` if it reaches all.
    pub customer: Option<&'a str>,
}

impl<'a> From<&'a str> for Author<'a> {
    fn from(name: &'a str) -> Self {
        Self { name, customer: None }
    }
}

/// The numbers of one log's entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Log {
    numbers: VecDeque<u64>,
    most: u64,
}

impl Log {
    /// Decodes a stored log. The log of tokens that reach all customers also includes the entries
    /// that were kept before there were several logs.
    pub(super) fn read(
        customer: Option<&str>,
        stored: Option<&[u8]>,
        ledger: &AdminLedger,
    ) -> Result<Self, postcard::Error> {
        let mut numbers = stored.map(decode).transpose()?.unwrap_or_default();
        if customer.is_none() && !ledger.has_logs {
            let oldest = ledger.next_entry.saturating_sub(ENTRIES_MAX);
            numbers.extend(oldest..ledger.next_entry);
            let mut all = Vec::from(numbers);
            all.sort_unstable();
            all.dedup();
            numbers = all.into();
        }
        let most = if customer.is_none() {
            ENTRIES_MAX
        } else {
            CUSTOMER_ENTRIES_MAX
        };
        Ok(Self { numbers, most })
    }

    /// Adds an entry. Returns the entries that are dropped for it.
    pub(super) fn add(&mut self, number: u64) -> Vec<u64> {
        self.numbers.push_back(number);
        let kept = usize::try_from(self.most).unwrap_or(usize::MAX);
        let more = self.numbers.len().saturating_sub(kept);
        self.numbers.drain(..more).collect()
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        self.numbers.iter().copied()
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut before = 0;
        let distances = self.numbers.iter().map(|number| {
            let distance = number - before;
            before = *number;
            distance
        });
        postcard::to_stdvec(&distances.collect::<Vec<u64>>()).expect("numbers can be written")
    }
}

/// Decodes the numbers of any log.
pub(super) fn decode(stored: &[u8]) -> Result<VecDeque<u64>, postcard::Error> {
    let distances: Vec<u64> = postcard::from_bytes(stored)?;
    let sums = distances.into_iter().scan(0_u64, |sum, distance| {
        *sum = sum.saturating_add(distance);
        Some(*sum)
    });
    Ok(sums.collect())
}

/// The key under which a log is stored.
pub(super) fn record(customer: Option<&str>) -> RecordKey {
    let owner = customer.map_or(String::new(), |customer| format!("customer/{customer}"));
    let hash = Sha256::digest(owner.as_bytes());
    RecordKey::new([&[Namespace::Log as u8], hash.as_slice()].concat()).expect("33 bytes are within the bound")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_log_forgets_its_oldest_and_is_read_as_it_was_written() {
        let indexed = AdminLedger::default().after(1, BTreeSet::new(), 1);
        let mut log = Log::read(Some("demo"), None, &indexed).unwrap();
        let dropped: Vec<u64> = (0..CUSTOMER_ENTRIES_MAX + 2).flat_map(|n| log.add(n * 300)).collect();
        assert_eq!(dropped, [0, 300]);
        let stored = log.encode();
        assert!(stored.len() <= 2 * 1_000 + 10, "{} bytes", stored.len());
        assert_eq!(Log::read(Some("demo"), Some(&stored), &indexed), Ok(log));
    }

    #[test]
    fn entries_from_before_there_were_logs_are_taken_in() {
        let before: AdminLedger = serde_json::from_str(r#"{"revision":9,"nextEntry":12000,"recent":[]}"#).unwrap();
        let log = Log::read(None, None, &before).unwrap();
        assert_eq!((log.numbers().next(), log.numbers().count()), (Some(2_000), 10_000));
        assert!(log.encode().len() < 11_000);
        assert_eq!(Log::read(Some("demo"), None, &before).unwrap().numbers().count(), 0);
    }
}
