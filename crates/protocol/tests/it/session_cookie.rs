//! Tests of session cookies: vectors by name, the rules of the lifetime, and the splits that an
//! unseparated hash would allow.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use protocol::queueittoken::TokenFields;
use protocol::session_cookie::{self, CookieError, Session, SessionContext, SessionFields};
use protocol::{Minutes, RoomId, SecretKey, UnixSeconds};

const NOW: UnixSeconds = UnixSeconds(1_700_000_000);
const FROM_T1: &str = "EventId=event1&QueueId=11111111-2222-4333-8444-555555555555&RedirectType=queue&IssueTime=1700000000&Hash=8aff91190ff8e86e0bf4af682292596c1d4a901b36ad0fac59f7bea5b73f10d5";
const FROM_T2: &str = "EventId=event1&QueueId=11111111-2222-4333-8444-555555555555&FixedValidityMins=3&RedirectType=idle&IssueTime=1700000000&Hash=d7fe20fcf4c6f37002982cb509ebc8777242439ba1a0ae3aeb19b2b0e196a689";
const FROM_T3: &str = "EventId=event1&QueueId=11111111-2222-4333-8444-555555555555&RedirectType=queue&IssueTime=1700000000&Hip=eab35ada0692aec53f2110ec57b4abaec89e4ca16ff8b00a92bceaa29dc7df83&Hash=7ae7666065ec766faf7ecad5bbd8b990d25659cf39eba6f44d53bd150b5dba54";
const FROM_T4: &str = "EventId=event1&RedirectType=safetynet&IssueTime=1700000000&Hash=a2399ab11956b1d35248e61a4925944469ce966f2ca8430dcd57fd8c5a2e8120";
const PY_QUEUE: &str = "EventId=event1&QueueId=qid1&RedirectType=Queue&IssueTime=1700000000&Hash=38e744550bfecf85c618a36e886bbf4857da23040eacfff7f45bb5c1e6f509dc";
const JS3_PY_QID1_HASH: &str = "b85f00e2f72fa1139db435f17a5c2f0a419656de93ac624a785673c6f01fbc2c";

fn secret() -> SecretKey {
    SecretKey::new("a774b1e2-8da7-4d51-b1a9-7647147bb13bace77210-a488-4b6f-afc9-8ba94551a7d7").unwrap()
}

fn room() -> RoomId {
    "event1".parse().unwrap()
}

fn verify_at(value: &str, now: u64, ip: Option<&str>) -> Result<Session, CookieError> {
    let expected = SessionContext {
        room: &room(),
        now: UnixSeconds(now),
        validity: Minutes::new(20).unwrap(),
        client_ip: ip.map(|ip| ip.parse().unwrap()),
    };
    SessionFields::parse(value).verify(&secret(), &expected)
}

/// Returns the cookie that a token starts. Only the content matters here; other tests check the
/// token's own hash.
fn started_by(token: &str) -> String {
    Session::start(&room(), &TokenFields::parse(token), NOW).value(&secret())
}

#[test]
fn from_t1() {
    assert_eq!(
        started_by("e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_true~rt_queue"),
        FROM_T1
    );
    let session = verify_at(FROM_T1, NOW.0, None).unwrap();
    assert_eq!(session.value(&secret()), FROM_T1);
    assert_eq!(
        session.queue_id.as_deref(),
        Some("11111111-2222-4333-8444-555555555555")
    );
}

#[test]
fn from_t2_is_fixed() {
    assert_eq!(
        started_by("e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_false~cv_3~rt_idle"),
        FROM_T2
    );
    let session = verify_at(FROM_T2, NOW.0, None).unwrap();
    assert_eq!(session.fixed_validity, Minutes::new(3));
    assert_eq!(session.extended(NOW), None);
}

#[test]
fn from_t3_is_bound_to_its_address() {
    let token = "e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_true~rt_queue~hip_eab35ada0692aec53f2110ec57b4abaec89e4ca16ff8b00a92bceaa29dc7df83";
    assert_eq!(started_by(token), FROM_T3);
    let session = verify_at(FROM_T3, NOW.0, Some("203.0.113.7")).unwrap();
    assert_eq!(
        verify_at(FROM_T3, NOW.0, Some("198.51.100.9")),
        Err(CookieError::Ip(session.clone()))
    );
    assert_eq!(verify_at(FROM_T3, NOW.0, None), Err(CookieError::Ip(session)));
}

#[test]
fn from_t4_leaves_the_queue_id_out() {
    assert_eq!(started_by("e_event1~ts_1700000180~ce_true~rt_safetynet"), FROM_T4);
    assert_eq!(verify_at(FROM_T4, NOW.0, None).unwrap().queue_id, None);
    let as_python_writes_it = FROM_T4.replace("event1&", "event1&QueueId=&");
    assert_eq!(
        verify_at(&as_python_writes_it, NOW.0, None),
        verify_at(FROM_T4, NOW.0, None)
    );
}

#[test]
fn py_queue_is_hashed_as_stored() {
    assert!(SessionFields::parse(PY_QUEUE).is_signed_by(&secret()));
    assert!(!SessionFields::parse(&PY_QUEUE.replace("=Queue", "=queue")).is_signed_by(&secret()));
}

#[test]
fn js3_and_py_qid1() {
    let value = started_by("e_event1~q_qid1~rt_Queue");
    assert_eq!(
        value,
        format!("EventId=event1&QueueId=qid1&RedirectType=queue&IssueTime=1700000000&Hash={JS3_PY_QID1_HASH}")
    );
    assert!(SessionFields::parse(&value).is_signed_by(&secret()));
}

