//! The records of reminders in the store, for the rooms of all customers. Each kind has a pool of
//! its own, such as `~email`:
//!
//! | | |
//! | --- | --- |
//! | ledger | [`ReminderLedger`]: how much is kept, and how many reminders went out this minute |
//! | `p` place | [`PlaceReminder`]: the state of a place's recipient, and the recipient, encrypted |
//! | `u` place | index of places that have no number yet; the value is when the place was given |
//! | `w` room, run, number | index of places by number: the first ones are due first |
//! | `o` time, place | index of reminders to be sent, by the time of the next attempt |
//! | `c` room | how many places of a room are kept |
//! | `d` keyed hash | how often a recipient or a network was counted today |
//! | `h` keyed hash | [`RecentTally`]: how often something was counted lately; minutes to hours |
//!
//! A *place* is the hash of its room (16 bytes), its run (4) and its sequence (8). The index
//! entries follow from the records ([`PlaceReminder::index`]), and change in the same commit.

use admission::{Number, Run, Sequence, WallMs};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::RecordKey;

use super::counts::RecentHash;

const PLACE: u8 = b'p';
const UNNUMBERED: u8 = b'u';
const NUMBERED: u8 = b'w';
const OUTGOING: u8 = b'o';
const COUNT: u8 = b'c';
const TALLY: u8 = b'd';
const RECENT: u8 = b'h';

const ROOM_BYTES: usize = 16;
const PLACE_BYTES: usize = ROOM_BYTES + 4 + 8;

/// A line among those of all customers: a hash of the room's name and the lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LineHash([u8; ROOM_BYTES]);

/// A place of any room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReminderPlace {
    pub(super) line: LineHash,
    pub(super) run: Run,
    pub(super) sequence: Sequence,
}

/// The outcome for a place's recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ReminderState {
    /// The place has no number yet.
    Unnumbered,
    /// The place waits.
    Numbered(Number),
    /// The reminder is to be sent, not before `next`.
    Outgoing {
        /// The time of the next attempt. While an attempt is made, the time from which another node
        /// can consider the author lost.
        next: WallMs,
        /// Attempts so far.
        attempts: u8,
    },
    /// The reminder was delivered, or cannot be. The recipient is deleted.
    Done,
    /// The visitor withdrew the recipient. It is deleted.
    TakenBack,
}

/// The record of a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlaceReminder {
    /// When the place was given.
    pub(super) since: WallMs,
    /// The time at which the record ends, in any case.
    pub(super) until: WallMs,
    /// How many recipients were given for the place.
    pub(super) given: u8,
    pub(super) state: ReminderState,
    /// A keyed hash of the recipient; zeros once the recipient is deleted.
    pub(super) hash: [u8; 16],
    /// The encrypted recipient ([`super::cipher`]); empty once it is deleted.
    pub(super) sealed: Vec<u8>,
}

/// How often something was given on a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DayTally {
    /// Days since the epoch.
    pub(crate) day: u64,
    pub(crate) given: u32,
}

/// A count of the last hours, by a pace: each count moves the end by the time between two counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecentTally {
    /// The time from which nothing of it counts any more.
    pub(crate) until: WallMs,
}

/// The pool's ledger.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReminderLedger {
    /// Places with a record.
    pub(super) places: u64,
    /// Tallies with a record, of a day and of the last hours.
    pub(crate) tallies: u64,
    /// The last minute in which a reminder was sent, since the epoch.
    pub(crate) minute: u64,
    /// Attempts in that minute.
    pub(super) sent: u32,
}

impl LineHash {
    /// The hash of a room's full name, with the lane.
    pub(super) fn of(name: &str, lane: u8) -> Self {
        let digest: [u8; 32] = Sha256::digest([name.to_lowercase().as_bytes(), &[0, lane]].concat()).into();
        Self(*digest.first_chunk().expect("32 bytes"))
    }
}

