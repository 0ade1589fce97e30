//! `pastimes.toml`: the pastimes that rooms can offer to waiting visitors. A table is one pastime;
//! a room names the tables that its pages show, in their order.
//!
//! ```toml
//! [lineup]
//! kind = "schedule"
//! title = "Tonight"
//! items = [{ when = "19:00", what = "Doors" }, { when = "20:00", what = "The Lanterns" }]
//!
//! [backstage]
//! kind = "pictures"            # two or more make a carousel
//! title = "Last summer"
//! pictures = [{ file = "stage.webp", width = 1200, height = 800, alt = "The stage", caption = "Aarhus" }]
//!
//! [trailer]
//! kind = "video"
//! title = "Trailer"
//! file = "trailer.mp4"
//! width = 1280
//! height = 720
//! tracks = [{ file = "trailer.en.vtt", language = "en", label = "English" }]
//!
//! [song]
//! kind = "embed"               # the host must be one of the room's `embed_hosts`
//! title = "The new song"
//! url = "https://player.example/embed/1"
//! ```
//!
//! Every table can have `language`, the language of its texts. The pastime [`GAME`] needs no table.
//! All of it is bounded, so that a page stays small. This module renders nothing.

use std::collections::BTreeMap;

use serde::Deserialize;
use url::{Host, Url};

use super::asset::AssetKind;
use super::error::ThemeProblems;
use super::source::ThemeFiles;
use crate::line_number::line_of;

/// The file's name.
pub(super) const PASTIMES_FILE: &str = "pastimes.toml";
/// The name of the built-in game, which every theme has.
pub const GAME: &str = "game";

/// Maximum number of pastimes in a file.
const PASTIMES_MAX: usize = 20;
/// Maximum length of a pastime's name, bytes.
const NAME_BYTES_MAX: usize = 30;
/// Maximum number of lines of a schedule, of pictures, and of tracks.
const ITEMS_MAX: usize = 40;
const PICTURES_MAX: usize = 12;
const TRACKS_MAX: usize = 20;
/// Maximum length of one text, characters.
const TEXT_CHARS_MAX: usize = 200;
/// Maximum size of the texts and addresses of a pastime, which are part of the page, bytes.
const TEXT_BYTES_MAX: usize = 4 * 1024;
/// Maximum size of the pictures of a pastime, bytes.
const PICTURES_BYTES_MAX: usize = 1024 * 1024;
/// Maximum width and height, pixels.
const SIDE_MAX: u32 = 10_000;

/// The pastimes of a theme.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pastimes {
    by_name: BTreeMap<String, Pastime>,
    /// Path of the stylesheet that pages with pastimes load.
    pub stylesheet: String,
}

/// One pastime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pastime {
    /// The heading; empty for the game, whose texts are in the language of the page.
    pub title: String,
    /// The language of the texts, if it was named.
    pub language: Option<String>,
    /// The content.
    pub kind: PastimeKind,
}

/// The content of a pastime. Files are paths of assets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PastimeKind {
    /// A schedule of events.
    Schedule(Vec<ScheduleItem>),
    /// Pictures with captions.
    Pictures(Vec<PastimePicture>),
    /// A video with captions.
    Video {
        /// Path of the file.
        file: String,
        /// Width and height, pixels.
        size: (u32, u32),
        /// The captions.
        tracks: Vec<Track>,
    },
    /// A page of another host.
    Embed {
        /// The address, https.
        url: String,
        /// Its host.
        host: String,
    },
    /// The built-in game.
    Game,
}

/// A line of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleItem {
    /// The time, as text.
    pub when: String,
    /// The event.
    pub what: String,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastimePicture {
    /// Path of the file; in `pastimes.toml`, its name.
    pub file: String,
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    /// The alternative text, for visitors who do not see the picture.
    pub alt: String,
    /// The text below it; default none.
    #[serde(default)]
    pub caption: String,
}

/// The captions of a video in one language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// Path of the WebVTT file; in `pastimes.toml`, its name.
    pub file: String,
    /// The language, a BCP 47 tag.
    pub language: String,
    /// The language's name in the player's menu.
    pub label: String,
}

/// A table as written; the keys of each kind are checked afterwards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPastime {
    kind: String,
    title: String,
    language: Option<String>,
    items: Option<Vec<ScheduleItem>>,
    pictures: Option<Vec<PastimePicture>>,
    file: Option<String>,
    width: Option<u32>,
    height: Option<u32>,
    tracks: Option<Vec<Track>>,
    url: Option<String>,
}

