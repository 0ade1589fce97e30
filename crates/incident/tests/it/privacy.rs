//! A recording has no queue id and no note of a transfer.

use std::collections::HashSet;

use admission::{PerMinute, RoomConfig};
use incident::replay;
use node::settings::PoolSettings;
use store::{Store, at_once};

use super::visitors::{Crowd, NOTE, RunPlan};
use super::world::{World, pool};

#[test]
fn no_queue_id_and_no_note_is_in_the_bytes() {
    let world = World::new(1, &[RoomConfig::new(PerMinute(600))], PoolSettings::default(), 21);
    let plan = RunPlan {
        arrival_ms: 60,
        lasts_ms: 100_000,
        ..RunPlan::default()
    };
    let mut crowd = Crowd::new(world, plan);
    crowd.play();
    let before = crowd.world.recording(None);
    // The second node reads grants and codes that the first one wrote.
    crowd.world.start(0);
    crowd.play();
    let after = crowd.world.recording(None);

    let (_, stored) = at_once(crowd.world.store.scan(&pool(), b"")).expect("in memory");
    let values: Vec<u8> = stored.into_iter().flat_map(|(_, value)| value).collect();
    assert!(has_any(&values, &crowd.ids), "the store itself has queue ids");
    assert!(
        crowd.ids.len() > 500 && crowd.let_in > 500,
        "{} visitors",
        crowd.ids.len()
    );
    for bytes in [before, after] {
        assert!(replay(&bytes).expect("a recording").is_clean());
        assert!(bytes.len() > 100_000, "{} bytes", bytes.len());
        assert!(!has_any(&bytes, &crowd.ids), "a queue id");
        let part = &NOTE[..12];
        assert!(!bytes.windows(part.len()).any(|found| found == part), "a note");
    }
}

fn has_any(bytes: &[u8], ids: &std::collections::BTreeSet<[u8; 16]>) -> bool {
    let ids: HashSet<&[u8]> = ids.iter().map(<[u8; 16]>::as_slice).collect();
    bytes.windows(16).any(|found| ids.contains(found))
}
