//! Classifies paths: endpoints of the vendor's protocol, pages that people open, answers that
//! caches store.

use crate::http::paths::{
    ABOUT, ASSETS, CANCEL, CANCEL_ASPX, CANCEL_MULTIPLE, CANCEL_PLACE, CANCEL_SLASH, CH_LITE_SCRIPT, CH_PAGE_SCRIPT,
    CH_ROOM_PAGE_OF, CH_ROOT, CH_SCRIPT, DEBUG_FAILED, DEBUG_FAILED_CUSTOMER, DIAGNOSTICS, DOCUMENT_SUFFIX, DRAW,
    EMAIL, EMAIL_TAKE, ENTRY, ERROR, EXIT_LINE, HOLD, IDENTITY, INTEGRATION_CONFIG_OPEN, INTEGRATION_SCRIPT, LANGUAGE,
    MOBILE_ENQUEUE, PRIORITY, ROOM_STATUS, SCRIPT, SERVICE_STATUS, SERVICE_STATUS_JSON, SIGNED_IN, SPA_ENQUEUE,
    TRANSFER, TRANSFER_CODE, TRANSFER_ENTER, WIDGET,
};

/// An endpoint that connectors and links lead to, with the parts of its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConnectorEndpoint<'p> {
    /// The entry to a room.
    Enter,
    /// A connector refused a token or a session, with this code.
    Refused(&'p str),
    /// A cancel: customer and room, if the path names them.
    Cancel(Option<(&'p str, &'p str)>),
    /// A cancel of several rooms of this customer.
    CancelMultiple(&'p str),
}

/// Returns the customer and the room in a path of the endpoints for apps and pages of other hosts:
/// [`MOBILE_ENQUEUE`], [`SPA_ENQUEUE`], [`SPA_STATUS`](crate::http::paths::SPA_STATUS).
#[must_use]
pub(in crate::http) fn room_of_client(path: &str) -> Option<(&str, &str)> {
    let prefixes = [MOBILE_ENQUEUE, SPA_ENQUEUE].map(|pattern| pattern.split('{').next().unwrap_or_default());
    let behind = prefixes.iter().find_map(|prefix| path.strip_prefix(prefix))?;
    let mut segments = behind.split('/');
    segments.next().zip(segments.next())
}

/// Returns the endpoint that a path belongs to, if any.
#[must_use]
pub(crate) fn connector_endpoint(path: &str) -> Option<ConnectorEndpoint<'_>> {
    let behind = |pattern: &str| path.strip_prefix(pattern.split('{').next()?);
    if path.is_empty() || path == ENTRY {
        return Some(ConnectorEndpoint::Enter);
    }
    if path == CANCEL_ASPX {
        return Some(ConnectorEndpoint::Cancel(None));
    }
    if let Some(code) = behind(ERROR) {
        return Some(ConnectorEndpoint::Refused(code.trim_end_matches('/')));
    }
    if let Some(customer) = behind(CANCEL_MULTIPLE) {
        return Some(ConnectorEndpoint::CancelMultiple(customer));
    }
    let (customer, rest) = behind(CANCEL)?.split_once('/')?;
    let room = rest.split('/').next().unwrap_or_default();
    Some(ConnectorEndpoint::Cancel(Some((customer, room))))
}

/// Pages that people open.
const PAGES: [&str; 25] = [
    ENTRY,
    CANCEL_ASPX,
    EXIT_LINE,
    CANCEL,
    CANCEL_SLASH,
    CANCEL_PLACE,
    CANCEL_MULTIPLE,
    ERROR,
    DIAGNOSTICS,
    DEBUG_FAILED,
    DEBUG_FAILED_CUSTOMER,
    DRAW,
    TRANSFER,
    TRANSFER_ENTER,
    TRANSFER_CODE,
    PRIORITY,
    EMAIL,
    EMAIL_TAKE,
    HOLD,
    IDENTITY,
    SIGNED_IN,
    LANGUAGE,
    ABOUT,
    SERVICE_STATUS,
    ROOM_STATUS,
];
/// Answers that shared caches store.
const KEPT: [&str; 11] = [
    ASSETS,
    SCRIPT,
    CH_SCRIPT,
    CH_LITE_SCRIPT,
    CH_PAGE_SCRIPT,
    CH_ROOM_PAGE_OF,
    WIDGET,
    INTEGRATION_SCRIPT,
    DRAW,
    SERVICE_STATUS_JSON,
    ROOM_STATUS,
];

