//! What callers give: path, query and body. What cannot be read is a problem that names the field.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use crate::http::admin::problem::Problem;

/// Values from the path.
#[derive(Debug)]
pub(in crate::http) struct At<T>(pub(in crate::http) T);

/// Values from the query.
#[derive(Debug)]
pub(in crate::http) struct Asked<T>(pub(in crate::http) T);

/// A body of JSON; `Content-Type` is not looked at.
#[derive(Debug)]
pub(in crate::http) struct Given<T>(pub(in crate::http) T);

/// `…/{customer}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct CustomerPath {
    /// A customer's id.
    #[param(pattern = "^[A-Za-z0-9-]{1,50}$")]
    pub(in crate::http) customer: String,
}

/// `…/{pool}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct PoolPath {
    /// A pool's id.
    #[param(pattern = "^[a-z0-9-]{1,40}$")]
    pub(in crate::http) pool: String,
}

/// `…/{customer}/{room}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct RoomPath {
    /// A customer's id.
    #[param(pattern = "^[A-Za-z0-9-]{1,50}$")]
    pub(in crate::http) customer: String,
    /// A room's id.
    #[param(pattern = "^[a-z0-9]{3,20}$")]
    pub(in crate::http) room: String,
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for At<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(value)| Self(value))
            .map_err(|error| Problem::request(error.body_text()))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        let uri = parts.uri.clone();
        let bare = || Query::try_from_uri(&uri);
        match bare() {
            Ok(Query(value)) => Ok(Self(value)),
            Err(error) => {
                let text = error.body_text();
                // "Failed to deserialize query string: since: invalid digit found in string"
                let detail = text.split_once(": ").map_or(text.as_str(), |(_, detail)| detail);
                let named = detail.split_once(": ").filter(|(field, _)| !field.contains(' '));
                Err(match named {
                    Some((field, detail)) => Problem::field(&format!("/{field}"), detail),
                    None => Problem::request(detail),
                })
            }
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Given<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let body = Bytes::from_request(request, state).await;
        let body = body.map_err(|error| Problem::body_unread(error.status(), error.body_text()))?;
        read(&body).map(Self)
    }
}

/// Reads a body. Every body is an object; a list would be read as the values of its fields.
pub(in crate::http) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(Problem::body("a JSON object is wanted"));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let read: T = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        let detail = error.inner().to_string();
        match error.inner().classify() {
            serde_json::error::Category::Data if path != "." => Problem::field(&pointer(error.path()), detail),
            serde_json::error::Category::Data if missing(&detail).is_some() => Problem::field(
                &format!("/{}", missing(&detail).unwrap_or_default()),
                "this key is needed",
            ),
            _ => Problem::body(detail),
        }
    })?;
    deserializer.end().map_err(|error| Problem::body(error.to_string()))?;
    Ok(read)
}

fn missing(detail: &str) -> Option<&str> {
    detail.strip_prefix("missing field `")?.split('`').next()
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let parts = path.iter().map(|segment| match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Segment::Enum { variant } => format!("/{variant}"),
        Segment::Unknown => "/".to_owned(),
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        #[expect(dead_code, reason = "only read")]
        name: String,
        #[expect(dead_code, reason = "only read")]
        numbers: Option<Vec<u8>>,
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let problem = |text: &str| {
            let problem = read::<Body>(text.as_bytes()).unwrap_err();
            (problem.status().as_u16(), problem.pointer().map(str::to_owned))
        };
        let field = |pointer: &str| (422, Some(pointer.to_owned()));
        assert_eq!(problem(r#"{"name":5}"#), field("/name"));
        assert_eq!(problem(r#"{"name":"a","numbers":[1,300]}"#), field("/numbers/1"));
        assert_eq!(problem(r#"{"name":"a","other/one":1}"#), field("/other~1one"));
        assert_eq!(problem("{}"), field("/name"));
        for text in ["", "[1", r#"{"name":"a"} x"#, "5"] {
            assert_eq!(problem(text), (400, None), "{text}");
        }
    }
}
