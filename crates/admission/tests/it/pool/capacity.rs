//! Tests of a room that takes a limited number of people, over all its lanes.

use proptest::prelude::*;

use crate::kit::limited_room::LimitedRoom;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// No commit gives a place to a newcomer beyond the capacity, and none refuses somebody while
    /// fewer people wait. The room asserts both with every commit.
    #[test]
    fn a_room_takes_as_many_as_it_should_and_no_more(seed: u64) {
        let mut room = LimitedRoom::new(seed);
        (0..200).for_each(|_| room.commit());
    }
}

#[test]
fn random_rooms_fill_up_and_move_places() {
    let (mut refused, mut given, mut moved, mut most) = (0, 0, 0, 0);
    for seed in 0..20 {
        let mut room = LimitedRoom::new(seed);
        (0..200).for_each(|_| room.commit());
        (refused, given, moved) = (refused + room.refused, given + room.given, moved + room.moved);
        most = most.max(room.most);
    }
    assert!(
        refused > 500 && given > 500 && moved > 50 && most > 8,
        "{refused} {given} {moved} {most}"
    );
}
