//! `/v1/rooms`: the account's rooms with their patterns and texts. With the public key, the same
//! path answers the feed for integrations ([`crate::http::crowdhandler::feed`]).

use admission::{PerMinute, Phase};
use axum::body::Body;
use axum::extract::State;
use axum::response::IntoResponse;
use crowdhandler::UrlMatch;
use http::Response;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::input::{FieldKey, FieldKind, Fields, Parameters, PathId, body, patch};
use super::owner::must_own;
use super::{Answer, ApiFault, DeletedCount, PrivateCaller, ids};
use crate::admin_store::Role;
use crate::clock::timestamp;
use crate::config::{EntryId, Pool, RoomDefinition};
use crate::http::admin::{Force, JsonObject, ProblemDetails};
use crate::http::crowdhandler::account::CallingAccount;
use crate::http::crowdhandler::{answer, directory, feed};
use crate::http::{AppState, SharedAppState, paths};

/// The fields that can be changed.
const FIELDS: [FieldKey; 8] = [
    FieldKey::new("title", "name", FieldKind::Text),
    FieldKey::new("slug", "slug", FieldKind::Text),
    FieldKey::new("message", "message", FieldKind::TextOrNone),
    FieldKey::new("patternType", "urlMatch", FieldKind::Text),
    FieldKey::new("urlPattern", "urlPattern", FieldKind::TextOrNone),
    FieldKey::new("queueActivatesOn", "start", FieldKind::TextOrNone),
    FieldKey::new("urlRedirect", "targetUrl", FieldKind::Text),
    FieldKey::new("templateID", "theme", FieldKind::Template),
];
/// The fields that a new room needs.
const NEEDED: [&str; 3] = ["domainID", "title", "patternType"];
/// The field of a new room that names its domain.
const DOMAIN: FieldKey = FieldKey::new("domainID", "pool", FieldKind::Text);
/// The keys that the role `operate` can change; all others require the role `admin`.
const OPERATED: [&str; 1] = ["message"];
/// The number of letters of its slug with which a new room's id begins.
const ID_LETTERS: usize = 12;

/// A room.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteRoom {
    id: String,
    #[serde(rename = "domainID")]
    domain_id: String,
    /// The domain's first registered host.
    domain: String,
    /// The path of the waiting page.
    slug: String,
    title: String,
    /// The message to everybody who waits; empty for none.
    message: String,
    /// `all`, `contains`, `contains-not`, `regex`, `regex-not` or `none`.
    pattern_type: String,
    /// The text or expression that is compared with path and query; empty for `all` and `none`.
    url_pattern: String,
    /// When the room lets in the first visitor; 2000-01-01T00:00:00Z if it is always active.
    #[schema(format = DateTime)]
    queue_activates_on: String,
    /// Where visitors go who came straight to the waiting page.
    url_redirect: String,
    /// The room's theme.
    #[serde(rename = "templateID")]
    template_id: String,
    /// The domain's, in minutes.
    timeout: u32,
    /// The domain's.
    stock: Option<u64>,
    /// The domain's.
    checkout: String,
}

body!(RoomChange, "The changes of a room.", FIELDS, []);
body!(
    NewSiteRoom,
    "A room to create.",
    [&FIELDS[..], &[DOMAIN]].concat(),
    NEEDED
);

/// The query of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RoomsQuery {
    /// Only rooms of this domain.
    #[serde(rename = "domainID")]
    domain_id: Option<String>,
}

/// The query of a deletion.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RoomDeletion {
    /// Whether to delete the room while people wait in it; default false.
    #[serde(default)]
    force: bool,
}

impl SiteRoom {
    fn of(room: &RoomDefinition, pool: &Pool) -> Option<Self> {
        let (coverage, sessions) = (room.coverage.as_ref()?, pool.sessions?);
        let pattern = &coverage.pattern;
        Some(Self {
            id: ids::room(room.id.as_str()),
            domain_id: ids::domain(&pool.id),
            domain: pool.domains.first()?.as_str().to_owned(),
            slug: coverage.slug.to_string(),
            title: room.name.clone(),
            message: room
                .message
                .as_ref()
                .map(|message| message.text.source().to_owned())
                .unwrap_or_default(),
            pattern_type: pattern.kind().to_string(),
            url_pattern: match pattern.kind() {
                UrlMatch::All | UrlMatch::None => String::new(),
                _ => pattern.as_str().to_owned(),
            },
            queue_activates_on: directory::activates_on(room).to_string(),
            url_redirect: room.target_url.to_string(),
            template_id: ids::template(&room.theme),
            timeout: sessions.minutes.get(),
            stock: sessions.stock,
            checkout: pool
                .checkout
                .as_ref()
                .map(|checkout| checkout.pattern.clone())
                .unwrap_or_default(),
        })
    }