impl ReminderPlace {
    fn bytes(&self) -> [u8; PLACE_BYTES] {
        let mut bytes = [0; PLACE_BYTES];
        bytes[..ROOM_BYTES].copy_from_slice(&self.line.0);
        bytes[ROOM_BYTES..ROOM_BYTES + 4].copy_from_slice(&u32::from(self.run.0).to_be_bytes());
        bytes[ROOM_BYTES + 4..].copy_from_slice(&self.sequence.0.to_be_bytes());
        bytes
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; PLACE_BYTES] = bytes.try_into().ok()?;
        let (room, rest) = bytes.split_first_chunk::<ROOM_BYTES>()?;
        let (run, sequence) = rest.split_first_chunk::<4>()?;
        let run = u32::from_be_bytes(*run).try_into().ok()?;
        let sequence = u64::from_be_bytes(sequence.try_into().ok()?);
        Some(Self {
            line: LineHash(*room),
            run: Run(run),
            sequence: Sequence(sequence),
        })
    }

    /// The key of the place's record.
    pub(super) fn key(&self) -> RecordKey {
        key(&[&[PLACE], &self.bytes()])
    }

    /// The place of a record's key, or of an entry in the index of outgoing reminders or of places
    /// without a number.
    pub(super) fn of_key(key: &RecordKey) -> Option<Self> {
        let bytes = key.as_bytes();
        Self::of_bytes(bytes.get(bytes.len().checked_sub(PLACE_BYTES)?..)?)
    }
}

impl PlaceReminder {
    /// The entry of the place in an index, and its value.
    pub(super) fn index(&self, place: &ReminderPlace) -> Option<(RecordKey, Vec<u8>)> {
        match self.state {
            ReminderState::Unnumbered => {
                let at = key(&[&[UNNUMBERED], &place.bytes()]);
                Some((at, encode(&(place.sequence, self.since))))
            }
            ReminderState::Numbered(number) => {
                let line = line_of(place.line, place.run);
                let at = key(&[&[NUMBERED], &line, &number.0.to_be_bytes()]);
                Some((at, encode(&(place.sequence, self.since))))
            }
            ReminderState::Outgoing { next, .. } => {
                let at = key(&[&[OUTGOING], &next.0.to_be_bytes(), &place.bytes()]);
                Some((at, Vec::new()))
            }
            ReminderState::Done | ReminderState::TakenBack => None,
        }
    }

    /// Whether the recipient is still stored.
    pub(super) fn has_recipient(&self) -> bool {
        !matches!(self.state, ReminderState::Done | ReminderState::TakenBack)
    }
}

/// The value of an entry for a place that waits: its sequence, and when it was given.
pub(super) fn waiting(value: &[u8]) -> Option<(Sequence, WallMs)> {
    decode(value)
}

/// The time of an entry in the index of outgoing reminders.
pub(super) fn next_of(key: &RecordKey) -> Option<WallMs> {
    let (next, _) = key.as_bytes().get(1..)?.split_first_chunk::<8>()?;
    Some(WallMs(u64::from_be_bytes(*next)))
}

/// The beginning of the keys of all places.
pub(super) fn places_prefix() -> [u8; 1] {
    [PLACE]
}

/// The beginning of the keys of all tallies.
pub(super) fn tallies_prefix() -> [u8; 1] {
    [TALLY]
}

/// The beginning of the keys of all outgoing reminders.
pub(super) fn outgoing_prefix() -> [u8; 1] {
    [OUTGOING]
}

/// The beginning of the keys of a run's places without a number.
pub(super) fn unnumbered_prefix(room: LineHash, run: Run) -> Vec<u8> {
    [[UNNUMBERED].as_slice(), &line_of(room, run)].concat()
}

/// The beginning of the keys of a run's places with a number.
pub(super) fn numbered_prefix(room: LineHash, run: Run) -> Vec<u8> {
    [[NUMBERED].as_slice(), &line_of(room, run)].concat()
}

/// The key of a room's count.
pub(super) fn count_key(room: LineHash) -> RecordKey {
    key(&[&[COUNT], &room.0])
}

/// The key of a tally.
pub(super) fn tally_key(hash: &[u8; 16]) -> RecordKey {
    key(&[&[TALLY], hash])
}

/// The beginning of the keys of all recent tallies.
pub(super) fn recent_prefix() -> [u8; 1] {
    [RECENT]
}

/// The key of a recent tally.
pub(super) fn recent_key(hash: &RecentHash) -> RecordKey {
    key(&[&[RECENT], &hash.0])
}

/// The hash in the key of a tally, of either kind.
pub(super) fn tally_of(key: &RecordKey) -> Option<[u8; 16]> {
    key.as_bytes().get(1..)?.try_into().ok()
}

fn line_of(room: LineHash, run: Run) -> [u8; ROOM_BYTES + 4] {
    let mut line = [0; ROOM_BYTES + 4];
    line[..ROOM_BYTES].copy_from_slice(&room.0);
    line[ROOM_BYTES..].copy_from_slice(&u32::from(run.0).to_be_bytes());
    line
}

fn key(parts: &[&[u8]]) -> RecordKey {
    RecordKey::new(parts.concat()).expect("at most 37 bytes")
}

/// The stored form of a value.
pub(super) fn encode(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("numbers and bytes can be written")
}

/// Reads a stored value.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}
