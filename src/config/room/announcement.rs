//! `message` of `[[room]]`: a text, or a table with translations and times.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use toml::Value;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, OneOfBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{RefOr, schema::SchemaType};

use crate::announcement::{Announcement, AnnouncementText};
use crate::config::{ConfigProblems, names, timestamp};

/// The longest message to visitors, characters; each translation can be as long.
pub const MESSAGE_CHARS_MAX: usize = 500;
/// The maximum number of translations of a message.
const TRANSLATIONS_MAX: usize = 100;

/// The key as in the file.
#[derive(Debug, Default)]
pub(super) struct RawAnnouncement(RawTexts);

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTexts {
    text: String,
    #[serde(default)]
    translations: Vec<RawTranslation>,
    #[serde(default, deserialize_with = "timestamp::read")]
    from: Option<String>,
    #[serde(default, deserialize_with = "timestamp::read")]
    until: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTranslation {
    culture: String,
    text: String,
}

impl<'de> Deserialize<'de> for RawAnnouncement {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Value::deserialize(from)? {
            Value::String(text) => Ok(Self(RawTexts {
                text,
                ..RawTexts::default()
            })),
            Value::Table(table) => table
                .try_into()
                .map(Self)
                .map_err(|error| Error::custom(names::parser_message(error.message()))),
            other => Err(Error::custom(format!(
                "a text, or a table such as {{ text = \"…\" }} is wanted, not a value of type {}",
                other.type_str()
            ))),
        }
    }
}

impl RawAnnouncement {
    /// Returns the message; `None` if it is empty.
    pub(super) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<Option<Announcement>> {
        let Self(given) = self;
        let text = problems.take("message", text(&given.text));
        if given.translations.len() > TRANSLATIONS_MAX {
            problems.add(
                "message.translations",
                format!("at most {TRANSLATIONS_MAX} translations"),
            );
        }
        let translations = given.translations.into_iter().enumerate().map(|(index, one)| {
            let field = format!("message.translations[{index}].text");
            let words = problems.take(&field, text_needed(&one.text))?;
            Some((one.culture, words))
        });
        let translations: Vec<_> = translations.collect();
        let from = problems.take("message.from", given.from.as_deref().map(timestamp::parse).transpose());
        let until = problems.take(
            "message.until",
            given.until.as_deref().map(timestamp::parse).transpose(),
        );
        let (from, until) = (from?, until?);
        if from.zip(until).is_some_and(|(from, until)| until <= from) {
            problems.add("message.until", "must be later than `from`");
        }
        let translations: Option<Vec<_>> = translations.into_iter().collect();
        let (text, translations) = (text?, translations?);
        Some(text.map(|text| Announcement {
            text,
            translations,
            from,
            until,
        }))
    }
}

/// A message as visitors read it; `None` if it is empty.
fn text(given: &str) -> Result<Option<AnnouncementText>, String> {
    let given = given.trim();
    match given.chars().count() {
        0 => Ok(None),
        1..=MESSAGE_CHARS_MAX => Ok(Some(AnnouncementText::new(given))),
        _ => Err(format!("at most {MESSAGE_CHARS_MAX} characters")),
    }
}

fn text_needed(given: &str) -> Result<AnnouncementText, String> {
    text(given)?.ok_or_else(|| "a text is needed; leave the translation out".to_owned())
}

/// The key in the admin API's description.
pub(super) fn schema() -> impl Into<RefOr<Schema>> {
    let words = |about: &str| {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .max_length(Some(MESSAGE_CHARS_MAX))
            .description(Some(about))
    };
    let or_null = |kind: Type| SchemaType::from_iter([kind, Type::Null]);
    let moment = |about: &str| {
        ObjectBuilder::new()
            .schema_type(or_null(Type::String))
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .description(Some(about))
    };
    let translation = ObjectBuilder::new()
        .property(
            "culture",
            ObjectBuilder::new()
                .schema_type(Type::String)
                .description(Some("The culture or language, such as `de` or `pt-BR`.")),
        )
        .required("culture")
        .property("text", words("The message in that language.").min_length(Some(1)))
        .required("text")
        .additional_properties(Some(utoipa::openapi::schema::AdditionalProperties::FreeForm(false)));
    let table = ObjectBuilder::new()
        .property("text", words("For visitors whose language has no translation."))
        .property(
            "translations",
            ArrayBuilder::new()
                .schema_type(or_null(Type::Array))
                .items(translation)
                .max_items(Some(TRANSLATIONS_MAX)),
        )
        .property("from", moment("When the message appears; default at once."))
        .property("until", moment("When it goes; default never."))
        .additional_properties(Some(utoipa::openapi::schema::AdditionalProperties::FreeForm(false)));
    OneOfBuilder::new()
        .item(words("The text in every language.").schema_type(or_null(Type::String)))
        .item(table)
        .description(Some(
            "The operator's message to everybody who waits; default none. `[words](https://…)` and bare addresses of \
             http and https become links.",
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_and_a_table_are_read() {
        let read = |toml: &str| {
            toml::from_str::<toml::Table>(toml).unwrap()["message"]
                .clone()
                .try_into()
        };
        let RawAnnouncement(plain) = read("message = \"Soon\"").unwrap();
        assert_eq!((plain.text.as_str(), plain.from), ("Soon", None));
        let RawAnnouncement(whole) = read(
            "message = { text = \"Soon\", from = 2026-12-01T10:00:00Z, translations = [{ culture = \"de\", text = \"Bald\" }] }",
        )
        .unwrap();
        assert_eq!(whole.from.as_deref(), Some("2026-12-01T10:00:00Z"));
        assert_eq!(whole.translations[0].text, "Bald");
        for wrong in [
            "message = 5",
            "message = { text = \"x\", til = 5 }",
            "message = { from = \"x\" }",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
