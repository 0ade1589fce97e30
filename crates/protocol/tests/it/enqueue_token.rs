//! Tests of enqueue tokens: vectors made by the vendor's own library, and every check.

#![expect(clippy::unwrap_used, reason = "tests say what they expect by panicking")]

use std::net::IpAddr;

use proptest::prelude::*;
use protocol::enqueue_token::{
    Content, EnqueueTokenContext, EnqueueTokenError, EnqueueTokenKeys, TOKEN_BYTES_MAX, TokenIdentifier, TokenOrigin,
    Unverified,
};
use protocol::{CustomerId, EnqueueToken, RoomId, SecretKey, UnixMillis};

const SECRET: &str = "a774b1e2-8da7-4d51-b1a9-7647147bb13bace77210-a488-4b6f-afc9-8ba94551a7d7";
const FULL: &str = "eyJ0eXAiOiJRVDEiLCJlbmMiOiJBRVMyNTYiLCJpc3MiOjE3MDAwMDAwMDAwMDAsImV4cCI6MTcwMDAwMDA2MDAwMCwidGkiOiIxNTlhYmEzZS01NWUxLTRmNTQtYjZlZS1lNWI5NDNkN2U4ODUiLCJjIjoiYWNtZSIsImUiOiJldmVudDEiLCJpcCI6IjIwMy4wLjExMy43IiwieGZmIjoiMTk4LjUxLjEwMC4xLDEwLjAuMC4xIn0.AwPyv9UjpgzMk3xZWnDJ7WMoKweRHEDnz3PY3gbXMWHH_Y4pXpfp88J8jacOH6rOwtzLl-9ECk8QlPYjYeOOVg.Snkvd4AW_wn_xxxlYQ2XpZxr72Fo0yYWwX3RWeU-k08";
const MINIMAL: &str = "eyJ0eXAiOiJRVDEiLCJlbmMiOiJBRVMyNTYiLCJpc3MiOjE3MDAwMDAwMDAwMDAsInRpIjoiMTU5YWJhM2UtNTVlMS00ZjU0LWI2ZWUtZTViOTQzZDdlODg1IiwiYyI6ImFjbWUifQ..4X1iHItmTQCZsgQlMhgQQmr0A8cTNGsnT49d7AlejCg";
const KEY_ONLY: &str = "eyJ0eXAiOiJRVDEiLCJlbmMiOiJBRVMyNTYiLCJpc3MiOjE3MDAwMDAwMDAwMDAsImV4cCI6MTcwMDAwMDA2MDAwMCwidGkiOiIxNTlhYmEzZS01NWUxLTRmNTQtYjZlZS1lNWI5NDNkN2U4ODUiLCJjIjoiYWNtZSIsImUiOiJldmVudDEifQ.cHK3-uAGw_UiiFzNEvZ9gtKZnw7AsUw99DBJTB-aarw.fZqVTpjpcbN3I07N9j4FxLZDAnEVTM9xIA5sleaBdpA";
const ISSUED: UnixMillis = UnixMillis(1_700_000_000_000);

fn secret() -> SecretKey {
    SecretKey::new(SECRET).unwrap()
}

fn other() -> SecretKey {
    SecretKey::new("another").unwrap()
}

fn minimal() -> EnqueueToken {
    EnqueueToken {
        issued_at: ISSUED,
        expires_at: None,
        identifier: TokenIdentifier::new("159aba3e-55e1-4f54-b6ee-e5b943d7e885").unwrap(),
        customer: "acme".parse().unwrap(),
        room: None,
        address: None,
        forwarded_for: None,
        content: Content::default(),
    }
}

fn key_only() -> EnqueueToken {
    EnqueueToken {
        expires_at: Some(ISSUED.plus_ms(60_000)),
        room: Some("event1".parse().unwrap()),
        content: Content {
            key: Some("k1".into()),
            origin: Some(TokenOrigin::Connector),
            ..Content::default()
        },
        ..minimal()
    }
}

fn full() -> EnqueueToken {
    EnqueueToken {
        address: Some("203.0.113.7".parse().unwrap()),
        forwarded_for: Some("198.51.100.1,10.0.0.1".into()),
        content: Content {
            relative_quality: Some(0.5),
            key: Some("user-42".into()),
            custom_data: [("size".to_owned(), "medium".to_owned())].into(),
            origin: Some(TokenOrigin::Connector),
        },
        ..key_only()
    }
}

