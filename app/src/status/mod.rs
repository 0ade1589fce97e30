//! `GET /api/getStatus`: the server function that a waiting page polls.
//!
//! The function itself knows nothing of rooms: the server provides a [`StatusSource`] for one call
//! ([`answer_get_status`]), and the function turns the source's answer into JSON. The browser uses
//! only the function's path, in a plain `fetch` with the page's own query: the generated client
//! would cost as many bytes as the whole island.
//!
//! The answer is 200 with a [`StatusReply`] (in brief form if the argument `brief` says what the
//! page already shows), or the status of a [`crate::view::PollRefusal`] with `{"error": {…}}`.
//! Answers are never cached. Unknown parameters are ignored, since the page's query carries
//! anything that a connector put there.

mod brief;
#[cfg(feature = "ssr")]
mod edge;
mod error;
mod query;
mod reply;

pub use brief::{OnPage, ROOM_NAME, fingerprint, write as write_brief};
#[cfg(feature = "ssr")]
pub use edge::{StatusAnswer, StatusRequest, StatusSource, answer_get_status};
pub use error::{GetStatusError, RefusedEncoding};
pub use query::{PageQuery, pairs};
pub use reply::ReplyEncoding;

use leptos::prelude::server;
use server_fn::codec::Post;

use crate::view::StatusReply;

/// Returns the status of a visitor in room `e` of customer `c`, or sends the visitor to the target.
///
/// # Errors
/// Returns [`GetStatusError`], which contains the HTTP status to answer.
#[server(
    name = GetStatus,
    prefix = "/api",
    endpoint = "getStatus",
    input = PageQuery,
    output = Post<ReplyEncoding>,
    server = server_fn::axum::AxumServerFnBackend
)]
pub async fn get_status(
    /// Customer id.
    c: String,
    /// Room id.
    e: String,
    /// Queue id; a valid cookie takes precedence.
    q: Option<String>,
    /// Target URL.
    t: Option<String>,
    /// Culture.
    cid: Option<String>,
    /// The least number of people ahead that the page has shown, as digits.
    shown: Option<String>,
    /// Further values that the page shows ([`OnPage`]); if set, the answer is brief.
    brief: Option<String>,
) -> Result<StatusReply, GetStatusError> {
    edge::run(edge::Arguments {
        c,
        e,
        q,
        t,
        cid,
        shown,
        brief,
    })
    .await
}
