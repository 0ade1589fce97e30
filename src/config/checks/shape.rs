//! Checks the keys of the file's tables and their kinds before the file is read into types: reports
//! at once every key that is unknown, missing or of the wrong kind.
//!
//! The known keys come from the types that read the file ([`super::schema`]). Wrong values are
//! replaced in a copy, so that everything else can be read and checked; later problems of a
//! replaced key are not reported ([`is_reported`]).

use std::collections::BTreeMap;

use toml::{Table, Value};
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, Object, Schema, SchemaFormat, SchemaType, Type};

use crate::config::hint::{nearest_unset, no_such_key, with_hint};
use crate::config::joining::oidc::RawOidc;
use crate::config::reminders::{push, smtp};
use crate::config::{ConfigProblem, Section, host, names, schema, server};

/// The table of the process.
const SERVER: &str = "server";
/// The table of the server that sends e-mail.
const SMTP: &str = "smtp";
const OIDC: &str = "oidc";
/// The table of push services.
const PUSH: &str = "push";
/// The table of certificates.
const CERTIFICATE: &str = "certificate";

/// The kind of a key's value.
#[derive(Debug)]
enum ValueShape {
    Text,
    Whole,
    Switch,
    Moment,
    Texts,
    Table(KeyShapes),
    /// Any value: the type that reads it reports its problems.
    Any,
}

#[derive(Debug)]
struct KeyShape {
    kind: ValueShape,
    is_needed: bool,
}

type KeyShapes = BTreeMap<String, KeyShape>;

/// Reports everything that does not have the expected form, and replaces it.
pub(in crate::config) fn mend(table: &mut Table) -> Vec<ConfigProblem> {
    let mut found = Vec::new();
    let lists: Vec<(&str, KeyShapes)> = Section::ALL
        .into_iter()
        .map(|section| (section.name(), keys(schema::entry(section))))
        .chain([(CERTIFICATE, keys(object(host::RawCertificate::schema())))])
        .collect();
    table.retain(|name, _| {
        let is_known = [SERVER, SMTP, PUSH, OIDC].contains(&name) || lists.iter().any(|(known, _)| *known == name);
        if !is_known {
            let known = lists.iter().map(|(known, _)| *known).chain([SERVER, SMTP, PUSH, OIDC]);
            add_problem(&mut found, name, with_hint("there is no such table", name, known));
        }
        is_known
    });
    let server = keys(object(server::RawServer::schema()));
    let value = table.entry(SERVER).or_insert_with(|| {
        add_problem(&mut found, SERVER, "this table is needed".to_owned());
        Value::Table(Table::new())
    });
    mend_single(SERVER, value, &server, &mut found);
    if let Some(value) = table.get_mut(SMTP) {
        let smtp = keys(object(smtp::RawSmtp::schema()));
        mend_single(SMTP, value, &smtp, &mut found);
    }
    if let Some(value) = table.get_mut(PUSH) {
        let push = keys(object(push::RawPush::schema()));
        mend_single(PUSH, value, &push, &mut found);
    }
    if let Some(value) = table.get_mut(OIDC) {
        let oidc = keys(object(RawOidc::schema()));
        mend_single(OIDC, value, &oidc, &mut found);
    }
    for (name, keys) in &lists {
        if let Some(value) = table.get_mut(*name) {
            mend_list(name, value, keys, &mut found);
        }
    }
    found
}

