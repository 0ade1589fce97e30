//! The place of a visitor who has one in another room already and is known by that one: a token of
//! CrowdHandler's protocol contains the place in the room that the visitor came to first, and
//! stands for the visitor in every room of the domain.
//!
//! The token is a voucher to the engine: the commit that gives the further place writes one side
//! record, which ends with the room's run, or [`FURTHER_PLACE_MS`] after it was written, so that a
//! room which is never reset does not keep the records of all visitors it ever had. This node
//! remembers the records that it has read, and for a while which visitors were found to have no
//! session here: at most [`REMEMBERED_MAX`] twice of each, about 100 bytes a record.

use std::collections::HashMap;
use std::mem;
use std::sync::{Mutex, PoisonError};

use admission::voucher::{Voucher, VoucherHash};
use admission::{Device, WallMs};
use protocol::QueueId;

use super::ticket::{EntryTicket, SpentCredential, place_of};
use super::{KeepError, Place, Room, Unserved};

/// How long a token stands for a place in a further room, in milliseconds: a week, which nobody
/// waits or shops through.
const FURTHER_PLACE_MS: u64 = 7 * 24 * 3_600_000;
/// Number of tokens that a generation of a memory holds.
const REMEMBERED_MAX: usize = 50_000;

/// Values of tokens, by the tokens' hashes, in two generations: when one is full, the older one is
/// dropped.
#[derive(Debug)]
pub(super) struct TokenMemory<V>(Mutex<[HashMap<[u8; 16], V>; 2]>);

impl<V> Default for TokenMemory<V> {
    fn default() -> Self {
        Self(Mutex::new([HashMap::new(), HashMap::new()]))
    }
}

impl<V: Copy> TokenMemory<V> {
    fn get(&self, hash: &[u8; 16]) -> Option<V> {
        let [new, old] = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        new.get(hash).or_else(|| old.get(hash)).copied()
    }

    fn put(&self, hash: [u8; 16], known: V) {
        let [new, old] = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if new.len() >= REMEMBERED_MAX {
            *old = mem::take(new);
        }
        new.insert(hash, known);
    }

    fn forget(&self, hash: &[u8; 16]) {
        let generations = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for generation in generations {
            generation.remove(hash);
        }
    }
}

impl Room {
    /// Adds a token that contains a place in another room to a newcomer's ticket: the place is
    /// given once for the token.
    #[must_use]
    pub fn with_token(&self, ticket: EntryTicket, elsewhere: &QueueId) -> EntryTicket {
        let hash = VoucherHash(self.shared.visitors.place_elsewhere(elsewhere));
        let ends_at = Some(WallMs(self.shared.clock.wall().0 + FURTHER_PLACE_MS));
        ticket.with((Voucher { hash, ends_at }, SpentCredential::VisitorToken))
    }

    /// Returns the text by which the link of a further place carries the token that stands for it,
    /// so that the visitor goes back with the same token.
    #[must_use]
    pub fn seal_token(&self, known: &Place, token: &str) -> String {
        self.shared.visitors.seal_token(place_of(known), token)
    }

    /// Returns the token of [`Self::seal_token`]; `None` if it does not belong to this place.
    #[must_use]
    pub fn open_token<'a>(&self, known: &Place, sealed: &'a str) -> Option<&'a str> {
        self.shared.visitors.open_token(place_of(known), sealed)
    }

    /// Returns the place in this room that was given for a token which contains a place in another
    /// room; `None` if there is none in this run.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn place_of_token(&self, elsewhere: &QueueId) -> Result<Option<Place>, Unserved> {
        let hash = self.shared.visitors.place_elsewhere(elsewhere);
        let ledger = |published: &super::Published| {
            let ledger = published.snapshot.ledger();
            (ledger.run, ledger.run_began)
        };
        let run = ledger(&self.published());
        let now = self.shared.clock.wall();
        let known = self.shared.further.get(&hash).filter(|place| place.run == run.0);
        if let Some(place) = known.filter(|place| now.0 < place.since.0 + FURTHER_PLACE_MS) {
            return Ok(Some(place));
        }
        let read = self.given_for(&[hash]).await.map_err(|error: KeepError| {
            tracing::warn!(room = self.name(), fault = %error, "a further place cannot be read");
            Unserved::Away
        })?;
        let record = read.into_iter().flatten().next();
        let Some(record) = record.filter(|record| !record.is_over(now)) else {
            return Ok(None);
        };
        let place = self
            .shared
            .line
            .name_device(run, Device::first(record.sequence), record.spent_at);
        self.shared.further.put(hash, place);
        Ok(Some(place))
    }

    /// Notes that a token's visitor has no session here, so that calls about other rooms need not
    /// ask the store each time. `now_ms`: monotonic.
    pub fn note_outside(&self, token: &QueueId, now_ms: u64) {
        let hash = self.shared.visitors.place_elsewhere(token);
        self.shared.outside.put(hash, now_ms);
    }

    /// Returns whether [`Self::note_outside`] noted the token less than `span_ms` ago.
    #[must_use]
    pub fn was_outside(&self, token: &QueueId, now_ms: u64, span_ms: u64) -> bool {
        let hash = self.shared.visitors.place_elsewhere(token);
        let noted_ms = self.shared.outside.get(&hash);
        noted_ms.is_some_and(|noted_ms| now_ms < noted_ms + span_ms)
    }

    /// Forgets [`Self::note_outside`], because the visitor asks for this room.
    pub fn forget_outside(&self, token: &QueueId) {
        let hash = self.shared.visitors.place_elsewhere(token);
        self.shared.outside.forget(&hash);
    }
}

#[cfg(test)]
mod tests {
    use admission::{Run, Sequence, WallMs};

    use super::*;

    #[test]
    fn the_memory_is_bounded_and_keeps_the_newest() {
        let places = TokenMemory::default();
        let hash = |number: usize| {
            let mut hash = [0; 16];
            hash[..8].copy_from_slice(&number.to_be_bytes());
            hash
        };
        let place = |number: usize| Place {
            queue_id: QueueId::NIL,
            lane: 0,
            run: Run(1),
            device: Device::first(Sequence(number as u64)),
            since: WallMs(0),
        };
        let last = 3 * REMEMBERED_MAX;
        (0..=last).for_each(|number| places.put(hash(number), place(number)));
        assert_eq!(places.get(&hash(last)), Some(place(last)));
        assert_eq!(
            places.get(&hash(last - REMEMBERED_MAX)),
            Some(place(last - REMEMBERED_MAX))
        );
        assert_eq!(places.get(&hash(0)), None);
        places.forget(&hash(last));
        places.forget(&hash(last - REMEMBERED_MAX));
        assert_eq!(places.get(&hash(last)), None, "of the new generation");
        assert_eq!(places.get(&hash(last - REMEMBERED_MAX)), None, "of the old one");
        let held = places.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(held.iter().all(|generation| generation.len() <= REMEMBERED_MAX));
    }
}
