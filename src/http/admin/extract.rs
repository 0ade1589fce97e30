//! The inputs of handlers: path, query and body. An input that cannot be read yields a [`Problem`]
//! that names the field.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use utoipa::IntoParams;

use crate::config::{EntryId, parser_message, pointer_part};
use crate::http::admin::problem::ProblemDetails;

/// The maximum number of mistakes reported for one body.
const MISTAKES_MAX: usize = 50;

/// Values from the path.
#[derive(Debug)]
pub(in crate::http) struct PathParams<T>(pub(in crate::http) T);

/// Values from the query.
#[derive(Debug)]
pub(in crate::http) struct QueryParams<T>(pub(in crate::http) T);

/// A JSON body, whatever its `Content-Type`.
#[derive(Debug)]
pub(in crate::http) struct JsonBody<T>(pub(in crate::http) T);

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

/// `…/{pool}/groups/{group}`
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct GroupPath {
    /// A pool's id.
    #[param(pattern = "^[a-z0-9-]{1,40}$")]
    pub(in crate::http) pool: String,
    /// The id of one of its priority groups.
    #[param(pattern = "^[a-z0-9-]{1,40}$")]
    pub(in crate::http) group: String,
}

impl GroupPath {
    /// The group as an entry of the configuration.
    pub(in crate::http) fn id(&self) -> EntryId {
        EntryId::group(&self.pool, &self.group)
    }
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

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParams<T> {
    type Rejection = ProblemDetails;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ProblemDetails> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(value)| Self(value))
            .map_err(|error| ProblemDetails::request(error.body_text()))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ProblemDetails;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ProblemDetails> {
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
                    Some((field, detail)) => ProblemDetails::field(&format!("/{field}"), detail),
                    None => ProblemDetails::request(detail),
                })
            }
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ProblemDetails;

    async fn from_request(request: Request, state: &S) -> Result<Self, ProblemDetails> {
        let body = Bytes::from_request(request, state).await;
        let body = body.map_err(|error| ProblemDetails::body_unread(error.status(), error.body_text()))?;
        read(&body).map(Self)
    }
}

/// Parses a body. Every body must be an object: serde would read a list as the values of the fields
/// in order.
///
/// # Errors
/// 400 if the body is not a JSON object, 422 with all invalid fields.
pub(in crate::http) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, ProblemDetails> {
    let body = body.trim_ascii_start();
    if body.is_empty() {
        return Err(ProblemDetails::body(
            "a JSON object is wanted, and the body is empty; send {} if you set no key",
        ));
    }
    if !body.starts_with(b"{") {
        return Err(ProblemDetails::body("a JSON object is wanted"));
    }
    let value: Value = serde_json::from_slice(body).map_err(|error| ProblemDetails::body(error.to_string()))?;
    // Parses the text instead of the value, to detect duplicate keys.
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let mistakes = mistakes::<T>(value);
        match mistakes.is_empty() {
            // A duplicate key.
            true => match error.path().to_string().as_str() {
                "." => ProblemDetails::body(parser_message(&error.inner().to_string())),
                _ => ProblemDetails::field(&pointer(error.path()), parser_message(&error.inner().to_string())),
            },
            false => ProblemDetails::fields(mistakes),
        }
    })
}

/// Returns all invalid fields. Deserialization stops at the first one, so each is mended and the
/// body is read again; if a field cannot be mended, the fields after it are not reported.
fn mistakes<T: DeserializeOwned>(mut body: Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    while found.len() < MISTAKES_MAX {
        let Some(mistake) = BodyError::of::<T>(&body) else {
            break;
        };
        let is_mended = mistake.mend::<T>(&mut body);
        found.push((mistake.pointer, parser_message(&mistake.detail)));
        if !is_mended {
            break;
        }
    }
    found
}

/// The mistake at which deserialization stopped.
struct BodyError {
    pointer: String,
    detail: String,
}

