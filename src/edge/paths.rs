//! Every path that the server answers, and the builders of links to them. No path stands anywhere else. Links to pages
//! are spelt as the request at hand is: under the path prefix if it came under it ([`super::prefix`]).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use protocol::QueueId;

use super::prefix::here;

/// The room itself; without `c` the page "what is this".
pub(super) const ENTRY: &str = "/";
/// The Leptos server function.
pub(super) const GET_STATUS: &str = "/api/getStatus";
/// What the vendor's apps ask before they show anything.
pub(super) const MOBILE_ENQUEUE: &str = "/api/mobileapp/queue/{customer}/{room}/enqueue";
/// A place for another page than ours.
pub(super) const SPA_ENQUEUE: &str = "/spa-api/queue/{customer}/{room}/enqueue";
/// Where it stands.
pub(super) const SPA_STATUS: &str = "/spa-api/queue/{customer}/{room}/{queue_id}/status";
/// Cancel by older links: `c`, `e`, `q` and perhaps `r` in the query.
pub(super) const CANCEL_ASPX: &str = "/cancel.aspx";
/// Leave the line: the same parameters; ends on a page of ours.
pub(super) const EXIT_LINE: &str = "/exitline.aspx";
/// Cancel of connectors of the third generation.
pub(super) const CANCEL: &str = "/cancel/{customer}/{room}";
/// The same as one of them (Fastly's) writes it.
pub(super) const CANCEL_SLASH: &str = "/cancel/{customer}/{room}/";
/// The same with the queue id.
pub(super) const CANCEL_PLACE: &str = "/cancel/{customer}/{room}/{queue_id}";
/// The same as the vendor's browser script loads it: a script itself.
pub(super) const CANCEL_SCRIPT: &str = "/cancel/{customer}/{room}/{queue_id}/cancelqueueid";
/// Cancel of connectors of the fourth and fifth generation: rooms in `wrl`.
pub(super) const CANCEL_MULTIPLE: &str = "/cancel/multiple/{customer}";
/// Where connectors send visitors whose token they refused.
pub(super) const ERROR: &str = "/error/{*code}";
/// For developers of protected sites: the cookie of a debug link, explained.
pub(super) const DIAGNOSTICS: &str = "/diagnostics/cookie";
/// Where connectors send the browser whose debug link they refused for want of a customer id or key. They write a host of the vendor's; this is for who points that
/// name here.
pub(super) const DEBUG_FAILED: &str = "/diagnostics/connector/error/";
/// The same where the connector knows its customer.
pub(super) const DEBUG_FAILED_CUSTOMER: &str = "/{customer}/diagnostics/connector/error/";
/// The human page of a room's draws, and with `.json` behind the room what is published of them.
pub(super) const DRAW: &str = "/draw/{customer}/{room}";
/// A visitor's receipt: `q` in the query, or the cookie.
pub(super) const DRAW_RECEIPT: &str = "/draw/{customer}/{room}/receipt.json";
/// What widgets on other people's pages show of a room; it may be asked for with `.json` behind the room.
pub(super) const WIDGET: &str = "/widget/{customer}/{room}";
/// Scripts for pages of other sites, by the vendor's names: `queueit.min.js` makes widgets, `queueclient.min.js` and `queueconfigloader.min.js` protect pages.
pub(super) const SCRIPT: &str = "/script/{name}";
/// How scripts of protected pages ask how their visitor stands.
pub(super) const JAVASCRIPT_QUEUE: &str = "/javascriptqueue/{customer}/{room}/{ms}";
/// What tells a published document from its page.
pub(super) const DOCUMENT_SUFFIX: &str = ".json";
/// The device that has a place: explains, and makes a code.
pub(super) const MOVE: &str = "/move";
/// The device that takes it over types the code in here.
pub(super) const MOVE_ENTER: &str = "/move/{customer}/{room}";
/// The same with the code: what the picture holds.
pub(super) const MOVE_CODE: &str = "/move/{customer}/{room}/{code}";
/// Back to a room's page in another language: `cid`, and the page's query in `back`.
pub(super) const LANGUAGE: &str = "/language";
/// What this host is for.
pub(super) const ABOUT: &str = "/about";
/// How the service stands.
pub(super) const SERVICE_STATUS: &str = "/status";
/// The same as JSON.
pub(super) const SERVICE_STATUS_JSON: &str = "/status.json";
/// How a room stands, and with `.json` behind the room the same as JSON.
pub(super) const ROOM_STATUS: &str = "/status/{customer}/{room}";
/// A customer's integration configuration, for connectors that show its key.
pub(super) const INTEGRATION_CONFIG: &str = "/status/integrationconfig/secure/{customer}";
/// The same without a key, which is refused.
pub(super) const INTEGRATION_CONFIG_OPEN: &str = "/status/integrationconfig/{customer}";
/// The same for browsers, as a script.
pub(super) const INTEGRATION_SCRIPT: &str = "/{customer}/integrationconfig/javascript/queueclientConfig.js";
/// For crawlers.
pub(super) const ROBOTS: &str = "/robots.txt";
/// Styles, scripts and images; names carry a hash of their content.
pub(super) const ASSETS: &str = "/assets/{*name}";
/// The process runs.
pub(super) const LIVE: &str = "/health/live";
/// The process takes visitors.
pub(super) const READY: &str = "/health/ready";
/// Prometheus text.
pub(super) const METRICS: &str = "/metrics";
/// Under it the admin API; paths below are relative to it.
pub(crate) const ADMIN: &str = "/admin/v1";
/// All rooms.
pub(super) const ADMIN_ROOMS: &str = "/rooms";
/// One room.
pub(super) const ADMIN_ROOM: &str = "/rooms/{customer}/{room}";
/// Its figures.
pub(super) const ADMIN_STATS: &str = "/rooms/{customer}/{room}/stats";
/// Its latest grants.
pub(super) const ADMIN_GRANTS: &str = "/rooms/{customer}/{room}/grants";
/// Why a request is let in, queued, refused or cancelled.
pub(crate) const ADMIN_EXPLAIN: &str = "/explain";
/// Makes a link that shows what a connector sees.
pub(super) const ADMIN_DEBUG_LINK: &str = "/rooms/{customer}/{room}/debug-link";
/// Who is invited to it.
pub(super) const ADMIN_INVITES: &str = "/rooms/{customer}/{room}/invites";
/// One of them, by key.
pub(super) const ADMIN_INVITE: &str = "/rooms/{customer}/{room}/invites/{key}";
/// A link past it.
pub(super) const ADMIN_BYPASS_LINK: &str = "/rooms/{customer}/{room}/bypass-link";
/// An operator's action on it.
pub(super) const ADMIN_ACTION: &str = "/rooms/{customer}/{room}/{action}";
/// Groups of addresses that may pass rooms.
pub(super) const ADMIN_IP_GROUPS: &str = "/ip-groups";
/// One of them.
pub(super) const ADMIN_IP_GROUP: &str = "/ip-groups/{id}";
/// What is being written of a customer's integration configuration.
pub(super) const ADMIN_INTEGRATION_DRAFT: &str = "/customers/{customer}/integration/draft";
/// What is wrong with it.
pub(super) const ADMIN_INTEGRATION_VALIDATE: &str = "/customers/{customer}/integration/validate";
/// What becomes of a request.
pub(super) const ADMIN_INTEGRATION_PREVIEW: &str = "/customers/{customer}/integration/preview";
/// Makes it the next version.
pub(super) const ADMIN_INTEGRATION_PUBLISH: &str = "/customers/{customer}/integration/publish";
/// What was published.
pub(super) const ADMIN_INTEGRATION_VERSIONS: &str = "/customers/{customer}/integration/versions";
/// One version.
pub(super) const ADMIN_INTEGRATION_VERSION: &str = "/customers/{customer}/integration/versions/{version}";
/// Makes an old version the next.
pub(super) const ADMIN_INTEGRATION_ROLLBACK: &str = "/customers/{customer}/integration/versions/{version}/rollback";
/// One version in a signed envelope.
pub(super) const ADMIN_INTEGRATION_PUSH: &str = "/customers/{customer}/integration/versions/{version}/push";
/// Everything that can be changed at run time, as one.
pub(crate) const ADMIN_CONFIGURATION: &str = "/configuration";
/// How what runs differs from another.
pub(crate) const ADMIN_CONFIGURATION_COMPARE: &str = "/configuration/compare";
/// Who owns rooms.
pub(super) const ADMIN_CUSTOMERS: &str = "/customers";
/// One of them.
pub(super) const ADMIN_CUSTOMER: &str = "/customers/{customer}";
/// What rooms share.
pub(super) const ADMIN_POOLS: &str = "/pools";
/// One of them.
pub(super) const ADMIN_POOL: &str = "/pools/{pool}";
/// Who may use the API.
pub(super) const ADMIN_TOKENS: &str = "/tokens";
/// One of them.
pub(super) const ADMIN_TOKEN: &str = "/tokens/{id}";
/// Who changed what.
pub(super) const ADMIN_AUDIT: &str = "/audit";
/// The API's description.
pub(super) const ADMIN_OPENAPI: &str = "/openapi.json";

