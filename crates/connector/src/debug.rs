//! Debug links: signed links that show a site's developers the connector's view of a request.
//!
//! The link's token has `rt_debug`. The connector checks it before anything else, on any page and
//! for any room in the token. If the token is genuine and has not expired, any response sets the
//! cookie `queueitdebug`, which the waiting room's diagnostics page explains; otherwise the browser
//! is redirected to the page that explains the error. Without an integration config, the address of
//! that page is unknown, and an invalid debug link has no effect. A debug link never admits a
//! visitor.
//!
//! The cookie's value consists of `Key=Value` pairs joined with `|`, percent-encoded as a whole; a
//! `|` within a value is replaced by `%7C` before that. Browsers drop cookies over 4 kB, so long
//! values are cut.

use http::HeaderValue;
use http::request::Parts;
use protocol::percent;
use protocol::queueittoken::{TokenError, TokenFields};
use protocol::redirect::QueueBase;

use crate::action::{CancelAction, CookieAttributes, MatchedRule, QueueAction, RuleAction, VERSION};
use crate::decision::is_debug;
use crate::failure::Failure;
use crate::site::Site;
use crate::visit::Visit;

const COOKIE: &str = "queueitdebug";
const LIFETIME_SECONDS: u64 = 20 * 60;
/// Maximum length of the value, in bytes: leaves space for name and attributes within the 4,096
/// bytes of a cookie.
const VALUE_BYTES_MAX: usize = 3_900;
/// Lengths to which fields are cut, in bytes, tried in this order.
const FIELD_BYTES_MAX: [usize; 3] = [2_000, 500, 120];

/// Proxy headers shown in the cookie, with the names of their fields.
const PROXY_HEADERS: [(&str, &str); 5] = [
    ("RequestHttpHeader_Via", "via"),
    ("RequestHttpHeader_Forwarded", "forwarded"),
    ("RequestHttpHeader_XForwardedFor", "x-forwarded-for"),
    ("RequestHttpHeader_XForwardedHost", "x-forwarded-host"),
    ("RequestHttpHeader_XForwardedProto", "x-forwarded-proto"),
];

/// Whether a request follows a debug link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DebugLink {
    No,
    Good,
    Bad(TokenError),
}

impl DebugLink {
    /// Checks the visit's token.
    pub(crate) fn of(site: &Site, visit: &Visit<'_>) -> Self {
        let text = visit.token();
        let Some(fields) = text.as_deref().map(TokenFields::parse).filter(is_debug) else {
            return Self::No;
        };
        if !fields.is_signed_by(&site.secret) {
            Self::Bad(TokenError::Hash)
        } else if fields.expires_at < visit.now.0 {
            Self::Bad(TokenError::Timestamp)
        } else {
            Self::Good
        }
    }
}

/// The connector's finding about a request.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Finding<'a> {
    /// Judged by this rule.
    Judged(MatchedRule<'a>),
    /// The request was not judged.
    Failed(Failure),
}

/// Returns the `Set-Cookie` header that shows the finding.
pub(crate) fn cookie(visit: &Visit<'_>, finding: Finding<'_>) -> HeaderValue {
    let fields = fields(visit, finding);
    let value = FIELD_BYTES_MAX
        .iter()
        .map(|&length_max| percent::encode(&join(&fields, length_max)))
        .find(|value| value.len() <= VALUE_BYTES_MAX)
        .unwrap_or_default();
    let text = format!("{COOKIE}={value}; Path=/; Max-Age={LIFETIME_SECONDS}");
    HeaderValue::try_from(text).expect("percent-encoded text is visible ASCII")
}

fn join(fields: &[(&str, String)], length_max: usize) -> String {
    let field = |(key, value): &(&str, String)| {
        let end = value.floor_char_boundary(length_max);
        format!("{key}={}", value[..end].replace('|', "%7C"))
    };
    fields.iter().map(field).collect::<Vec<_>>().join("|")
}

