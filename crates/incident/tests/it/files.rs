//! Files that are cut, damaged or no recordings.

use std::sync::OnceLock;

use admission::{PerMinute, RoomConfig};
use incident::entry::RecordingEnd;
use incident::frame::{FIRST_LINE, UnreadableRecording};
use incident::replay;
use node::settings::PoolSettings;
use proptest::prelude::*;

use super::visitors::{Crowd, RunPlan};
use super::world::World;

/// A recording of several blocks.
fn recorded() -> &'static [u8] {
    static RECORDED: OnceLock<Vec<u8>> = OnceLock::new();
    RECORDED.get_or_init(|| {
        let world = World::new(1, &[RoomConfig::new(PerMinute(120))], PoolSettings::default(), 3);
        let plan = RunPlan {
            arrival_ms: 400,
            lasts_ms: 40_000,
            ..RunPlan::default()
        };
        let mut crowd = Crowd::new(world, plan);
        crowd.play();
        crowd.world.close(0);
        crowd.world.recording(Some(RecordingEnd::Closed))
    })
}

#[test]
fn other_files_are_reported_as_no_recording() {
    for bytes in [
        &b""[..],
        b"anteroom",
        b"PK\x03\x04 and so on",
        b"anteroom recording 2",
        b"anteroom recording \n",
        b"anteroom recording 0\n",
        b"anteroom recording 02\n",
        b"anteroom recording 03\n",
    ] {
        let refused = replay(bytes).expect_err("no recording");
        assert_eq!(refused, UnreadableRecording::NotARecording);
    }
    let refused = replay(FIRST_LINE).expect_err("no entry");
    assert_eq!(refused.to_string(), "the recording ends before it has begun");
}

#[test]
fn a_recording_of_another_form_is_no_damaged_one() {
    for form in [1, 3] {
        let head = format!("anteroom recording {form}\n");
        let bytes = [head.as_bytes(), &recorded()[FIRST_LINE.len()..]].concat();
        let refused = replay(&bytes).expect_err("another form");
        assert_eq!(refused, UnreadableRecording::AnotherForm { form });
        let says = refused.to_string();
        assert!(says.contains("was made by another version of anteroom"), "{says}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_cut_recording_is_played_as_far_as_it_goes(part in 0.0..1.0) {
        let whole = recorded();
        let all = replay(whole).expect("a recording");
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the file")]
        let cut = &whole[..(whole.len() as f64 * part) as usize];
        match replay(cut) {
            Ok(report) => {
                prop_assert!(report.events <= all.events && report.is_clean(), "{:?}", report);
                prop_assert_eq!(report.end, None);
            }
            Err(error) => {
                let is_early = matches!(error, UnreadableRecording::NotARecording | UnreadableRecording::NoOpening);
                prop_assert!(is_early, "{}", error);
            }
        }
    }

    #[test]
    fn a_changed_byte_is_found(at: prop::sample::Index, bits in 1_u8..) {
        let mut bytes = recorded().to_vec();
        let at = at.index(bytes.len());
        bytes[at] ^= bits;
        let refused = replay(&bytes).expect_err("a changed byte");
        // Another digit is the number of another form.
        let is_first_line = matches!(
            refused,
            UnreadableRecording::NotARecording | UnreadableRecording::AnotherForm { .. }
        );
        prop_assert_eq!(is_first_line, at < FIRST_LINE.len());
    }

    #[test]
    fn bytes_after_the_first_line_never_panic(bytes: Vec<u8>) {
        _ = replay(&[FIRST_LINE, &bytes].concat());
    }
}
