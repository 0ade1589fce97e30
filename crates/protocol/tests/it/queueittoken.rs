//! Tests of `queueittoken`: vectors that the vendor's connector accepted, by name, and the order of
//! the checks.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::net::IpAddr;

use protocol::queueittoken::{HashedIp, TOKEN_VALIDITY_SECONDS, Token, TokenContext, TokenError, TokenFields};
use protocol::{Minutes, QueueId, RedirectType, RoomId, SecretKey, UnixSeconds};

const NOW: UnixSeconds = UnixSeconds(1_700_000_000);
const T1: &str = "e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_true~rt_queue~h_22e512b20ccaebde416e99ed4d24f49b3dee72a443e41afc25533831b4802665";
const T2: &str = "e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_false~cv_3~rt_idle~h_b5ccf0da392c23bedbb10cfd0d6a98149bc877757a5d90a0de29da5342b7c89a";
const HIP: &str = "eab35ada0692aec53f2110ec57b4abaec89e4ca16ff8b00a92bceaa29dc7df83";
const T3: &str = "e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_true~rt_queue~hip_eab35ada0692aec53f2110ec57b4abaec89e4ca16ff8b00a92bceaa29dc7df83~h_38b57da0f4ab6abda601689899b30b1b7ece6146dedf39124118bebe5482b00b";
const T4: &str =
    "e_event1~ts_1700000180~ce_true~rt_safetynet~h_0fec91190ede5d866e4fac913aafb14558c18f752f66d6f6bcd515321b4fef30";
const T5: &str = "e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_true~cv_20~rt_queue~h_6915a027fdf678a94d03237c662906dfe0ddc092fc34cc9601ae2332720d31e8";
const T6: &str = "e_event1~q_00000000-0000-0000-0000-000000000000~ts_1700000180~ce_true~rt_disabled~h_1d00961019f5b3b51ea691a8d63d7b01884db6ebb2fe4eee5bcaad879ad9cfab";
const T7: &str =
    "e_event1~q_qid1~ts_1600000100~ce_true~rt_queue~h_adc6f4ca6da9960cad9495df1e90e35539cb445b8a34a5500577f555b709fb6c";
const V1: &str = "e_eventid~q_f8757c2d-34c2-4639-bef2-1736cdd30bbb~ri_34678c2d-34c2-4639-bef2-1736cdd30bbb~ts_1797033600~ce_False~cv_3~rt_DirectLink~h_5ee2babc3ac9fae9d80d5e64675710c371876386e77209f771007dc3e093e326";

fn secret() -> SecretKey {
    SecretKey::new("a774b1e2-8da7-4d51-b1a9-7647147bb13bace77210-a488-4b6f-afc9-8ba94551a7d7").unwrap()
}

fn room(text: &str) -> RoomId {
    text.parse().unwrap()
}

fn address() -> IpAddr {
    "203.0.113.7".parse().unwrap()
}

/// The content of T1.
fn token() -> Token {
    Token {
        room: room("event1"),
        queue_id: "11111111-2222-4333-8444-555555555555".parse().unwrap(),
        expires_at: NOW.plus_seconds(TOKEN_VALIDITY_SECONDS),
        extendable: true,
        fixed_validity: None,
        redirect_type: RedirectType::Queue,
        hashed_ip: None,
    }
}

fn check(text: &str, now: u64, ip: Option<&str>) -> Result<(), TokenError> {
    let expected = TokenContext {
        room: &room("event1"),
        now: UnixSeconds(now),
        client_ip: ip.map(|ip| ip.parse().unwrap()),
    };
    TokenFields::parse(text).verify(&secret(), &expected)
}

/// Signs a text of any shape in the vendors' way.
fn sign(body: &str) -> String {
    use hmac::{Hmac, KeyInit, Mac};
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(
        b"a774b1e2-8da7-4d51-b1a9-7647147bb13bace77210-a488-4b6f-afc9-8ba94551a7d7",
    )
    .unwrap();
    mac.update(body.as_bytes());
    let hex: String = mac.finalize().into_bytes().iter().map(|b| format!("{b:02x}")).collect();
    format!("{body}~h_{hex}")
}

