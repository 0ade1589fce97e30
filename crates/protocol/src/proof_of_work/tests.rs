//! The vendor's own functions check this module's output; forged, late and early proofs are
//! refused.

use altcha::{VerifySolutionOptions, verify_solution};
use proptest::prelude::*;

use super::*;

const NOW: UnixSeconds = UnixSeconds(4_000_000_000);
const CONTEXT: WorkContext = WorkContext { run: 3, network: 77 };

fn key() -> WorkKey {
    WorkKey::new(&MasterKey::from_bytes([7; 32]))
}

fn challenge(work: u32) -> WorkChallenge {
    key().challenge(
        CONTEXT,
        work,
        NOW,
        std::array::from_fn(|at| u8::try_from(at * 5 + 1).unwrap()),
    )
}

#[test]
fn a_solution_is_good_for_its_room_run_network_and_time_alone() {
    let challenge = challenge(8);
    let payload = challenge.solve().expect("there is a solution");
    let proof = key().verify(CONTEXT, NOW, &payload).expect("the work is done");
    assert_eq!((proof.work, Some(&proof.id)), (8, challenge.0.signature.as_ref()));
    let later = UnixSeconds(NOW.0 + VALID_SECONDS);
    assert!(key().verify(CONTEXT, later, &payload).is_ok());
    let end = UnixSeconds(later.0 + 1);
    assert_eq!(key().verify(CONTEXT, end, &payload), Err(WorkError::Ended));
    let other = WorkKey::new(&MasterKey::from_bytes([8; 32]));
    assert_eq!(other.verify(CONTEXT, NOW, &payload), Err(WorkError::Foreign));
    for context in [
        WorkContext { run: 4, ..CONTEXT },
        WorkContext { network: 78, ..CONTEXT },
    ] {
        assert_eq!(key().verify(context, NOW, &payload), Err(WorkError::Foreign));
    }
}

#[test]
fn a_wrong_solution_and_changed_work_are_refused() {
    let challenge = challenge(8);
    let payload = |challenge: &WorkChallenge, key: &[u8]| {
        challenge.payload(Solution {
            counter: 0,
            derived_key: mac::hex(key),
            time: None,
        })
    };
    let guessed = payload(&challenge, &[0; KEY_LENGTH]);
    assert_eq!(key().verify(CONTEXT, NOW, &guessed), Err(WorkError::Wrong));
    let mut prefix = unhex(&challenge.0.parameters.key_prefix).unwrap();
    prefix.resize(KEY_LENGTH, 0);
    assert_eq!(
        key().verify(CONTEXT, NOW, &payload(&challenge, &prefix)),
        Err(WorkError::Wrong)
    );
    let mut cheaper = challenge.clone();
    cheaper.0.parameters.data = Some(BTreeMap::from([(WORK.to_owned(), 1.into())]));
    let dear = challenge.solve().unwrap();
    let json = String::from_utf8(STANDARD.decode(dear).unwrap()).unwrap();
    let forged = STANDARD.encode(json.replace("\"work\":8", "\"work\":800"));
    assert_eq!(key().verify(CONTEXT, NOW, &forged), Err(WorkError::Foreign));
    assert_eq!(
        key().verify(CONTEXT, NOW, &payload(&cheaper, &[1])),
        Err(WorkError::Foreign)
    );
    // Without the key's signature it is another challenge.
    let mut unsigned = challenge.clone();
    unsigned.0.parameters.key_signature = None;
    let solved = unsigned.solve().unwrap();
    assert_eq!(key().verify(CONTEXT, NOW, &solved), Err(WorkError::Foreign));
    unsigned.0.signature = None;
    let solved = unsigned.solve().unwrap();
    assert_eq!(key().verify(CONTEXT, NOW, &solved), Err(WorkError::Foreign));
}

#[test]
fn a_stamp_names_the_time_of_its_network_alone() {
    let stamp = key().stamp(CONTEXT, NOW, [1; RANDOM_LENGTH]);
    let read = |stamp: &str| key().read_stamp(CONTEXT, stamp);
    assert_eq!(read(&stamp).map(|stamp| stamp.since), Some(NOW));
    assert_eq!(key().read_stamp(WorkContext { network: 78, ..CONTEXT }, &stamp), None);
    assert_eq!(read(&stamp.replace("4000000000", "4000000")), None);
    for bad in ["", ".", "..", "1", "1.", "1..", "x.y.z", "18446744073709551616.a.b"] {
        assert_eq!(read(bad), None, "{bad}");
    }
}

#[test]
fn a_page_offers_a_stamp_again_for_five_minutes() {
    let stamp = key().stamp(CONTEXT, UnixSeconds(1_000), [1; RANDOM_LENGTH]);
    let read = key().read_stamp(CONTEXT, &stamp).unwrap();
    let kept = [0, 1_300, 1_301].map(|now| read.is_kept(UnixSeconds(now)));
    assert_eq!(kept, [true, true, false]);
}

#[test]
fn stamps_of_one_second_differ_and_another_spelling_is_the_same_stamp() {
    let stamp = |random| key().stamp(CONTEXT, NOW, [random; RANDOM_LENGTH]);
    let read = |stamp: &str| key().read_stamp(CONTEXT, stamp);
    assert_ne!(read(&stamp(1)), read(&stamp(2)));
    for before in ["+", "0"] {
        assert_eq!(read(&format!("{before}{}", stamp(1))), read(&stamp(1)), "{before}");
    }
    assert_eq!(read(&stamp(1).replace(".01", ".02")), None);
}