    fn find(app: &AppState, customer: &str, room: &str) -> Result<Self, ApiFault> {
        let config = app.running.config();
        let mut rooms = config.rooms.iter();
        let found = rooms.find(|found| found.customer.as_str() == customer && found.id.as_str() == room);
        let view = found.and_then(|room| {
            let share = room.share.as_ref()?;
            let pool = config.pools.iter().find(|pool| pool.id == share.pool)?;
            Self::of(room, pool)
        });
        view.ok_or_else(|| ApiFault::not_found("This room is gone."))
    }
}

/// Lists the account's rooms; with the public key, the feed for integrations.
#[utoipa::path(
    get, path = paths::CH_ROOMS, tag = "rooms", params(RoomsQuery), responses((status = 200, body = Vec<SiteRoom>)),
)]
pub(super) async fn list(
    State(app): State<SharedAppState>,
    Parameters(query): Parameters<RoomsQuery>,
    parts: Parts,
) -> Result<Response<Body>, ApiFault> {
    if let Some(calling) = CallingAccount::of(&app, &parts) {
        return Ok(feed::answer(&app, calling.account()));
    }
    // For a wrong key, integrations get the same answer as from the rest of the public API.
    let Some(caller) = PrivateCaller::authenticate(&app, &parts)? else {
        return Ok(answer::invalid_key());
    };
    let only = query.domain_id.as_deref().map(|id| caller.domain(id)).transpose()?;
    rooms_of(&app, &caller, only.map(|domain| domain.pool.as_str())).map(IntoResponse::into_response)
}

/// Lists the rooms of a domain.
#[utoipa::path(
    get, path = paths::CH_DOMAIN_ROOMS, tag = "domains", params(("id" = String, Path, description = "dom_…")),
    responses((status = 200, body = Vec<SiteRoom>)),
)]
pub(super) async fn of_domain(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<Vec<SiteRoom>>, ApiFault> {
    let pool = caller.domain(&id)?.pool.as_str();
    rooms_of(&app, &caller, Some(pool))
}

fn rooms_of(app: &AppState, caller: &PrivateCaller, only: Option<&str>) -> Result<Answer<Vec<SiteRoom>>, ApiFault> {
    let rooms = caller.account().rooms();
    let rooms = rooms.filter(|(domain, _)| only.is_none_or(|only| domain.pool == only));
    let views: Result<Vec<SiteRoom>, ApiFault> = rooms
        .map(|(_, room)| SiteRoom::find(app, caller.customer(), room.room.as_str()))
        .collect();
    views.map(Answer)
}

/// Returns one room.
#[utoipa::path(
    get, path = paths::CH_ROOM, tag = "rooms", params(("id" = String, Path, description = "room_…")),
    responses((status = 200, body = SiteRoom)),
)]
pub(super) async fn get(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<SiteRoom>, ApiFault> {
    let (_, room) = caller.room(&id)?;
    SiteRoom::find(&app, caller.customer(), room.room.as_str()).map(Answer)
}

/// Creates a room, which opens at once or at queueActivatesOn.
///
/// Without a slug, the title makes one; without urlRedirect, the domain's first host is the target.
#[utoipa::path(
    post, path = paths::CH_ROOMS, tag = "rooms", request_body = NewSiteRoom,
    responses((status = 200, body = SiteRoom)),
)]
pub(super) async fn post(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    Fields(given): Fields,
) -> Result<Answer<SiteRoom>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let missing: Vec<&str> = NEEDED.into_iter().filter(|name| !given.contains_key(*name)).collect();
    if !missing.is_empty() {
        return Err(ApiFault::bad(format!("{}: a new room needs it.", missing.join(", "))));
    }
    let domain = given.get(DOMAIN.name).and_then(Value::as_str).unwrap_or_default();
    let pool = caller.domain(domain)?.pool.as_str();
    let mut fields = patch(&given, &Value::Null, &[&FIELDS[..], &[DOMAIN]].concat())?;
    complete(&app, &caller, pool, &mut fields)?;
    let room = fields["id"].as_str().unwrap_or_default().to_owned();
    let author = caller.author().assigning(pool);
    let entry = EntryId::room(caller.customer(), &room);
    let changed = app.change(&author, |draft| {
        must_own(&app, draft, caller.customer(), pool)?;
        app.create_entry(draft, &author, &entry, &fields)
    });
    changed.await?;
    SiteRoom::find(&app, caller.customer(), &room).map(Answer)
}

