//! Requests made of genuine parts, truncated, changed and repeated, and of inputs that have broken
//! servers before.

use axum::body::Body;
use http::{HeaderName, HeaderValue, Method, Request, Uri};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::inputs::{HEADERS, HOSTILE, NAMES};

/// The server's own list of paths, so that no path is missing.
const PATHS: &str = include_str!("../../../../src/http/paths/mod.rs");
/// The root of the operators' paths.
const ADMIN: &str = "/admin/v1";

/// Longest part in characters before encoding; five such parts stay below the HTTP library's limit.
const LENGTH_MAX: usize = 400;

/// The genuine values of a visitor.
#[derive(Debug, Clone)]
pub(super) struct Genuine {
    pub(super) rooms: Vec<String>,
    /// The room of the visitor's place.
    pub(super) waits_in: &'static str,
    pub(super) queue_id: String,
    /// The id of a place in the same room that was given up.
    pub(super) left_id: String,
    pub(super) cookie: String,
    pub(super) transfer_code: String,
    pub(super) token: String,
    pub(super) enqueue_token: String,
    pub(super) invite: String,
}

impl Genuine {
    /// Returns the values that grant access.
    fn words(&self) -> Vec<String> {
        let own = [
            &self.queue_id,
            &self.cookie,
            &self.transfer_code,
            &self.token,
            &self.enqueue_token,
            &self.invite,
        ];
        let ordinary = [
            "demo",
            "other",
            "hash",
            "timestamp",
            "connector/sessionstate",
            "de-DE",
            "ticketing",
            "https://shop.example/p?x=1#y",
            "anteroom_place=",
            "application/json",
            "application/x-www-form-urlencoded",
            "same-origin",
            "sale~",
            "sale_held",
            "17",
        ];
        let ordinary = ordinary.into_iter().map(str::to_owned);
        own.into_iter()
            .cloned()
            .chain(self.rooms.clone())
            .chain(ordinary)
            .collect()
    }
}

