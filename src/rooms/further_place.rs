//! Further places: places in this room for a token that contains a place in another room of the
//! domain. A token of CrowdHandler's protocol contains the place in the room that the visitor
//! entered first, and is valid for the visitor in every room of the domain.
//!
//! For the engine, the token is a voucher: the commit that gives the further place writes one side
//! record, which ends with the room's run, or [`FURTHER_PLACE_MS`] after it was written, so that a
//! room that is never reset does not keep the records of all its past visitors. After a visit, the
//! token is another voucher for the next place, at most [`PLACES_PER_TOKEN`] times. This node
//! remembers the newest place that it has read for each token, and for a while the visitors who
//! have no session here: at most twice [`REMEMBERED_MAX`] of each, about 100 bytes a record.

use std::collections::HashMap;
use std::mem;
use std::sync::{Mutex, PoisonError};

use admission::voucher::{Voucher, VoucherHash};
use admission::{Device, Run, WallMs};
use protocol::QueueId;

use super::ticket::{EntryTicket, SpentCredential, place_of};
use super::{Place, Published, Room, RoomState, StateError, Unserved};

/// How long a token is valid for a place in a further room, in milliseconds: a week, which is
/// longer than any visit.
const FURTHER_PLACE_MS: u64 = 7 * 24 * 3_600_000;
/// How many places a room gives for one token in a run, one after another. A visitor with more
/// visits gets a new token for the next one.
const PLACES_PER_TOKEN: usize = 8;
/// The number of tokens in one generation of a memory.
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

/// The voucher by which a token gets its next place in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenVoucher([u8; 16]);

/// The places that a room gave for a token which contains another place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FurtherPlaces {
    /// The newest place; the visits of older ones are over.
    pub newest: Option<Place>,
    /// The voucher for one more place; `None` if the token has had as many places as a room gives.
    pub next: Option<TokenVoucher>,
}

/// The run of a line in a request's commit, and the request's time.
#[derive(Debug, Clone, Copy)]
struct RunNow {
    run: Run,
    began: WallMs,
    now: WallMs,
}

impl RoomState {
    /// Returns the newest place in this room that this node has read for a token which contains
    /// another place. If its visit is over, another node can have given a newer one:
    /// [`Self::further_places`] reads that.
    #[must_use]
    pub fn remembered_place(&self, token: &QueueId) -> Option<Place> {
        self.room().remembered_in(self.run_now(&self.published), token)
    }

    /// Reads the places in this room that were given in this run for a token which contains another
    /// place.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn further_places(&self, token: &QueueId) -> Result<FurtherPlaces, Unserved> {
        let given = self.given_for_token(token).await?;
        let last = given.iter().rposition(Option::is_some);
        let next = last.map_or(0, |last| last + 1);
        Ok(FurtherPlaces {
            newest: last.and_then(|last| self.room().remembering_place(token, given[last])),
            next: self.room().vouchers_of(token).get(next).copied(),
        })
    }

    /// Reads each place in this room that was given in this run for a token which contains another
    /// place, the oldest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn given_for_token(&self, token: &QueueId) -> Result<[Option<Place>; PLACES_PER_TOKEN], Unserved> {
        let vouchers = self.room().vouchers_of(token);
        self.room().places_for(self.run_now(&self.published), vouchers).await
    }

    /// Returns the place in a lane of this room that was given in exchange for one in another lane;
    /// `None` if there is none in this run.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn place_in_exchange(&self, lane: &Room, left: &QueueId) -> Result<Option<Place>, Unserved> {
        let Some(published) = self.published_in(lane.lane()) else {
            return Ok(None);
        };
        let run = self.run_now(published);
        if let Some(place) = lane.remembered_in(run, left) {
            return Ok(Some(place));
        }
        let [given] = lane.places_for(run, [lane.exchange_voucher(left)]).await?;
        Ok(lane.remembering_place(left, given))
    }

    fn run_now(&self, published: &Published) -> RunNow {
        let ledger = published.snapshot.ledger();
        RunNow {
            run: ledger.run,
            began: ledger.run_began,
            now: self.now().wall,
        }
    }
}