/// Adds the fields of a new room that the configuration requires.
fn complete(app: &AppState, caller: &PrivateCaller, pool: &str, fields: &mut JsonObject) -> Result<(), ApiFault> {
    let config = app.running.config();
    let found = config.pools.iter().find(|found| found.id == pool);
    let found = found.ok_or_else(|| ApiFault::not_found("This domain is gone."))?;
    if found.rate.is_none() {
        let text = "This domain has no rate, so that a new room would hold nobody: set the domain's rate first.";
        return Err(ApiFault::bad(text));
    }
    let text = |fields: &JsonObject, key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
    let slug = text(fields, "slug").unwrap_or_else(|| slug_of(&text(fields, "name").unwrap_or_default()));
    let id = app.new_id(&slug, ID_LETTERS);
    let host = found
        .domains
        .iter()
        .map(|host| host.as_str())
        .find(|host| !host.contains('*'));
    if let Some(host) = host {
        fields.entry("targetUrl").or_insert_with(|| json!(format!("{host}/")));
    }
    let own = [
        ("customer", json!(caller.customer())),
        ("id", json!(id)),
        ("pool", json!(pool)),
        ("slug", json!(slug)),
        ("maxOutflow", json!(PerMinute::MAX.0)),
    ];
    fields.extend(own.map(|(key, value)| (key.to_owned(), value)));
    Ok(())
}

/// Makes a slug from a title.
fn slug_of(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}

/// Changes a room. Fields that are not sent stay as they are.
///
/// The role operate may change the message; everything else requires the role admin. A new slug or
/// queueActivatesOn makes everything invalid that integrations have signed for the room. A room
/// that has begun takes no later start.
#[utoipa::path(
    put, path = paths::CH_ROOM, tag = "rooms", params(("id" = String, Path, description = "room_…")),
    request_body = RoomChange,
    responses((status = 200, body = SiteRoom), (status = 409, description = "The room has begun, and takes no later start")),
)]
pub(super) async fn put(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Fields(given): Fields,
) -> Result<Answer<SiteRoom>, ApiFault> {
    let room = caller.room(&id)?.1.room.as_str();
    let patch = patch(&given, &SiteRoom::find(&app, caller.customer(), room)?, &FIELDS)?;
    let is_operated = patch.keys().all(|key| OPERATED.contains(&key.as_str()));
    caller.must_be(if is_operated { Role::Operate } else { Role::Admin })?;
    must_be_before(&app, caller.customer(), room, &patch)?;
    let author = caller.author();
    let entry = EntryId::room(caller.customer(), room);
    app.change(author, |draft| app.patch_entry(draft, author, &entry, &patch))
        .await?;
    SiteRoom::find(&app, caller.customer(), room).map(Answer)
}

/// Refuses a start in the future for a room that is open: the room would hold nobody, because a
/// room that has begun begins again only after a reset.
fn must_be_before(app: &AppState, customer: &str, room: &str, patch: &JsonObject) -> Result<(), ApiFault> {
    let start = patch.get("start").and_then(Value::as_str);
    let start = start.and_then(|text| text.parse::<jiff::Timestamp>().ok());
    let is_later = start.is_some_and(|start| start > timestamp(app.clock.wall()));
    let open = app.rooms.get(customer, room);
    let has_begun = open.is_some_and(|room| {
        let phase = room.published().snapshot.ledger().lifecycle.phase();
        matches!(phase, Phase::Queue | Phase::PostQueue)
    });
    if !is_later || !has_begun {
        return Ok(());
    }
    let text = "queueActivatesOn: this room has begun, and a later start would hold nobody; create a new room with it, or have \
                the operators reset this one first (POST /admin/v1/rooms/{customer}/{room}/reset)";
    Err(ProblemDetails::conflict(text.to_owned()).into())
}

/// Deletes a room. While people wait in it, this requires `force=true`.
///
/// The last room of a domain stays, because a domain belongs to an account by its rooms.
#[utoipa::path(
    delete, path = paths::CH_ROOM, tag = "rooms", params(("id" = String, Path, description = "room_…"), RoomDeletion),
    responses((status = 200, body = DeletedCount), (status = 409, description = "People wait in the room, or it is the last one of its domain")),
)]
pub(super) async fn delete(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Parameters(query): Parameters<RoomDeletion>,
) -> Result<Answer<DeletedCount>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let (domain, room) = caller.room(&id)?;
    if domain.rooms.len() == 1 {
        let text = "this is the domain's last room; create another one first, or set patternType to none";
        return Err(ProblemDetails::conflict(text.to_owned()).into());
    }
    let author = caller.author();
    let entry = EntryId::room(caller.customer(), room.room.as_str());
    let force = if query.force { Force::Yes } else { Force::No };
    app.change_by(author, force, |draft| app.delete_entry(draft, author, &entry))
        .await?;
    Ok(Answer(DeletedCount { deleted: 1 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_make_slugs() {
        assert_eq!(slug_of("The Summer Sale, 2026!"), "the-summer-sale-2026");
        assert_eq!(slug_of("夏"), "");
    }
}