/// Whether a field, or a table or list around it, is already reported.
#[must_use]
pub(in crate::config) fn is_reported(reported: &[ConfigProblem], field: &str) -> bool {
    reported.iter().any(|problem| {
        let rest = field.strip_prefix(problem.field.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    })
}

/// Mends a table that occurs once.
fn mend_single(name: &str, value: &mut Value, keys: &KeyShapes, found: &mut Vec<ConfigProblem>) {
    if !value.is_table() {
        let message = format!("a table is wanted, [{name}]; this is {}", name_of(value));
        add_problem(found, name, message);
        *value = Value::Table(Table::new());
    }
    if let Value::Table(entry) = value {
        mend_table(name, entry, keys, found);
    }
}

fn mend_list(name: &str, value: &mut Value, keys: &KeyShapes, found: &mut Vec<ConfigProblem>) {
    match value {
        Value::Array(entries) => {
            for (index, entry) in entries.iter_mut().enumerate() {
                let path = format!("{name}[{index}]");
                if !entry.is_table() {
                    add_problem(found, &path, format!("a table is wanted; this is {}", name_of(entry)));
                    *entry = Value::Table(Table::new());
                }
                if let Value::Table(entry) = entry {
                    mend_table(&path, entry, keys, found);
                }
            }
        }
        other => {
            let message = match &*other {
                Value::Table(_) => format!("write [[{name}]], with two brackets: there may be several"),
                other => format!("tables are wanted, [[{name}]]; this is {}", name_of(other)),
            };
            add_problem(found, name, message);
            *other = Value::Array(Vec::new());
        }
    }
}

fn mend_table(path: &str, table: &mut Table, keys: &KeyShapes, found: &mut Vec<ConfigProblem>) {
    let mut meant = Vec::new();
    let known: Vec<&str> = keys.keys().map(String::as_str).collect();
    let given: Vec<String> = table.keys().cloned().collect();
    let is_given = |name: &str| given.iter().any(|given| given == name);
    table.retain(|name, _| {
        let is_known = keys.contains_key(name);
        if !is_known {
            let likely = nearest_unset(name, &known, is_given);
            meant.extend(likely.map(|likely| (likely.to_owned(), name.to_owned())));
            add_problem(found, &format!("{path}.{name}"), no_such_key(name, &known, is_given));
        }
        is_known
    });
    for (name, key) in keys {
        let field = format!("{path}.{name}");
        let fits = match table.get_mut(name) {
            None if key.is_needed => {
                if !is_reported(found, path) {
                    let hint = meant.iter().find(|(likely, _)| likely == name);
                    let hint = hint.map_or(String::new(), |(_, given)| format!("; see `{given}`"));
                    add_problem(found, &field, format!("this key is needed{hint}"));
                }
                false
            }
            None => continue,
            Some(value) => mend_value(&field, value, &key.kind, found),
        };
        match (fits, key.is_needed) {
            (true, _) => {}
            (false, true) => _ = table.insert(name.clone(), key.kind.placeholder()),
            (false, false) => _ = table.remove(name),
        }
    }
}

/// Whether a value is of its kind; mends the parts of the value.
fn mend_value(field: &str, value: &mut Value, kind: &ValueShape, found: &mut Vec<ConfigProblem>) -> bool {
    match (kind, &mut *value) {
        (ValueShape::Text | ValueShape::Moment, Value::String(_))
        | (ValueShape::Whole, Value::Integer(_))
        | (ValueShape::Switch, Value::Boolean(_))
        | (ValueShape::Moment, Value::Datetime(_))
        | (ValueShape::Any, _) => true,
        (ValueShape::Texts, Value::Array(items)) => {
            for (index, item) in items.iter_mut().enumerate().filter(|(_, item)| !item.is_str()) {
                add_problem(found, &format!("{field}[{index}]"), wrong_kind(&ValueShape::Text, item));
                *item = ValueShape::Text.placeholder();
            }
            true
        }
        (ValueShape::Table(keys), Value::Table(table)) => {
            mend_table(field, table, keys, found);
            true
        }
        (kind, value) => {
            add_problem(found, field, wrong_kind(kind, value));
            false
        }
    }
}

/// The message for a wrong value. Never shows the value, which can be a secret.
fn wrong_kind(kind: &ValueShape, value: &Value) -> String {
    let wanted = match kind {
        ValueShape::Text => "a text in quotes is wanted",
        ValueShape::Whole => "a whole number is wanted",
        ValueShape::Switch => "true or false is wanted",
        ValueShape::Moment => "a moment such as 2026-12-01T10:00:00Z is wanted",
        ValueShape::Texts => "a list of texts is wanted, such as [\"one\", \"two\"]",
        ValueShape::Table(_) => "a table is wanted, such as { wait = false }",
        ValueShape::Any => "something else is wanted",
    };
    let plain = match (kind, value) {
        (ValueShape::Whole, Value::String(text)) => text.trim().parse::<i64>().is_ok(),
        (ValueShape::Switch, Value::String(text)) => text.trim().parse::<bool>().is_ok(),
        _ => false,
    };
    let hint = if plain { ": leave the quotes out" } else { "" };
    format!("{wanted}; this is {}{hint}", name_of(value))
}

fn name_of(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text",
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number with a fraction",
        Value::Boolean(_) => "true or false",
        Value::Datetime(_) => "a moment",
        Value::Array(_) => "a list",
        Value::Table(_) => "a table",
    }
}

fn add_problem(found: &mut Vec<ConfigProblem>, field: &str, message: String) {
    found.push(ConfigProblem {
        field: field.to_owned(),
        message,
    });
}

impl ValueShape {
    /// A value of this kind, to replace one that is not.
    fn placeholder(&self) -> Value {
        match self {
            Self::Text | Self::Moment | Self::Any => Value::String(String::new()),
            Self::Whole => Value::Integer(0),
            Self::Switch => Value::Boolean(false),
            Self::Texts => Value::Array(Vec::new()),
            Self::Table(_) => Value::Table(Table::new()),
        }
    }

    fn of(schema: RefOr<Schema>) -> Self {
        let object = match schema {
            RefOr::T(Schema::Array(_)) => return Self::Texts,
            RefOr::T(Schema::Object(object)) => object,
            _ => return Self::Any,
        };
        let is = |wanted: Type| match &object.schema_type {
            SchemaType::Type(kind) => *kind == wanted,
            SchemaType::Array(kinds) => kinds.contains(&wanted),
            SchemaType::AnyValue => false,
        };
        let moment = Some(SchemaFormat::KnownFormat(KnownFormat::DateTime));
        if is(Type::Integer) {
            Self::Whole
        } else if is(Type::Boolean) {
            Self::Switch
        } else if is(Type::Object) {
            Self::Table(keys(object))
        } else if is(Type::Array) {
            Self::Texts
        } else if object.format == moment {
            Self::Moment
        } else {
            Self::Text
        }
    }
}

fn object(schema: RefOr<Schema>) -> Object {
    match schema {
        RefOr::T(Schema::Object(object)) => object,
        _ => unreachable!("a struct with named fields is an object"),
    }
}

fn keys(object: Object) -> KeyShapes {
    let needed = object.required;
    let properties = object.properties.into_iter();
    let keys = properties.filter_map(|(name, schema)| {
        let key = KeyShape {
            kind: ValueShape::of(schema),
            is_needed: needed.contains(&name),
        };
        Some((names::snake(&name)?, key))
    });
    keys.collect()
}
