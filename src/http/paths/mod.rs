//! Every path that the server answers; no path literal stands anywhere else. [`links`] builds links
//! to these paths, [`kinds`] classifies them.

mod kinds;
mod links;

pub(crate) use kinds::{ConnectorEndpoint, connector_endpoint};
pub(super) use kinds::{is_in_crowdhandler_api, is_kept, is_page, room_of_client};
pub(super) use links::{
    BACK_PARAMETER, LEAVING_PARAMETER, PlaceLink, PlaceQuery, about, admin_requests, asset, cancel_and_reenter,
    draw_beacon, draw_document, draw_page, draw_receipt, email_form, email_take, enter, entering_query, entry,
    identity_form, identity_page, language, priority_form, push_worker, room_status, room_without_script, same,
    service_status, signed_in, transfer_code, transfer_enter, transfer_form,
};
pub(crate) use links::{admin_configuration, admin_theme, script};

/// The room itself; without `c`, the page that explains what this host is for.
pub(super) const ENTRY: &str = "/";
/// The Leptos server function that polls call.
pub(super) const GET_STATUS: &str = "/api/getStatus";
/// The version of a room.
pub(super) const GET_VERSION: &str = "/api/getVersion";
/// Reports from connectors on how long pages of a customer's sites took.
pub(super) const PAGE_TIMINGS: &str = "/api/pagetimings/{customer}";
/// Enqueues a visitor of the vendor's mobile apps.
pub(super) const MOBILE_ENQUEUE: &str = "/api/mobileapp/queue/{customer}/{room}/enqueue";
/// Enqueues a visitor of a single-page application, which shows a page of its own.
pub(super) const SPA_ENQUEUE: &str = "/spa-api/queue/{customer}/{room}/enqueue";
/// The status of a place that [`SPA_ENQUEUE`] gave.
pub(super) const SPA_STATUS: &str = "/spa-api/queue/{customer}/{room}/{queue_id}/status";
/// Cancels a place, in older links: `c`, `e`, `q` and perhaps `r` in the query.
pub(super) const CANCEL_ASPX: &str = "/cancel.aspx";
/// Leaves the line: takes the parameters of [`CANCEL_ASPX`] and ends on a page of this server.
pub(super) const EXIT_LINE: &str = "/exitline.aspx";
/// Cancels a place, in connectors of the third generation.
pub(super) const CANCEL: &str = "/cancel/{customer}/{room}";
/// [`CANCEL`] as one connector (Fastly's) writes it.
pub(super) const CANCEL_SLASH: &str = "/cancel/{customer}/{room}/";
/// [`CANCEL`] with the queue id.
pub(super) const CANCEL_PLACE: &str = "/cancel/{customer}/{room}/{queue_id}";
/// [`CANCEL_PLACE`] as the vendor's browser script loads it; the answer is a script.
pub(super) const CANCEL_SCRIPT: &str = "/cancel/{customer}/{room}/{queue_id}/cancelqueueid";
/// Cancels places in several rooms, named in `wrl`; used by connectors of the fourth and fifth
/// generation.
pub(super) const CANCEL_MULTIPLE: &str = "/cancel/multiple/{customer}";
/// The page to which connectors send visitors whose token they refused.
pub(super) const ERROR: &str = "/error/{*code}";
/// Explains the cookie of a debug link to developers of protected sites.
pub(super) const DIAGNOSTICS: &str = "/diagnostics/cookie";
/// The page to which connectors send a browser whose debug link they refused because it lacks a
/// customer id or key. Connectors hard-code a host of the vendor's; this path serves operators who
/// point that name here.
pub(super) const DEBUG_FAILED: &str = "/diagnostics/connector/error/";
/// [`DEBUG_FAILED`] for connectors that know their customer.
pub(super) const DEBUG_FAILED_CUSTOMER: &str = "/{customer}/diagnostics/connector/error/";
/// The page of a room's draws; with `.json` after the room, their published document.
pub(super) const DRAW: &str = "/draw/{customer}/{room}";
/// A visitor's receipt; the place comes from `q` in the query, or from the cookie.
pub(super) const DRAW_RECEIPT: &str = "/draw/{customer}/{room}/receipt.json";
/// Accepts the beacon's round for which a room's draw waits, from any client.
pub(super) const DRAW_BEACON: &str = "/draw/{customer}/{room}/beacon";
/// The data of widgets on pages of other sites; `.json` after the room is optional.
pub(super) const WIDGET: &str = "/widget/{customer}/{room}";
/// Scripts for pages of other sites, by the vendor's names: `queueit.min.js` makes widgets,
/// `queueclient.min.js` and `queueconfigloader.min.js` protect pages.
pub(super) const SCRIPT: &str = "/script/{name}";
/// The status requests of scripts on protected pages.
pub(super) const JAVASCRIPT_QUEUE: &str = "/javascriptqueue/{customer}/{room}/{ms}";
/// The suffix of a published document's path, which its page's path does not have.
pub(super) const DOCUMENT_SUFFIX: &str = ".json";
/// The transfer page of the device that has a place: explains the transfer and makes a code.
pub(super) const TRANSFER: &str = "/move";
/// The transfer page of the device that takes the place over: has a field for the code.
pub(super) const TRANSFER_ENTER: &str = "/move/{customer}/{room}";
/// [`TRANSFER_ENTER`] with the code, as in the QR code.
pub(super) const TRANSFER_CODE: &str = "/move/{customer}/{room}/{code}";
/// The form for a priority code.
pub(super) const PRIORITY: &str = "/priority";
/// The page where a visitor leaves an address for an e-mail before the turn.
pub(super) const EMAIL: &str = "/email";
/// The link in that e-mail: transfers the place to the browser that opens it.
pub(super) const EMAIL_TAKE: &str = "/email/{customer}/{room}/{proof}";
/// Stores a browser's subscription to a web push before the turn.
pub(super) const PUSH: &str = "/push";
/// The service worker that shows the notification; its folder is its scope.
pub(super) const PUSH_WORKER: &str = "/push/worker.js";
/// The form by which a visitor steps aside for a while, and comes back.
pub(super) const HOLD: &str = "/hold";
/// The page that asks for a newcomer's identity.
pub(super) const IDENTITY: &str = "/identity";
/// The page to which the identity provider sends a visitor after the sign-in.
pub(super) const SIGNED_IN: &str = "/identity/signed-in";
/// Reloads a room's page in another language: `cid`, and the page's query in `back`.
pub(super) const LANGUAGE: &str = "/language";
/// The page that explains what this host is for.
pub(super) const ABOUT: &str = "/about";
/// The public status of the service.
pub(super) const SERVICE_STATUS: &str = "/status";
/// [`SERVICE_STATUS`] as JSON.
pub(super) const SERVICE_STATUS_JSON: &str = "/status.json";
/// The public status of a room; with `.json` after the room, as JSON.
pub(super) const ROOM_STATUS: &str = "/status/{customer}/{room}";
/// A customer's integration configuration, for connectors that present its key.
pub(super) const INTEGRATION_CONFIG: &str = "/status/integrationconfig/secure/{customer}";
/// [`INTEGRATION_CONFIG`] without a key; always refused.
pub(super) const INTEGRATION_CONFIG_OPEN: &str = "/status/integrationconfig/{customer}";
/// A customer's integration configuration for browsers, as a script.
pub(super) const INTEGRATION_SCRIPT: &str = "/{customer}/integrationconfig/javascript/queueclientConfig.js";
/// Instructions for crawlers.
pub(super) const ROBOTS: &str = "/robots.txt";
/// Styles, scripts and images; names carry a hash of their content.
pub(super) const ASSETS: &str = "/assets/{*name}";
/// Answers if the process runs.
pub(super) const LIVE: &str = "/health/live";
/// Answers 200 if the process accepts visitors.
pub(super) const READY: &str = "/health/ready";
/// Metrics in Prometheus text format.
pub(super) const METRICS: &str = "/metrics";
/// The root of CrowdHandler's API.
pub(super) const CH_ROOT: &str = "/v1";
/// CrowdHandler's check of a visitor without a token.
pub(super) const CH_REQUESTS: &str = "/v1/requests";
/// [`CH_REQUESTS`] as some clients write it.
pub(super) const CH_REQUESTS_SLASH: &str = "/v1/requests/";
/// CrowdHandler's check of a visitor with a token.
pub(super) const CH_REQUEST: &str = "/v1/requests/{token}";
/// [`CH_REQUEST`] as some clients write it.
pub(super) const CH_REQUEST_SLASH: &str = "/v1/requests/{token}/";
/// [`CH_RESPONSE`] as some clients write it.
pub(super) const CH_RESPONSE_SLASH: &str = "/v1/responses/{id}/";
/// Reports how long a page took.
pub(super) const CH_RESPONSE: &str = "/v1/responses/{id}";
/// CrowdHandler's feed of a customer's rooms; with the private key, all of them.
pub(super) const CH_ROOMS: &str = "/v1/rooms";
/// One room of CrowdHandler's private API.
pub(super) const CH_ROOM: &str = "/v1/rooms/{id}";
/// The domains of CrowdHandler's private API.
pub(super) const CH_DOMAINS: &str = "/v1/domains";
/// One domain.
pub(super) const CH_DOMAIN: &str = "/v1/domains/{id}";
/// The rooms of a domain.
pub(super) const CH_DOMAIN_ROOMS: &str = "/v1/domains/{id}/rooms";
/// The addresses that pass a domain's rooms.
pub(super) const CH_DOMAIN_IPS: &str = "/v1/domains/{id}/ips";
/// How many visitors a domain let in recently.
pub(super) const CH_DOMAIN_REPORTS: &str = "/v1/domains/{id}/reports";
/// The latest calls about a domain's visitors.
pub(super) const CH_DOMAIN_REQUESTS: &str = "/v1/domains/{id}/requests";
/// The latest calls about a domain's visitors, counted by page.
pub(super) const CH_DOMAIN_URLS: &str = "/v1/domains/{id}/urls";
/// How many visitors a room let in recently.
pub(super) const CH_ROOM_REPORTS: &str = "/v1/rooms/{id}/reports";
/// The sessions of a room.
pub(super) const CH_ROOM_SESSIONS: &str = "/v1/rooms/{id}/sessions";
/// The sessions of all rooms.
pub(super) const CH_SESSIONS: &str = "/v1/sessions";
/// One session, by its id or the visitor's token.
pub(super) const CH_SESSION: &str = "/v1/sessions/{id}";
/// The themes that rooms can have.
pub(super) const CH_TEMPLATES: &str = "/v1/templates";
/// One theme.
pub(super) const CH_TEMPLATE: &str = "/v1/templates/{id}";
/// The priority groups of CrowdHandler's private API.
pub(super) const CH_GROUPS: &str = "/v1/groups";
/// One priority group.
pub(super) const CH_GROUP: &str = "/v1/groups/{id}";
/// The codes of a group.
pub(super) const CH_GROUP_CODES: &str = "/v1/groups/{id}/codes";
/// [`CH_GROUP_CODES`] as the vendor's SDK writes it in a POST: the group is in the body.
pub(super) const CH_GROUP_CODES_EMPTY: &str = "/v1/groups//codes";
/// Makes random codes for a group.
pub(super) const CH_GROUP_BATCH: &str = "/v1/groups/{id}/batch";
/// [`CH_GROUP_BATCH`] as the vendor's SDK writes it: the group is in the body.
pub(super) const CH_GROUP_BATCH_EMPTY: &str = "/v1/groups//batch";
/// The codes of all groups.
pub(super) const CH_CODES: &str = "/v1/codes";
/// One code.
pub(super) const CH_CODE: &str = "/v1/codes/{id}";
/// The current figures of a domain or a room.
pub(super) const CH_REPORT: &str = "/v1/reports/{id}";
/// The addresses that pass rooms.
pub(super) const CH_IPS: &str = "/v1/ips";
/// One address.
pub(super) const CH_IP: &str = "/v1/ips/{id}";
/// The account of CrowdHandler's private API.
pub(super) const CH_ACCOUNT: &str = "/v1/account";
/// The limits of the account.
pub(super) const CH_ACCOUNT_PLAN: &str = "/v1/account/plan";
/// The OpenAPI description of CrowdHandler's private API.
pub(super) const CH_OPENAPI: &str = "/v1/openapi.json";
/// CrowdHandler's check for browsers: redirects to the page or to the waiting room.
pub(super) const CH_REDIRECT: &str = "/v1/redirect/requests";
/// [`CH_REDIRECT`] as some clients write it.
pub(super) const CH_REDIRECT_SLASH: &str = "/v1/redirect/requests/";
/// [`CH_REDIRECT`] of a visitor with a token.
pub(super) const CH_REDIRECT_TOKEN: &str = "/v1/redirect/requests/{token}";
/// [`CH_REDIRECT_TOKEN`] as some clients write it.
pub(super) const CH_REDIRECT_TOKEN_SLASH: &str = "/v1/redirect/requests/{token}/";
/// The script of this server for sites without an integration on their servers: it sends a check
/// for every page.
pub(super) const CH_SCRIPT: &str = "/js/latest/main.js";
/// [`CH_SCRIPT`] in a version that only checks the visitor's token, and sends browsers to
/// [`CH_REDIRECT`].
pub(super) const CH_LITE_SCRIPT: &str = "/js/latest/lite-validator/main.js";
/// A room's waiting page by its slug.
pub(super) const CH_ROOM_PAGE: &str = "/{slug}";
/// [`CH_ROOM_PAGE`] as visitors and some integrations write it.
pub(super) const CH_ROOM_PAGE_SLASH: &str = "/{slug}/";
/// [`CH_ROOM_PAGE`] on a site's own host.
pub(super) const CH_ROOM_PAGE_WHITELABEL: &str = "/ch/{slug}";
/// [`CH_ROOM_PAGE_WHITELABEL`] as visitors and some integrations write it.
pub(super) const CH_ROOM_PAGE_WHITELABEL_SLASH: &str = "/ch/{slug}/";
/// The waiting page on a site's host for a visitor whose room the integration could not determine.
pub(super) const CH_SAFETY_NET: &str = "/ch/";
/// [`CH_SAFETY_NET`] as visitors and some integrations write it.
pub(super) const CH_SAFETY_NET_BARE: &str = "/ch";
/// A room's static page for one moment and the reader's language, for pages that are already open.
pub(super) const CH_ROOM_PAGE_OF: &str = "/ch-pages/{moment}/{languages}/{slug}";
/// The script of rooms' static pages. It has one name for all versions: pages are cached.
pub(super) const CH_PAGE_SCRIPT: &str = "/js/latest/room/main.js";
/// The root of the admin API; the paths below are relative to it.
pub(crate) const ADMIN: &str = "/admin/v1";
/// All rooms.
pub(super) const ADMIN_ROOMS: &str = "/rooms";
/// One room.
pub(super) const ADMIN_ROOM: &str = "/rooms/{customer}/{room}";
/// The figures of a room.
pub(super) const ADMIN_STATS: &str = "/rooms/{customer}/{room}/stats";
/// The latest grants of a room.
pub(super) const ADMIN_GRANTS: &str = "/rooms/{customer}/{room}/grants";
/// Explains why a request is let in, queued, refused or cancelled.
pub(crate) const ADMIN_EXPLAIN: &str = "/explain";
/// Makes a link that shows what a connector sees.
pub(super) const ADMIN_DEBUG_LINK: &str = "/rooms/{customer}/{room}/debug-link";
/// The beacon's round for which a room's draw waits.
pub(super) const ADMIN_DRAW_BEACON: &str = "/rooms/{customer}/{room}/draw/beacon";
/// Makes a room's draw stop waiting for the beacon's round.
pub(super) const ADMIN_DRAW_WITHOUT_BEACON: &str = "/rooms/{customer}/{room}/draw/without-beacon";
/// The invitations of a room.
pub(super) const ADMIN_INVITES: &str = "/rooms/{customer}/{room}/invites";
/// One invitation, by key.
pub(super) const ADMIN_INVITE: &str = "/rooms/{customer}/{room}/invites/{key}";
/// Makes a link that bypasses the room.
pub(super) const ADMIN_BYPASS_LINK: &str = "/rooms/{customer}/{room}/bypass-link";
/// An operator's action on a room.
pub(super) const ADMIN_ACTION: &str = "/rooms/{customer}/{room}/{action}";
/// All groups of addresses that may bypass rooms.
pub(super) const ADMIN_IP_GROUPS: &str = "/ip-groups";
/// One group of addresses.
pub(super) const ADMIN_IP_GROUP: &str = "/ip-groups/{id}";
/// The draft of a customer's integration configuration.
pub(super) const ADMIN_INTEGRATION_DRAFT: &str = "/customers/{customer}/integration/draft";
/// Checks a source, or the draft, for problems.
pub(super) const ADMIN_INTEGRATION_VALIDATE: &str = "/customers/{customer}/integration/validate";
/// Evaluates a sample request by the draft or by a version.
pub(super) const ADMIN_INTEGRATION_PREVIEW: &str = "/customers/{customer}/integration/preview";
/// Publishes the draft as the next version.
pub(super) const ADMIN_INTEGRATION_PUBLISH: &str = "/customers/{customer}/integration/publish";
/// The published versions that are kept.
pub(super) const ADMIN_INTEGRATION_VERSIONS: &str = "/customers/{customer}/integration/versions";
/// One published version.
pub(super) const ADMIN_INTEGRATION_VERSION: &str = "/customers/{customer}/integration/versions/{version}";
/// Publishes an old version as the next one.
pub(super) const ADMIN_INTEGRATION_ROLLBACK: &str = "/customers/{customer}/integration/versions/{version}/rollback";
/// One version in a signed envelope.
pub(super) const ADMIN_INTEGRATION_PUSH: &str = "/customers/{customer}/integration/versions/{version}/push";
/// Everything that can be changed at run time, as one document.
pub(crate) const ADMIN_CONFIGURATION: &str = "/configuration";
/// Compares the running configuration with a given one.
pub(crate) const ADMIN_CONFIGURATION_COMPARE: &str = "/configuration/compare";
/// All customers.
pub(super) const ADMIN_CUSTOMERS: &str = "/customers";
/// One customer.
pub(super) const ADMIN_CUSTOMER: &str = "/customers/{customer}";
/// The recent requests for places.
pub(super) const ADMIN_REQUESTS: &str = "/customers/{customer}/requests";
/// The rules for addresses of a customer.
pub(super) const ADMIN_FIREWALL: &str = "/customers/{customer}/firewall";
/// One rule for addresses.
pub(super) const ADMIN_FIREWALL_RULE: &str = "/customers/{customer}/firewall/{id}";
/// All pools, whose rooms share a capacity.
pub(super) const ADMIN_POOLS: &str = "/pools";
/// One pool.
pub(super) const ADMIN_POOL: &str = "/pools/{pool}";
/// The priority groups of a pool.
pub(super) const ADMIN_GROUPS: &str = "/pools/{pool}/groups";
/// One priority group.
pub(super) const ADMIN_GROUP: &str = "/pools/{pool}/groups/{group}";
/// The codes of a priority group.
pub(super) const ADMIN_CODES: &str = "/pools/{pool}/groups/{group}/codes";
/// One code, by id.
pub(super) const ADMIN_CODE: &str = "/pools/{pool}/groups/{group}/codes/{id}";
/// Checks whether a pass is valid for an order.
pub(super) const ADMIN_PASSES_VERIFY: &str = "/passes/verify";
/// The orders of a customer by outcome, and the last rejected ones.
pub(super) const ADMIN_ORDERS: &str = "/customers/{customer}/orders";
/// The themes that rooms can have.
pub(super) const ADMIN_THEMES: &str = "/themes";
/// One theme.
pub(super) const ADMIN_THEME: &str = "/themes/{theme}";
/// The tokens for the admin API.
pub(super) const ADMIN_TOKENS: &str = "/tokens";
/// One token.
pub(super) const ADMIN_TOKEN: &str = "/tokens/{id}";
/// The log of changes.
pub(super) const ADMIN_AUDIT: &str = "/audit";
/// The OpenAPI description of the admin API.
pub(super) const ADMIN_OPENAPI: &str = "/openapi.json";