const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// An address of ours that connectors and links lead to, with what its path says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door<'p> {
    /// A room.
    Enter,
    /// A connector refused a token or a session, by this code.
    Refused(&'p str),
    /// A cancel: customer and room, where the path names them.
    Cancel(Option<(&'p str, &'p str)>),
    /// A cancel of several rooms of this customer.
    CancelMultiple(&'p str),
}

/// Customer and room in a path that apps and pages of other hosts ask: [`MOBILE_ENQUEUE`],
/// [`SPA_ENQUEUE`], [`SPA_STATUS`].
#[must_use]
pub(super) fn room_of_client(path: &str) -> Option<(&str, &str)> {
    let doors = [MOBILE_ENQUEUE, SPA_ENQUEUE].map(|pattern| pattern.split('{').next().unwrap_or_default());
    let behind = doors.iter().find_map(|door| path.strip_prefix(door))?;
    let mut segments = behind.split('/');
    segments.next().zip(segments.next())
}

/// Which of them a path is, if one.
#[must_use]
pub(crate) fn door(path: &str) -> Option<Door<'_>> {
    let behind = |pattern: &str| path.strip_prefix(pattern.split('{').next()?);
    if path.is_empty() || path == ENTRY {
        return Some(Door::Enter);
    }
    if path == CANCEL_ASPX {
        return Some(Door::Cancel(None));
    }
    if let Some(code) = behind(ERROR) {
        return Some(Door::Refused(code.trim_end_matches('/')));
    }
    if let Some(customer) = behind(CANCEL_MULTIPLE) {
        return Some(Door::CancelMultiple(customer));
    }
    let (customer, rest) = behind(CANCEL)?.split_once('/')?;
    let room = rest.split('/').next().unwrap_or_default();
    Some(Door::Cancel(Some((customer, room))))
}

