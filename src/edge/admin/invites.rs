//! `rooms/{c}/{e}/invites`: who may join a room for invited people. Keys go in and come out in clear once, with their links; what is kept is their hashes, so the list names ids.

use std::collections::BTreeSet;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use http::StatusCode;
use protocol::VisitorKey;
use serde::{Deserialize, Serialize};

use super::problem::Problem;
use super::rooms::find;
use crate::clock::rfc3339;
use crate::edge::query::KEY_PARAMETER;
use crate::edge::{Edge, SharedEdge, paths};
use crate::room::invites::{INVITES_ADDED_MAX, Invite, InviteError, InviteId, InviteIdError, PAGE_MAX};
use crate::room::{KeepError, Room, Unserved};

/// Lines of a page of the list unless the caller wants another number.
const PAGE_DEFAULT: usize = 100;

/// What to add: keys that the site knows, or so many random codes.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    #[serde(default)]
    keys: Vec<String>,
    #[serde(default)]
    count: u32,
}

/// What was added.
#[derive(Debug, Serialize)]
pub(super) struct Added {
    added: u64,
    listed: u64,
    invites: Vec<Link>,
}

/// An invitation, in clear.
#[derive(Debug, Serialize)]
struct Link {
    id: String,
    key: String,
    link: String,
}

/// `POST`: adds keys, all of them or none; those that are listed already stay as they are, and get their links again.
///
/// # Errors
/// 400 for a body that is none, 404 for the room, 409 for a list that is full, 422 for a field, 503 while the store is away.
pub(super) async fn add(
    State(edge): State<SharedEdge>,
    Path((customer, name)): Path<(String, String)>,
    body: Bytes,
) -> Result<Json<Added>, Problem> {
    let room = find(&edge, &customer, &name)?;
    let wanted: Wanted = serde_json::from_slice(&body).map_err(|error| Problem::body(error.to_string()))?;
    let keys = wanted.keys(&edge)?;
    let ids: BTreeSet<InviteId> = keys.iter().map(|key| room.invites().id(key)).collect();
    let added = room.invites().add(&ids, edge.clock.wall()).await;
    let added = added.map_err(|error| refused(&room, &error))?;
    let listed = room.invites().listed().await.map_err(|error| away(&room, &error))?;
    tracing::info!(room = room.name(), added, listed, "keys invited by the operator");
    let invites = keys.iter().map(|key| link(&edge, &room, key)).collect();
    Ok(Json(Added { added, listed, invites }))
}

impl Wanted {
    fn keys(&self, edge: &Edge) -> Result<Vec<VisitorKey>, Problem> {
        let codes = usize::try_from(self.count).unwrap_or(usize::MAX);
        match (self.keys.len(), codes) {
            (0, 0) => Err(Problem::field("/keys", "name keys, or a count of random codes")),
            (1.., 1..) => Err(Problem::field("/count", "either keys or a count")),
            (_, _) if codes > INVITES_ADDED_MAX => {
                Err(Problem::field("/count", format!("at most {INVITES_ADDED_MAX} at once")))
            }
            (0, _) => Ok((0..codes).map(|_| VisitorKey::from_random(edge.dice.nonce())).collect()),
            (named, _) if named > INVITES_ADDED_MAX => {
                Err(Problem::field("/keys", format!("at most {INVITES_ADDED_MAX} at once")))
            }
            _ => self.named(),
        }
    }

    fn named(&self) -> Result<Vec<VisitorKey>, Problem> {
        let keys = self.keys.iter().enumerate();
        keys.map(|(index, key)| key.parse().map_err(|error| no_key(&format!("/keys/{index}"), error)))
            .collect()
    }
}

/// The query of the list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    after: Option<String>,
    limit: Option<usize>,
}

/// A page of the list.
#[derive(Debug, Serialize)]
pub(super) struct List {
    listed: u64,
    invites: Vec<Line>,
    next: Option<String>,
}

/// A key as the list knows it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line {
    id: String,
    added_at: Option<String>,
    used_at: Option<String>,
}