/// The values that a room checks a token against.
struct Asked {
    customer: CustomerId,
    room: RoomId,
    now: UnixMillis,
    address: Option<IpAddr>,
    keys: (SecretKey, SecretKey),
}

fn asked() -> Asked {
    Asked {
        customer: "acme".parse().unwrap(),
        room: "event1".parse().unwrap(),
        now: ISSUED,
        address: Some("203.0.113.7".parse().unwrap()),
        keys: (secret(), secret()),
    }
}

impl Asked {
    fn verify(&self, token: &str) -> Result<EnqueueToken, EnqueueTokenError> {
        let keys = EnqueueTokenKeys {
            room: &self.keys.0,
            customer: &self.keys.1,
        };
        let expected = EnqueueTokenContext {
            customer: &self.customer,
            room: &self.room,
            now: self.now,
            address: self.address,
        };
        Unverified::parse(token)?.verify(&keys, &expected)
    }
}

#[test]
fn tokens_are_the_vendors_to_the_byte() {
    assert_eq!(full().sign(&secret()), FULL);
    assert_eq!(minimal().sign(&secret()), MINIMAL);
    assert_eq!(key_only().sign(&secret()), KEY_ONLY);
}

#[test]
fn the_vendors_tokens_are_read() {
    for (text, token) in [(FULL, full()), (MINIMAL, minimal()), (KEY_ONLY, key_only())] {
        assert_eq!(asked().verify(text), Ok(token));
    }
}

#[test]
fn a_token_that_names_a_room_is_signed_with_its_key_and_any_other_with_the_customers() {
    let asked = Asked {
        keys: (secret(), other()),
        ..asked()
    };
    assert!(asked.verify(KEY_ONLY).is_ok());
    assert_eq!(asked.verify(MINIMAL), Err(EnqueueTokenError::Signature));
    assert!(asked.verify(&minimal().sign(&other())).is_ok());
    assert_eq!(
        asked.verify(&key_only().sign(&other())),
        Err(EnqueueTokenError::Signature)
    );
}

#[test]
fn each_check_refuses_in_its_order() {
    let refused = |change: fn(&mut Asked)| {
        let mut asked = asked();
        change(&mut asked);
        asked.verify(FULL).unwrap_err()
    };
    assert_eq!(refused(|asked| asked.keys.0 = other()), EnqueueTokenError::Signature);
    assert_eq!(
        refused(|asked| asked.customer = "acme2".parse().unwrap()),
        EnqueueTokenError::Customer
    );
    assert_eq!(
        refused(|asked| asked.room = "event2".parse().unwrap()),
        EnqueueTokenError::Room
    );
    assert_eq!(
        refused(|asked| asked.now = ISSUED.plus_ms(60_000)),
        EnqueueTokenError::Expired
    );
    assert_eq!(refused(|asked| asked.address = None), EnqueueTokenError::Address);
    assert_eq!(
        refused(|asked| asked.address = Some("203.0.113.8".parse().unwrap())),
        EnqueueTokenError::Address
    );
    assert_eq!(
        refused(|asked| *asked = Asked {
            now: UnixMillis(u64::MAX),
            address: None,
            ..self::asked()
        }),
        EnqueueTokenError::Expired
    );
    let mut last = asked();
    last.now = ISSUED.plus_ms(59_999);
    last.address = Some("::ffff:203.0.113.7".parse().unwrap());
    assert!(last.verify(FULL).is_ok());
}