/// Where a whole configuration is put, relative to the admin API.
#[must_use]
pub(crate) fn admin_configuration(force: bool) -> String {
    with_query(ADMIN_CONFIGURATION, force.then_some(("force", "true")))
}

/// A link to a room for a newcomer, with what they keep of the link they came by.
#[must_use]
pub(super) fn enter<'a>(
    customer: &'a str,
    room: &'a str,
    kept: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    link(ENTRY, customer, room, kept)
}

/// A room's page with a query that is written already.
#[must_use]
pub(super) fn entry(query: &str) -> String {
    format!("{}?{query}", here(ENTRY))
}

/// The address that is asked for, as its own page's form sends it again.
#[must_use]
pub(super) fn same(address: &http::Uri) -> String {
    here(address.path_and_query().map_or(ENTRY, |address| address.as_str()))
}

/// The way out of an error: cancels the place that this browser holds in the room, then leads back
/// into it. It names that place, so that it acts without a question; it cannot loop, because a cancel
/// always ends on a fresh place.
#[must_use]
pub(super) fn cancel_and_reenter<'a>(
    customer: &'a str,
    room: &'a str,
    queue_id: &QueueId,
    kept: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    // An id needs no escape.
    format!("{}&q={queue_id}", link(CANCEL_ASPX, customer, room, kept))
}

