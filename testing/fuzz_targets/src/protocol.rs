//! Decoders of values from visitors' browsers: ids, tokens, cookies, URLs. The keys are fixed, so
//! that the corpus can contain valid values.

use std::net::{IpAddr, Ipv4Addr};

use protocol::enqueue_token::{self, EnqueueTokenKeys, Unverified};
use protocol::identity::IdentityContext;
use protocol::identity::id_token::{ExpectedClaims, ID_TOKEN_BYTES_MAX, SUBJECT_BYTES_MAX, UnverifiedIdToken};
use protocol::identity::provider::{PROVIDER_KEYS_MAX, ProviderDescription, ProviderKey, id_token_of};
use protocol::identity::sign_in::SignInKey;
use protocol::proof_of_work::{VALID_SECONDS, WorkContext};
use protocol::queueittoken::{self, TokenFields};
use protocol::session_cookie::{self, Session, SessionFields};
use protocol::timing_batch::{PAGE_TIME_MS_MAX, PAGE_WEIGHT_MAX, TIMED_PAGES_MAX, TimingBatch};
use protocol::{
    IdentityKey, MasterKey, Minutes, QueueId, QueueIdCodec, RoomId, SecretKey, TransferCode, UnixMillis, UnixSeconds,
    WorkKey, token_url,
};

use crate::cut::text;

const NOW: UnixSeconds = UnixSeconds(1_780_000_000);
const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 9));

const IDENTITY: IdentityContext<'static> = IdentityContext {
    room: "demo/sale",
    run: 7,
};
const WORK: WorkContext = WorkContext { run: 3, network: 77 };

fn secret() -> SecretKey {
    SecretKey::new("00000000-0000-4000-8000-000000000000").expect("a key")
}

fn room() -> RoomId {
    "sale".parse().expect("a room")
}

/// Verifies an enqueue token. An accepted token is for the room and not expired, and verifies to
/// the same fields when signed again.
pub(crate) fn enqueue_token(data: &[u8]) -> bool {
    let (customer, room, secret) = ("demo".parse().expect("a customer"), room(), secret());
    let keys = EnqueueTokenKeys {
        room: &secret,
        customer: &secret,
    };
    let expected = enqueue_token::EnqueueTokenContext {
        customer: &customer,
        room: &room,
        now: UnixMillis(NOW.0 * 1_000),
        address: Some(CLIENT),
    };
    let verify = |text: &str| Unverified::parse(text)?.verify(&keys, &expected);
    let Ok(token) = verify(&text(data)) else {
        return false;
    };
    assert!(token.expires_at.is_none_or(|end| expected.now < end));
    assert!(token.address.is_none_or(|address| address.to_canonical() == CLIENT));
    assert!(token.content.key.as_deref() != Some(""));
    assert_eq!(verify(&token.sign(&secret)), Ok(token));
    true
}

/// Verifies the solution of a challenge. An accepted solution is valid only for its network and
/// time.
pub(crate) fn work_payload(data: &[u8]) -> bool {
    let (key, context) = (WorkKey::new(&MasterKey::from_bytes([0; 32])), WORK);
    let payload = text(data);
    let Ok(proof) = key.verify(context, NOW, &payload) else {
        return false;
    };
    assert!(proof.work > 0);
    let other = WorkContext { network: 78, ..context };
    assert!(key.verify(other, NOW, &payload).is_err());
    assert!(
        key.verify(context, UnixSeconds(NOW.0 + VALID_SECONDS + 1), &payload)
            .is_err()
    );
    true
}

/// Reads a stamp of the time at which a visitor first asked. An accepted stamp is equal to one made
/// with the same time, written in the usual spelling.
pub(crate) fn work_stamp(data: &[u8]) -> bool {
    let key = WorkKey::new(&MasterKey::from_bytes([0; 32]));
    let stamp = text(data);
    let Some(read) = key.read_stamp(WORK, &stamp) else {
        return false;
    };
    let again = format!("{}.{}", read.since.0, stamp.split_once('.').unwrap_or_default().1);
    assert_eq!(key.read_stamp(WORK, &again), Some(read));
    true
}

