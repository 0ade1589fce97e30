//! Tests of what a client and a server see of proof of work: the work that was drawn, the bounds of
//! time and length, and the JSON form.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use protocol::proof_of_work::{
    CHALLENGE_RANDOM_BYTES, PATIENT_SECONDS_MAX, PAYLOAD_BYTES_MAX, PROOF_SECONDS_MAX, VALID_SECONDS_MAX,
    WorkChallenge, WorkContext, WorkError,
};
use protocol::{MasterKey, UnixSeconds, WorkKey};

const NOW: UnixSeconds = UnixSeconds(4_000_000_000);
const CONTEXT: WorkContext = WorkContext { run: 3, network: 77 };

fn key() -> WorkKey {
    WorkKey::new(&MasterKey::from_bytes([7; 32]))
}

/// Returns a challenge for whose solution the server drew this counter.
fn challenge(work: u32, counter: u8) -> WorkChallenge {
    let mut random = [9; CHALLENGE_RANDOM_BYTES];
    random[CHALLENGE_RANDOM_BYTES - 8..].copy_from_slice(&u64::from(counter).to_be_bytes());
    key().challenge(CONTEXT, work, NOW, random)
}

fn json(payload: &str) -> serde_json::Value {
    serde_json::from_slice(&STANDARD.decode(payload).unwrap()).unwrap()
}

#[test]
fn a_client_tries_every_counter_up_to_the_drawn_one() {
    for counter in [0, 1, 5, 7] {
        let solved = json(&challenge(8, counter).solve().unwrap());
        assert_eq!(solved["solution"]["counter"], counter);
    }
}

#[test]
fn a_solution_does_not_reveal_how_fast_the_device_is() {
    let solved = json(&challenge(8, 3).solve().unwrap());
    assert_eq!(solved["solution"].get("time"), None);
}

#[test]
fn a_challenge_that_a_page_shows_as_json_is_read_and_solved() {
    let made = challenge(8, 3);
    let read = WorkChallenge::read(&made.to_json()).unwrap();
    assert_eq!((read.work(), read.to_json()), (8, made.to_json()));
    let proof = key().verify(CONTEXT, NOW, &read.solve().unwrap()).unwrap();
    assert_eq!(proof.work, 8);
    let without_work = made.to_json().replace("\"work\":8", "\"toil\":8");
    for other in ["", "{}", "[]", &without_work] {
        assert!(WorkChallenge::read(other).is_none(), "{other}");
    }
}

#[test]
fn more_work_gives_more_time_up_to_an_hour() {
    // A slow device makes 500 derivations in a second.
    for (work, seconds) in [
        (1, 600),
        (499, 600),
        (500, 601),
        (5_000, 610),
        (1_500_000, 3_600),
        (u32::MAX, 3_600),
    ] {
        let payload = challenge(work, 0).solve().unwrap();
        let verified = |waited| key().verify(CONTEXT, NOW.plus_seconds(waited), &payload);
        assert_eq!(verified(seconds).map(|proof| proof.work), Ok(work));
        assert_eq!(verified(seconds + 1), Err(WorkError::Ended), "{work}");
    }
}

#[test]
fn a_payload_is_read_up_to_its_longest_length() {
    let solved = STANDARD.decode(challenge(8, 3).solve().unwrap()).unwrap();
    let payload = |bytes: usize| {
        let mut padded = solved.clone();
        padded.resize(bytes, b' ');
        STANDARD.encode(padded)
    };
    let (longest, longer) = (payload(1_536), payload(1_537));
    assert_eq!((longest.len(), PAYLOAD_BYTES_MAX), (2_048, 2_048));
    assert_eq!(key().verify(CONTEXT, NOW, &longest).map(|proof| proof.work), Ok(8));
    assert_eq!(key().verify(CONTEXT, NOW, &longer), Err(WorkError::Unreadable));
}

#[test]
fn a_used_proof_is_remembered_a_minute_longer_than_any_proof_is_valid() {
    assert_eq!((VALID_SECONDS_MAX, PATIENT_SECONDS_MAX), (3_600, 3_600));
    assert_eq!(PROOF_SECONDS_MAX, 3_660);
}