/// The link by which a visitor leaves the line, with what is kept of theirs: it is the way back on the page after it.
#[must_use]
pub(super) fn leave<'a>(
    customer: &'a str,
    room: &'a str,
    queue_id: &QueueId,
    kept: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    // An id needs no escape.
    format!("{}&q={queue_id}", link(EXIT_LINE, customer, room, kept))
}

/// The page by which a place moves to another device, with what is kept of the visitor's link.
#[must_use]
pub(super) fn move_page<'a>(
    customer: &'a str,
    room: &'a str,
    queue_id: &QueueId,
    kept: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    // An id needs no escape.
    format!("{}&q={queue_id}", link(MOVE, customer, room, kept))
}

/// Where the forms about a move are sent.
#[must_use]
pub(super) fn move_form() -> String {
    here(MOVE)
}

/// Where a code is typed in.
#[must_use]
pub(super) fn move_enter(customer: &str, room: &str, culture: Option<&str>) -> String {
    let culture = culture.map(|culture| ("cid", culture));
    with_query(&of_room(MOVE_ENTER, customer, room), culture)
}

/// The same with the code.
#[must_use]
pub(super) fn move_code(customer: &str, room: &str, code: &str, culture: Option<&str>) -> String {
    let code = utf8_percent_encode(code, VALUE).to_string();
    let culture = culture.map(|culture| ("cid", culture));
    with_query(&of_room(MOVE_CODE, customer, room).replace("{code}", &code), culture)
}

/// The published document of a room's draws.
#[must_use]
pub(super) fn draw_document(customer: &str, room: &str) -> String {
    here(&of_room(DRAW, customer, room)) + DOCUMENT_SUFFIX
}

/// The page that checks a room's draws, and with a place a visitor's number; `kept` of the visitor's
/// link.
#[must_use]
pub(super) fn draw_page<'a>(
    customer: &str,
    room: &str,
    queue_id: Option<&QueueId>,
    kept: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    let queue_id = queue_id.map(QueueId::to_string);
    let mut pairs: Vec<(&str, &str)> = queue_id.as_deref().map(|id| ("q", id)).into_iter().collect();
    for (name, value) in kept {
        pairs.push((name, value));
    }
    with_query(&of_room(DRAW, customer, room), pairs)
}

/// The receipt of a place.
#[must_use]
pub(super) fn draw_receipt(customer: &str, room: &str, queue_id: &QueueId) -> String {
    let queue_id = queue_id.to_string();
    with_query(&of_room(DRAW_RECEIPT, customer, room), [("q", queue_id.as_str())])
}

/// A file named by its content.
#[must_use]
pub(super) fn asset(name: &str) -> String {
    ASSETS.replace("{*name}", name)
}

/// A script for pages of other sites, by its name there.
#[must_use]
pub(crate) fn script(name: &str) -> String {
    SCRIPT.replace("{name}", &format!("{name}.min.js"))
}

/// The public status of a room, in a language.
#[must_use]
pub(super) fn room_status(customer: &str, room: &str, culture: &str) -> String {
    with_query(&of_room(ROOM_STATUS, customer, room), [("cid", culture)])
}

/// Where the language picker sends.
#[must_use]
pub(super) fn language() -> String {
    here(LANGUAGE)
}

/// How the service stands.
#[must_use]
pub(super) fn service_status() -> String {
    here(SERVICE_STATUS)
}

/// What this host is for, in a language.
#[must_use]
pub(super) fn about(culture: &str) -> String {
    with_query(ABOUT, [("cid", culture)])
}

fn link<'a>(
    path: &str,
    customer: &'a str,
    room: &'a str,
    more: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    with_query(path, [("c", customer), ("e", room)].into_iter().chain(more))
}

/// A path of one room; ids need no escape.
fn of_room(path: &str, customer: &str, room: &str) -> String {
    path.replace("{customer}", customer).replace("{room}", room)
}

fn with_query<'a>(path: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut link = here(path);
    let mut separator = '?';
    for (name, value) in pairs {
        link.push(separator);
        link.extend(utf8_percent_encode(name, VALUE));
        link.push('=');
        link.extend(utf8_percent_encode(value, VALUE));
        separator = '&';
    }
    link
}

