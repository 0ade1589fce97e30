//! `GET /api/getStatus`: the server function that a waiting page polls.
//!
//! The function itself knows nothing of rooms: the server hands it a [`StatusSource`] for the
//! length of one call ([`answer_get_status`]), and it turns what the source says into JSON. In the
//! browser only the function's path is used, by a plain `fetch` of the page's own query: the
//! generated client would cost as many bytes as the whole island.
//!
//! Answers: 200 with a [`StatusReply`], its brief form where the page says by `brief` what it shows
//! already, or the status of a [`crate::view::PollRefusal`] with `{"error": {…}}`. Never cached.
//! Parameters that are not named here are tolerated, since the page's query carries whatever a
//! connector put there.

mod brief;
#[cfg(feature = "ssr")]
mod edge;
mod query;
mod refused;
mod reply;

pub use brief::{OnPage, ROOM_NAME, fingerprint, write as write_brief};
#[cfg(feature = "ssr")]
pub use edge::{StatusAnswer, StatusRequest, StatusSource, answer_get_status};
pub use query::{PageQuery, pairs};
pub use refused::{GetStatusError, RefusedEncoding};
pub use reply::ReplyEncoding;

use leptos::prelude::server;
use server_fn::codec::Post;

use crate::view::StatusReply;

/// Tells the visitor of room `e` of customer `c` where they stand, or sends them on.
///
/// # Errors
/// [`GetStatusError`], with the HTTP status to answer in it.
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
    /// Queue id; a valid cookie beats it.
    q: Option<String>,
    /// Target URL.
    t: Option<String>,
    /// Culture.
    cid: Option<String>,
    /// The least number of people ahead that the page has shown, as digits.
    shown: Option<String>,
    /// What else the page shows ([`OnPage`]): the answer is brief.
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
