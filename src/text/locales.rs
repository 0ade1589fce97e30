//! The embedded message files, and the cultures that can be asked for by name.
//!
//! A language is a row of [`SOURCES`] and a folder of `locales/`; whatever Fluent files are in the folder are its messages.

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "locales"]
struct Files;

/// One language.
pub(super) struct Source {
    /// Its tag and the name of its folder.
    pub(super) language: &'static str,
    /// Regions whose numbers may look different; the culture's tag is `language-REGION`.
    pub(super) regions: &'static [&'static str],
}

/// A Fluent file.
pub(super) struct MessageFile {
    /// As errors name it: `locales/<language>/<name>.ftl`.
    pub(super) path: String,
    pub(super) text: String,
}

impl Source {
    /// Its message files, in the order of their names.
    pub(super) fn files(&self) -> Vec<MessageFile> {
        let mut names: Vec<_> = Files::iter().filter(|name| self.owns(name)).collect();
        names.sort();
        let files = names.into_iter().filter_map(|name| {
            Some(MessageFile {
                path: format!("locales/{name}"),
                text: String::from_utf8_lossy(&Files::get(&name)?.data).into_owned(),
            })
        });
        files.collect()
    }

    fn owns(&self, name: &str) -> bool {
        name.strip_prefix(self.language)
            .is_some_and(|rest| rest.starts_with('/') && rest.ends_with(".ftl"))
    }
}

/// The languages, the fallback (English) first.
pub(super) const SOURCES: [Source; 4] = [
    Source {
        language: "en",
        regions: &["AU", "CA", "GB", "HK", "IE", "IN", "NZ", "SG", "US", "ZA"],
    },
    Source {
        language: "de",
        regions: &["AT", "BE", "CH", "DE", "IT", "LI", "LU"],
    },
    Source {
        language: "ja",
        regions: &["JP"],
    },
    Source {
        language: "ar",
        regions: &[
            "AE", "BH", "DZ", "EG", "IQ", "JO", "KW", "LB", "LY", "MA", "OM", "PS", "QA", "SA", "SD", "SY", "TN", "YE",
        ],
    },
];