/// Pages that people open.
const PAGES: [&str; 19] = [
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
    MOVE,
    MOVE_ENTER,
    MOVE_CODE,
    LANGUAGE,
    ABOUT,
    SERVICE_STATUS,
    ROOM_STATUS,
];
/// What caches keep for everybody.
const KEPT: [&str; 7] = [
    ASSETS,
    SCRIPT,
    WIDGET,
    INTEGRATION_SCRIPT,
    DRAW,
    SERVICE_STATUS_JSON,
    ROOM_STATUS,
];

/// Whether people open this path, and see a page.
#[must_use]
pub(super) fn is_page(path: &str) -> bool {
    let is_document = path.ends_with(DOCUMENT_SUFFIX) || fits(INTEGRATION_CONFIG_OPEN, path);
    !is_document && PAGES.iter().any(|route| fits(route, path))
}

/// Whether caches keep the answer for everybody, so that it may depend on nothing but the address and what `Vary` names.
#[must_use]
pub(super) fn is_kept(path: &str) -> bool {
    path == SERVICE_STATUS || KEPT.iter().any(|route| fits(route, path))
}

/// Whether a route answers a path.
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
    fn the_doors_of_connectors_are_known_by_their_paths() {
        for (path, which) in [
            ("/", Some(Door::Enter)),
            ("", Some(Door::Enter)),
            ("/error/hash/", Some(Door::Refused("hash"))),
            (
                "/error/connector/sessionstate/",
                Some(Door::Refused("connector/sessionstate")),
            ),
            ("/cancel.aspx", Some(Door::Cancel(None))),
            ("/cancel/demo/sale", Some(Door::Cancel(Some(("demo", "sale"))))),
            ("/cancel/demo/sale/", Some(Door::Cancel(Some(("demo", "sale"))))),
            (
                "/cancel/demo/sale/q/cancelqueueid",
                Some(Door::Cancel(Some(("demo", "sale")))),
            ),
            ("/cancel/multiple/demo", Some(Door::CancelMultiple("demo"))),
            ("/cancel/demo", None),
            ("/about", None),
        ] {
            assert_eq!(door(path), which, "{path}");
        }
    }

    #[test]
    fn the_room_of_a_clients_path_is_found() {
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
    fn links_are_escaped_names_and_values() {
        let link = enter("demo", "sale", [("t", "https://a.example/?x=1&y=ä"), ("t_&", "1")]);
        assert_eq!(
            link,
            "/?c=demo&e=sale&t=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D%C3%A4&t_%26=1"
        );
        let back = cancel_and_reenter("demo", "sale", &QueueId::NIL, [("cid", "de")]);
        assert_eq!(back, format!("/cancel.aspx?c=demo&e=sale&cid=de&q={}", QueueId::NIL));
        let left = leave("demo", "sale", &QueueId::NIL, [("cid", "de")]);
        assert_eq!(left, format!("/exitline.aspx?c=demo&e=sale&cid=de&q={}", QueueId::NIL));
        let page = move_page("demo", "sale", &QueueId::NIL, [("cid", "de")]);
        assert_eq!(page, format!("/move?c=demo&e=sale&cid=de&q={}", QueueId::NIL));
        assert_eq!(move_enter("demo", "sale", Some("de")), "/move/demo/sale?cid=de");
        assert_eq!(
            move_code("demo", "sale", "K7QX-3MTP", None),
            "/move/demo/sale/K7QX-3MTP"
        );
        assert_eq!(move_code("demo", "sale", "a/b?{", None), "/move/demo/sale/a%2Fb%3F%7B");
        let page = draw_page("demo", "sale", Some(&QueueId::NIL), [("cid", "de&x")]);
        assert_eq!(page, format!("/draw/demo/sale?q={}&cid=de%26x", QueueId::NIL));
        assert_eq!(draw_page("demo", "sale", None, []), "/draw/demo/sale");
    }

    #[test]
    fn pages_are_told_from_what_programs_ask() {
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
        assert!(
            is_kept("/widget/demo/sale.json") && is_kept("/demo/integrationconfig/javascript/queueclientConfig.js")
        );
        assert!(!is_kept("/") && !is_kept("/api/getStatus"));
    }
}
