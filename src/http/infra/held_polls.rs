//! Counts the polls that the server holds for hidden pages. A page has one poll open at a time, or
//! two while it tries another connection, and only polls of places in front of the line are held,
//! so few are. Beyond the limits, a poll is answered at once and with a pause, like that of a
//! visible page.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use protocol::QueueId;

/// The most held polls of a place: those of two tabs, or of one that tries another connection.
const PER_PLACE_MAX: u8 = 2;
/// The most places with held polls on a node.
const PER_NODE_MAX: usize = 20_000;

/// The polls that this node holds.
#[derive(Debug, Default)]
pub(in crate::http) struct HeldPolls(Mutex<HashMap<QueueId, u8>>);

/// A poll that is held until this is dropped.
#[derive(Debug)]
pub(in crate::http) struct HeldPoll<'a> {
    all: &'a HeldPolls,
    place: QueueId,
}

impl HeldPolls {
    /// Holds one more poll of a place; `None` if enough are held.
    pub(in crate::http) fn hold(&self, place: QueueId) -> Option<HeldPoll<'_>> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = held.contains_key(&place);
        if !is_known && held.len() >= PER_NODE_MAX {
            return None;
        }
        let of_place = held.entry(place).or_default();
        if *of_place >= PER_PLACE_MAX {
            return None;
        }
        *of_place += 1;
        Some(HeldPoll { all: self, place })
    }
}

impl Drop for HeldPoll<'_> {
    fn drop(&mut self) {
        let mut held = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        match held.get_mut(&self.place) {
            Some(of_place) if *of_place > 1 => *of_place -= 1,
            _ => _ = held.remove(&self.place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_holds_two_polls_and_another_after_one_has_ended() {
        let held = HeldPolls::default();
        let place = QueueId::from_bytes([7; 16]);
        let first = held.hold(place);
        let second = held.hold(place);
        assert!(first.is_some() && second.is_some());
        assert!(held.hold(place).is_none());
        assert!(held.hold(QueueId::from_bytes([8; 16])).is_some(), "another place");
        drop(first);
        assert!(held.hold(place).is_some());
        drop(second);
        assert!(held.0.lock().unwrap().is_empty(), "nothing is left behind");
    }

    #[test]
    fn a_node_holds_polls_of_a_bounded_number_of_places() {
        let held = HeldPolls::default();
        let place = |number: usize| QueueId::from_bytes((number as u128).to_be_bytes());
        let mut polls: Vec<_> = (0..PER_NODE_MAX)
            .filter_map(|number| held.hold(place(number)))
            .collect();
        assert_eq!(polls.len(), PER_NODE_MAX);
        assert!(held.hold(place(PER_NODE_MAX)).is_none());
        assert!(held.hold(place(0)).is_some(), "a place that has one");
        polls.pop();
        assert!(held.hold(place(PER_NODE_MAX)).is_some(), "after one has ended");
    }
}
