//! The URLs to which a connector redirects browsers: into the queue, to an error page, and out of
//! the queue.
//!
//! The functions only build texts, with the vendors' order of parameters. They do not define how
//! the waiting room reads the URLs; the connector sends the redirects.

use crate::percent::encode;
use crate::queueittoken::TokenError;
use crate::{CustomerId, RoomId, UnixSeconds};

/// The `cver` of a connector that is configured in code.
pub const NO_CONFIG_VERSION: i64 = -1;
/// The `man` of a connector whose configuration has no name.
pub const UNNAMED_ACTION: &str = "unspecified";

/// The URL scheme of the waiting room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// For demos and tests on one machine only.
    Http,
    /// The scheme of every vendor connector.
    Https,
}

impl Scheme {
    /// Returns the text before `://`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }
}

/// The address of the waiting room: `scheme://host[:port][/path]`, stored with exactly one slash at
/// its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueBase(String);

impl QueueBase {
    /// Joins scheme, domain (`host[:port][/path]`) and path prefix, with exactly one slash at each
    /// joint.
    pub fn new(scheme: Scheme, domain: &str, path_prefix: Option<&str>) -> Self {
        let mut base = format!("{}://{}/", scheme.as_str(), domain.trim_end_matches('/'));
        if let Some(prefix) = path_prefix
            .map(|prefix| prefix.trim_matches('/'))
            .filter(|prefix| !prefix.is_empty())
        {
            base.push_str(prefix);
            base.push('/');
        }
        Self(base)
    }

    /// Returns the base with its final slash.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The parameters by which every redirect names its origin.
#[derive(Debug, Clone, Copy)]
pub struct RedirectOrigin<'a> {
    /// `c`: the customer.
    pub customer: &'a CustomerId,
    /// `e`: the room.
    pub room: &'a RoomId,
    /// `ver`: name and version of the connector, such as `rust-0.1.0`.
    pub connector_version: &'a str,
    /// `cver`: the version of the configuration, or [`NO_CONFIG_VERSION`].
    pub config_version: i64,
    /// `man`: the name of the action, or [`UNNAMED_ACTION`].
    pub action: &'a str,
    /// `cid`: omitted when `None`.
    pub culture: Option<&'a str>,
    /// `l`, the theme: omitted when `None`.
    pub theme: Option<&'a str>,
}

impl RedirectOrigin<'_> {
    fn query(&self) -> String {
        let mut query = format!(
            "{}&cver={}&man={}",
            self.who(),
            self.config_version,
            encode(self.action)
        );
        push_encoded(&mut query, "cid", self.culture);
        push_encoded(&mut query, "l", self.theme);
        query
    }

    fn who(&self) -> String {
        format!(
            "c={}&e={}&ver={}",
            self.customer,
            self.room,
            encode(self.connector_version)
        )
    }
}

/// Returns the URL that opens the queue. `enqueue_token` is not encoded; without `target`, the
/// room's own target applies.
pub fn queue_url(
    base: &QueueBase,
    origin: &RedirectOrigin<'_>,
    enqueue_token: Option<&str>,
    target: Option<&str>,
) -> String {
    let mut url = format!("{}?{}", base.0, origin.query());
    push_raw(&mut url, "enqueuetoken", enqueue_token);
    push_encoded(&mut url, "t", target);
    url
}

/// The parameter that tells the room which token the site refused as already used, by the token's
/// `ts`. An extension of this project; without it the room would give the same token again, and
/// room and site would redirect the browser to each other forever.
pub const USED_PARAMETER: &str = "used";

/// Like [`queue_url`], for a visitor whose token was used before; `ends` is that token's `ts`.
pub fn queue_url_after_use(
    base: &QueueBase,
    origin: &RedirectOrigin<'_>,
    ends: UnixSeconds,
    enqueue_token: Option<&str>,
    target: Option<&str>,
) -> String {
    let mut url = format!("{}?{}", base.0, origin.query());
    push_raw(&mut url, USED_PARAMETER, Some(&ends.0.to_string()));
    push_raw(&mut url, "enqueuetoken", enqueue_token);
    push_encoded(&mut url, "t", target);
    url
}