/// The parts of a request.
#[derive(Debug, Clone)]
pub(super) struct Strange {
    method: Method,
    path: String,
    query: String,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Strange {
    /// Returns whether only operators are allowed a successful answer; the description of their API
    /// is public.
    pub(super) fn is_admin(&self) -> bool {
        let uri = self.uri();
        uri.path().starts_with(ADMIN) && !uri.path().ends_with("openapi.json")
    }

    /// Characters that no address may contain do not pass the HTTP library, so they are encoded,
    /// and long texts are truncated.
    fn uri(&self) -> Uri {
        let encoded = |text: &str| {
            let text: String = text.chars().take(LENGTH_MAX).collect();
            utf8_percent_encode(&text, NON_ALPHANUMERIC).to_string()
        };
        Uri::try_from(format!("{}?{}", self.path, self.query)).unwrap_or_else(|_| {
            let path: Vec<String> = self.path.split('/').map(encoded).collect();
            let uri = format!("{}?{}", path.join("/"), encoded(&self.query));
            Uri::try_from(uri).expect("encoded and short enough")
        })
    }

    pub(super) fn request(&self) -> Request<Body> {
        let mut request = Request::new(Body::from(self.body.clone()));
        *request.method_mut() = self.method.clone();
        *request.uri_mut() = self.uri();
        for (name, value) in &self.headers {
            if let Ok(value) = HeaderValue::from_bytes(value.as_bytes()) {
                request.headers_mut().append(HeaderName::from_static(name), value);
            }
        }
        request
    }
}

/// Generates any request.
pub(super) fn strange(genuine: &Genuine) -> impl Strategy<Value = Strange> + use<> {
    let parts = (method(), path(genuine), query(genuine), headers(genuine), body(genuine));
    parts.prop_map(|(method, path, query, headers, body)| Strange {
        method,
        path,
        query,
        headers,
        body,
    })
}

fn method() -> impl Strategy<Value = Method> {
    let brew = Method::from_bytes(b"BREW").expect("a method");
    prop_oneof![
        12 => Just(Method::GET),
        3 => Just(Method::POST),
        1 => select(vec![Method::HEAD, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS, brew]),
    ]
}

/// Generates a path of the server with arbitrary values for its parameters; visitors' paths are
/// more frequent than operators'.
fn path(genuine: &Genuine) -> impl Strategy<Value = String> + use<> {
    let (of_operators, of_visitors): (Vec<_>, Vec<_>) =
        templates().into_iter().partition(|path| path.starts_with(ADMIN));
    let entry = of_visitors
        .iter()
        .find(|path| *path == "/")
        .expect("people come in somewhere")
        .clone();
    let template = prop_oneof![2 => Just(entry), 8 => select(of_visitors), 1 => select(of_operators)];
    let tail = select(vec!["/", "//", ".json", "/../..", "/%2e%2e", ";x", "%00", "/\u{e4}"]);
    let tail = prop_oneof![8 => Just(""), 1 => tail];
    let holes = (
        prop::bool::weighted(0.7),
        select(genuine.rooms.clone()),
        prop::collection::vec(hole(genuine), 4),
    );
    let genuine = genuine.clone();
    (template, holes, tail).prop_map(move |(template, (leads_on, room, holes), tail)| {
        let fitting = |name: &str| match name {
            "{customer}" => Some("demo".to_owned()),
            "{room}" => Some(room.clone()),
            "{queue_id}" => Some(genuine.queue_id.clone()),
            "{code}" => Some(genuine.transfer_code.clone()),
            _ => None,
        };
        let fill = |(at, name): (usize, &str)| match name.starts_with('{') {
            true => fitting(name)
                .filter(|_| leads_on)
                .unwrap_or_else(|| holes[at % holes.len()].clone()),
            false => name.to_owned(),
        };
        let parts: Vec<String> = template.split('/').enumerate().map(fill).collect();
        parts.join("/") + tail
    })
}

/// Returns the literals of the server's list; operators' paths are relative to their root.
fn templates() -> Vec<String> {
    let lines = PATHS
        .lines()
        .filter_map(|line| line.strip_prefix("pub(super) const ")?.split_once(": &str = \""));
    let literals = lines.map(|(name, rest)| (name, rest.trim_end_matches("\";")));
    let paths: Vec<String> = literals
        .filter(|(_, literal)| literal.starts_with('/'))
        .map(|(name, literal)| {
            if name.starts_with("ADMIN_") {
                format!("{ADMIN}{literal}")
            } else {
                literal.to_owned()
            }
        })
        .collect();
    assert!(paths.len() > 30, "{paths:?}");
    paths
}

fn hole(genuine: &Genuine) -> impl Strategy<Value = String> + use<> {
    (value(genuine), written()).prop_map(|(value, how)| how.write(&value))
}

/// Generates a query: usually a room, often with a place in it, followed by parameters that do not
/// fit.
fn query(genuine: &Genuine) -> impl Strategy<Value = String> + use<> {
    let room = select(genuine.rooms.clone()).prop_map(|room| format!("c=demo&e={room}"));
    let place = Just(format!("c=demo&e={}&q={}", genuine.waits_in, genuine.queue_id));
    let left = Just(format!("c=demo&e={}&q={}", genuine.waits_in, genuine.left_id));
    let invited = Just(format!("c=demo&e=invited&code={}", genuine.invite));
    let vouched = Just(format!("c=demo&e=tokens&enqueuetoken={}", genuine.enqueue_token));
    let start = prop_oneof![4 => room, 4 => place, 1 => left, 1 => invited, 1 => vouched, 1 => Just("c=demo".to_owned()), 1 => Just(String::new())];
    let pair = (select(&NAMES[..]), value(genuine), written());
    let pair = pair.prop_map(|(name, value, how)| format!("&{name}={}", how.write(&value)));
    let pairs = prop::collection::vec(pair, 0..6);
    let often = prop_oneof![20 => Just(1_usize), 1 => Just(300)];
    (start, pairs, often).prop_map(|(start, pairs, often)| start + &pairs.concat().repeat(often))
}

fn headers(genuine: &Genuine) -> impl Strategy<Value = Vec<(&'static str, String)>> + use<> {
    let any_header = (select(&HEADERS[..]), value(genuine));
    let places = prop_oneof![Just(genuine.cookie.clone()), value(genuine)];
    let cookie = places.prop_map(|value| ("cookie", format!("anteroom_place={value}")));
    prop::collection::vec(prop_oneof![any_header, cookie], 0..4)
}

fn body(genuine: &Genuine) -> impl Strategy<Value = Vec<u8>> + use<> {
    let form = query(genuine).prop_map(String::into_bytes);
    let json = value(genuine)
        .prop_map(|value| serde_json::json!({ "targetUrl": value, "enqueueToken": value, "userId": [value] }));
    let json = json.prop_map(|value| value.to_string().into_bytes());
    let deep = Just("[".repeat(30_000).into_bytes());
    let random = prop::collection::vec(any::<u8>(), 0..200);
    prop_oneof![4 => Just(Vec::new()), 3 => form, 3 => json, 1 => deep, 1 => random, 1 => Just(vec![b'x'; 70_000])]
}

/// Generates a value: a genuine word, a changed one, a hostile or a long one, or arbitrary text.
fn value(genuine: &Genuine) -> impl Strategy<Value = String> + use<> {
    let word = select(genuine.words());
    let bent = (word.clone(), prop::collection::vec((any::<Index>(), 0..4_u8), 1..4))
        .prop_map(|(word, bends)| bent(&word, &bends));
    let long = (
        select(vec!["a", "0", "%", "_", "~", ".", "=", "\u{e4}", "sale_"]),
        0..12_000_usize,
    );
    prop_oneof![
        4 => word,
        4 => bent,
        4 => select(&HOSTILE[..]).prop_map(str::to_owned),
        1 => long.prop_map(|(text, times)| text.repeat(times)),
        1 => any::<String>(),
    ]
}

/// Truncates a word, doubles it, or flips a bit.
fn bent(word: &str, bends: &[(Index, u8)]) -> String {
    let mut bytes = word.as_bytes().to_vec();
    for (index, kind) in bends {
        let at = index.index(bytes.len().max(1)).min(bytes.len());
        match kind {
            0 => bytes.truncate(at),
            1 => bytes.extend_from_within(at..),
            2 => bytes.insert(at, b'_'),
            _ => bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= 1),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The ways to write a value into an address.
#[derive(Debug, Clone, Copy)]
enum Written {
    Encoded,
    Twice,
    AsItIs,
    Broken(&'static str),
}

fn written() -> impl Strategy<Value = Written> {
    let broken = select(vec!["%", "%f", "%zz", "%ff%fe", "%00", "%c0%ae", "+%2"]).prop_map(Written::Broken);
    prop_oneof![6 => Just(Written::Encoded), 1 => Just(Written::Twice), 2 => Just(Written::AsItIs), 2 => broken]
}

impl Written {
    fn write(self, value: &str) -> String {
        let encoded = utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
        match self {
            Self::Encoded => encoded,
            Self::Twice => utf8_percent_encode(&encoded, NON_ALPHANUMERIC).to_string(),
            Self::AsItIs => value.to_owned(),
            Self::Broken(tail) => encoded + tail,
        }
    }
}
