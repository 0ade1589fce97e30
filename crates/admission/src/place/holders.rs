//! The devices that hold places after a move to another device. A place that never moved has no
//! entry here and costs nothing.
//!
//! A queue id names the device it was made for: holder 0 is the device that the place was given to,
//! and every move makes the next holder. Only the last one holds the place: a device with a lower
//! holder number is a *past* device, whose requests are refused. A device with a higher holder than
//! is known here was made by a commit that this reader has not seen yet, and is trusted. The list
//! is part of the published snapshot, so a past device is refused without the store.
//!
//! A moved place takes 8 bytes (`sequence << 4 | holder`, sorted) in a list that is shared (`Arc`)
//! and copied on write, with [`MOVED_MAX`] entries at most. When the list is full, settled places
//! are dropped: such a place can no longer move, and a claim of it comes with its side record
//! ([`crate::transfer::MoveRecord`]), which then decides. Codes are not here, because only the
//! commit that uses them needs them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::units::{Holder, Sequence};

/// The most moved places kept for one line: 2 MB.
pub const MOVED_MAX: usize = 1 << 18;

/// Bits of the holder below the sequence, as in a queue id.
const HOLDER_BITS: u32 = 4;

/// A device that holds a place, or held it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Device {
    /// The place.
    pub sequence: Sequence,
    /// The device's holder number.
    pub holder: Holder,
}

impl Device {
    /// Returns the device that the place was given to.
    #[must_use]
    pub const fn first(sequence: Sequence) -> Self {
        Self {
            sequence,
            holder: Holder(0),
        }
    }
}

/// The holders of moved places of one run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holders {
    moved: Arc<Vec<u64>>,
}

impl Holders {
    /// Builds the holders from stored records, in any order.
    #[must_use]
    pub fn new(devices: impl IntoIterator<Item = Device>) -> Self {
        let moved = devices.into_iter().filter(|device| device.holder > Holder(0));
        let mut moved = moved.map(pack).collect::<Vec<_>>();
        moved.sort_unstable();
        Self { moved: Arc::new(moved) }
    }

    /// Returns the last known holder of a place; the first device if the place is not known to have
    /// moved.
    #[must_use]
    pub fn of(&self, sequence: Sequence) -> Holder {
        self.find(sequence).map_or(Holder(0), |at| holder(self.moved[at]))
    }

    /// Returns whether the place of a device has moved to another device.
    #[must_use]
    pub fn is_past(&self, device: Device) -> bool {
        device.holder < self.of(device.sequence)
    }

    /// Returns the devices that hold moved places, ordered by place.
    pub fn devices(&self) -> impl Iterator<Item = Device> + '_ {
        self.moved.iter().map(|moved| Device {
            sequence: Sequence(moved >> HOLDER_BITS),
            holder: holder(*moved),
        })
    }

    /// Returns the number of moved places kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moved.len()
    }

    /// Returns whether no moved place is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moved.is_empty()
    }

    /// Records the device that now holds a place.
    pub fn set(&mut self, device: Device) {
        let found = self.find(device.sequence);
        let moved = Arc::make_mut(&mut self.moved);
        match found {
            Ok(at) => moved[at] = pack(device),
            Err(at) => moved.insert(at, pack(device)),
        }
    }

    /// Drops settled places if the list is full. Returns whether there is room afterwards.
    pub fn make_room(&mut self, is_settled: impl Fn(Sequence) -> bool) -> bool {
        if self.moved.len() >= MOVED_MAX {
            let waits = |moved: &u64| !is_settled(Sequence(moved >> HOLDER_BITS));
            self.moved = Arc::new(self.moved.iter().copied().filter(waits).collect());
        }
        self.moved.len() < MOVED_MAX
    }

    fn find(&self, sequence: Sequence) -> Result<usize, usize> {
        self.moved
            .binary_search_by_key(&sequence.0, |moved| moved >> HOLDER_BITS)
    }
}

fn pack(device: Device) -> u64 {
    device.sequence.0 << HOLDER_BITS | u64::from(device.holder.0)
}

fn holder(moved: u64) -> Holder {
    Holder((moved & ((1 << HOLDER_BITS) - 1)) as u8)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn device(sequence: u64, holder: u8) -> Device {
        Device {
            sequence: Sequence(sequence),
            holder: Holder(holder),
        }
    }

    proptest! {
        #[test]
        fn holders_agree_with_a_plain_map(moves in prop::collection::vec((0..50_u64, 1..16_u8), 0..100)) {
            let (mut holders, mut plain) = (Holders::default(), BTreeMap::new());
            for (sequence, holder) in moves {
                holders.set(device(sequence, holder));
                plain.insert(sequence, holder);
            }
            for sequence in 0..60 {
                let known = plain.get(&sequence).copied().unwrap_or(0);
                prop_assert_eq!(holders.of(Sequence(sequence)), Holder(known));
                prop_assert_eq!(holders.is_past(device(sequence, 7)), known > 7);
            }
            let again = Holders::new(plain.iter().rev().map(|(sequence, holder)| device(*sequence, *holder)));
            prop_assert_eq!(again, holders);
        }
    }

    #[test]
    fn at_the_bound_the_settled_are_forgotten_and_nobody_else() {
        let full = (0..MOVED_MAX as u64).map(|sequence| device(sequence, 1));
        let mut holders = Holders::new(full);
        assert!(!holders.make_room(|_| false));
        assert_eq!(holders.len(), MOVED_MAX);
        assert!(holders.make_room(|sequence| sequence.0 < 10));
        assert_eq!(holders.len(), MOVED_MAX - 10);
        assert!(holders.is_past(device(10, 0)) && !holders.is_past(device(9, 0)));
        assert!(holders.make_room(|_| panic!("there is room")));
    }
}
