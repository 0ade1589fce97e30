//! How keys are called in JSON, and JSON's values in the file: `maxOutflow` there is `max_outflow`
//! here. Both ways are mechanical.

use serde_json::Value as Json;
use toml::Value as Toml;

/// What no file can hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unwritable {
    /// JSON pointer to it.
    pub(super) pointer: String,
    /// What is wrong with it.
    pub(super) message: &'static str,
}

impl Unwritable {
    /// Here, which whoever looks on puts a pointer before.
    fn here(message: &'static str) -> Self {
        Self {
            pointer: String::new(),
            message,
        }
    }
}

/// `max_outflow` → `maxOutflow`.
#[must_use]
pub(super) fn camel(snake: &str) -> String {
    let mut parts = snake.split('_');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

/// `maxOutflow` → `max_outflow`; `None` for what is no such name.
#[must_use]
pub(super) fn snake(camel: &str) -> Option<String> {
    let starts = camel.starts_with(|first: char| first.is_ascii_lowercase());
    if !starts || !camel.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let mut name = String::with_capacity(camel.len() + 4);
    for letter in camel.chars() {
        if letter.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    Some(name)
}

/// An object as a table of the file; keys that are `null` are left out.
pub(super) fn table(object: &serde_json::Map<String, Json>) -> Result<toml::Table, Unwritable> {
    let mut table = toml::Table::new();
    for (key, value) in object {
        let at = |mut found: Unwritable| {
            found.pointer.insert_str(0, &pointer_part(key));
            found
        };
        let name = snake(key).ok_or_else(|| at(Unwritable::here("there is no such key")))?;
        if let Some(value) = to_toml(value).map_err(at)? {
            table.insert(name, value);
        }
    }
    Ok(table)
}

fn to_toml(value: &Json) -> Result<Option<Toml>, Unwritable> {
    Ok(Some(match value {
        Json::Null => return Ok(None),
        Json::Bool(yes) => Toml::Boolean(*yes),
        Json::Number(number) => to_number(number),
        Json::String(text) => Toml::String(text.clone()),
        Json::Array(items) => {
            let items = items.iter().enumerate().map(|(index, item)| {
                let item = to_toml(item).and_then(|item| item.ok_or(Unwritable::here("null is no value of a list")));
                item.map_err(|mut found| {
                    found.pointer.insert_str(0, &format!("/{index}"));
                    found
                })
            });
            Toml::Array(items.collect::<Result<_, _>>()?)
        }
        Json::Object(object) => Toml::Table(table(object)?),
    }))
}

/// JSON knows one kind of numbers: 90.0 is as whole as 90. What is no whole number of the file's is
/// refused where those are wanted.
fn to_number(number: &serde_json::Number) -> Toml {
    /// Up to here every whole number has a float of its own.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let float = number.as_f64().unwrap_or(f64::MAX);
    match number.as_i64() {
        Some(whole) => Toml::Integer(whole),
        None if float.fract() == 0.0 && float.abs() < EXACT => Toml::Integer(float as i64),
        None => Toml::Float(float),
    }
}

/// A table of the file as an object.
#[must_use]
pub(super) fn object(table: &toml::Table) -> serde_json::Map<String, Json> {
    table.iter().map(|(key, value)| (camel(key), to_json(value))).collect()
}

fn to_json(value: &Toml) -> Json {
    match value {
        Toml::String(text) => Json::String(text.clone()),
        Toml::Integer(number) => Json::from(*number),
        Toml::Float(number) => Json::from(*number),
        Toml::Boolean(yes) => Json::Bool(*yes),
        Toml::Datetime(moment) => Json::String(moment.to_string()),
        Toml::Array(items) => items.iter().map(to_json).collect(),
        Toml::Table(table) => Json::Object(object(table)),
    }
}

/// The part of a JSON pointer that leads to a key (RFC 6901).
#[must_use]
pub(super) fn pointer_part(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// `target_hosts[0]` → `/targetHosts/0`.
#[must_use]
pub(super) fn pointer(field: &str) -> String {
    let parts = field.split(['.', '[']).filter(|part| !part.is_empty());
    parts
        .map(|part| pointer_part(&camel(part.trim_end_matches(']'))))
        .collect()
}

/// A message with the keys that it quotes as JSON calls them.
#[must_use]
pub(super) fn reworded(message: &str) -> String {
    let quoted = message.split('`').enumerate();
    let words = quoted.map(|(index, text)| match index % 2 {
        1 => format!("`{}`", camel(text)),
        _ => text.to_owned(),
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_go_both_ways() {
        for (file, api) in [("max_outflow", "maxOutflow"), ("id", "id"), ("target_url", "targetUrl")] {
            assert_eq!((camel(file).as_str(), snake(api).as_deref()), (api, Some(file)));
        }
        for wrong in ["max_outflow", "MaxOutflow", "", "a.b", "a/b", "1a", "ä"] {
            assert_eq!(snake(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_no_file_can_hold_is_pointed_at() {
        let wrong = json!({ "display": { "queue~number": true } });
        let found = table(wrong.as_object().unwrap()).unwrap_err();
        assert_eq!(found.pointer, "/display/queue~0number");
        let null = table(json!({ "hosts": ["a", null] }).as_object().unwrap()).unwrap_err();
        assert_eq!(
            (null.pointer.as_str(), null.message),
            ("/hosts/1", "null is no value of a list")
        );
        assert_eq!(pointer("target_hosts[0]"), "/targetHosts/0");
        assert_eq!(pointer("display.queue_number"), "/display/queueNumber");
        assert_eq!(reworded("missing field `target_url`"), "missing field `targetUrl`");
    }

    #[test]
    fn values_go_both_ways() {
        let given = json!({ "maxOutflow": 5, "hosts": ["a"], "display": { "wait": false }, "listed": true });
        let read = table(given.as_object().unwrap()).unwrap();
        assert_eq!(read["max_outflow"].as_integer(), Some(5));
        assert_eq!(Json::Object(object(&read)), given);
        let null = table(json!({ "message": null }).as_object().unwrap()).unwrap();
        assert!(null.is_empty());
    }
}
