//! `POST rooms/{c}/{e}/draw/beacon` and `…/draw/without-beacon`: the ways for an operator to
//! continue a draw that waits for its beacon's round.

use axum::Json;
use axum::extract::State;
use beacon::RoundSignature;
use draw::BeaconRound;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::admin_store::AuditNote;
use crate::draws::{DrawRefusal, DrawsError};
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{JsonBody, PathParams, RoomPath};
use crate::http::admin::problem::ProblemDetails;
use crate::http::admin::rooms::find;
use crate::http::{SharedAppState, paths};

/// A round of a beacon, as its network publishes it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BeaconInput {
    /// The network's signature of the round, 96 hexadecimal digits. Other members of a relay's
    /// answer are ignored, so that it can be pasted whole.
    signature: String,
}

/// The round for which a room's draw waits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct AwaitedRound {
    /// The number of the round; `null` if no draw waits for one.
    round: Option<u64>,
    /// The hash that names the beacon's chain.
    chain: Option<String>,
}

impl AwaitedRound {
    fn of(round: Option<BeaconRound>) -> Self {
        Self {
            round: round.as_ref().map(|round| round.round.get()),
            chain: round.map(|round| round.chain.to_string()),
        }
    }
}

/// Returns the round for which the room's draw waits.
#[utoipa::path(
    get, path = paths::ADMIN_DRAW_BEACON, tag = "rooms", params(RoomPath),
    responses((status = 200, body = AwaitedRound)),
)]
pub(in crate::http) async fn show(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<RoomPath>,
) -> Result<Json<AwaitedRound>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    Ok(Json(AwaitedRound::of(room.draws().awaited())))
}

/// Brings the round of the beacon for which the room's draw waits.
///
/// The signature is verified: only the network can have made it.
#[utoipa::path(
    post, path = paths::ADMIN_DRAW_BEACON, tag = "rooms", params(RoomPath), request_body = BeaconInput,
    responses((status = 200, body = AwaitedRound), (status = 409, description = "No draw waits for a round, or it is not published yet")),
)]
pub(in crate::http) async fn bring(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<RoomPath>,
    JsonBody(given): JsonBody<BeaconInput>,
) -> Result<Json<AwaitedRound>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    let signature: Result<RoundSignature, _> = given.signature.parse();
    let signature = signature.map_err(|error| ProblemDetails::field("/signature", error.to_string()))?;
    let note = AuditNote::new("beacon's round brought", &format!("room/{}", room.name()));
    app.note(&caller, note).await?;
    let taken = room.draws().take_signature(signature, app.clock.wall()).await;
    taken.map_err(problem)?;
    Ok(Json(AwaitedRound::of(room.draws().awaited())))
}

/// Gives up waiting for the beacon's round: the same people are drawn by a secret alone.
///
/// The draw that waits is aborted, and stays in the published document with that reason.
#[utoipa::path(
    post, path = paths::ADMIN_DRAW_WITHOUT_BEACON, tag = "rooms", params(RoomPath),
    responses((status = 200, body = AwaitedRound), (status = 409, description = "No draw waits for a round, or it is not published yet")),
)]
pub(in crate::http) async fn give_up(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<RoomPath>,
) -> Result<Json<AwaitedRound>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    let note = AuditNote::new("drawn without the beacon", &format!("room/{}", room.name()));
    app.note(&caller, note).await?;
    room.draws().without_beacon(app.clock.wall()).await.map_err(problem)?;
    tracing::warn!(
        room = room.name(),
        by = caller.name(),
        "an operator has the draw made without its beacon"
    );
    Ok(Json(AwaitedRound::of(room.draws().awaited())))
}

fn problem(error: DrawsError) -> ProblemDetails {
    match error {
        DrawsError::Repository(_) => ProblemDetails::away(),
        DrawsError::Refused(refused @ DrawRefusal::Round(_)) => {
            ProblemDetails::field("/signature", refused.to_string())
        }
        DrawsError::Refused(refused) => ProblemDetails::conflict(refused.to_string()),
    }
}
