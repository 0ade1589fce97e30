//! The inputs of handlers: an id in the path, parameters, and the fields of a body.
//!
//! A client can send back the whole object that it received, with some fields changed: a field that
//! equals the current value counts as not sent. Any other field that cannot be changed is refused,
//! so that no caller assumes a change that was not made.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use http::StatusCode;
use http::request::Parts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, Object, ObjectBuilder, Schema, SchemaType, Type};

use super::{ApiFault, ids};
use crate::http::admin::JsonObject;
use crate::http::crowdhandler::CALL_BYTES_MAX;

/// The framework's text before the name of a parameter that cannot be read.
const UNREADABLE: &str = "Failed to deserialize query string: ";

/// The id in the path.
#[derive(Debug)]
pub(super) struct PathId(pub(super) String);

/// The parameters of the query; unknown ones are ignored.
#[derive(Debug)]
pub(super) struct Parameters<T>(pub(super) T);

/// The maximum number of entries in the answer: 1 to [`Self::MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct ListLimit(usize);

/// The longest body that a call accepts, if it differs from that of most calls.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyMax {
    pub(super) bytes: usize,
    /// The advice to a caller with a longer body, as a sentence.
    pub(super) instead: &'static str,
}

/// The fields of a JSON body, whatever its `Content-Type`.
#[derive(Debug)]
pub(super) struct Fields(pub(super) JsonObject);

/// A field that can be changed.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldKey {
    /// Its name in this API.
    pub(super) name: &'static str,
    /// The key in this server's configuration.
    pub(super) key: &'static str,
    pub(super) kind: FieldKind,
}

/// How a field's value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldKind {
    /// A whole number.
    Whole,
    /// A whole number, or `null` for none.
    WholeOrNone,
    /// 0, 1, `true` or `false`.
    Flag,
    /// A text.
    Text,
    /// A text; empty or `null` for none.
    TextOrNone,
    /// A template's id.
    Template,
    /// A list of texts.
    Texts,
}

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ApiFault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiFault> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(id)| Self(id))
            .map_err(|error| ApiFault::bad(error.body_text()))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Parameters<T> {
    type Rejection = ApiFault;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiFault> {
        let query = Query::try_from_uri(&parts.uri);
        query.map(|Query(value)| Self(value)).map_err(|error| {
            let text = error.body_text();
            ApiFault::bad(text.strip_prefix(UNREADABLE).unwrap_or(&text))
        })
    }
}

impl Default for ListLimit {
    fn default() -> Self {
        Self(100)
    }
}

impl ListLimit {
    /// The largest number of entries that a call can request.
    pub(super) const MAX: usize = 1_000;

    /// The number of entries.
    pub(super) fn get(self) -> usize {
        self.0
    }
}

impl TryFrom<String> for ListLimit {
    type Error = String;

    fn try_from(given: String) -> Result<Self, String> {
        let number = given.parse().ok().filter(|number| (1..=Self::MAX).contains(number));
        let wanted = || format!("a whole number from 1 to {} is wanted", Self::MAX);
        number.map(Self).ok_or_else(wanted)
    }
}

impl BodyMax {
    /// The maximum of most calls.
    const OF_FIELDS: Self = Self {
        bytes: CALL_BYTES_MAX,
        instead: "Send only the fields that change.",
    };
}

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = ApiFault;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiFault> {
        let own = request.extensions().get::<BodyMax>().copied();
        let BodyMax { bytes, instead } = own.unwrap_or(BodyMax::OF_FIELDS);
        let body = Bytes::from_request(request, state).await;
        let body = body.map_err(|error| {
            let text = match error.status() {
                StatusCode::PAYLOAD_TOO_LARGE => {
                    format!("The body is longer than {bytes} bytes, the most that this call takes. {instead}")
                }
                _ => error.body_text(),
            };
            ApiFault::new(error.status(), text)
        });
        Self::from_body(&body?)
    }
}

impl Fields {
    /// Reads a body.
    ///
    /// # Errors
    /// Returns an error that names the position if the body is not a JSON object.
    pub(super) fn from_body(body: &[u8]) -> Result<Self, ApiFault> {
        serde_json::from_slice(body)
            .map(Self)
            .map_err(|error| ApiFault::bad(format!("A JSON object is wanted: {error}.")))
    }
}

impl FieldKey {
    /// A field with its name in this API, and the configuration's key.
    pub(super) const fn new(name: &'static str, key: &'static str, kind: FieldKind) -> Self {
        Self { name, key, kind }
    }

    /// A field whose name is also the configuration's key.
    pub(super) const fn same(name: &'static str, kind: FieldKind) -> Self {
        Self::new(name, name, kind)
    }

