//! `GET /api/getStatus`: the server function that a waiting page polls.
//!
//! The function itself does not depend on rooms: the server provides a [`StatusSource`] for one
//! call ([`answer_get_status`]), and the function turns the source's answer into JSON. The browser
//! uses only the function's path, in a plain `fetch` with the page's own query: the generated
//! client would cost as many bytes as the whole island.
//!
//! The answer is 200 with a [`StatusReply`] (in brief form if the argument `brief` states the
//! values that the page already shows), or the status of a [`crate::view::PollRefusal`] with
//! `{"error": {…}}`. Answers are never cached. Unknown parameters are ignored, since the page's
//! query carries everything that a connector put there.

mod brief;
#[cfg(feature = "ssr")]
mod edge;
mod error;
mod given_id;
mod query;
mod reply;

pub use brief::{BriefParts, OnPage, ROOM_NAME, fingerprint, write as write_brief};
#[cfg(feature = "ssr")]
pub use edge::{StatusAnswer, StatusRequest, StatusSource, answer_get_status};
pub use error::{GetStatusError, RefusedEncoding};
pub use given_id::GivenId;
pub use query::{PageQuery, pairs};
pub use reply::{ReplyEncoding, written};

use leptos::prelude::server;

use crate::view::StatusReply;

/// The parameter with the least number of people ahead that the page has shown, as digits.
pub const SHOWN_PARAMETER: &str = "shown";
/// The parameter with the other values that the page shows ([`OnPage`]); if set, the answer is
/// brief.
pub const BRIEF_PARAMETER: &str = "brief";

/// Returns the status of a visitor in room `e` of customer `c`, or sends the visitor to the target.
///
/// The source reads everything else from the request's own query, as pages do: the queue id `q`
/// (a valid cookie takes precedence), the target `t`, the culture `cid`, and what the page shows
/// ([`SHOWN_PARAMETER`], [`BRIEF_PARAMETER`]).
///
/// # Errors
/// Returns [`GetStatusError`], which contains the HTTP status to answer.
#[server(
    name = GetStatus,
    prefix = "/api",
    endpoint = "getStatus",
    input = PageQuery,
    output = ReplyEncoding,
    server = server_fn::axum::AxumServerFnBackend
)]
pub async fn get_status(
    /// Customer id.
    c: GivenId,
    /// Room id.
    e: GivenId,
) -> Result<StatusReply, GetStatusError> {
    edge::run(c, e).await
}