impl Room {
    /// Adds a token that contains another place to a newcomer's ticket: the place is given once for
    /// the voucher. It is in the room's own line, where the token is looked up.
    #[must_use]
    pub fn with_token(&self, ticket: EntryTicket, voucher: TokenVoucher) -> EntryTicket {
        let ends_at = Some(WallMs(self.shared.clock.wall().0 + FURTHER_PLACE_MS));
        let voucher = Voucher {
            hash: VoucherHash(voucher.0),
            ends_at,
        };
        ticket.in_own_line().with((voucher, SpentCredential::VisitorToken))
    }

    /// The voucher for a place in exchange for one in another line of the room.
    pub(super) fn exchange_voucher(&self, left: &QueueId) -> TokenVoucher {
        self.nth_voucher(left, 0)
    }

    /// Returns the text by which the link of a further place carries the place's token, so that the
    /// visitor returns with the same token.
    #[must_use]
    pub fn seal_token(&self, place: &Place, token: &str) -> String {
        self.shared.visitors.seal_token(place_of(place), token)
    }

    /// Returns the token of [`Self::seal_token`]; `None` if it does not belong to this place.
    #[must_use]
    pub fn open_token<'a>(&self, place: &Place, sealed: &'a str) -> Option<&'a str> {
        self.shared.visitors.open_token(place_of(place), sealed)
    }

    fn remembered_in(&self, RunNow { run, now, .. }: RunNow, token: &QueueId) -> Option<Place> {
        let hash = self.shared.visitors.place_elsewhere(token, 0);
        let place = self.shared.further.get(&hash)?;
        (place.run == run && now.0 < place.since.0 + FURTHER_PLACE_MS).then_some(place)
    }

    fn vouchers_of(&self, token: &QueueId) -> [TokenVoucher; PLACES_PER_TOKEN] {
        std::array::from_fn(|nth| self.nth_voucher(token, nth as u8))
    }

    fn nth_voucher(&self, token: &QueueId, nth: u8) -> TokenVoucher {
        TokenVoucher(self.shared.visitors.place_elsewhere(token, nth))
    }

    fn remembering_place(&self, token: &QueueId, place: Option<Place>) -> Option<Place> {
        if let Some(place) = place {
            let hash = self.shared.visitors.place_elsewhere(token, 0);
            self.shared.further.put(hash, place);
        }
        place
    }

    /// Reads the places that were given for these vouchers in a run.
    async fn places_for<const N: usize>(
        &self,
        RunNow { run, began, now }: RunNow,
        vouchers: [TokenVoucher; N],
    ) -> Result<[Option<Place>; N], Unserved> {
        let read = self.given_in(run, &vouchers.map(|voucher| voucher.0)).await;
        let read = read.map_err(|error: StateError| {
            tracing::warn!(room = self.name(), fault = %error, "a further place cannot be read");
            Unserved::Away
        })?;
        let mut records = read.into_iter();
        Ok(vouchers.map(|_| {
            let record = records.next().flatten().filter(|record| !record.is_over(now))?;
            let device = Device::first(record.sequence);
            Some(self.shared.line.name_device((run, began), device, record.spent_at))
        }))
    }

    /// Records that a token's visitor has no session here, so that calls about other rooms need not
    /// read the store each time. `now_ms`: monotonic.
    pub fn note_outside(&self, token: &QueueId, now_ms: u64) {
        let hash = self.shared.visitors.place_elsewhere(token, 0);
        self.shared.outside.put(hash, now_ms);
    }

    /// Returns whether [`Self::note_outside`] recorded the token less than `span_ms` ago.
    #[must_use]
    pub fn was_outside(&self, token: &QueueId, now_ms: u64, span_ms: u64) -> bool {
        let hash = self.shared.visitors.place_elsewhere(token, 0);
        let noted_ms = self.shared.outside.get(&hash);
        noted_ms.is_some_and(|noted_ms| now_ms < noted_ms + span_ms)
    }

    /// Removes the record of [`Self::note_outside`], because the visitor makes a call about this
    /// room.
    pub fn forget_outside(&self, token: &QueueId) {
        let hash = self.shared.visitors.place_elsewhere(token, 0);
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
