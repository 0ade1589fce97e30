//! The answers of the API, as JSON.
//!
//! Every field that the vendor's integrations read is always present: `null` if it has no value.
//! Decisions are the numbers 0 and 1, because some integrations compare `promoted === 1` and treat
//! `true` as a refusal. **No result has a key named `error`**: if that key is present, an
//! integration treats the answer as a failure.

use serde::{Serialize, Serializer};
use units::UnixSeconds;

use crate::rooms::UrlMatch;
use crate::signature::Signature;
use crate::token::VisitorToken;
use crate::utc_time::UtcTime;

/// How long an answer is valid normally, in seconds.
pub const TTL_SECONDS: u32 = 60;
/// How long the answer of a full room is valid, in seconds.
pub const FULL_TTL_SECONDS: u32 = 300;
/// How long an item of the room feed is valid, in seconds.
pub const FEED_TTL_SECONDS: u32 = 59;

/// The kind of an answer to a call. Integrations decide by `promoted` and read the reason from this
/// value. The value 2 is reserved for integrations, which mark their own failed calls with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallStatus {
    /// No room covers the page, or the visitor's address is exempt.
    NotCovered = 0,
    /// A room covers the page, whether the visitor waits or is promoted.
    Room = 1,
    /// The visitor's address is blocked.
    Blocked = 3,
    /// The room accepts no visitors.
    Full = 5,
    /// Too many calls.
    Throttled = 6,
}

impl Serialize for CallStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

/// The result of a call about a visitor.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VisitResult<'a> {
    /// How the call was answered.
    pub status: CallStatus,
    /// The visitor's token, which integrations adopt. Absent when the domain is not registered, the
    /// room is full or the call throttled.
    pub token: Option<VisitorToken>,
    /// The room's name.
    pub title: Option<&'a str>,
    /// The visitor's position in the queue; absent when promoted.
    pub position: Option<u64>,
    /// Whether the visitor is let in.
    #[serde(serialize_with = "flag")]
    pub promoted: bool,
    /// The URL to which a promoted visitor goes after coming straight to the room's page.
    pub url_redirect: Option<&'a str>,
    /// When the room opens: the feed's `queueActivatesOn`.
    pub onsale: Option<UtcTime>,
    /// The operator's message.
    pub message: Option<&'a str>,
    /// The room's slug; empty when throttled.
    pub slug: Option<&'a str>,
    /// The priority group that the visitor holds.
    pub priority: Option<&'a str>,
    /// Whether the room takes codes.
    #[serde(serialize_with = "flag")]
    pub priority_available: bool,
    /// The address of the room's logo.
    pub logo: Option<&'a str>,
    /// The remaining stock, if it is tracked.
    pub stock: Option<u64>,
    /// The id for the report of the page's performance: 32 hex digits.
    #[serde(rename = "responseID")]
    pub response_id: Option<&'a str>,
    /// Whether the visitor has to solve a captcha.
    #[serde(serialize_with = "flag_or_null")]
    pub captcha_required: Option<bool>,
    /// The domain's rate: new visitors a minute.
    pub rate: u32,
    /// How long sessions last, in minutes. The vendor's unit is not known.
    #[serde(rename = "sessionsExpire")]
    pub sessions_expire_minutes: u32,
    /// How long a session lasts without a page view, in minutes: the room's `timeout`.
    #[serde(rename = "sessionsTimeout")]
    pub sessions_timeout_minutes: u32,
    /// The name of the integration that the domain is set up for.
    pub deployment: Option<&'a str>,
    /// The domain as registered, with its scheme; integrations take the scope of their cookie from
    /// it.
    pub domain: &'a str,
    /// Whether visitors can ask for an email.
    #[serde(serialize_with = "flag")]
    pub email_available: bool,
    /// The time of the answer, which the signature covers.
    pub requested: UtcTime,
    /// The signature; absent unless a room covers the page and the visitor is promoted.
    pub hash: Option<Signature>,
    /// How long the answer is valid, in seconds.
    #[serde(rename = "ttl")]
    pub ttl_seconds: u32,
    /// The position among visitors who are still waiting.
    #[serde(rename = "live_position")]
    pub live_position: Option<u64>,
}