/// `GET`: how many are listed, and a page of them in the order of their ids; `next` is the `after` of the page behind it.
///
/// # Errors
/// 404 for the room, 422 for a parameter, 503 while the store is away.
pub(super) async fn list(
    State(edge): State<SharedEdge>,
    Path((customer, name)): Path<(String, String)>,
    range: Result<Query<Range>, QueryRejection>,
) -> Result<Json<List>, Problem> {
    let room = find(&edge, &customer, &name)?;
    let Query(range) = range.map_err(|error| Problem::field("", error.body_text()))?;
    let after = range.after.map(|id| id.parse()).transpose();
    let after = after.map_err(|error: InviteIdError| Problem::field("/after", error.to_string()))?;
    let limit = range.limit.unwrap_or(PAGE_DEFAULT);
    if !(1..=PAGE_MAX).contains(&limit) {
        return Err(Problem::field("/limit", format!("a whole number from 1 to {PAGE_MAX}")));
    }
    let page = async {
        let listed = room.invites().listed().await?;
        let (invites, more) = room.invites().page(after, limit).await?;
        let ids: Vec<[u8; 16]> = invites.iter().map(|invite| invite.id.0).collect();
        let used = room.given_for(&ids).await?;
        let next = invites.last().filter(|_| more).map(|last| last.id.to_string());
        let lines = invites.iter().zip(used).map(|(invite, used)| Line {
            used_at: used.map(|used| rfc3339(used.spent_at)),
            ..Line::of(invite)
        });
        Ok(List {
            listed,
            invites: lines.collect(),
            next,
        })
    };
    page.await.map(Json).map_err(|error: KeepError| away(&room, &error))
}

/// `GET …/{key}`: whether a key is listed, and whether it has had its place in this run.
///
/// # Errors
/// 404 for the room, or a key that is neither; 422 for what is no key; 503 while the store is away.
pub(super) async fn show(
    State(edge): State<SharedEdge>,
    Path((customer, name, key)): Path<(String, String, String)>,
) -> Result<Json<Line>, Problem> {
    let room = find(&edge, &customer, &name)?;
    let key: VisitorKey = key.parse().map_err(|error| no_key("/key", error))?;
    let found = line(&room, room.invites().id(&key)).await;
    let found = found.map_err(|error| away(&room, &error))?;
    found.map(Json).ok_or_else(Problem::no_such_key)
}

/// `DELETE …/{key}`: nobody joins by it any more. Its place stays; if it is listed again, it gets another.
///
/// # Errors
/// 404 for the room, or a key that is neither listed nor used; 422 for what is no key; 503 while the store is away.
pub(super) async fn withdraw(
    State(edge): State<SharedEdge>,
    Path((customer, name, key)): Path<(String, String, String)>,
) -> Result<StatusCode, Problem> {
    let room = find(&edge, &customer, &name)?;
    let key: VisitorKey = key.parse().map_err(|error| no_key("/key", error))?;
    let id = room.invites().id(&key);
    let found = line(&room, id).await.map_err(|error| away(&room, &error))?;
    let found = found.ok_or_else(Problem::no_such_key)?;
    // First off the list, or somebody could join by it once more between the two.
    room.invites()
        .withdraw(id)
        .await
        .map_err(|error| refused(&room, &error))?;
    if found.used_at.is_some() {
        room.free(&key).await.map_err(|_: Unserved| Problem::away())?;
    }
    tracing::info!(room = room.name(), invite = %id, "a key was withdrawn by the operator");
    Ok(StatusCode::NO_CONTENT)
}

async fn line(room: &Room, id: InviteId) -> Result<Option<Line>, KeepError> {
    let since = room.invites().since(id).await?;
    let used = room.given_for(&[id.0]).await?.pop().flatten();
    Ok((since.is_some() || used.is_some()).then(|| Line {
        id: id.to_string(),
        added_at: since.map(rfc3339),
        used_at: used.map(|used| rfc3339(used.spent_at)),
    }))
}

impl Line {
    fn of(invite: &Invite) -> Self {
        Self {
            id: invite.id.to_string(),
            added_at: Some(rfc3339(invite.added_at)),
            used_at: None,
        }
    }
}

/// The link that somebody is sent.
fn link(edge: &Edge, room: &Room, key: &VisitorKey) -> Link {
    let settings = room.settings();
    let (customer, name) = (settings.room.customer.as_str(), settings.room.id.as_str());
    let path = paths::enter(customer, name, [(KEY_PARAMETER, key.as_str())]);
    Link {
        id: room.invites().id(key).to_string(),
        key: key.as_str().to_owned(),
        link: format!("{}{path}", edge.public_url.origin().ascii_serialization()),
    }
}

fn no_key(pointer: &str, error: protocol::visitor_key::VisitorKeyError) -> Problem {
    Problem::field(pointer, error.to_string())
}

fn refused(room: &Room, error: &InviteError) -> Problem {
    match error {
        InviteError::Full(_) => Problem::conflict(error.to_string()),
        InviteError::Keep(error) => away(room, error),
    }
}

fn away(room: &Room, error: &KeepError) -> Problem {
    tracing::error!(room = room.name(), error = %error, "the list of invites cannot be read or written");
    Problem::away()
}