/// Returns whether a path is a page that people open.
#[must_use]
pub(in crate::http) fn is_page(path: &str) -> bool {
    let is_document = path.ends_with(DOCUMENT_SUFFIX) || fits(INTEGRATION_CONFIG_OPEN, path);
    !is_document && PAGES.iter().any(|route| fits(route, path))
}

/// Returns whether shared caches store the answer. Such an answer may depend only on the address
/// and on the headers that `Vary` names.
#[must_use]
pub(in crate::http) fn is_kept(path: &str) -> bool {
    path == SERVICE_STATUS || KEPT.iter().any(|route| fits(route, path))
}

/// Returns whether a path is under the root of CrowdHandler's API, whose clients read every answer
/// as JSON.
#[must_use]
pub(in crate::http) fn is_in_crowdhandler_api(path: &str) -> bool {
    path.strip_prefix(CH_ROOT).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns whether a route matches a path.
fn fits(route: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (route.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(rest), Some(_)) if rest.starts_with("{*") => return true,
            (Some(any), Some(segment)) if any.starts_with('{') && !segment.is_empty() => {}
            (Some(same), Some(segment)) if same == segment => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_of_connectors_are_recognized_by_their_paths() {
        for (path, which) in [
            ("/", Some(ConnectorEndpoint::Enter)),
            ("", Some(ConnectorEndpoint::Enter)),
            ("/error/hash/", Some(ConnectorEndpoint::Refused("hash"))),
            (
                "/error/connector/sessionstate/",
                Some(ConnectorEndpoint::Refused("connector/sessionstate")),
            ),
            ("/cancel.aspx", Some(ConnectorEndpoint::Cancel(None))),
            (
                "/cancel/demo/sale",
                Some(ConnectorEndpoint::Cancel(Some(("demo", "sale")))),
            ),
            (
                "/cancel/demo/sale/",
                Some(ConnectorEndpoint::Cancel(Some(("demo", "sale")))),
            ),
            (
                "/cancel/demo/sale/q/cancelqueueid",
                Some(ConnectorEndpoint::Cancel(Some(("demo", "sale")))),
            ),
            ("/cancel/multiple/demo", Some(ConnectorEndpoint::CancelMultiple("demo"))),
            ("/cancel/demo", None),
            ("/about", None),
        ] {
            assert_eq!(connector_endpoint(path), which, "{path}");
        }
    }

    #[test]
    fn the_room_is_read_from_a_clients_path() {
        for path in [
            "/api/mobileapp/queue/demo/sale/enqueue",
            "/spa-api/queue/demo/sale/enqueue",
            "/spa-api/queue/demo/sale/x/status",
        ] {
            assert_eq!(room_of_client(path), Some(("demo", "sale")), "{path}");
        }
        assert_eq!(room_of_client("/?c=demo&e=sale"), None);
    }

    #[test]
    fn pages_are_distinguished_from_endpoints_of_programs() {
        for page in [
            "/",
            "/about",
            "/cancel/demo/sale",
            "/cancel/demo/sale/",
            "/error/connector/sessionstate/",
            "/status",
            "/status/demo/sale",
            "/move",
            "/move/demo/sale/ABCD",
            "/draw/demo/sale",
            "/demo/diagnostics/connector/error/",
        ] {
            assert!(is_page(page), "{page}");
        }
        for other in [
            "/health/live",
            "/metrics",
            "/admin/v1/rooms",
            "/api/getStatus",
            "/api/mobileapp/queue/demo/sale/enqueue",
            "/assets/a.css",
            "/script/queueit.min.js",
            "/widget/demo/sale.json",
            "/javascriptqueue/demo/sale/1",
            "/draw/demo/sale.json",
            "/draw/demo/sale/receipt.json",
            "/status.json",
            "/status/demo/sale.json",
            "/status/integrationconfig/demo",
            "/status/integrationconfig/secure/demo",
            "/cancel/demo/sale/id/cancelqueueid",
            "/robots.txt",
        ] {
            assert!(!is_page(other), "{other}");
        }
        for kept in [
            "/widget/demo/sale.json",
            "/demo/integrationconfig/javascript/queueclientConfig.js",
            "/js/latest/main.js",
            "/js/latest/lite-validator/main.js",
        ] {
            assert!(is_kept(kept), "{kept}");
        }
        assert!(!is_kept("/") && !is_kept("/api/getStatus"));
    }
}