/// The token or session that a connector refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectorRefusal<'a> {
    /// A token that failed a check.
    Token {
        /// The failed check.
        error: TokenError,
        /// The token as in the URL. The redirect echoes it unencoded, so it must be valid in a
        /// query.
        raw: &'a str,
        /// For [`TokenError::Ip`], the two compared addresses.
        address: Option<AddressMismatch<'a>>,
    },
    /// A session that is bound to another address, on a request without a token.
    Session {
        /// The two compared addresses.
        address: AddressMismatch<'a>,
        /// The session's redirect type.
        redirect_type: &'a str,
        /// The session's queue id, if it has one.
        queue_id: Option<&'a str>,
        /// Time at which the session started or was last extended.
        issued_at: UnixSeconds,
    },
}

/// The two sides of a failed address check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressMismatch<'a> {
    /// The visitor's address as text.
    pub client: &'a str,
    /// The hashed address in the token or session.
    pub hashed: &'a str,
}

impl AddressMismatch<'_> {
    fn reason(&self) -> String {
        format!("ip,cip:{},hip:{}", crate::mac::hex(self.client.as_bytes()), self.hashed)
    }
}

impl ConnectorRefusal<'_> {
    fn code(&self) -> &'static str {
        match self {
            Self::Token { error, .. } => error.code(),
            Self::Session { .. } => "connector/sessionstate",
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Self::Token { address, .. } => address.map(|address| address.reason()),
            Self::Session {
                address,
                redirect_type,
                queue_id,
                issued_at,
            } => {
                let issued_ms = issued_at.0.saturating_mul(1000);
                let queue_id = queue_id.map(|id| format!(",q:{id}")).unwrap_or_default();
                Some(format!(
                    "{},r:{redirect_type}{queue_id},st:{issued_ms}",
                    address.reason()
                ))
            }
        }
    }
}

/// Returns the URL of the page that explains a refusal.
pub fn error_url(
    base: &QueueBase,
    origin: &RedirectOrigin<'_>,
    refusal: &ConnectorRefusal<'_>,
    now: UnixSeconds,
    target: Option<&str>,
) -> String {
    let mut url = format!("{}error/{}/?{}", base.0, refusal.code(), origin.query());
    push_encoded(&mut url, "icr", refusal.reason().as_deref());
    if let ConnectorRefusal::Token { raw, .. } = refusal {
        push_raw(&mut url, "queueittoken", Some(raw));
    }
    url.push_str(&format!("&ts={now}"));
    push_encoded(&mut url, "t", target);
    url
}

/// Returns the URL of the page that explains why a debug link does not work. The vendor's
/// connectors link to a page of the vendor instead.
pub fn diagnostics_url(base: &QueueBase, error: TokenError) -> String {
    format!("{}diagnostics/connector/error/?code={}", base.0, error.code())
}

/// Returns the cancel URL of the newer connectors: any number of rooms, each with its queue id when
/// that is known.
pub fn cancel_url_multiple(
    base: &QueueBase,
    customer: &CustomerId,
    rooms: &[(&RoomId, Option<&str>)],
    return_to: Option<&str>,
) -> String {
    let rooms: Vec<String> = rooms
        .iter()
        .map(|(room, queue_id)| match queue_id {
            Some(queue_id) => format!("{room}~{}", encode(queue_id)),
            None => room.to_string(),
        })
        .collect();
    let mut url = format!("{}cancel/multiple/{customer}?wrl={}", base.0, rooms.join("_"));
    push_encoded(&mut url, "r", return_to);
    url
}

fn push_encoded(url: &mut String, name: &str, value: Option<&str>) {
    push_raw(url, name, value.map(encode).as_deref());
}

/// Appends `&name=value` unless the value is missing or empty.
fn push_raw(url: &mut String, name: &str, value: Option<&str>) {
    if let Some(value) = value.filter(|value| !value.is_empty()) {
        url.push_str(&format!("&{name}={value}"));
    }
}