#[test]
fn t1_extendable() {
    assert_eq!(token().sign(&secret()), T1);
    assert_eq!(check(T1, NOW.0, None), Ok(()));
    let fields = TokenFields::parse(T1);
    assert_eq!(
        (fields.room, fields.queue_id),
        ("event1", Some("11111111-2222-4333-8444-555555555555"))
    );
    assert_eq!(
        (fields.expires_at, fields.redirect_type, fields.fixed_validity),
        (1_700_000_180, "queue", None)
    );
}

#[test]
fn t2_fixed_three_minutes() {
    let minted = Token {
        extendable: false,
        fixed_validity: Minutes::new(3),
        redirect_type: RedirectType::Idle,
        ..token()
    };
    assert_eq!(minted.sign(&secret()), T2);
    assert_eq!(check(T2, NOW.0, None), Ok(()));
    assert_eq!(TokenFields::parse(T2).fixed_validity, Minutes::new(3));
}

#[test]
fn hip_of_the_test_address() {
    assert_eq!(HashedIp::new(&secret(), address()).as_str(), HIP);
}

#[test]
fn t3_bound_to_an_address() {
    let minted = Token {
        hashed_ip: Some(HashedIp::new(&secret(), address())),
        ..token()
    };
    assert_eq!(minted.sign(&secret()), T3);
    assert_eq!(check(T3, NOW.0, Some("203.0.113.7")), Ok(()));
    assert_eq!(check(T3, NOW.0, Some("198.51.100.9")), Err(TokenError::Ip));
    assert_eq!(check(T3, NOW.0, None), Err(TokenError::Ip));
}

#[test]
fn t4_no_queue_id() {
    assert_eq!(check(T4, NOW.0, None), Ok(()));
    assert_eq!(TokenFields::parse(T4).queue_id, None);
}

#[test]
fn t5_twenty_minutes_fixed_though_called_extendable() {
    assert_eq!(
        Token {
            fixed_validity: Minutes::new(20),
            ..token()
        }
        .sign(&secret()),
        T5
    );
    assert_eq!(check(T5, NOW.0, None), Ok(()));
}

#[test]
fn t6_passed_by_address() {
    let minted = Token {
        queue_id: QueueId::NIL,
        redirect_type: RedirectType::Disabled,
        ..token()
    };
    assert_eq!(minted.sign(&secret()), T6);
    assert_eq!(check(T6, NOW.0, None), Ok(()));
}

#[test]
fn t7_expired() {
    assert_eq!(check(T7, NOW.0, None), Err(TokenError::Timestamp));
    assert_eq!(check(T7, 1_600_000_100, None), Ok(()));
}

#[test]
fn v1_vendor_vector_with_an_unknown_key() {
    let secret = SecretKey::new("secretekeyofuser").unwrap();
    let fields = TokenFields::parse(V1);
    let expected = TokenContext {
        room: &room("eventid"),
        now: NOW,
        client_ip: None,
    };
    assert_eq!(fields.verify(&secret, &expected), Ok(()));
    assert_eq!(
        RedirectType::from_wire(fields.redirect_type),
        Some(RedirectType::DirectLink)
    );
}

#[test]
fn a_token_is_good_up_to_and_at_its_timestamp() {
    assert_eq!(check(T1, 1_700_000_180, None), Ok(()));
    assert_eq!(check(T1, 1_700_000_181, None), Err(TokenError::Timestamp));
}

#[test]
fn the_hash_is_checked_first_then_the_room_then_the_time_then_the_address() {
    let all_wrong = "e_other1~q_1~ts_1~hip_00";
    assert_eq!(check(&format!("{all_wrong}~h_00"), NOW.0, None), Err(TokenError::Hash));
    assert_eq!(check(&sign(all_wrong), NOW.0, None), Err(TokenError::EventId));
    assert_eq!(
        check(&sign("e_event1~q_1~ts_1~hip_00"), NOW.0, None),
        Err(TokenError::Timestamp)
    );
    assert_eq!(
        check(&sign("e_event1~q_1~ts_1700000000~hip_00"), NOW.0, None),
        Err(TokenError::Ip)
    );
}