impl Pastimes {
    /// Returns the pastime with that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Pastime> {
        static BUILT_IN: Pastime = Pastime {
            title: String::new(),
            language: None,
            kind: PastimeKind::Game,
        };
        match name {
            GAME => Some(&BUILT_IN),
            _ => self.by_name.get(name),
        }
    }

    /// Returns the names of the file's pastimes, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// Reads and checks the file, and adds its problems to `problems`. `url` returns the path of a
    /// theme's file.
    pub(super) fn read(
        text: &str,
        files: &ThemeFiles,
        url: &dyn Fn(&str) -> Option<String>,
        problems: &mut ThemeProblems,
    ) -> Self {
        let raw: BTreeMap<String, RawPastime> = match toml::from_str(text) {
            Ok(raw) => raw,
            Err(error) => {
                let line = error.span().map(|span| line_of(text, span.start));
                problems.add(line, error.message().trim());
                return Self::default();
            }
        };
        if raw.len() > PASTIMES_MAX {
            problems.add(None, format!("more than {PASTIMES_MAX} pastimes"));
        }
        let mut by_name = BTreeMap::new();
        for (name, raw) in raw {
            let mut reader = PastimeReader {
                files,
                url,
                wrong: Vec::new(),
            };
            let pastime = reader.pastime(&name, raw);
            let line = text.lines().position(|line| line.trim() == format!("[{name}]"));
            let line = line.map(|line| line + 1);
            reader
                .wrong
                .iter()
                .for_each(|wrong| problems.add(line, format!("`{name}`: {wrong}")));
            by_name.extend(pastime.map(|pastime| (name, pastime)));
        }
        Self {
            by_name,
            stylesheet: String::new(),
        }
    }
}

struct PastimeReader<'a> {
    files: &'a ThemeFiles,
    url: &'a dyn Fn(&str) -> Option<String>,
    wrong: Vec<String>,
}