impl<'a> VisitResult<'a> {
    /// Returns a result with this status alone, which promotes no visitor and is valid for
    /// [`TTL_SECONDS`]. `domain` is the registered domain, or scheme and host of a page that
    /// belongs to none.
    pub fn new(status: CallStatus, domain: &'a str, now: UnixSeconds) -> Self {
        Self {
            status,
            token: None,
            title: None,
            position: None,
            promoted: false,
            url_redirect: None,
            onsale: None,
            message: None,
            slug: None,
            priority: None,
            priority_available: false,
            logo: None,
            stock: None,
            response_id: None,
            captcha_required: None,
            rate: 0,
            sessions_expire_minutes: 0,
            sessions_timeout_minutes: 0,
            deployment: None,
            domain,
            email_available: false,
            requested: UtcTime(now),
            hash: None,
            ttl_seconds: TTL_SECONDS,
            live_position: None,
        }
    }

    /// Returns the result for a page that no room covers; without a token if its domain is not
    /// registered.
    pub fn not_covered(token: Option<VisitorToken>, domain: &'a str, now: UnixSeconds) -> Self {
        Self {
            token,
            promoted: true,
            ..Self::new(CallStatus::NotCovered, domain, now)
        }
    }

    /// Returns the result for a visitor whom a full room does not accept.
    pub fn full(slug: &'a str, domain: &'a str, now: UnixSeconds) -> Self {
        Self {
            slug: Some(slug),
            ttl_seconds: FULL_TTL_SECONDS,
            ..Self::new(CallStatus::Full, domain, now)
        }
    }

    /// Returns the result for a call that came too soon.
    pub fn throttled(domain: &'a str, now: UnixSeconds) -> Self {
        Self {
            slug: Some(""),
            ..Self::new(CallStatus::Throttled, domain, now)
        }
    }
}

/// A room in the feed. Items are sorted by [`crate::rooms::feed_order`].
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FeedRoom<'a> {
    /// The room's id.
    pub id: &'a str,
    /// The room's slug, covered by signatures.
    pub slug: &'a str,
    /// The room's pattern; empty for a catch-all.
    pub url_pattern: &'a str,
    /// How the pattern is compared; never [`UrlMatch::None`].
    pub pattern_type: UrlMatch,
    /// When the room opens, covered by signatures.
    pub queue_activates_on: UtcTime,
    /// The domain exactly as registered, with its scheme.
    pub domain: &'a str,
    /// Always 0: its meaning is not known.
    pub safety_mode: u8,
    /// How long signatures and sessions are valid, in minutes.
    #[serde(rename = "timeout")]
    pub timeout_minutes: u32,
    /// The remaining stock, if it is tracked.
    pub stock: Option<u64>,
    /// The domain's expression for pages that end a session; empty without one.
    pub checkout: &'a str,
    /// How long the item is valid, in seconds: [`FEED_TTL_SECONDS`].
    #[serde(rename = "ttl")]
    pub ttl_seconds: u32,
}

/// The frame of every success: an object for a call, an array for the feed.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Envelope<T> {
    /// The content of the answer.
    pub result: T,
}

/// The result of a performance report.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct UpdateCount {
    /// How many reports were taken: 1.
    pub updated: u32,
}

/// The body of most failures: `{"error": …}`.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ErrorText<'a> {
    /// The reason of the failure.
    pub error: &'a str,
}

impl ErrorText<'static> {
    /// 404: no account has this key.
    pub const INVALID_KEY: Self = Self { error: "Invalid Key." };
    /// 401: a code that no group has. The blank at the start is the vendor's.
    pub const INVALID_CODE: Self = Self {
        error: " Invalid priority code",
    };
}

/// The body of the other failures: `{"message": …}`.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct MessageText<'a> {
    /// The reason of the failure.
    pub message: &'a str,
}

impl MessageText<'static> {
    /// 429: too many calls.
    pub const THROTTLED: Self = Self {
        message: "Too Many Requests",
    };
}

fn flag<S: Serializer>(is_set: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(u8::from(*is_set))
}

fn flag_or_null<S: Serializer>(is_set: &Option<bool>, serializer: S) -> Result<S::Ok, S::Error> {
    is_set.map(u8::from).serialize(serializer)
}