#[test]
fn altered_unsigned_and_shapeless_tokens_fail_at_the_hash() {
    let last_digit_changed = format!("{}0", &T1[..T1.len() - 1]);
    let upper_case_hash = T1.replace("~h_22e5", "~h_22E5");
    let raised = T1.replace("ts_1700000180", "ts_1700009999");
    let unsigned = T1.split("~h_").next().unwrap();
    for text in [
        last_digit_changed.as_str(),
        &upper_case_hash,
        &raised,
        unsigned,
        "garbage",
        "",
        "~h_",
        "h_",
    ] {
        assert_eq!(check(text, NOW.0, None), Err(TokenError::Hash), "{text}");
    }
    assert_eq!(
        TokenFields::parse(T1).verify(
            &SecretKey::new("another").unwrap(),
            &TokenContext {
                room: &room("event1"),
                now: NOW,
                client_ip: None
            }
        ),
        Err(TokenError::Hash)
    );
}

#[test]
fn the_hash_may_stand_in_the_middle() {
    let signed = sign("e_event1~ts_1700000180");
    let (body, hash) = signed.split_once("~h_").unwrap();
    let (first, second) = body.split_once('~').unwrap();
    assert_eq!(check(&format!("{first}~h_{hash}~{second}"), NOW.0, None), Ok(()));
}

#[test]
fn pairs_that_do_not_split_in_two_are_dropped() {
    let fields = TokenFields::parse("e_my_event~q_a_b~ts_soon~cv_0~rt~hip_");
    assert_eq!(
        (fields.room, fields.queue_id, fields.expires_at, fields.fixed_validity),
        ("", None, 0, None)
    );
    assert_eq!((fields.redirect_type, fields.hashed_ip), ("", None));
    assert_eq!(
        check(&sign("e_event1~ts_soon"), NOW.0, None),
        Err(TokenError::Timestamp)
    );
}

#[test]
fn the_room_is_compared_by_case() {
    assert_eq!(
        check(&sign("e_Event1~ts_1700000180"), NOW.0, None),
        Err(TokenError::EventId)
    );
}

#[test]
fn redirect_types_are_spelled_as_the_android_sdk_demands() {
    let spelled = RedirectType::ALL.map(RedirectType::as_str).join(" ");
    assert_eq!(
        spelled,
        "queue safetynet afterevent disabled directLink idle debug bypass"
    );
    assert_eq!(RedirectType::from_wire("SafetyNet"), Some(RedirectType::SafetyNet));
    assert_eq!(RedirectType::from_wire("vip"), None);
}

#[test]
fn every_token_of_a_grant_is_recorded_as_used_under_one_key() {
    let used = |text: &str| TokenFields::parse(text).use_key(&secret());
    assert_eq!(used(T1), used(T3), "the address is not part of the grant");
    let id = "q_abcdef01-2222-4333-8444-555555555555";
    let (lower, upper) = (
        format!("e_event1~{id}"),
        format!("e_event1~q_{}", id[2..].to_uppercase()),
    );
    assert_eq!(used(&lower), used(&upper), "a queue id is the same in either case");
}

#[test]
fn tokens_of_different_grants_and_sites_are_recorded_under_different_keys() {
    let grants = [
        T1.to_owned(),
        T1.replace("e_event1", "e_event2"),
        T1.replace("555555555555", "555555555556"),
        T1.replace("ts_1700000180", "ts_1700000181"),
        T4.to_owned(),
    ];
    let another = SecretKey::new("another").unwrap();
    let keys = grants.iter().map(|text| TokenFields::parse(text).use_key(&secret()));
    let keys: Vec<_> = keys.chain([TokenFields::parse(T1).use_key(&another)]).collect();
    for (i, key) in keys.iter().enumerate() {
        assert!(!keys[i + 1..].contains(key), "{i}");
    }
}
