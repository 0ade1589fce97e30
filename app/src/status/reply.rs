//! The output encoding of `getStatus`: JSON.
//!
//! The encoding of `server_fn` allocates for the content type, for a buffer that it doubles from
//! 128 bytes on, and for the length by which the buffer exceeds the reply. Here a reply costs one
//! allocation, of its own length.

use std::cell::RefCell;
#[cfg(feature = "ssr")]
use std::{
    future::{Future, ready},
    sync::LazyLock,
};

#[cfg(feature = "ssr")]
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderValue, Response,
        header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS},
    },
};
use http::Method;
use serde::Serialize;
#[cfg(not(feature = "ssr"))]
use server_fn::response::TryRes;
use server_fn::{
    Bytes, ContentType, Decodes, Encodes, Format, FormatType,
    codec::{Encoding, FromRes, IntoRes, Post},
    response::ClientRes,
};

use super::GetStatusError;
use crate::view::StatusReply;

thread_local! {
    /// The buffer in which this thread writes replies; as long as the longest of them.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The headers of every reply. A copy of the map costs less than to insert each of them.
#[cfg(feature = "ssr")]
static HEADERS: LazyLock<HeaderMap> = LazyLock::new(|| {
    let fixed = HeaderValue::from_static;
    HeaderMap::from_iter([
        (CONTENT_TYPE, fixed(ReplyEncoding::CONTENT_TYPE)),
        (CACHE_CONTROL, fixed("no-store")),
        (X_CONTENT_TYPE_OPTIONS, fixed("nosniff")),
    ])
});

/// Writes a [`StatusReply`] as JSON.
pub struct ReplyEncoding;

impl ContentType for ReplyEncoding {
    const CONTENT_TYPE: &'static str = "application/json";
}

impl FormatType for ReplyEncoding {
    const FORMAT_TYPE: Format = Format::Text;
}

impl Encoding for ReplyEncoding {
    const METHOD: Method = Method::GET;
}

impl Encodes<StatusReply> for ReplyEncoding {
    type Error = serde_json::Error;

    fn encode(reply: &StatusReply) -> Result<Bytes, Self::Error> {
        match reply {
            StatusReply::Written(json) => Ok(json.clone()),
            other => to_json(other),
        }
    }
}

impl Decodes<StatusReply> for ReplyEncoding {
    type Error = serde_json::Error;

    fn decode(json: Bytes) -> Result<StatusReply, Self::Error> {
        serde_json::from_slice(&json)
    }
}

#[cfg(feature = "ssr")]
impl IntoRes<ReplyEncoding, Response<Body>, GetStatusError> for StatusReply {
    // Written at once: the future of an asynchronous function would keep the response.
    fn into_res(self) -> impl Future<Output = Result<Response<Body>, GetStatusError>> + Send {
        let json = match self {
            StatusReply::Written(json) => Ok(json),
            other => to_json(&other),
        };
        ready(json.map_err(|_| GetStatusError::internal()).map(|json| {
            let mut response = Response::new(Body::from(json));
            response.headers_mut().clone_from(&HEADERS);
            response
        }))
    }
}

/// The browser writes no replies.
#[cfg(not(feature = "ssr"))]
impl<R: TryRes<GetStatusError>> IntoRes<ReplyEncoding, R, GetStatusError> for StatusReply {
    async fn into_res(self) -> Result<R, GetStatusError> {
        <Self as IntoRes<Post<ReplyEncoding>, R, GetStatusError>>::into_res(self).await
    }
}

/// Reads a reply like every encoding of `server_fn`.
impl<R: ClientRes<GetStatusError> + Send> FromRes<ReplyEncoding, R, GetStatusError> for StatusReply {
    async fn from_res(response: R) -> Result<Self, GetStatusError> {
        <Self as FromRes<Post<ReplyEncoding>, R, GetStatusError>>::from_res(response).await
    }
}

/// Returns a reply that is written already, for a status whose texts are not kept.
///
/// # Panics
/// Panics if the status cannot be written as JSON, which consists of texts and numbers.
#[must_use]
pub fn written(status: &impl Serialize) -> StatusReply {
    StatusReply::Written(to_json(status).expect("texts and numbers can be written"))
}

fn to_json(value: &impl Serialize) -> Result<Bytes, serde_json::Error> {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        serde_json::to_writer(&mut *buffer, value)?;
        Ok(Bytes::copy_from_slice(buffer))
    })
}
