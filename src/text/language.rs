//! One culture: its words, resolved, and its numbers.

use std::sync::Arc;

use app::{
    texts::{Direction, PageTexts},
    view::StatusTexts,
};
use icu_locale::LocaleDirectionality;
use icu_locale_core::LanguageIdentifier;

use super::{
    catalog::{Catalog, TextError},
    culture::{Count, Culture},
    draw::DrawWords,
    locales::Source,
    moving::MoveWords,
    notice::{self, Notice, NoticeTexts, NoticeWords},
    page::page_texts,
    status::{Standing, StatusMessages},
};

/// Room for a time of day, bytes; digits of some scripts take two each.
const TIME_BYTES_GUESS: usize = 20;

/// What a culture says, and how it writes numbers.
#[derive(Debug)]
pub struct Language {
    tag: String,
    direction: Direction,
    culture: Culture,
    words: Arc<Words>,
}

/// What cultures of one language share.
#[derive(Debug)]
struct Words {
    page: PageTexts,
    status: StatusMessages,
    notices: Vec<NoticeTexts>,
    notice_words: NoticeWords,
    draw: DrawWords,
    moving: MoveWords,
}

impl Language {
    /// The language itself, then its cultures.
    pub(super) fn family(source: &Source) -> Result<Vec<Self>, TextError> {
        let culture = Culture::new(source.language)?;
        let mut catalog = Catalog::new(source.language, source.files(), &culture)?;
        let words = Arc::new(Words {
            page: page_texts(&mut catalog),
            status: StatusMessages::take(&mut catalog),
            notices: notice::take_all(&mut catalog),
            notice_words: NoticeWords::take(&mut catalog),
            draw: DrawWords::take(&mut catalog),
            moving: MoveWords::take(&mut catalog),
        });
        catalog.finish()?;
        let direction = direction(source.language)?;
        let cultures = source.regions.iter();
        let tags = cultures.map(|region| format!("{}-{region}", source.language));
        [source.language.to_owned()]
            .into_iter()
            .chain(tags)
            .map(|tag| {
                Ok(Self {
                    culture: Culture::new(&tag)?,
                    tag,
                    direction,
                    words: Arc::clone(&words),
                })
            })
            .collect()
    }

    /// BCP 47 tag, for `lang`.
    #[must_use]
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Reading direction, for `dir`.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The fixed texts of the waiting page.
    #[must_use]
    pub fn page_texts(&self) -> PageTexts {
        self.words.page.clone()
    }

    /// The live texts of one poll. Plain text: whoever puts them into HTML escapes them.
    #[must_use]
    pub fn status_texts(&self, standing: &Standing<'_>) -> StatusTexts {
        self.words.status.texts(&self.culture, standing)
    }

    /// The texts of a page outside the line.
    #[must_use]
    pub fn notice(&self, notice: Notice) -> &NoticeTexts {
        &self.words.notices[notice as usize]
    }

    /// The words that pages outside the line share.
    #[must_use]
    pub fn notice_words(&self) -> &NoticeWords {
        &self.words.notice_words
    }

    /// The words of the page about a room's draws.
    #[must_use]
    pub fn draw_words(&self) -> &DrawWords {
        &self.words.draw
    }

    /// The words of the pages by which a place moves to another device.
    #[must_use]
    pub fn move_words(&self) -> &MoveWords {
        &self.words.moving
    }

    /// The "powered by" line.
    #[must_use]
    pub fn powered_by(&self) -> &str {
        &self.words.page.powered_by
    }

    /// A whole number as this culture writes it.
    #[must_use]
    pub fn number(&self, number: u64) -> String {
        self.culture.numbers.format(number)
    }

    /// A number on its way into a message that selects on it.
    #[must_use]
    pub fn count(&self, number: u64) -> Count {
        self.culture.count(number)
    }

    /// The ten digits as this culture writes them, 0 first.
    #[must_use]
    pub fn digits(&self) -> String {
        (0..10).map(|digit| self.culture.numbers.format(digit)).collect()
    }

    /// A time of day in UTC with this culture's digits: "10:32:05 UTC".
    #[must_use]
    pub fn time_utc(&self, hour: u8, minute: u8, second: u8) -> String {
        let mut text = String::with_capacity(TIME_BYTES_GUESS);
        for (part, behind) in [(hour, ":"), (minute, ":"), (second, " UTC")] {
            self.culture.numbers.push_two_digits(&mut text, part);
            text.push_str(behind);
        }
        text
    }
}

/// By the script that CLDR has the language written in.
fn direction(language: &str) -> Result<Direction, TextError> {
    let tag: LanguageIdentifier = language.parse().map_err(|_| TextError::Culture(language.to_owned()))?;
    Ok(if LocaleDirectionality::new_common().is_right_to_left(&tag) {
        Direction::Rtl
    } else {
        Direction::Ltr
    })
}
