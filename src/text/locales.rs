//! The embedded message files, and the cultures that can be asked for by name.

use app::texts::Direction;

/// One language's message files.
pub(super) struct Source {
    /// BCP 47 language subtag.
    pub(super) language: &'static str,
    /// Reading direction.
    pub(super) direction: Direction,
    /// File names with their text.
    pub(super) files: [(&'static str, &'static str); 4],
    /// Regions whose numbers may look different; the culture's tag is `language-REGION`.
    pub(super) regions: &'static [&'static str],
}

macro_rules! files {
    ($language:literal) => {
        [
            (
                concat!("locales/", $language, "/page.ftl"),
                include_str!(concat!("../../locales/", $language, "/page.ftl")),
            ),
            (
                concat!("locales/", $language, "/status.ftl"),
                include_str!(concat!("../../locales/", $language, "/status.ftl")),
            ),
            (
                concat!("locales/", $language, "/notice.ftl"),
                include_str!(concat!("../../locales/", $language, "/notice.ftl")),
            ),
            (
                concat!("locales/", $language, "/draw.ftl"),
                include_str!(concat!("../../locales/", $language, "/draw.ftl")),
            ),
        ]
    };
}

/// The languages, the fallback (English) first.
pub(super) const SOURCES: [Source; 4] = [
    Source {
        language: "en",
        direction: Direction::Ltr,
        files: files!("en"),
        regions: &["AU", "CA", "GB", "HK", "IE", "IN", "NZ", "SG", "US", "ZA"],
    },
    Source {
        language: "de",
        direction: Direction::Ltr,
        files: files!("de"),
        regions: &["AT", "BE", "CH", "DE", "IT", "LI", "LU"],
    },
    Source {
        language: "ja",
        direction: Direction::Ltr,
        files: files!("ja"),
        regions: &["JP"],
    },
    Source {
        language: "ar",
        direction: Direction::Rtl,
        files: files!("ar"),
        regions: &[
            "AE", "BH", "DZ", "EG", "IQ", "JO", "KW", "LB", "LY", "MA", "OM", "PS", "QA", "SA", "SD", "SY", "TN", "YE",
        ],
    },
];