    fn schema(self) -> RefOr<Schema> {
        let object = ObjectBuilder::new();
        let kinds = match self.kind {
            FieldKind::Texts => {
                let texts = ArrayBuilder::new().items(ObjectBuilder::new().schema_type(Type::String));
                return RefOr::T(Schema::Array(texts.build()));
            }
            FieldKind::Whole => vec![Type::Integer],
            FieldKind::WholeOrNone => vec![Type::Integer, Type::Null],
            FieldKind::Flag => vec![Type::Integer, Type::Boolean],
            FieldKind::Text | FieldKind::Template => vec![Type::String],
            FieldKind::TextOrNone => vec![Type::String, Type::Null],
        };
        let object = match kinds.as_slice() {
            [single] => object.schema_type(single.clone()),
            _ => object.schema_type(SchemaType::Array(kinds)),
        };
        RefOr::T(Schema::Object(object.build()))
    }

    /// Returns a given value in the configuration's format. A value of a wrong kind stays: the
    /// configuration's own check reports the expected kind.
    fn value(self, given: &Value) -> Value {
        match (self.kind, given) {
            (FieldKind::Flag, Value::Number(number)) if number.as_u64() == Some(0) => json!(false),
            (FieldKind::Flag, Value::Number(number)) if number.as_u64() == Some(1) => json!(true),
            (FieldKind::TextOrNone, Value::String(text)) if text.is_empty() => Value::Null,
            (FieldKind::Template, Value::String(id)) => json!(ids::theme_of(id).unwrap_or(id)),
            (_, given) => given.clone(),
        }
    }
}

/// Generates the description of a body with the fields that can be set and the fields that are
/// required.
macro_rules! body {
    ($name:ident, $what:literal, $fields:expr, $needed:expr) => {
        #[doc = $what]
        pub(super) struct $name;

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                super::input::schema_of(&$fields, &$needed)
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
        }
    };
}
pub(super) use body;

/// Returns the schema of a body with these fields.
pub(super) fn schema_of(keys: &[FieldKey], needed: &[&str]) -> RefOr<Schema> {
    let mut object = Object::new();
    object.properties = keys.iter().map(|key| (key.name.to_owned(), key.schema())).collect();
    object.required = needed.iter().map(|name| (*name).to_owned()).collect();
    object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
    RefOr::T(Schema::Object(object))
}

/// Returns the given fields as keys of the configuration. `shown`: the resource as it is shown now;
/// `null` for a new one.
///
/// # Errors
/// Returns an error that names every field that cannot be set.
pub(super) fn patch(given: &JsonObject, shown: &impl Serialize, keys: &[FieldKey]) -> Result<JsonObject, ApiFault> {
    let shown = serde_json::to_value(shown).expect("views are JSON");
    let (mut patch, mut refused) = (JsonObject::new(), Vec::new());
    for (name, value) in given {
        let is_same = shown.get(name) == Some(value);
        match keys.iter().find(|key| key.name == name) {
            _ if is_same => {}
            Some(key) => {
                patch.insert(key.key.to_owned(), key.value(value));
            }
            None => refused.push(name.as_str()),
        }
    }
    if refused.is_empty() {
        return Ok(patch);
    }
    let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
    Err(ApiFault::bad(format!(
        "{}: cannot be set here; what can be set: {}. Nothing was changed.",
        refused.join(", "),
        known.join(", ")
    )))
}

/// Writes a flag in this API's format: as a number.
pub(super) fn flag(is_set: bool) -> u8 {
    u8::from(is_set)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [FieldKey; 3] = [
        FieldKey {
            name: "timeout",
            key: "sessionMinutes",
            kind: FieldKind::Whole,
        },
        FieldKey {
            name: "autotune",
            key: "autotune",
            kind: FieldKind::Flag,
        },
        FieldKey {
            name: "checkout",
            key: "checkout",
            kind: FieldKind::TextOrNone,
        },
    ];

    fn of(given: &Value) -> Result<Value, ApiFault> {
        let shown = json!({"id": "dom_shop", "timeout": 20, "autotune": 0, "checkout": "/done"});
        let given = given.as_object().expect("an object");
        patch(given, &shown, &KEYS).map(Value::Object)
    }

    #[test]
    fn unchanged_fields_change_nothing() {
        let same = json!({"id": "dom_shop", "timeout": 20, "autotune": 0, "checkout": "/done"});
        assert_eq!(of(&same).unwrap(), json!({}));
        let changed = json!({"id": "dom_shop", "timeout": 5, "autotune": 1, "checkout": ""});
        let wanted = json!({"sessionMinutes": 5, "autotune": true, "checkout": null});
        assert_eq!(of(&changed).unwrap(), wanted);
        assert_eq!(of(&json!({"autotune": true})).unwrap(), json!({"autotune": true}));
    }

    #[test]
    fn unchangeable_fields_are_reported() {
        let fault = of(&json!({"id": "dom_other", "colour": 1, "timeout": 5})).unwrap_err();
        let told = format!("{fault:?}");
        assert!(
            told.contains("colour, id: cannot be set here") || told.contains("id, colour: cannot be set here"),
            "{told}"
        );
        assert!(told.contains("timeout, autotune, checkout"), "{told}");
    }
}