/// Reads a challenge or the proof of an identity. An accepted one equals the sealed form of its
/// content, and is not valid in another run.
pub(crate) fn identity(data: &[u8]) -> bool {
    let (key, text) = (IdentityKey::new(&MasterKey::from_bytes([0; 32])), text(data));
    let (here, other) = (IDENTITY, IdentityContext { run: 8, ..IDENTITY });
    if let Some(challenge) = key.open(here, &text, NOW) {
        assert_eq!(key.seal(here, &challenge), text);
        assert!(key.open(other, &text, NOW).is_none() && key.proven(here, &text, NOW).is_none());
        assert!(key.is_code(here, &challenge, &key.code(here, &challenge)));
        return true;
    }
    let attempts = SignInKey::new(&MasterKey::from_bytes([0; 32]));
    if let Some(attempt) = attempts.open(here, &text, NOW) {
        assert_eq!(attempts.seal(here, attempt), text);
        assert!(attempts.open(other, &text, NOW).is_none() && key.proven(here, &text, NOW).is_none());
        let secrets = attempts.secrets(here, attempt);
        assert!(secrets.is_state(&secrets.state) && !secrets.is_state(&secrets.nonce));
        return true;
    }
    let proven = key.proven(here, &text, NOW);
    assert!(proven.is_none() || key.proven(other, &text, NOW).is_none());
    proven.is_some()
}

/// Reads an ID token, and checks its claims as if its signature were valid. An accepted subject is
/// that of an expected token, and is within the length of a subject.
pub(crate) fn id_token(data: &[u8]) -> bool {
    let text = text(data);
    let Ok(token) = UnverifiedIdToken::parse(&text) else {
        return false;
    };
    assert!(text.len() <= ID_TOKEN_BYTES_MAX);
    let keys =
        br#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#;
    let keys = ProviderKey::read_all(keys).expect("a set of keys");
    assert!(token.verify(&keys, |_, _| false).is_err() && token.verify(&[], |_, _| true).is_err());
    let Ok(claims) = token.verify(&keys, |_, signature| text.as_bytes().starts_with(signature.signed)) else {
        return false;
    };
    let expected = ExpectedClaims {
        issuer: "https://accounts.example.com",
        client_id: "anteroom",
        nonce: "n-0S6",
        now: NOW,
    };
    let Ok(subject) = claims.check(&expected) else {
        return false;
    };
    assert!((1..=SUBJECT_BYTES_MAX).contains(&subject.len()));
    let (nonce, later) = ("n-0S7", UnixSeconds(u64::MAX));
    assert!(claims.check(&ExpectedClaims { nonce, ..expected }).is_err());
    assert!(claims.check(&ExpectedClaims { now: later, ..expected }).is_err());
    true
}

/// Reads a document of an OpenID Connect provider: its description, its keys, or its answer to a
/// code.
pub(crate) fn provider(data: &[u8]) -> bool {
    let keys = ProviderKey::read_all(data);
    assert!(keys.as_ref().is_ok_and(|keys| keys.len() <= PROVIDER_KEYS_MAX) || keys.is_err());
    let issuer = "https://accounts.example.com";
    let description = ProviderDescription::read(data, issuer);
    assert!(description.is_err() || ProviderDescription::read(data, "https://other.example.com").is_err());
    let has_keys = keys.is_ok_and(|keys| !keys.is_empty());
    has_keys || description.is_ok() || matches!(id_token_of(data), Ok(Some(_)))
}

/// Reads a report of page timings. The values of the report are within bounds, and the report is
/// read again once signed.
pub(crate) fn timing_batch(data: &[u8]) -> bool {
    let Some(batch) = TimingBatch::parse(data) else {
        return false;
    };
    assert!(batch.pages.len() <= TIMED_PAGES_MAX);
    for page in &batch.pages {
        assert!(page.time_ms <= PAGE_TIME_MS_MAX && (1..=PAGE_WEIGHT_MAX).contains(&page.weight));
        assert!(page.status.is_none_or(|code| (100..=599).contains(&code)));
    }
    let (customer, secret) = ("demo".parse().expect("a customer"), secret());
    let (body, signature) = batch.sign(&customer, &secret);
    let opened = TimingBatch::open(&body, &signature, &customer, [&secret], batch.sent_at);
    assert_eq!(opened, Ok((batch, &secret)));
    true
}