impl BodyError {
    fn of<T: DeserializeOwned>(body: &Value) -> Option<Self> {
        let error = serde_path_to_error::deserialize::<_, T>(body).err()?;
        let (pointer, detail) = (pointer(error.path()), error.inner().to_string());
        Some(match missing(&detail) {
            Some(name) => Self {
                pointer: pointer + &pointer_part(name),
                detail: "this key is needed".to_owned(),
            },
            None => Self { pointer, detail },
        })
    }

    /// Removes an unknown key, or replaces another invalid value with one that can be read. Returns
    /// whether that succeeded.
    fn mend<T: DeserializeOwned>(&self, body: &mut Value) -> bool {
        let Some((parent, key)) = self.pointer.rsplit_once('/') else {
            return false;
        };
        let Some(parent) = body.pointer_mut(parent) else {
            return false;
        };
        let key = key.replace("~1", "/").replace("~0", "~");
        if self.detail.starts_with("unknown field ") {
            return parent
                .as_object_mut()
                .is_some_and(|object| object.remove(&key).is_some());
        }
        if let Some(object) = parent.as_object_mut() {
            object.entry(key).or_insert(Value::Null);
        }
        // "unknown variant `x`, expected one of `admin`, …"
        let variant = self.detail.split_once("expected ");
        let variant = variant
            .and_then(|(_, wanted)| wanted.split('`').nth(1))
            .unwrap_or_default();
        let candidates = [
            json!(null),
            json!(variant),
            json!(0),
            json!(false),
            json!([]),
            json!({}),
        ];
        candidates.into_iter().any(|candidate| {
            let Some(field) = body.pointer_mut(&self.pointer) else {
                return false;
            };
            *field = candidate;
            let is_here = |next: &str| next == self.pointer || next.starts_with(&format!("{}/", self.pointer));
            Self::of::<T>(body).is_none_or(|next| !is_here(&next.pointer))
        })
    }
}

fn missing(detail: &str) -> Option<&str> {
    detail.strip_prefix("missing field `")?.split('`').next()
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let parts = path.iter().map(|segment| match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => pointer_part(key),
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
    fn mistakes_are_described_in_plain_words() {
        #[derive(Debug, Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Kind {
            One,
            Two,
        }
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Kinds {
            #[expect(dead_code, reason = "only read")]
            kind: Kind,
            #[expect(dead_code, reason = "only read")]
            count: Option<u8>,
        }
        let faults = |text: &str| read::<Kinds>(text.as_bytes()).unwrap_err().into_fields();
        let one = |pointer: &str, detail: &str| vec![(pointer.to_owned(), detail.to_owned())];
        assert_eq!(faults("{}"), one("/kind", "this key is needed"));
        assert_eq!(
            faults(r#"{"kind":"three"}"#),
            one("/kind", "`three` is none of these: `one`, `two`")
        );
        assert_eq!(
            faults(r#"{"kind":"one","kinds":1}"#),
            one("/kinds", "there is no key `kinds`; there are `kind`, `count`")
        );
        assert_eq!(
            faults(r#"{"kind":"one","count":"a"}"#),
            one("/count", "this is string \"a\", and u8 is wanted")
        );
        let twice = faults(r#"{"kind":"one","kind":"two"}"#);
        assert_eq!(twice[0].1, "the key `kind` is there twice");
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
        let all = |text: &str| {
            let faults = read::<Body>(text.as_bytes()).unwrap_err().into_fields();
            faults.into_iter().map(|(pointer, _)| pointer).collect::<Vec<_>>()
        };
        assert_eq!(
            all(r#"{"numbers":[1,300,"a"],"nam":1,"x":null}"#),
            ["/nam", "/numbers/1", "/numbers/2", "/x", "/name"]
        );
        for text in ["", "[1", r#"{"name":"a"} x"#, "5"] {
            assert_eq!(problem(text), (400, None), "{text}");
        }
    }
}
