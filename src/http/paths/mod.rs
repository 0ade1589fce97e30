//! Every path that the server answers. No path stands anywhere else. [`links`] builds links to
//! them, [`kinds`] tells what a path is for.

mod kinds;
mod links;

pub(crate) use kinds::{Door, door};
pub(super) use kinds::{is_kept, is_page, room_of_client};
pub(super) use links::{
    about, asset, cancel_and_reenter, draw_document, draw_page, draw_receipt, enter, entry, language, leave, move_code,
    move_enter, move_form, move_page, room_status, same, service_status,
};
pub(crate) use links::{admin_configuration, script};

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
/// Where connectors send the browser whose debug link they refused for want of a customer id or
/// key. They write a host of the vendor's; this is for who points that name here.
pub(super) const DEBUG_FAILED: &str = "/diagnostics/connector/error/";
/// The same where the connector knows its customer.
pub(super) const DEBUG_FAILED_CUSTOMER: &str = "/{customer}/diagnostics/connector/error/";
/// The human page of a room's draws, and with `.json` behind the room what is published of them.
pub(super) const DRAW: &str = "/draw/{customer}/{room}";
/// A visitor's receipt: `q` in the query, or the cookie.
pub(super) const DRAW_RECEIPT: &str = "/draw/{customer}/{room}/receipt.json";
/// What widgets on other people's pages show of a room; it may be asked for with `.json` behind the
/// room.
pub(super) const WIDGET: &str = "/widget/{customer}/{room}";
/// Scripts for pages of other sites, by the vendor's names: `queueit.min.js` makes widgets,
/// `queueclient.min.js` and `queueconfigloader.min.js` protect pages.
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