/// Parses a code as a person types it. All spellings of a code have the same displayed form.
pub(crate) fn transfer_code(data: &[u8]) -> bool {
    let Ok(code) = text(data).parse::<TransferCode>() else {
        return false;
    };
    let shown = code.to_string();
    assert_eq!(shown.parse(), Ok(code));
    let typed: String = text(data).chars().filter(char::is_ascii_alphanumeric).collect();
    assert_eq!(shown.replace('-', ""), typed.to_ascii_uppercase());
    true
}

/// Opens the text of a queue id. An opened id seals to the same text.
pub(crate) fn queue_id(data: &[u8]) -> bool {
    let Ok(id) = text(data).parse::<QueueId>() else {
        return false;
    };
    assert_eq!(id.to_string(), text(data).to_ascii_lowercase());
    let codec = QueueIdCodec::new(
        &MasterKey::from_bytes([7; 32]),
        &"demo".parse().expect("a customer"),
        &room(),
    );
    let place = codec.open(&id);
    if let Some(place) = place {
        assert_eq!(codec.seal(place).expect("what was opened fits"), id);
    }
    place.is_some()
}

/// Verifies a `queueittoken`. An accepted token is for its room and not expired.
pub(crate) fn queueittoken(data: &[u8]) -> bool {
    let text = text(data);
    let fields = TokenFields::parse(&text);
    let room = room();
    let expected = queueittoken::TokenContext {
        room: &room,
        now: NOW,
        client_ip: Some(CLIENT),
    };
    if fields.verify(&secret(), &expected).is_err() {
        return false;
    }
    assert!(fields.room == "sale" && fields.expires_at >= NOW.0);
    let session = Session::start(&room, &fields, NOW);
    let value = session.header_value(&secret());
    session_cookie::decode(&value).is_some()
}

/// Decodes a session cookie from a header. An accepted cookie verifies again when it is written
/// again.
pub(crate) fn session_cookie(data: &[u8]) -> bool {
    let Some(value) = session_cookie::decode(&text(data)) else {
        return false;
    };
    let fields = SessionFields::parse(&value);
    let room = room();
    let expected = session_cookie::SessionContext {
        room: &room,
        now: NOW,
        validity: Minutes::new(20).expect("above 0"),
        client_ip: Some(CLIENT),
    };
    let Ok(session) = fields.verify(&secret(), &expected) else {
        return false;
    };
    let again = session.value(&secret());
    assert_eq!(SessionFields::parse(&again).verify(&secret(), &expected), Ok(session));
    true
}

/// Adds and removes the token of a URL. After the removal, the URL has no token; after the
/// addition, it has the added one.
pub(crate) fn token_url(data: &[u8]) -> bool {
    let url = text(data);
    let stripped = token_url::strip(&url);
    assert_eq!(token_url::strip(&stripped), stripped);
    assert_eq!(token_in(&stripped), None);
    let delivered = token_url::deliver(&url, "e_sale~h_0");
    assert_eq!(token_in(&delivered), Some("e_sale~h_0"));
    let back = token_url::strip(&delivered);
    assert_eq!(without_bare_query(&back), without_bare_query(&stripped));
    stripped != url
}

/// Returns the URL without a `?` that nothing follows, because such a `?` is not restored.
fn without_bare_query(url: &str) -> String {
    let (address, fragment) = url.split_at(url.find('#').unwrap_or(url.len()));
    let bare = address.strip_suffix('?').filter(|path| !path.contains('?'));
    format!("{}{fragment}", bare.unwrap_or(address))
}

/// Returns the token in a URL's query.
fn token_in(url: &str) -> Option<&str> {
    let address = url.split('#').next().unwrap_or_default();
    token_url::find(address.split_once('?')?.1)
}
