//! Packs the places of a stretch that were heard into few bytes.
//!
//! | first byte | then |
//! | --- | --- |
//! | 0 | one bit per place, 8 KB, the lowest first |
//! | 1 | runs (postcard): pairs of how many places to skip, and how many more than one were heard |
//!
//! The shorter form is used: a crowd that polls has few runs, and so have the people left of an old
//! crowd.

/// Places in a stretch.
pub(crate) const PLACES: u64 = 1 << 16;
const BITMAP_BYTES: usize = PLACES as usize / 8;
const BITMAP: u8 = 0;
const RUNS: u8 = 1;

/// Packs places, given by their ascending offsets in the stretch.
pub(crate) fn pack(offsets: &[u16]) -> Vec<u8> {
    let packed = postcard::to_extend(&runs(offsets), vec![RUNS]).expect("numbers can be written");
    if packed.len() <= 1 + BITMAP_BYTES {
        return packed;
    }
    let mut packed = vec![0; 1 + BITMAP_BYTES];
    packed[0] = BITMAP;
    for offset in offsets {
        packed[1 + usize::from(offset / 8)] |= 1 << (offset % 8);
    }
    packed
}

/// Unpacks offsets, ascending; `None` if the bytes are not a packed stretch.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<u16>> {
    match packed.split_first()? {
        (&BITMAP, bitmap) if bitmap.len() == BITMAP_BYTES => {
            let is_set = |offset: &u16| bitmap[usize::from(offset / 8)] & (1 << (offset % 8)) != 0;
            Some((0..=u16::MAX).filter(is_set).collect())
        }
        (&RUNS, runs) => spread(&postcard::from_bytes::<Vec<(u16, u16)>>(runs).ok()?),
        _ => None,
    }
}

fn runs(offsets: &[u16]) -> Vec<(u16, u16)> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    let mut next = 0;
    for offset in offsets.iter().copied() {
        match runs.last_mut() {
            Some((_, more)) if offset == next => *more += 1,
            _ => runs.push((offset - next, 0)),
        }
        // Wraps around at the last place of a stretch only, which nothing follows.
        next = offset.wrapping_add(1);
    }
    runs
}

fn spread(runs: &[(u16, u16)]) -> Option<Vec<u16>> {
    let mut offsets = Vec::new();
    let mut next = 0_u32;
    for (skipped, more) in runs {
        let first = next + u32::from(*skipped);
        next = first + u32::from(*more) + 1;
        if u64::from(next) > PLACES {
            return None;
        }
        offsets.extend((first..next).map(|offset| u16::try_from(offset).expect("within the stretch")));
    }
    Some(offsets)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_crowd_is_a_run_and_every_other_place_a_bitmap() {
        let all: Vec<u16> = (0..=u16::MAX).collect();
        assert!(pack(&all).len() <= 6);
        let every_other: Vec<u16> = (0..=u16::MAX).step_by(2).collect();
        assert_eq!(pack(&every_other).len(), 1 + BITMAP_BYTES);
        for offsets in [all, every_other, vec![], vec![u16::MAX], vec![0, u16::MAX]] {
            assert_eq!(unpack(&pack(&offsets)), Some(offsets));
        }
    }

    #[test]
    fn bytes_that_are_no_packed_stretch_are_refused() {
        assert_eq!(unpack(&[]), None);
        assert_eq!(unpack(&[BITMAP, 1, 2]), None);
        assert_eq!(unpack(&[7]), None);
        let beyond = postcard::to_extend(&vec![(u16::MAX, 1_u16)], vec![RUNS]).unwrap();
        assert_eq!(unpack(&beyond), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn packing_round_trips_within_the_size_of_a_bitmap(
            scattered in prop::collection::btree_set(any::<u16>(), 0..2_000),
            stretches in prop::collection::vec((any::<u16>(), 0..9_000_u16), 0..6),
        ) {
            let long = stretches.iter().flat_map(|(from, more)| *from..=from.saturating_add(*more));
            let offsets: BTreeSet<u16> = scattered.into_iter().chain(long).collect();
            let offsets: Vec<u16> = offsets.into_iter().collect();
            let packed = pack(&offsets);
            prop_assert!(packed.len() <= 1 + BITMAP_BYTES);
            prop_assert_eq!(unpack(&packed), Some(offsets));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Some(offsets) = unpack(&bytes) {
                prop_assert!(offsets.is_sorted());
            }
        }
    }
}
