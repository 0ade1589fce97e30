//! The checks of a debug cookie, one function each.

use protocol::debug_cookie::DebugCookie;
use protocol::queueittoken::{TOKEN_VALIDITY_SECONDS, TokenFields};
use protocol::token_url;
use url::Url;

use super::{DiagnosticsContext, Finding, Level, seconds_of};

/// Clock differences up to this are not reported, seconds.
const CLOCK_SECONDS_OFF: u64 = 5;

type FindingRule = fn(&DebugCookie, &DiagnosticsContext<'_>) -> Option<Finding>;

const QUESTIONS: [FindingRule; 12] = [
    exception,
    configuration,
    matched,
    room,
    queue_domain,
    validity,
    address_of_page,
    proxy_scheme,
    proxy_host,
    proxy_client,
    clock,
    token,
];

/// Returns all findings about a cookie.
pub(super) fn all(cookie: &DebugCookie, known: &DiagnosticsContext<'_>) -> Vec<Finding> {
    QUESTIONS.iter().filter_map(|ask| ask(cookie, known)).collect()
}

fn say(level: Level, text: impl Into<String>) -> Option<Finding> {
    Some(Finding {
        level,
        text: text.into(),
    })
}

fn exception(cookie: &DebugCookie, _: &DiagnosticsContext<'_>) -> Option<Finding> {
    let exception = cookie.get("Exception")?;
    say(
        Level::Fault,
        format!("The connector failed: {exception}. While it fails, visitors pass without the waiting room."),
    )
}

fn configuration(cookie: &DebugCookie, known: &DiagnosticsContext<'_>) -> Option<Finding> {
    let Some(version) = cookie.get("ConfigVersion") else {
        return say(
            Level::Notice,
            "The connector holds no integration configuration. That is right if it is configured in code. If not: is the download address right, is the api-key sent, \
             is something published?",
        );
    };
    match (version.parse::<i64>().ok(), known.published) {
        (Some(held), Some(published)) if held == published => say(
            Level::Good,
            format!("The connector holds the published configuration, version {held}."),
        ),
        (Some(held), Some(published)) => say(
            Level::Fault,
            format!(
                "The connector holds version {held} of the configuration, and version {published} is published. It should fetch it every few minutes: \
                 is the download failing, or cached for too long?"
            ),
        ),
        (Some(_), None) => None,
        (None, _) => say(
            Level::Notice,
            format!("The version of the configuration, {version:?}, is not a number."),
        ),
    }
}

fn matched(cookie: &DebugCookie, _: &DiagnosticsContext<'_>) -> Option<Finding> {
    match cookie.get("MatchedConfig") {
        Some(action) => say(Level::Good, format!("The action {action:?} matches this page.")),
        None => say(
            Level::Fault,
            "No action matches this page, so it is not protected. Compare the triggers with PureUrl, to which the connector applies them.",
        ),
    }
}

fn room(cookie: &DebugCookie, known: &DiagnosticsContext<'_>) -> Option<Finding> {
    let room = cookie.config("EventId")?;
    match known.has_room? {
        true => None,
        false => say(
            Level::Fault,
            format!("The action leads to the room {room:?}, which this customer does not have."),
        ),
    }
}

fn queue_domain(cookie: &DebugCookie, known: &DiagnosticsContext<'_>) -> Option<Finding> {
    let domain = cookie.config("QueueDomain")?;
    let url = Url::parse(&format!("https://{domain}")).ok();
    let host = url.as_ref().and_then(Url::host_str);
    if host.is_some_and(|host| known.hosts.iter().any(|own| own == host)) {
        return say(
            Level::Good,
            format!("Visitors are sent to {domain}, which is a host of this waiting room."),
        );
    }
    say(
        Level::Fault,
        format!(
            "Visitors are sent to {domain}, which is not a host of this waiting room: set the action's QueueDomain to one of {}.",
            known.hosts.join(", ")
        ),
    )
}

fn validity(cookie: &DebugCookie, _: &DiagnosticsContext<'_>) -> Option<Finding> {
    let minutes = cookie.config("CookieValidityMinute")?;
    if minutes.parse::<u32>().is_ok_and(|minutes| minutes > 0) {
        return None;
    }
    say(
        Level::Fault,
        format!("CookieValidityMinute is {minutes}: it must be a number above 0."),
    )
}

fn address_of_page(cookie: &DebugCookie, known: &DiagnosticsContext<'_>) -> Option<Finding> {
    let (pure, page) = (cookie.get("PureUrl")?, known.page?);
    let bare = |text: &str| {
        Url::parse(&token_url::strip(text)).ok().map(|mut url| {
            url.set_fragment(None);
            url
        })
    };
    if bare(pure) == bare(page) {
        return say(
            Level::Good,
            "The connector sees the page's address as your browser does.",
        );
    }
    say(
        Level::Fault,
        format!(
            "Your browser shows {page}, and the connector sees {pure}. Triggers and the way back fail then: build the address from the one that the browser requested."
        ),
    )
}

/// Returns the entry of the nearest proxy; earlier entries can be forged.
fn last_hop(list: &str) -> Option<&str> {
    list.rsplit(',').next().map(str::trim)
}

fn proxy_scheme(cookie: &DebugCookie, _: &DiagnosticsContext<'_>) -> Option<Finding> {
    let (pure, forwarded) = (cookie.get("PureUrl")?, cookie.get("RequestHttpHeader_XForwardedProto")?);
    let spoken = last_hop(forwarded)?;
    let seen = pure.split_once("://")?.0;
    if seen.eq_ignore_ascii_case(spoken) {
        return None;
    }
    say(
        Level::Fault,
        format!(
            "The browser speaks {spoken}, and the connector sees {seen}: it must take the scheme from X-Forwarded-Proto of your proxy."
        ),
    )
}

fn proxy_host(cookie: &DebugCookie, _: &DiagnosticsContext<'_>) -> Option<Finding> {
    let (pure, forwarded) = (cookie.get("PureUrl")?, cookie.get("RequestHttpHeader_XForwardedHost")?);
    let asked = last_hop(forwarded)?;
    let url = Url::parse(pure).ok()?;
    let seen = &url[url::Position::BeforeHost..url::Position::AfterPort];
    let host = url.host_str()?;
    if asked.eq_ignore_ascii_case(seen) || asked.split(':').next()?.eq_ignore_ascii_case(host) {
        return None;
    }
    say(
        Level::Fault,
        format!(
            "The browser asked for {asked}, and the connector sees {seen}: it must take the host from X-Forwarded-Host of your proxy."
        ),
    )
}

fn proxy_client(cookie: &DebugCookie, _: &DiagnosticsContext<'_>) -> Option<Finding> {
    let (address, forwarded) = (cookie.get("RequestIP")?, cookie.get("RequestHttpHeader_XForwardedFor")?);
    if forwarded.split(',').any(|hop| hop.trim() == address) {
        return None;
    }
    say(
        Level::Notice,
        format!(
            "The connector sees the address {address}, which is not one of those that the request was forwarded for ({forwarded}): probably a proxy's. This matters where tokens are bound to addresses."
        ),
    )
}

fn clock(cookie: &DebugCookie, _: &DiagnosticsContext<'_>) -> Option<Finding> {
    let server = seconds_of(cookie.get("ServerUtcTime")?)?.0;
    let expires_at = TokenFields::parse(cookie.get("QueueitToken")?).expires_at;
    // A debug link is used between the moments of its creation and of its expiry.
    let made_at = expires_at.checked_sub(TOKEN_VALIDITY_SECONDS)?;
    let off = match server {
        early if early + CLOCK_SECONDS_OFF < made_at => format!("at least {} s behind", made_at - early),
        late if late > expires_at + CLOCK_SECONDS_OFF => format!("at least {} s ahead", late - expires_at),
        _ => {
            return say(
                Level::Good,
                "The site's clock fits the moment at which the debug link was made.",
            );
        }
    };
    say(
        Level::Fault,
        format!("The clock of the site's server is {off}. Tokens expire by this clock: synchronize it by NTP."),
    )
}

fn token(cookie: &DebugCookie, known: &DiagnosticsContext<'_>) -> Option<Finding> {
    let token = cookie.get("QueueitToken")?;
    match known.token_is_ours? {
        false => say(Level::Fault, "The token is not signed with this customer's secret key."),
        true if !TokenFields::parse(token).redirect_type.eq_ignore_ascii_case("debug") => {
            say(Level::Notice, "The token does not belong to a debug link.")
        }
        true => say(
            Level::Good,
            "The token is signed with this customer's secret key, and the connector accepted it: both hold the same key.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_700_000_000;

    fn cookie(changes: &[(&str, &str)]) -> DebugCookie {
        let token = format!("e_connectordiagnostics~q_0~ts_{}~ce_false~rt_debug~h_0", NOW + 100);
        let mut fields = vec![
            ("SdkVersion", "javascript-5.0.1"),
            ("PureUrl", "https://shop.example.com/buy?a=1"),
            ("QueueitToken", token.as_str()),
            ("ServerUtcTime", "2023-11-14T22:13:20Z"),
            ("RequestIP", "203.0.113.7"),
            ("RequestHttpHeader_XForwardedFor", "203.0.113.7, 10.0.0.1"),
            ("RequestHttpHeader_XForwardedHost", "shop.example.com"),
            ("RequestHttpHeader_XForwardedProto", "https"),
            ("ConfigVersion", "7"),
            ("MatchedConfig", "My action"),
            (
                "QueueConfig",
                "EventId:event1&Version:7&QueueDomain:wr.example.com&CookieValidityMinute:20",
            ),
            ("Exception", ""),
        ];
        for (name, value) in changes {
            let field = fields.iter_mut().find(|(field, _)| field == name).expect("a field");
            field.1 = value;
        }
        let text: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
        DebugCookie::parse(&text.join("|")).expect("a cookie")
    }

    fn known(hosts: &[String]) -> DiagnosticsContext<'_> {
        DiagnosticsContext {
            page: Some("https://shop.example.com/buy?a=1&queueittoken=x#top"),
            published: Some(7),
            has_room: Some(true),
            token_is_ours: Some(true),
            hosts,
        }
    }

    fn faults(cookie: &DebugCookie, known: &DiagnosticsContext<'_>) -> Vec<String> {
        let findings = all(cookie, known)
            .into_iter()
            .filter(|finding| finding.level != Level::Good);
        findings.map(|finding| finding.text).collect()
    }

    #[test]
    fn a_good_integration_has_nothing_wrong() {
        let hosts = ["wr.example.com".to_owned()];
        assert_eq!(faults(&cookie(&[]), &known(&hosts)), Vec::<String>::new());
        assert_eq!(all(&cookie(&[]), &known(&hosts)).len(), 6);
    }

    #[test]
    fn each_fault_is_named_alone() {
        let hosts = ["wr.example.com".to_owned()];
        for (name, value, text) in [
            ("Exception", "boom", "failed: boom"),
            ("ConfigVersion", "6", "version 6"),
            ("ConfigVersion", "", "no integration configuration"),
            ("ConfigVersion", "x", "not a number"),
            ("MatchedConfig", "NULL", "No action matches"),
            (
                "QueueConfig",
                "EventId:event1&QueueDomain:acme.queue-it.net",
                "not a host of this waiting room: set the action's QueueDomain to one of wr.example.com",
            ),
            ("QueueConfig", "CookieValidityMinute:0", "above 0"),
            ("PureUrl", "https://shop.example.com/buy", "Your browser shows"),
            ("RequestHttpHeader_XForwardedProto", "http", "speaks http"),
            ("RequestHttpHeader_XForwardedProto", "https, http", "speaks http,"),
            (
                "RequestHttpHeader_XForwardedHost",
                "www.example.com",
                "asked for www.example.com",
            ),
            (
                "RequestHttpHeader_XForwardedHost",
                "shop.example.com, www.example.com",
                "asked for www.example.com,",
            ),
            ("RequestIP", "10.0.0.9", "probably a proxy's"),
            ("ServerUtcTime", "2023-11-14T22:11:50Z", "10 s behind"),
            ("ServerUtcTime", "2023-11-14T22:15:20Z", "20 s ahead"),
        ] {
            let found = faults(&cookie(&[(name, value)]), &known(&hosts));
            assert_eq!(found.len(), 1, "{name}={value}: {found:?}");
            assert!(found[0].contains(text), "{found:?}");
        }
    }

    #[test]
    fn facts_that_only_the_server_knows_are_reported_if_known() {
        let hosts = ["wr.example.com".to_owned()];
        let cookie = cookie(&[]);
        let unknown = DiagnosticsContext {
            hosts: &hosts,
            ..DiagnosticsContext::default()
        };
        assert_eq!(faults(&cookie, &unknown), Vec::<String>::new());
        let strange = DiagnosticsContext {
            has_room: Some(false),
            token_is_ours: Some(false),
            ..unknown
        };
        assert_eq!(faults(&cookie, &strange).len(), 2);
    }

    #[test]
    fn rubbish_in_every_field_is_only_rubbish() {
        let names = [
            "PureUrl",
            "QueueitToken",
            "ServerUtcTime",
            "RequestIP",
            "ConfigVersion",
            "QueueConfig",
            "RequestHttpHeader_XForwardedHost",
        ];
        for rubbish in [
            "::",
            "ts_99999999999999999999",
            "e_x~ts_5",
            "-1",
            "\u{0}",
            "https://[",
            "QueueDomain:[&CookieValidityMinute:-",
        ] {
            for name in names {
                let _ = all(&cookie(&[(name, rubbish)]), &known(&[]));
            }
        }
    }
}