#[test]
fn a_session_lasts_as_configured_and_to_the_very_second() {
    assert!(verify_at(FROM_T1, NOW.0 + 20 * 60, None).is_ok());
    assert_eq!(verify_at(FROM_T1, NOW.0 + 20 * 60 + 1, None), Err(CookieError::Expired));
}

#[test]
fn a_fixed_validity_wins_over_the_configured_one() {
    assert!(verify_at(FROM_T2, NOW.0 + 3 * 60, None).is_ok());
    assert_eq!(verify_at(FROM_T2, NOW.0 + 3 * 60 + 1, None), Err(CookieError::Expired));
}

#[test]
fn an_extended_session_lasts_from_its_extension() {
    let extended = verify_at(FROM_T1, NOW.0, None)
        .unwrap()
        .extended(NOW.plus_seconds(600))
        .unwrap()
        .value(&secret());
    assert!(verify_at(&extended, NOW.0 + 30 * 60, None).is_ok());
    assert_eq!(
        verify_at(&extended, NOW.0 + 30 * 60 + 1, None),
        Err(CookieError::Expired)
    );
}

#[test]
fn the_name_and_the_encoding_are_the_vendors() {
    assert_eq!(session_cookie::name(&room()), "QueueITAccepted-SDFrts345E-V3_event1");
    let mut header = String::from("a=1; ");
    session_cookie::write_name(&room(), &mut header);
    assert_eq!(header, "a=1; QueueITAccepted-SDFrts345E-V3_event1");
    let session = verify_at(FROM_T1, NOW.0, None).unwrap();
    let header = session.header_value(&secret());
    assert!(header.starts_with("EventId%3Devent1%26QueueId%3D11111111-2222-4333-8444-555555555555%26RedirectType%3Dqueue%26IssueTime%3D1700000000%26Hash%3D8aff"));
    assert_eq!(session_cookie::decode(&header).as_deref(), Some(FROM_T1));
    assert_eq!(session_cookie::decode(FROM_T1).as_deref(), Some(FROM_T1));
    assert_eq!(session_cookie::decode("%ff"), None);
}

#[test]
fn altered_and_foreign_cookies_are_refused() {
    for value in [
        FROM_T1.replace("IssueTime=1700000000", "IssueTime=1700000001"),
        FROM_T1.replace("Hash=8a", "Hash=8A"),
        FROM_T1.replace("&Hash=", "&Hish="),
        FROM_T1.replace("event1", "event2"),
        "deleted".to_owned(),
        String::new(),
    ] {
        assert_eq!(verify_at(&value, NOW.0, None), Err(CookieError::Hash), "{value}");
    }
    let other: RoomId = "event2".parse().unwrap();
    let expected = SessionContext {
        room: &other,
        now: NOW,
        validity: Minutes::new(20).unwrap(),
        client_ip: None,
    };
    assert_eq!(
        SessionFields::parse(FROM_T1).verify(&secret(), &expected),
        Err(CookieError::EventId)
    );
    let elsewhere = SecretKey::new("another").unwrap();
    assert_eq!(
        SessionFields::parse(FROM_T1).session(&elsewhere, &room()),
        Err(CookieError::Hash)
    );
}

#[test]
fn an_address_s_hash_is_hex() {
    let bound_to = |hash: &str| {
        let session = Session {
            hashed_ip: Some(hash.to_owned()),
            ..verify_at(FROM_T1, NOW.0, None).unwrap()
        };
        verify_at(&session.value(&secret()), NOW.0, None)
    };
    assert!(matches!(bound_to(&"0a".repeat(32)), Err(CookieError::Ip(_))));
    assert_eq!(bound_to(&"z".repeat(64)), Err(CookieError::Hash));
    assert_eq!(bound_to(&"a".repeat(63)), Err(CookieError::Hash));
}

/// Every one of these splits has the right hash, which makes it dangerous.
#[test]
fn a_signed_text_cut_at_other_places_opens_nothing() {
    let cuts = [
        // Moves the queue id's last digits into a validity of months.
        FROM_T1.replace("555555555555&", "5555555&FixedValidityMins=55555&"),
        FROM_T2.replace("555555555555&FixedValidityMins=3", "55555555555&FixedValidityMins=53"),
        // Moves the address hash's first digits into a later issue time: the bound session would be
        // unbound and endless.
        FROM_T3.replace("1700000000&Hip=eab35", "1700000000e&Hip=ab35"),
        FROM_T2.replace(
            "FixedValidityMins=3&RedirectType=idle&",
            "FixedValidityMins=3idle&RedirectType=&",
        ),
        // Moves the digit at the end of a room id into another field, for the room without the
        // digit.
        FROM_T4.replace("event1&", "event&FixedValidityMins=1&"),
        FROM_T4.replace("event1&", "event&QueueId=1&"),
        FROM_T4.replace("event1&RedirectType=safetynet", "event&RedirectType=1safetynet"),
        FROM_T1.replace("event1&QueueId=", "event&QueueId=1"),
    ];
    for value in cuts {
        assert!(
            SessionFields::parse(&value).is_signed_by(&secret()),
            "no cut of the signed text: {value}"
        );
        assert_eq!(verify_at(&value, NOW.0, None), Err(CookieError::Hash), "{value}");
    }
}

/// Numbers are often parsed with a sign, which would give one signed text a second reading.
#[test]
fn an_issue_time_is_digits_without_a_sign() {
    let session = Session {
        redirect_type: "queue+".to_owned(),
        ..verify_at(FROM_T1, NOW.0, None).unwrap()
    };
    let signed = session.value(&secret());
    let cut = signed.replace("queue+&IssueTime=", "queue&IssueTime=+");
    assert!(SessionFields::parse(&cut).is_signed_by(&secret()), "{cut}");
    assert_eq!(verify_at(&cut, NOW.0, None), Err(CookieError::Hash));
}
