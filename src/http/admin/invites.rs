//! `rooms/{c}/{e}/invites`: the people who may join an invite-only room. A new key and its link are
//! shown in clear once; only hashes are stored, so the list shows ids.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use protocol::VisitorKey;
use protocol::visitor_key::VisitorKeyError;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::admin_store::AuditNote;
use crate::clock::rfc3339;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{JsonBody, PathParams, QueryParams, RoomPath};
use crate::http::admin::problem::ProblemDetails;
use crate::http::admin::rooms::find;
use crate::http::visit::query::KEY_PARAMETER;
use crate::http::{AppState, SharedAppState, paths};
use crate::rooms::invites::{INVITES_ADDED_MAX, Invite, InviteError, InviteId, InviteIdError, PAGE_MAX};
use crate::rooms::{Room, StateError, Unserved};

/// The default number of entries on a page of the list.
const PAGE_DEFAULT: usize = 100;

/// The invitations to add: either keys that the site knows, or a number of random codes.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct InvitesInput {
    /// Keys, at most 200 bytes each.
    #[serde(default)]
    #[schema(max_items = 1000)]
    keys: Vec<String>,
    /// Number of random codes to make.
    #[serde(default)]
    #[schema(maximum = 1000)]
    count: u32,
}

/// The added invitations.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct InvitesAdded {
    /// Number of keys that were not on the list before.
    added: u64,
    /// Number of keys on the list now.
    listed: u64,
    /// All requested invitations. Keys are not shown again.
    invites: Vec<InviteLink>,
}

/// An invitation in clear.
#[derive(Debug, Serialize, ToSchema)]
struct InviteLink {
    /// Id of the key on the list.
    id: String,
    key: String,
    /// The link to send to the invited person.
    link: String,
}

/// Adds keys to the list of invitations, all of them or none.
///
/// Keys that are already on the list stay unchanged; the answer contains their links again.
#[utoipa::path(
    post, path = paths::ADMIN_INVITES, tag = "invites", params(RoomPath), request_body = InvitesInput,
    responses((status = 200, body = InvitesAdded), (status = 409, description = "The list is full")),
)]
pub(in crate::http) async fn add(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<RoomPath>,
    JsonBody(wanted): JsonBody<InvitesInput>,
) -> Result<Json<InvitesAdded>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    let keys = wanted.keys(&app)?;
    let ids: BTreeSet<InviteId> = keys.iter().map(|key| room.invites().id(key)).collect();
    let resource = format!("room/{}", room.name());
    let note = |action: &str| AuditNote::new(action, &resource).field("keys", None, Some(&json!(ids.len())));
    let add = async {
        let added = room.invites().add(&ids, app.clock.wall()).await;
        added.map_err(|error| refused(&room, &error))
    };
    let added = app.noted(&caller, "invite", note, add).await?;
    let listed = room.invites().listed().await.map_err(|error| away(&room, &error))?;
    tracing::info!(
        room = room.name(),
        added,
        listed,
        by = caller.name(),
        "keys were invited"
    );
    let invites = keys.iter().map(|key| link(&app, &room, key)).collect();
    Ok(Json(InvitesAdded { added, listed, invites }))
}

impl InvitesInput {
    fn keys(&self, app: &AppState) -> Result<Vec<VisitorKey>, ProblemDetails> {
        let codes = usize::try_from(self.count).unwrap_or(usize::MAX);
        match (self.keys.len(), codes) {
            (0, 0) => Err(ProblemDetails::field("/keys", "send keys, or a count of random codes")),
            (1.., 1..) => Err(ProblemDetails::field("/count", "send either keys or a count, not both")),
            (_, _) if codes > INVITES_ADDED_MAX => Err(ProblemDetails::field(
                "/count",
                format!("at most {INVITES_ADDED_MAX} at once"),
            )),
            (0, _) => Ok((0..codes)
                .map(|_| VisitorKey::from_random(app.entropy.nonce()))
                .collect()),
            (named, _) if named > INVITES_ADDED_MAX => Err(ProblemDetails::field(
                "/keys",
                format!("at most {INVITES_ADDED_MAX} at once"),
            )),
            _ => self.parsed_keys(),
        }
    }

    fn parsed_keys(&self) -> Result<Vec<VisitorKey>, ProblemDetails> {
        let keys = self.keys.iter().enumerate();
        keys.map(|(index, key)| key.parse().map_err(|error| no_key(&format!("/keys/{index}"), error)))
            .collect()
    }
}

/// The query of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct InvitesQuery {
    /// Only entries after this id: `next` of the previous page.
    #[param(pattern = "^[0-9a-f]{32}$")]
    after: Option<String>,
    /// Maximum number of entries; default 100.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
}

/// A page of the list.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct InvitesPage {
    /// Number of keys on the list.
    listed: u64,
    invites: Vec<InviteView>,
    /// `after` for the next page; `null` if there is none.
    next: Option<String>,
}

/// A key as shown in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct InviteView {
    id: String,
    /// `null` for a key that is no longer on the list.
    #[schema(format = DateTime)]
    added_at: Option<String>,
    /// Time at which a place was given for the key in this run; `null` if none was. Not recorded in
    /// rooms whose keys need not be unique.
    #[schema(format = DateTime)]
    used_at: Option<String>,
}

/// `rooms/{customer}/{room}/invites/{key}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct InvitePath {
    /// A customer's id.
    customer: String,
    /// A room's id.
    room: String,
    /// The key itself, in clear.
    key: String,
}