#[test]
fn signed_tokens_of_another_format_are_refused() {
    let signed = |header: &str, content: &str| {
        use base64::Engine;
        use sha2::Digest;
        let base64 = |bytes: &[u8]| base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes);
        let text = format!("{}.{content}", base64(header.as_bytes()));
        let signature = sha2::Sha256::digest(format!("{text}{SECRET}"));
        asked().verify(&format!("{text}.{}", base64(&signature)))
    };
    let good = r#""enc":"AES256","iss":1,"ti":"x","c":"acme""#;
    assert!(signed(&format!(r#"{{"typ":"QT1",{good}}}"#), "").is_ok());
    assert!(signed(&format!(r#"{{"typ":"QT1","new":[1],"exp":null,{good}}}"#), "").is_ok());
    let refused = [
        (format!(r#"{{"typ":"QT2",{good}}}"#), "", EnqueueTokenError::Kind),
        (format!("{{{good}}}"), "", EnqueueTokenError::Kind),
        (
            r#"{"typ":"QT1","enc":"AES128","iss":1,"ti":"x","c":"acme"}"#.to_owned(),
            "",
            EnqueueTokenError::Kind,
        ),
        (
            r#"{"typ":"QT1","enc":"AES256","iss":1,"ti":"","c":"acme"}"#.to_owned(),
            "",
            EnqueueTokenError::Incomplete,
        ),
        (
            r#"{"typ":"QT1","enc":"AES256","ti":"x","c":"acme"}"#.to_owned(),
            "",
            EnqueueTokenError::Incomplete,
        ),
        (
            r#"{"typ":"QT1","enc":"AES256","iss":1,"ti":"x"}"#.to_owned(),
            "",
            EnqueueTokenError::Customer,
        ),
        (
            format!(r#"{{"typ":"QT1","ip":"anywhere",{good}}}"#),
            "",
            EnqueueTokenError::Address,
        ),
        (format!(r#"{{"typ":"QT1",{good}}}"#), "AAAA", EnqueueTokenError::Content),
        (
            format!(r#"{{"typ":"QT1",{good}}}"#),
            "AAAAAAAAAAAAAAAAAAAAAA",
            EnqueueTokenError::Content,
        ),
        (
            r#"{"typ":"QT1","exp":"soon"}"#.to_owned(),
            "",
            EnqueueTokenError::Malformed,
        ),
        ("no json".to_owned(), "", EnqueueTokenError::Malformed),
    ];
    for (header, content, error) in refused {
        assert_eq!(signed(&header, content), Err(error), "{header}");
    }
}

#[test]
fn texts_that_are_no_token_are_malformed() {
    let long = format!("{}.{}.x", "A".repeat(TOKEN_BYTES_MAX), "A");
    for text in [
        "",
        "x",
        ".",
        "..",
        "...",
        "e30.e30",
        "e30=..e30",
        "e30.a.b.e30",
        "é..",
        &long,
    ] {
        assert_eq!(asked().verify(text), Err(EnqueueTokenError::Malformed), "{text}");
    }
    assert_eq!(asked().verify("e30.."), Err(EnqueueTokenError::Signature));
}

#[test]
fn libraries_that_write_otherwise_are_understood() {
    let sign = |content: Content| EnqueueToken { content, ..minimal() }.sign(&secret());
    let read = |content| asked().verify(&sign(content)).unwrap().content;
    let origin = |name: &str| Content {
        origin: Some(TokenOrigin::Other(name.into())),
        ..Content::default()
    };
    assert_eq!(read(origin("connector")).origin, Some(TokenOrigin::Connector));
    assert_eq!(read(origin("inviteonly")).origin, Some(TokenOrigin::InviteOnly));
    assert_eq!(read(origin("New")).origin, Some(TokenOrigin::Other("New".into())));
    let empty = Content {
        key: Some("".into()),
        relative_quality: Some(1.0),
        ..Content::default()
    };
    assert_eq!(read(empty).key, None, "an empty key is none");
}

#[test]
fn an_identifier_of_random_octets_is_a_guid() {
    let identifier = TokenIdentifier::from_random(*b"\x15\x9a\xba\x3e\x55\xe1\x4f\x54\xb6\xee\xe5\xb9\x43\xd7\xe8\x85");
    assert_eq!(identifier.as_str(), "159aba3e-55e1-4f54-b6ee-e5b943d7e885");
    assert_eq!(TokenIdentifier::new(""), None);
}

#[test]
fn debug_hides_the_encrypted_part() {
    let shown = format!("{:?}", full());
    assert!(!shown.contains("user-42") && !shown.contains("medium"), "{shown}");
}

proptest! {
    #[test]
    fn a_signed_token_is_verified(key in ".{1,80}", data in prop::collection::btree_map(".{0,9}", ".{0,9}", 0..5), quality: Option<i32>) {
        let token = EnqueueToken {
            content: Content {
                relative_quality: quality.map(|tenth| f64::from(tenth) / 10.0),
                key: Some(key.into()),
                custom_data: data,
                origin: Some(TokenOrigin::InviteOnly),
            },
            ..full()
        };
        prop_assert_eq!(asked().verify(&token.sign(&secret())), Ok(token));
    }

    /// A change of any character makes the token invalid.
    #[test]
    fn a_changed_token_is_refused(at in 0..FULL.len(), to in "[A-Za-z0-9_.-]") {
        let mut changed = FULL.to_owned();
        changed.replace_range(at..=at, &to);
        prop_assume!(changed != FULL);
        prop_assert!(asked().verify(&changed).is_err());
    }
}
