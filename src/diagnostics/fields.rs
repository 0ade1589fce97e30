//! The meaning of each field of the cookie.

/// Names of fields and their meanings.
const MEANINGS: [(&str, &str); 20] = [
    ("SdkVersion", "Which connector ran on the page, and its version."),
    ("Runtime", "The platform on which it runs."),
    ("ConnectorVersion", "The version of the code around the connector."),
    (
        "PureUrl",
        "The page's address without the token, as the connector sees it. Triggers are compared with this.",
    ),
    ("QueueitToken", "The token of the debug link."),
    (
        "OriginalUrl",
        "The page's address with the token, as the connector sees it.",
    ),
    (
        "ServerUtcTime",
        "The clock of the site's server. Tokens expire by it, with no tolerance.",
    ),
    (
        "RequestIP",
        "The visitor's address as the connector sees it. Tokens and sessions that are bound to an address are compared with this.",
    ),
    (
        "RequestHttpHeader_Via",
        "Proxies that the request came through, as they say themselves.",
    ),
    (
        "RequestHttpHeader_Forwarded",
        "What a proxy says of the request (RFC 7239).",
    ),
    (
        "RequestHttpHeader_XForwardedFor",
        "Addresses that the request was forwarded for: the visitor's first, each proxy adds its neighbour.",
    ),
    (
        "RequestHttpHeader_XForwardedHost",
        "The host that the browser asked for, as a proxy says.",
    ),
    (
        "RequestHttpHeader_XForwardedProto",
        "http or https, as the browser spoke to the first proxy.",
    ),
    (
        "ConfigVersion",
        "The version of the integration configuration that the connector holds.",
    ),
    (
        "MatchedConfig",
        "The first action of the configuration whose triggers match; NULL if none does.",
    ),
    (
        "TargetUrl",
        "Where the connector would ask the waiting room to send visitors back to.",
    ),
    (
        "QueueConfig",
        "The action that matched, as the connector understood it.",
    ),
    (
        "CancelConfig",
        "The cancel action that matched, as the connector understood it.",
    ),
    ("Exception", "What went wrong inside the connector."),
    ("CookieDomain", "The domain for which the session cookie is set."),
];

/// Returns the meaning of a field, in any letter case; empty for an unknown field.
pub(super) fn meaning(name: &str) -> &'static str {
    let known = MEANINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map_or("", |(_, meaning)| meaning)
}
