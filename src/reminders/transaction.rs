//! The decisions about reminders, on the records that one commit reads and changes. Pure: the time,
//! the keyed hashes and the encrypted recipient are arguments, and [`ReminderTransaction::changes`]
//! returns the changes to write.

mod tallies;

use std::collections::BTreeMap;

use admission::{Number, WallMs};
use store::RecordKey;

use super::counts::{DayCounts, RecentHash};
use super::record::{
    DayTally, LineHash, PlaceReminder, RecentTally, ReminderLedger, ReminderPlace, ReminderState, count_key, encode,
    recent_key, tally_key,
};

/// The maximum number of places of one room that have a recipient, or the mark that their reminder
/// was sent.
pub(super) const PLACES_PER_ROOM_MAX: u64 = 50_000;
/// The maximum number of such places of all rooms.
pub(super) const PLACES_MAX: u64 = 200_000;
/// The maximum number of tallies.
pub(crate) const TALLIES_MAX: u64 = 1_500_000;
/// How often a recipient can be given for one place.
pub(super) const GIVEN_PER_PLACE_MAX: u8 = 5;
/// The longest time that a recipient is stored, if nothing else ends it.
pub(super) const KEPT_MS_MAX: u64 = 7 * DAY_MS;
/// The maximum number of attempts to deliver one reminder.
pub(super) const ATTEMPTS_MAX: u8 = 6;
/// The time for one attempt; after it another node can try.
pub(super) const ATTEMPT_MS_MAX: u64 = 120_000;
/// The wait if nobody is let in now, although the turn was near.
const POSTPONED_MS: u64 = 60_000;
/// The wait after the first attempt that failed; it doubles with each further one.
const RETRY_MS: u64 = 30_000;

pub(crate) const DAY_MS: u64 = 86_400_000;
const MINUTE_MS: u64 = 60_000;

/// Records to write, or with `None` to delete.
type RecordChanges = Vec<(RecordKey, Option<Vec<u8>>)>;

/// The records of one commit, as the decisions have left them so far.
#[derive(Debug, Clone)]
pub(crate) struct ReminderTransaction {
    /// The time of the decisions.
    pub(crate) now: WallMs,
    pub(crate) ledger: ReminderLedger,
    places: BTreeMap<ReminderPlace, RecordSlot<PlaceReminder>>,
    rooms: BTreeMap<LineHash, RecordSlot<u64>>,
    tallies: BTreeMap<[u8; 16], RecordSlot<DayTally>>,
    recent: BTreeMap<RecentHash, RecordSlot<RecentTally>>,
}

/// A record as it was read, and as it is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RecordSlot<T> {
    was: Option<T>,
    is: Option<T>,
}

impl<T: Clone> RecordSlot<T> {
    fn new(was: Option<T>) -> Self {
        Self { is: was.clone(), was }
    }
}

/// A recipient, as it is given for a place.
#[derive(Debug, Clone)]
pub(super) struct GivenRecipient {
    pub(super) place: ReminderPlace,
    /// When the place was given.
    pub(super) since: WallMs,
    /// The number of the place, if it has one.
    pub(super) number: Option<Number>,
    /// A keyed hash of the recipient.
    pub(super) hash: [u8; 16],
    /// The encrypted recipient.
    pub(super) sealed: Vec<u8>,
    /// The counters of the recipient, such as those of the networks from which it was given, each
    /// by its keyed hash, with its daily limit.
    pub(super) counted_by: DayCounts,
}

/// Why a recipient is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReminderRefused {
    /// The place has had its reminder, or is about to get it.
    #[error("the place has had its reminder")]
    Sent,
    /// There were too many for this place, recipient or network today.
    #[error("too many were given")]
    Many,
    /// No more recipients can be stored.
    #[error("no more can be kept")]
    Full,
}

/// Whether an attempt to send can begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SendClaim {
    /// It can begin; the record has the recipient.
    Granted(PlaceReminder),
    /// The minute's reminders are used up.
    NextMinute,
    /// Another node sends it, or nothing is to be sent.
    Gone,
}

impl ReminderTransaction {
    pub(crate) fn new(now: WallMs, ledger: ReminderLedger) -> Self {
        Self {
            now,
            ledger,
            places: BTreeMap::new(),
            rooms: BTreeMap::new(),
            tallies: BTreeMap::new(),
            recent: BTreeMap::new(),
        }
    }

    /// Adds the records that were read of a place.
    pub(super) fn read_place(&mut self, place: ReminderPlace, record: Option<PlaceReminder>) {
        self.places.insert(place, RecordSlot::new(record));
    }

    /// Adds the records that were read of a room.
    pub(super) fn read_room(&mut self, room: LineHash, places: Option<u64>) {
        self.rooms.insert(room, RecordSlot::new(places));
    }

