use draw::{Round, StatedMs};
use proptest::prelude::*;

use super::*;

/// Rounds as the network published them: number, signature, value.
const RECORDED: [(u64, &str, Option<&str>); 3] = [
    (
        1_000,
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
        Some("fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"),
    ),
    (
        657_413,
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
        Some("fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"),
    ),
    (
        5_928_395,
        "a5d07c0071b4e386b3ae09206522253c68fefe8490ad59ecc44a7dd0d0745be91da5779e2247a82403fbc0cb9a34cb61",
        None,
    ),
];

fn round(number: u64) -> BeaconRound {
    let chain = BeaconChain::drand_quicknet();
    let just_before = (1_692_803_367 + (number - 1) * 3) * 1_000 - 1;
    let round = chain.first_round_after(StatedMs::new(just_before).unwrap()).unwrap();
    assert_eq!(round.round, Round::new(number).unwrap());
    round
}

#[test]
fn recorded_rounds_verify_and_have_the_published_value() {
    for (number, signature, value) in RECORDED {
        let signature: RoundSignature = signature.parse().unwrap();
        assert_eq!(signature.verify(&round(number)), Ok(()), "{number}");
        let found = signature.value().to_string();
        assert!(value.is_none_or(|value| value == found), "{number}: {found}");
        assert_eq!(signature.to_string().parse(), Ok(signature));
    }
}

#[test]
fn a_signature_is_of_its_round_alone() {
    let signature: RoundSignature = RECORDED[0].1.parse().unwrap();
    assert_eq!(signature.verify(&round(1_001)), Err(RoundError::NotSigned));
    let mut other = round(1_000);
    other.chain = BeaconChain::drand_default()
        .first_round_after(StatedMs::new(0).unwrap())
        .unwrap()
        .chain;
    assert_eq!(signature.verify(&other), Err(RoundError::OtherChain));
}

#[test]
fn a_point_outside_the_group_and_the_point_at_infinity_are_refused() {
    let mut infinity = [0; 48];
    infinity[0] = 0xc0;
    let round = round(1_000);
    assert!(RoundSignature::from_bytes(infinity).verify(&round).is_err());
    let mut refused = 0;
    for last in 0..=255 {
        let mut octets = [0; 48];
        (octets[0], octets[47]) = (0x80, last);
        refused += u32::from(RoundSignature::from_bytes(octets).verify(&round).is_err());
    }
    assert_eq!(refused, 256);
}

#[test]
fn a_relay_is_believed_only_with_the_signature_of_the_round() {
    let (number, signature, _) = RECORDED[0];
    let answer =
        |round: u64, signature: &str| format!(r#"{{"round":{round},"randomness":"00","signature":"{signature}"}}"#);
    let read = |text: String| from_relay(text.as_bytes(), &round(number));
    assert_eq!(read(answer(number, signature)).unwrap().to_string(), signature);
    assert!(matches!(read(answer(7, signature)), Err(RelayError::OtherRound(7))));
    let of_another = RECORDED[1].1;
    let refused = read(answer(number, of_another));
    assert!(matches!(refused, Err(RelayError::Round(RoundError::NotSigned))));
    assert!(matches!(read(answer(number, "b446")), Err(RelayError::Form(_))));
    assert!(matches!(read("<html>".to_owned()), Err(RelayError::Form(_))));
    let long = format!("{}{}", answer(number, signature), " ".repeat(RELAY_ANSWER_BYTES_MAX));
    assert!(matches!(read(long), Err(RelayError::Form(_))));
}

#[test]
fn the_path_is_the_relays() {
    let path = relay_path(&round(1_000));
    let chain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
    assert_eq!(path, format!("{chain}/public/1000"));
}

proptest! {
    #[test]
    fn no_changed_signature_verifies(at in 0_usize..48, by in 1_u8..) {
        let genuine: RoundSignature = RECORDED[0].1.parse().unwrap();
        let mut octets = *genuine.as_bytes();
        octets[at] ^= by;
        prop_assert!(RoundSignature::from_bytes(octets).verify(&round(1_000)).is_err());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,120}") {
        if let Ok(read) = text.parse::<RoundSignature>() {
            prop_assert_eq!(read.to_string(), text.trim().to_lowercase());
        }
    }
}