/// Returns the number of invitations, and a page of the list in the order of the ids.
#[utoipa::path(
    get, path = paths::ADMIN_INVITES, tag = "invites", params(RoomPath, InvitesQuery),
    responses((status = 200, body = InvitesPage)),
)]
pub(in crate::http) async fn list(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<RoomPath>,
    QueryParams(range): QueryParams<InvitesQuery>,
) -> Result<Json<InvitesPage>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    let after = range.after.map(|id| id.parse()).transpose();
    let after = after.map_err(|error: InviteIdError| ProblemDetails::field("/after", error.to_string()))?;
    let limit = range.limit.unwrap_or(PAGE_DEFAULT);
    if !(1..=PAGE_MAX).contains(&limit) {
        return Err(ProblemDetails::field(
            "/limit",
            format!("a whole number from 1 to {PAGE_MAX}"),
        ));
    }
    let page = async {
        let listed = room.invites().listed().await?;
        let (invites, more) = room.invites().page(after, limit).await?;
        let ids: Vec<[u8; 16]> = invites.iter().map(|invite| invite.id.0).collect();
        let used = room.given_for(&ids).await?;
        let next = invites.last().filter(|_| more).map(|last| last.id.to_string());
        let lines = invites.iter().zip(used).map(|(invite, used)| InviteView {
            used_at: used.map(|used| rfc3339(used.spent_at)),
            ..InviteView::of(invite)
        });
        Ok(InvitesPage {
            listed,
            invites: lines.collect(),
            next,
        })
    };
    page.await.map(Json).map_err(|error: StateError| away(&room, &error))
}

/// Returns whether a key is on the list, and whether it was used for a place in this run.
#[utoipa::path(
    get, path = paths::ADMIN_INVITE, tag = "invites", params(InvitePath),
    responses((status = 200, body = InviteView)),
)]
pub(in crate::http) async fn show(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<InvitePath>,
) -> Result<Json<InviteView>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    let key = key_of(&path)?;
    let found = line(&room, room.invites().id(&key)).await;
    let found = found.map_err(|error| away(&room, &error))?;
    found.map(Json).ok_or_else(ProblemDetails::no_such_key)
}

/// Removes a key from the list, so that nobody can join with it.
///
/// A place given for the key remains. If the key is added again, it can be used for another place.
#[utoipa::path(delete, path = paths::ADMIN_INVITE, tag = "invites", params(InvitePath), responses((status = 204)))]
pub(in crate::http) async fn withdraw(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<InvitePath>,
) -> Result<StatusCode, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    let key = key_of(&path)?;
    let id = room.invites().id(&key);
    let found = line(&room, id).await.map_err(|error| away(&room, &error))?;
    let found = found.ok_or_else(ProblemDetails::no_such_key)?;
    let note = AuditNote::new("withdraw invite", &format!("room/{}", room.name()));
    let note = note.field("invite", Some(&json!(id.to_string())), None);
    app.note(&caller, note).await?;
    // The list comes first: otherwise the key could be used once more between the two steps.
    let gone = room.invites().withdraw(id).await;
    gone.map_err(|error| refused(&room, &error))?;
    if found.used_at.is_some() {
        room.free(&key).await.map_err(|_: Unserved| ProblemDetails::away())?;
    }
    tracing::info!(room = room.name(), invite = %id, by = caller.name(), "a key was withdrawn");
    Ok(StatusCode::NO_CONTENT)
}

fn key_of(path: &InvitePath) -> Result<VisitorKey, ProblemDetails> {
    path.key.parse().map_err(|error| no_key("/key", error))
}

async fn line(room: &Room, id: InviteId) -> Result<Option<InviteView>, StateError> {
    let since = room.invites().since(id).await?;
    let used = room.given_for(&[id.0]).await?.pop().flatten();
    Ok((since.is_some() || used.is_some()).then(|| InviteView {
        id: id.to_string(),
        added_at: since.map(rfc3339),
        used_at: used.map(|used| rfc3339(used.spent_at)),
    }))
}

impl InviteView {
    fn of(invite: &Invite) -> Self {
        Self {
            id: invite.id.to_string(),
            added_at: Some(rfc3339(invite.added_at)),
            used_at: None,
        }
    }
}

/// Returns the link to send to the invited person.
fn link(app: &AppState, room: &Room, key: &VisitorKey) -> InviteLink {
    let settings = room.settings();
    let (customer, name) = (settings.customer.as_str(), settings.id.as_str());
    let path = paths::enter(customer, name, [(KEY_PARAMETER, key.as_str())]);
    InviteLink {
        id: room.invites().id(key).to_string(),
        key: key.as_str().to_owned(),
        link: format!("{}{path}", app.public_url.origin().ascii_serialization()),
    }
}

fn no_key(pointer: &str, error: VisitorKeyError) -> ProblemDetails {
    ProblemDetails::field(pointer, error.to_string())
}

fn refused(room: &Room, error: &InviteError) -> ProblemDetails {
    match error {
        InviteError::Full(_) => ProblemDetails::conflict(error.to_string()),
        InviteError::Keep(error) => away(room, error),
    }
}

fn away(room: &Room, error: &StateError) -> ProblemDetails {
    tracing::error!(room = room.name(), error = %error, "the list of invites cannot be read or written");
    ProblemDetails::away()
}
