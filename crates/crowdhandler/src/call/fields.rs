//! The fields of a body or query, in any encoding.
//!
//! A field that is given twice has its last value. JSON's `null`, and the words `null` and
//! `undefined` in any encoding, mean that the field is absent: integrations in JavaScript write
//! them for a value that they do not have. Numbers and booleans count as their text, arrays and
//! objects as absent.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// Why a body cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FieldsError {
    /// Not JSON; the text says where.
    #[error("the body is not JSON: {0}")]
    Json(serde_json::Error),
    /// The body is JSON but not an object, or is declared as JSON but is something else.
    #[error("the body is not a JSON object")]
    NotObject,
}

/// Names and values; empty values are kept.
#[derive(Default)]
pub(crate) struct CallFields(HashMap<String, String>);

impl CallFields {
    /// Reads a body as JSON or form. A body that begins with `{` is JSON regardless of its declared
    /// type: forms escape the brace. An empty body has no fields.
    pub(crate) fn from_body(content_type: Option<&str>, body: &[u8]) -> Result<Self, FieldsError> {
        let body = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body);
        match body.trim_ascii_start().first() {
            None => Ok(Self::default()),
            Some(b'{') => Self::from_json(body),
            Some(_) if content_type.is_some_and(is_json) => Err(FieldsError::NotObject),
            Some(_) => Ok(Self::from_pairs(body)),
        }
    }

    /// Reads a query without its question mark.
    pub(crate) fn from_query(query: &str) -> Self {
        Self::from_pairs(query.as_bytes())
    }

    /// Returns a value; an empty one counts as absent.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.get_also_empty(name).filter(|value| !value.is_empty())
    }

    /// Returns a value, also an empty one.
    pub(crate) fn get_also_empty(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    fn from_json(body: &[u8]) -> Result<Self, FieldsError> {
        let object: Map<String, Value> = serde_json::from_slice(body).map_err(FieldsError::Json)?;
        Ok(Self::collect(
            object.into_iter().map(|(name, value)| (name, text(value))),
        ))
    }

    fn from_pairs(pairs: &[u8]) -> Self {
        let pairs = form_urlencoded::parse(pairs);
        Self::collect(pairs.map(|(name, value)| (name.into_owned(), Some(value.into_owned()))))
    }

    fn collect(pairs: impl Iterator<Item = (String, Option<String>)>) -> Self {
        let mut last = HashMap::new();
        for (name, value) in pairs {
            match value.filter(|value| !matches!(value.as_str(), "null" | "undefined")) {
                Some(value) => last.insert(name, value),
                None => last.remove(&name),
            };
        }
        Self(last)
    }
}

fn is_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    let essence = essence.to_ascii_lowercase();
    essence == "application/json" || essence.ends_with("+json")
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is_set) => Some(is_set.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content_type: Option<&str>, body: &str) -> Option<Vec<(String, String)>> {
        let fields = CallFields::from_body(content_type, body.as_bytes()).ok()?;
        let mut fields: Vec<_> = fields.0.into_iter().collect();
        fields.sort();
        Some(fields)
    }

    #[test]
    fn json_and_forms_are_distinguished() {
        let pair = |value: &str| Some(vec![("a".to_owned(), value.to_owned())]);
        let (json, form) = ("application/json; charset=utf-8", "application/x-www-form-urlencoded");
        for content_type in [
            None,
            Some(json),
            Some("Application/Problem+JSON"),
            Some(form),
            Some("text/plain"),
        ] {
            assert_eq!(read(content_type, " \r\n{ \"a\": \"1\" }"), pair("1"));
            assert_eq!(read(content_type, "\u{feff}{\"a\":\"1\"}"), pair("1"));
            assert_eq!(read(content_type, ""), Some(Vec::new()));
            assert_eq!(read(content_type, "{\"a\""), None);
        }
        for content_type in [None, Some(form), Some("text/plain")] {
            assert_eq!(read(content_type, "a=1+%2B"), pair("1 +"));
            assert_eq!(read(content_type, "a"), pair(""));
        }
        for body in ["a=1", "[1]", "null", "\"a\""] {
            assert_eq!(read(Some(json), body), None, "{body}");
        }
    }

    #[test]
    fn values_become_text_and_the_last_counts() {
        let body =
            r#"{"a":0,"a":1.5,"b":true,"c":null,"d":"null","e":"undefined","f":[1],"g":{"h":1},"i":"","j":1,"j":null}"#;
        let expected =
            [("a", "1.5"), ("b", "true"), ("i", "")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(read(None, body), Some(expected.to_vec()));
        let form = "a=0&a=1.5&b=true&d=null&e=undefined&i=&j=1&j=null";
        assert_eq!(read(None, form), Some(expected.to_vec()));
    }
}