    /// Adds a count that was read.
    pub(crate) fn read_tally(&mut self, hash: [u8; 16], tally: Option<DayTally>) {
        self.tallies.insert(hash, RecordSlot::new(tally));
    }

    /// Adds a recent count that was read.
    pub(crate) fn read_recent(&mut self, hash: RecentHash, tally: Option<RecentTally>) {
        self.recent.insert(hash, RecordSlot::new(tally));
    }

    /// The record of a place.
    pub(super) fn place(&self, place: &ReminderPlace) -> Option<&PlaceReminder> {
        self.places.get(place)?.is.as_ref()
    }

    fn set(&mut self, place: ReminderPlace, record: Option<PlaceReminder>) {
        let slot = self.places.get_mut(&place).expect("decisions read what they change");
        let (was, is) = (slot.is.is_some(), record.is_some());
        slot.is = record;
        let room = self
            .rooms
            .get_mut(&place.line)
            .expect("decisions read the room of a place");
        let count = room.is.unwrap_or(0);
        let changed = |count: u64| (count + u64::from(is)).saturating_sub(u64::from(was));
        room.is = Some(changed(count)).filter(|count| *count > 0);
        self.ledger.places = changed(self.ledger.places);
    }

    /// Stores a recipient for a place, in place of an earlier one.
    pub(super) fn set_recipient(&mut self, given: &GivenRecipient) -> Result<(), ReminderRefused> {
        let known = self.place(&given.place);
        let already = known.map_or(0, |known| known.given);
        match known.map(|known| (known.state, known.hash)) {
            Some((ReminderState::Outgoing { .. } | ReminderState::Done, _)) => return Err(ReminderRefused::Sent),
            // The same recipient again changes nothing and is not counted. The same holds for a
            // second attempt of a commit whose outcome was not known.
            Some((ReminderState::Unnumbered | ReminderState::Numbered(_), hash)) if hash == given.hash => return Ok(()),
            _ => {}
        }
        if already >= GIVEN_PER_PLACE_MAX {
            return Err(ReminderRefused::Many);
        }
        if known.is_none() && self.is_full(given.place.line) {
            return Err(ReminderRefused::Full);
        }
        self.count(&given.counted_by.limits)?;
        let state = given.number.map_or(ReminderState::Unnumbered, ReminderState::Numbered);
        let record = PlaceReminder {
            since: given.since,
            until: WallMs(self.now.0 + KEPT_MS_MAX),
            given: already + 1,
            state,
            hash: given.hash,
            sealed: given.sealed.clone(),
        };
        self.set(given.place, Some(record));
        Ok(())
    }

    /// Moves the recipient of the place that a visitor has left to the visitor's new place. A
    /// recipient that was given for the new place stays.
    pub(super) fn carry(
        &mut self,
        from: ReminderPlace,
        to: ReminderPlace,
        record: &PlaceReminder,
    ) -> Result<(), ReminderRefused> {
        self.forget(from);
        if self.place(&to).is_some() {
            return Ok(());
        }
        if self.is_full(to.line) {
            return Err(ReminderRefused::Full);
        }
        self.set(to, Some(record.clone()));
        Ok(())
    }

    /// Whether no further place of a line can be stored.
    fn is_full(&self, line: LineHash) -> bool {
        let of_line = self.rooms.get(&line).and_then(|line| line.is).unwrap_or(0);
        of_line >= PLACES_PER_ROOM_MAX || self.ledger.places >= PLACES_MAX
    }

    /// Deletes the recipient of a place.
    pub(super) fn remove_recipient(&mut self, place: ReminderPlace) {
        self.end(place, ReminderState::TakenBack);
    }

    /// Marks that a place has had its reminder, or gets none any more, and deletes the recipient.
    pub(super) fn done(&mut self, place: ReminderPlace) {
        self.end(place, ReminderState::Done);
    }

    fn end(&mut self, place: ReminderPlace, state: ReminderState) {
        let known = self.place(&place).filter(|known| known.has_recipient());
        let ended = known.map(|known| PlaceReminder {
            state,
            hash: [0; 16],
            sealed: Vec::new(),
            ..known.clone()
        });
        if let Some(ended) = ended {
            self.set(place, Some(ended));
        }
    }

    /// Deletes the record of a place that is gone.
    pub(super) fn forget(&mut self, place: ReminderPlace) {
        if self.place(&place).is_some() {
            self.set(place, None);
        }
    }

    /// Records the number that a place got.
    pub(super) fn number(&mut self, place: ReminderPlace, number: Number) {
        self.proceed(place, ReminderState::Numbered(number), |state| {
            matches!(state, ReminderState::Unnumbered)
        });
    }

    /// Marks the reminder of a place as due.
    pub(super) fn send(&mut self, place: ReminderPlace) {
        let outgoing = ReminderState::Outgoing {
            next: self.now,
            attempts: 0,
        };
        self.proceed(place, outgoing, |state| {
            matches!(state, ReminderState::Unnumbered | ReminderState::Numbered(_))
        });
    }