/// The vendor's own solver finds the solutions, and its verification accepts them: this module
/// calls the functions below these two.
#[test]
fn the_vendors_library_solves_and_verifies() {
    for work in [1, 7, 40] {
        let ours = challenge(work);
        let theirs: Challenge = serde_json::from_str(&ours.to_json()).unwrap();
        let solution = solve_challenge(SolveChallengeOptions::new(&theirs)).unwrap().unwrap();
        assert!(solution.counter < work);
        let secrets = key().secrets(CONTEXT);
        let mut options = VerifySolutionOptions::new(&theirs, &solution, secrets.of_challenges.clone());
        assert!(verify_solution(options).unwrap().verified, "by deriving the key");
        options = VerifySolutionOptions::new(&theirs, &solution, secrets.of_challenges.clone());
        options.hmac_key_signature_secret = Some(secrets.of_keys.clone());
        assert!(verify_solution(options).unwrap().verified, "by the key's signature");
        let payload = serde_json::json!({ "challenge": theirs, "solution": solution }).to_string();
        let proof = key().verify(CONTEXT, NOW, &STANDARD.encode(&payload));
        assert_eq!(proof.map(|proof| proof.work), Ok(work));
        assert!(key().verify(CONTEXT, NOW, &URL_SAFE_NO_PAD.encode(&payload)).is_ok());
    }
}

proptest! {
    #[test]
    fn no_bytes_prove_work(payload in any::<Vec<u8>>(), text in "\\PC*") {
        for payload in [STANDARD.encode(payload), text] {
            prop_assert!(key().verify(CONTEXT, NOW, &payload).is_err());
        }
    }

    #[test]
    fn no_change_of_a_payload_proves_work(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let challenge = challenge(2);
        let payload = challenge.solve().unwrap();
        let mut json = STANDARD.decode(&payload).unwrap();
        let at = at.index(json.len());
        let before = json[at];
        json[at] = byte;
        if let Ok(proof) = key().verify(CONTEXT, NOW, &STANDARD.encode(&json)) {
            // The counter is not signed: the key is, and proves the same work.
            prop_assert!(before == byte || Some(&proof.id) == challenge.0.signature.as_ref());
        }
    }

    /// The clock of the verifying node is ahead of the clock of the node that made the challenge,
    /// or behind it: the challenge ends earlier or later by the difference, and is never refused
    /// before its end.
    #[test]
    fn a_clock_that_differs_moves_the_end_of_a_challenge_and_nothing_else(
        issued in 0..u64::from(u32::MAX),
        skew in -20_000_i64..20_000,
        waited in 0_u64..4_000,
    ) {
        let random = [3; CHALLENGE_RANDOM_BYTES];
        let payload = key().challenge(CONTEXT, 1, UnixSeconds(issued), random).solve().unwrap();
        let verifier = UnixSeconds((issued + waited).saturating_add_signed(skew));
        let verified = key().verify(CONTEXT, verifier, &payload).map(|proof| proof.work);
        let is_over = verifier.0 > issued + VALID_SECONDS;
        prop_assert_eq!(verified, if is_over { Err(WorkError::Ended) } else { Ok(1) });
    }

    /// Apart from the difference of the clocks, a stamp is invalid before a minute of waiting, and
    /// valid after it.
    #[test]
    fn a_clock_that_differs_moves_the_minute_of_patience_and_nothing_else(
        issued in 0..u64::from(u32::MAX),
        skew in -20_000_i64..20_000,
        waited in 0_u64..8_000,
    ) {
        let stamp = key().stamp(CONTEXT, UnixSeconds(issued), [1; RANDOM_LENGTH]);
        let read = key().read_stamp(CONTEXT, &stamp).unwrap();
        let verifier = UnixSeconds((issued + waited).saturating_add_signed(skew));
        let seemed = i64::try_from(verifier.0).unwrap() - i64::try_from(issued).unwrap();
        let patience = i64::try_from(PATIENT_SECONDS_MIN).unwrap()..=i64::try_from(PATIENT_SECONDS_MAX).unwrap();
        prop_assert_eq!(read.is_good(verifier), patience.contains(&seemed));
        prop_assert!(skew > 0 || !read.is_good(verifier) || waited >= PATIENT_SECONDS_MIN, "never early");
    }

    #[test]
    fn no_clock_makes_it_panic(made in any::<u64>(), now in any::<u64>()) {
        let challenge = key().challenge(CONTEXT, 1, UnixSeconds(made), [3; CHALLENGE_RANDOM_BYTES]);
        _ = key().verify(CONTEXT, UnixSeconds(now), &challenge.solve().unwrap());
        let stamp = key().stamp(CONTEXT, UnixSeconds(made), [1; RANDOM_LENGTH]);
        _ = key().read_stamp(CONTEXT, &stamp).unwrap().is_good(UnixSeconds(now));
    }
}

/// The signature is the HMAC over the parameters' JSON with its keys in alphabetical order, and
/// that of the key the HMAC over its bytes: what other servers of the format compute.
#[test]
fn signatures_are_those_of_the_format() {
    let challenge = challenge(8);
    let (json, secrets) = (challenge.to_json(), key().secrets(CONTEXT));
    let (_, rest) = json.split_once("{\"parameters\":").unwrap();
    let (parameters, signature) = rest.split_once(",\"signature\":").unwrap();
    let ours = mac::hex(&mac::hmac(secrets.of_challenges.as_bytes(), &[parameters.as_bytes()]));
    assert_eq!(signature, format!("\"{ours}\"}}"));
    let payload: Payload = serde_json::from_slice(&STANDARD.decode(challenge.solve().unwrap()).unwrap()).unwrap();
    let derived = unhex(&payload.solution.derived_key).unwrap();
    let of_key = mac::hex(&mac::hmac(secrets.of_keys.as_bytes(), &[&derived]));
    assert_eq!(challenge.0.parameters.key_signature, Some(of_key));
}