/// Returns the fields, in the order of the vendor's connector.
fn fields(visit: &Visit<'_>, finding: Finding<'_>) -> Vec<(&'static str, String)> {
    let mut fields = vec![
        ("SdkVersion", VERSION.to_owned()),
        ("PureUrl", visit.url.clone()),
        ("QueueitToken", visit.token().unwrap_or_default().into_owned()),
        ("OriginalUrl", visit.original_url()),
        ("ServerUtcTime", utc(visit)),
        ("RequestIP", visit.client_text()),
    ];
    fields.extend(PROXY_HEADERS.map(|(field, header)| (field, header_text(visit.parts, header))));
    let (config_version, action) = match finding {
        Finding::Judged(found) => (found.config_version, found.action),
        Finding::Failed(_) => (None, None),
    };
    let version = config_version.map_or_else(|| "NULL".to_owned(), |version| version.to_string());
    fields.push(("ConfigVersion", version));
    fields.push(("MatchedConfig", action.map_or("NULL", RuleAction::name).to_owned()));
    fields.extend(action.into_iter().flat_map(|action| of_action(visit, action)));
    if let Finding::Failed(failure) = finding {
        fields.push(("Exception", failure.as_str().to_owned()));
    }
    fields
}

fn utc(visit: &Visit<'_>) -> String {
    let seconds = i64::try_from(visit.now.0).unwrap_or(i64::MAX);
    jiff::Timestamp::from_second(seconds).map_or_else(|_| visit.now.to_string(), |time| time.to_string())
}

fn header_text(parts: &Parts, name: &str) -> String {
    let lines = parts.headers.get_all(name).iter();
    let texts: Vec<_> = lines.map(|line| String::from_utf8_lossy(line.as_bytes())).collect();
    texts.join(", ")
}

fn of_action(visit: &Visit<'_>, action: &RuleAction) -> Vec<(&'static str, String)> {
    match action {
        RuleAction::Queue(queue) => {
            let target = visit.target(&queue.target).unwrap_or_default();
            vec![("TargetUrl", target.to_owned()), ("QueueConfig", queue_config(queue))]
        }
        RuleAction::Cancel(cancel) => vec![
            ("TargetUrl", visit.page().to_owned()),
            ("CancelConfig", cancel_config(cancel)),
        ],
        RuleAction::Ignore { .. } => Vec::new(),
    }
}

fn queue_config(action: &QueueAction) -> String {
    let involved: Vec<&str> = action.rooms.iter().skip(1).map(|room| room.id.as_str()).collect();
    let CookieAttributes {
        domain,
        http_only,
        secure,
    } = &action.cookie;
    format!(
        "EventId:{}&AllowedWaitingRoomIds:{}&Version:{}&ActionName:{}&QueueDomain:{}&CookieDomain:{}&IsCookieHttpOnly:{http_only}\
         &IsCookieSecure:{secure}&ExtendCookieValidity:{}&CookieValidityMinute:{}&LayoutName:{}&Culture:{}",
        action.rooms.own(),
        involved.join(","),
        action.config_version,
        action.name,
        domain_of(&action.base),
        domain.as_deref().unwrap_or_default(),
        action.extend,
        action.validity,
        action.theme.as_deref().unwrap_or_default(),
        action.culture.as_deref().unwrap_or_default(),
    )
}

fn cancel_config(action: &CancelAction) -> String {
    let rooms: Vec<&str> = action.rooms.iter().map(|room| room.id.as_str()).collect();
    format!(
        "WaitingRoomIds:{}&QueueDomain:{}&CookieDomain:{}&ActionName:{}",
        rooms.join(","),
        domain_of(&action.base),
        action.cookie.domain.as_deref().unwrap_or_default(),
        action.name,
    )
}

/// Returns domain and path prefix.
fn domain_of(base: &QueueBase) -> &str {
    let text = base.as_str();
    text.split_once("://")
        .map_or(text, |(_, rest)| rest.trim_end_matches('/'))
}