    fn proceed(&mut self, place: ReminderPlace, state: ReminderState, from: impl Fn(&ReminderState) -> bool) {
        let known = self.place(&place).filter(|known| from(&known.state));
        if let Some(known) = known.cloned() {
            self.set(place, Some(PlaceReminder { state, ..known }));
        }
    }

    /// Claims an attempt to send the reminder of a place, within the minute's limit. After
    /// [`ATTEMPTS_MAX`] attempts the reminder ends.
    pub(super) fn claim(&mut self, place: ReminderPlace, per_minute: u32) -> SendClaim {
        let known = self.place(&place).cloned();
        let Some((known, next, attempts)) = known.and_then(|known| match known.state {
            ReminderState::Outgoing { next, attempts } => Some((known, next, attempts)),
            _ => None,
        }) else {
            return SendClaim::Gone;
        };
        if next > self.now {
            return SendClaim::Gone;
        }
        if attempts >= ATTEMPTS_MAX {
            self.done(place);
            return SendClaim::Gone;
        }
        if !self.is_within_minute(per_minute) {
            return SendClaim::NextMinute;
        }
        self.note_sent();
        let claimed = PlaceReminder {
            state: ReminderState::Outgoing {
                next: WallMs(self.now.0 + ATTEMPT_MS_MAX),
                attempts: attempts + 1,
            },
            ..known
        };
        self.set(place, Some(claimed.clone()));
        SendClaim::Granted(claimed)
    }

    /// Whether the minute allows another one.
    pub(crate) fn is_within_minute(&mut self, per_minute: u32) -> bool {
        let minute = self.now.0 / MINUTE_MS;
        // A clock that was set back does not reset the minute's count.
        if minute > self.ledger.minute {
            (self.ledger.minute, self.ledger.sent) = (minute, 0);
        }
        self.ledger.sent < per_minute
    }

    /// Counts one that is sent within the minute of [`Self::is_within_minute`].
    pub(crate) fn note_sent(&mut self) {
        self.ledger.sent += 1;
    }

    /// Records that an attempt was not made because nobody is let in now; it does not count.
    pub(super) fn postpone(&mut self, place: ReminderPlace) {
        self.set_next(place, |attempts| Some((POSTPONED_MS, attempts.saturating_sub(1))));
    }

    /// Records that an attempt failed and another one can succeed.
    pub(super) fn retry(&mut self, place: ReminderPlace) {
        self.set_next(place, |attempts| {
            let wait = RETRY_MS << attempts.saturating_sub(1);
            (attempts < ATTEMPTS_MAX).then_some((wait, attempts))
        });
    }

    /// Sets the wait and the number of attempts of an outgoing reminder; `None` ends it.
    fn set_next(&mut self, place: ReminderPlace, next: impl Fn(u8) -> Option<(u64, u8)>) {
        let Some(known) = self.place(&place).cloned() else {
            return;
        };
        let ReminderState::Outgoing { attempts, .. } = known.state else {
            return;
        };
        let Some((wait_ms, attempts)) = next(attempts) else {
            return self.done(place);
        };
        let state = ReminderState::Outgoing {
            next: WallMs(self.now.0 + wait_ms),
            attempts,
        };
        self.set(place, Some(PlaceReminder { state, ..known }));
    }

    /// The ledger to write, and every record and index entry that changes.
    pub(super) fn changes(&self) -> (Vec<u8>, RecordChanges) {
        let mut changes = Vec::new();
        for (place, slot) in self.places.iter().filter(|(_, slot)| slot.was != slot.is) {
            let index = |record: &Option<PlaceReminder>| record.as_ref().and_then(|record| record.index(place));
            let (was, is) = (index(&slot.was), index(&slot.is));
            if was != is {
                changes.extend(was.map(|(key, _)| (key, None)));
                changes.extend(is.map(|(key, value)| (key, Some(value))));
            }
            changes.push((place.key(), slot.is.as_ref().map(encode)));
        }
        let rooms = self.rooms.iter().filter(|(_, slot)| slot.was != slot.is);
        changes.extend(rooms.map(|(room, slot)| (count_key(*room), slot.is.as_ref().map(encode))));
        let tallies = self.tallies.iter().filter(|(_, slot)| slot.was != slot.is);
        changes.extend(tallies.map(|(hash, slot)| (tally_key(hash), slot.is.as_ref().map(encode))));
        let recent = self.recent.iter().filter(|(_, slot)| slot.was != slot.is);
        changes.extend(recent.map(|(hash, slot)| (recent_key(hash), slot.is.as_ref().map(encode))));
        (encode(&self.ledger), changes)
    }
}

#[cfg(test)]
mod tests;
