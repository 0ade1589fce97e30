//! The devices that hold places after a transfer to another device. A place that was never
//! transferred has no entry here and costs nothing.
//!
//! A queue id names the device it was made for: holder 0 is the device that the place was given to,
//! and every transfer makes the next holder. Only the last one holds the place: a device with a
//! lower holder number is a *past* device, whose requests are refused. A device with a higher
//! holder than is known here was made by a commit that this reader has not seen yet, and is
//! trusted. The list is part of the published snapshot, so a past device is refused without the
//! store.
//!
//! A transferred place takes 8 bytes (`sequence << 4 | holder`, sorted) in a list that is shared
//! (`Arc`) and copied on write, with [`TRANSFERRED_MAX`] entries at most. When the list is full,
//! settled places are dropped: such a place can no longer be transferred, and a claim of it comes
//! with its side record ([`crate::transfer::TransferRecord`]), which then decides. Codes are not
//! here, because only the commit that uses them needs them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::units::{Holder, Sequence};

/// The most transferred places kept for one line: 2 MB.
pub const TRANSFERRED_MAX: usize = 1 << 18;

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

/// The holders of transferred places of one run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holders {
    transferred: Arc<Vec<u64>>,
}

impl Holders {
    /// Builds the holders from stored records, in any order.
    #[must_use]
    pub fn new(devices: impl IntoIterator<Item = Device>) -> Self {
        let transferred = devices.into_iter().filter(|device| device.holder > Holder(0));
        let mut transferred = transferred.map(pack).collect::<Vec<_>>();
        transferred.sort_unstable();
        Self {
            transferred: Arc::new(transferred),
        }
    }

    /// Returns the last known holder of a place; the first device if the place is not known to have
    /// transferred.
    #[must_use]
    pub fn of(&self, sequence: Sequence) -> Holder {
        self.find(sequence).map_or(Holder(0), |at| holder(self.transferred[at]))
    }

    /// Returns whether the place of a device was transferred to another device.
    #[must_use]
    pub fn is_past(&self, device: Device) -> bool {
        device.holder < self.of(device.sequence)
    }

    /// Returns the devices that hold transferred places, ordered by place.
    pub fn devices(&self) -> impl Iterator<Item = Device> + '_ {
        self.transferred.iter().map(|transferred| Device {
            sequence: Sequence(transferred >> HOLDER_BITS),
            holder: holder(*transferred),
        })
    }

    /// Returns the number of transferred places kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.transferred.len()
    }

    /// Returns whether no transferred place is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.transferred.is_empty()
    }

    /// Records the device that now holds a place.
    pub fn set(&mut self, device: Device) {
        let found = self.find(device.sequence);
        let transferred = Arc::make_mut(&mut self.transferred);
        match found {
            Ok(at) => transferred[at] = pack(device),
            Err(at) => transferred.insert(at, pack(device)),
        }
    }

    /// Drops settled places if the list is full. Returns whether there is room afterwards.
    pub fn make_room(&mut self, is_settled: impl Fn(Sequence) -> bool) -> bool {
        if self.transferred.len() >= TRANSFERRED_MAX {
            let waits = |transferred: &u64| !is_settled(Sequence(transferred >> HOLDER_BITS));
            self.transferred = Arc::new(self.transferred.iter().copied().filter(waits).collect());
        }
        self.transferred.len() < TRANSFERRED_MAX
    }

    fn find(&self, sequence: Sequence) -> Result<usize, usize> {
        self.transferred
            .binary_search_by_key(&sequence.0, |transferred| transferred >> HOLDER_BITS)
    }
}

fn pack(device: Device) -> u64 {
    device.sequence.0 << HOLDER_BITS | u64::from(device.holder.0)
}

fn holder(transferred: u64) -> Holder {
    Holder((transferred & ((1 << HOLDER_BITS) - 1)) as u8)
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
        fn holders_agree_with_a_plain_map(transfers in prop::collection::vec((0..50_u64, 1..16_u8), 0..100)) {
            let (mut holders, mut plain) = (Holders::default(), BTreeMap::new());
            for (sequence, holder) in transfers {
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
        let full = (0..TRANSFERRED_MAX as u64).map(|sequence| device(sequence, 1));
        let mut holders = Holders::new(full);
        assert!(!holders.make_room(|_| false));
        assert_eq!(holders.len(), TRANSFERRED_MAX);
        assert!(holders.make_room(|sequence| sequence.0 < 10));
        assert_eq!(holders.len(), TRANSFERRED_MAX - 10);
        assert!(holders.is_past(device(10, 0)) && !holders.is_past(device(9, 0)));
        assert!(holders.make_room(|_| panic!("there is room")));
    }
}