impl PastimeReader<'_> {
    fn complain(&mut self, problem: impl Into<String>) {
        self.wrong.push(problem.into());
    }

    fn pastime(&mut self, name: &str, raw: RawPastime) -> Option<Pastime> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if name.is_empty() || name.len() > NAME_BYTES_MAX || !name.bytes().all(plain) || name == GAME {
            self.complain("a name has only a-z, 0-9 and hyphens, at most 30, and is not `game`");
        }
        self.texts(&raw);
        let has_size = raw.width.is_some() || raw.height.is_some();
        let given = [
            ("items", raw.items.is_some(), "schedule"),
            ("pictures", raw.pictures.is_some(), "pictures"),
            ("file", raw.file.is_some(), "video"),
            ("width and height", has_size, "video"),
            ("tracks", raw.tracks.is_some(), "video"),
            ("url", raw.url.is_some(), "embed"),
        ];
        for (key, is_given, kind) in given {
            if is_given && kind != raw.kind {
                self.complain(format!("{key} belong to the kind \"{kind}\""));
            }
        }
        let kind = match raw.kind.as_str() {
            "schedule" => self.schedule(raw.items.unwrap_or_default()),
            "pictures" => self.pictures(raw.pictures.unwrap_or_default()),
            "video" => {
                let size = (raw.width.unwrap_or(0), raw.height.unwrap_or(0));
                self.video(&raw.file.unwrap_or_default(), size, raw.tracks.unwrap_or_default())
            }
            "embed" => self.embed(&raw.url.unwrap_or_default()),
            other => {
                self.complain(format!(
                    "{other:?} is no kind; there are schedule, pictures, video and embed"
                ));
                None
            }
        };
        Some(Pastime {
            title: raw.title,
            language: raw.language,
            kind: kind?,
        })
    }

    /// Checks every text, because it is inserted into the page, between the page's own marks.
    fn texts(&mut self, raw: &RawPastime) {
        let items = raw.items.iter().flatten().flat_map(|item| [&item.when, &item.what]);
        let pictures = raw.pictures.iter().flatten();
        let pictures = pictures.flat_map(|picture| [&picture.file, &picture.alt, &picture.caption]);
        let tracks = raw.tracks.iter().flatten();
        let tracks = tracks.flat_map(|track| [&track.file, &track.label, &track.language]);
        let texts: Vec<&String> = [&raw.title]
            .into_iter()
            .chain(&raw.language)
            .chain(items)
            .chain(pictures)
            .chain(tracks)
            .collect();
        let is_private = |character: char| matches!(character, '\u{E000}'..='\u{F8FF}');
        let is_plain = |text: &&&String| {
            let is_odd = |character: char| character.is_control() || is_private(character);
            text.chars().count() <= TEXT_CHARS_MAX && !text.contains(is_odd)
        };
        if let Some(text) = texts.iter().find(|text| !is_plain(text)) {
            let begin: String = text.chars().take(20).collect();
            self.complain(format!(
                "{begin:?}… is too long (more than {TEXT_CHARS_MAX} characters), or has a line break or another control character"
            ));
        }
        let tags = raw
            .language
            .iter()
            .chain(raw.tracks.iter().flatten().map(|track| &track.language));
        for tag in tags.filter(|tag| !is_tag(tag)) {
            self.complain(format!(
                "`language` {tag:?} is no tag of a language, such as \"en\" or \"pt-BR\""
            ));
        }
        if raw.tracks.iter().flatten().any(|track| track.label.trim().is_empty()) {
            self.complain("`label` is empty: name the language of the captions");
        }
        if raw.title.trim().is_empty() {
            self.complain("`title` is empty");
        }
        if texts.iter().map(|text| text.len()).sum::<usize>() > TEXT_BYTES_MAX {
            self.complain(format!(
                "its texts have more than {} KiB together",
                TEXT_BYTES_MAX >> 10
            ));
        }
    }

    fn counted(&mut self, key: &str, count: usize, most: usize) {
        if !(1..=most).contains(&count) {
            self.complain(format!("`{key}` has 1 to {most} entries"));
        }
    }

    fn schedule(&mut self, items: Vec<ScheduleItem>) -> Option<PastimeKind> {
        self.counted("items", items.len(), ITEMS_MAX);
        if items.iter().any(|item| item.what.trim().is_empty()) {
            self.complain("`what` is empty");
        }
        Some(PastimeKind::Schedule(items))
    }

    fn pictures(&mut self, mut pictures: Vec<PastimePicture>) -> Option<PastimeKind> {
        self.counted("pictures", pictures.len(), PICTURES_MAX);
        let sizes = pictures.iter().filter_map(|picture| self.files.bytes(&picture.file));
        if sizes.map(<[u8]>::len).sum::<usize>() > PICTURES_BYTES_MAX {
            self.complain(format!(
                "its pictures have more than {} MiB together",
                PICTURES_BYTES_MAX >> 20
            ));
        }
        for picture in &mut pictures {
            self.size((picture.width, picture.height));
            if picture.alt.trim().is_empty() {
                self.complain(format!("`alt` of `{}` is empty: say what it shows", picture.file));
            }
            picture.file = self.file(&picture.file, AssetKind::is_picture, "picture")?;
        }
        Some(PastimeKind::Pictures(pictures))
    }

    fn video(&mut self, file: &str, size: (u32, u32), mut tracks: Vec<Track>) -> Option<PastimeKind> {
        self.size(size);
        self.counted("tracks", tracks.len(), TRACKS_MAX);
        for track in &mut tracks {
            let is_captions = |kind| kind == AssetKind::Vtt;
            track.file = self.file(&track.file, is_captions, "WebVTT file (.vtt)")?;
        }
        let file = self.file(file, AssetKind::is_video, "video (mp4 or webm)")?;
        Some(PastimeKind::Video { file, size, tracks })
    }

    fn embed(&mut self, url: &str) -> Option<PastimeKind> {
        let parsed = Url::parse(url).ok().filter(|url| url.scheme() == "https");
        let parsed = parsed.filter(|url| url.port().is_none() && url.username().is_empty());
        match parsed.as_ref().and_then(Url::host) {
            Some(Host::Domain(host)) if url.len() <= TEXT_BYTES_MAX => Some(PastimeKind::Embed {
                url: parsed.as_ref().map(Url::to_string).unwrap_or_default(),
                host: host.to_owned(),
            }),
            _ => {
                self.complain(format!(
                    "`url` {url:?} is no address like https://player.example/embed/1"
                ));
                None
            }
        }
    }

    fn size(&mut self, (width, height): (u32, u32)) {
        let sides = 1..=SIDE_MAX;
        if !sides.contains(&width) || !sides.contains(&height) {
            self.complain(format!("`width` and `height` are pixels, 1 to {SIDE_MAX}"));
        }
    }

    /// Returns the path of a file that has to be of that kind.
    fn file(&mut self, file: &str, is_wanted: impl Fn(AssetKind) -> bool, wanted: &str) -> Option<String> {
        let path = AssetKind::of(file)
            .filter(|kind| is_wanted(*kind))
            .and_then(|_| (self.url)(file));
        if path.is_none() {
            self.complain(format!("`{file}` is not a {wanted} of this theme"));
        }
        path
    }
}

/// Whether a text has the form of a language tag (BCP 47).
fn is_tag(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_language = |part: &str| part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    parts.next().is_some_and(|part| is_part(part) && is_language(part)) && parts.all(is_part)
}

#[cfg(test)]
mod tests;
