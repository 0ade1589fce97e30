//! Converts the file's keys and values to those of JSON and back: `max_outflow` in the file is
//! `maxOutflow` in JSON. Both directions are mechanical.

use serde_json::Value as Json;
use toml::Value as Toml;

/// A part of a JSON object that cannot be written in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::config) struct Unwritable {
    /// JSON pointer to the part.
    pub(in crate::config) pointer: String,
    /// The reason why the part cannot be written.
    pub(in crate::config) message: &'static str,
}

/// `max_outflow` → `maxOutflow`.
#[must_use]
pub(in crate::config) fn camel(snake: &str) -> String {
    let mut parts = snake.split('_');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

/// `maxOutflow` → `max_outflow`; `None` if the text is not such a name.
#[must_use]
pub(in crate::config) fn snake(camel: &str) -> Option<String> {
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

/// Converts an object to a table of the file. Keys that are `null` are omitted, and so is
/// everything that cannot be written in a file, which is added to `found`.
pub(in crate::config) fn table(object: &serde_json::Map<String, Json>, found: &mut Vec<Unwritable>) -> toml::Table {
    table_at("", object, found)
}

fn table_at(pointer: &str, object: &serde_json::Map<String, Json>, found: &mut Vec<Unwritable>) -> toml::Table {
    let mut table = toml::Table::new();
    for (key, value) in object {
        let pointer = pointer.to_owned() + &pointer_part(key);
        match snake(key) {
            Some(name) => table.extend(to_toml(&pointer, value, found).map(|value| (name, value))),
            None => found.push(Unwritable {
                pointer,
                message: "there is no such key",
            }),
        }
    }
    table
}

fn to_toml(pointer: &str, value: &Json, found: &mut Vec<Unwritable>) -> Option<Toml> {
    Some(match value {
        Json::Null => return None,
        Json::Bool(yes) => Toml::Boolean(*yes),
        Json::Number(number) => to_number(number),
        Json::String(text) => Toml::String(text.clone()),
        Json::Array(items) => {
            let items = items.iter().enumerate().map(|(index, item)| {
                let pointer = format!("{pointer}/{index}");
                to_toml(&pointer, item, found).unwrap_or_else(|| {
                    found.push(Unwritable {
                        pointer,
                        message: "null is no value of a list",
                    });
                    // The items after it keep their indices.
                    Toml::String(String::new())
                })
            });
            Toml::Array(items.collect())
        }
        Json::Object(object) => Toml::Table(table_at(pointer, object, found)),
    })
}

/// Converts a number. JSON has one kind of numbers: 90.0 is as whole as 90. A number that is not
/// whole is refused if a whole one is required.
fn to_number(number: &serde_json::Number) -> Toml {
    /// Below this bound, every whole number has an exact float.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let float = number.as_f64().unwrap_or(f64::MAX);
    match number.as_i64() {
        Some(whole) => Toml::Integer(whole),
        None if float.fract() == 0.0 && float.abs() < EXACT => Toml::Integer(float as i64),
        None => Toml::Float(float),
    }
}

/// Converts a table of the file to an object.
#[must_use]
pub(in crate::config) fn object(table: &toml::Table) -> serde_json::Map<String, Json> {
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
pub(crate) fn pointer_part(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// `target_hosts[0]` → `/targetHosts/0`.
#[must_use]
pub(in crate::config) fn pointer(field: &str) -> String {
    let parts = field.split(['.', '[']).filter(|part| !part.is_empty());
    parts
        .map(|part| pointer_part(&camel(part.trim_end_matches(']'))))
        .collect()
}

/// A message in which quoted keys are named as in JSON.
#[must_use]
pub(in crate::config) fn in_json_names(message: &str) -> String {
    let quoted = message.split('`').enumerate();
    let words = quoted.map(|(index, text)| match index % 2 {
        1 => format!("`{}`", camel(text)),
        _ => text.to_owned(),
    });
    words.collect()
}

/// A message of the parser in plain words.
#[must_use]
pub(crate) fn parser_message(message: &str) -> String {
    // "…, expected one of `a`, `b`" or "…, expected `a` or `b`"
    let names = |wanted: &str| {
        let names: Vec<String> = wanted
            .split('`')
            .skip(1)
            .step_by(2)
            .map(|name| format!("`{name}`"))
            .collect();
        names.join(", ")
    };
    let quoted = |rest: &str| rest.split('`').next().unwrap_or_default().to_owned();
    let (first, wanted) = message.split_once(", expected ").unwrap_or((message, ""));
    if let Some(rest) = message.strip_prefix("missing field `") {
        format!("the key `{}` is needed", quoted(rest))
    } else if let Some(rest) = message.strip_prefix("duplicate field `") {
        format!("the key `{}` is there twice", quoted(rest))
    } else if let Some(rest) = first.strip_prefix("unknown field `") {
        match names(wanted) {
            none if none.is_empty() => format!("there is no key `{}`", quoted(rest)),
            names => format!("there is no key `{}`; there are {names}", quoted(rest)),
        }
    } else if let Some(rest) = first.strip_prefix("unknown variant `") {
        format!("`{}` is none of these: {}", quoted(rest), names(wanted))
    } else if let Some(rest) = ["invalid type: ", "invalid value: "]
        .into_iter()
        .find_map(|kind| first.strip_prefix(kind))
    {
        format!("this is {rest}, and {wanted} is wanted")
    } else {
        message.to_owned()
    }
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
    fn values_that_no_file_can_hold_are_reported() {
        let wrong = json!({ "display": { "queue~number": true, "wait": false }, "hosts": ["a", null, "b"] });
        let mut found = Vec::new();
        let read = table(wrong.as_object().unwrap(), &mut found);
        let found: Vec<_> = found.iter().map(|one| (one.pointer.as_str(), one.message)).collect();
        assert_eq!(
            found,
            [
                ("/display/queue~0number", "there is no such key"),
                ("/hosts/1", "null is no value of a list")
            ]
        );
        assert_eq!(
            Json::Object(object(&read)),
            json!({ "display": { "wait": false }, "hosts": ["a", "", "b"] })
        );
        assert_eq!(pointer("target_hosts[0]"), "/targetHosts/0");
        assert_eq!(pointer("display.queue_number"), "/display/queueNumber");
        assert_eq!(in_json_names("missing field `target_url`"), "missing field `targetUrl`");
        for (parsers, ours) in [
            ("missing field `text`", "the key `text` is needed"),
            (
                "unknown field `a`, expected `b` or `c`",
                "there is no key `a`; there are `b`, `c`",
            ),
            ("unknown field `a`, there are no fields", "there is no key `a`"),
            ("a message of our own", "a message of our own"),
        ] {
            assert_eq!(parser_message(parsers), ours);
        }
    }

    #[test]
    fn values_go_both_ways() {
        let given = json!({ "maxOutflow": 5, "hosts": ["a"], "display": { "wait": false }, "listed": true });
        let mut found = Vec::new();
        let read = table(given.as_object().unwrap(), &mut found);
        assert_eq!(read["max_outflow"].as_integer(), Some(5));
        assert_eq!(Json::Object(object(&read)), given);
        let null = table(json!({ "message": null }).as_object().unwrap(), &mut found);
        assert!(null.is_empty() && found.is_empty());
    }
}
