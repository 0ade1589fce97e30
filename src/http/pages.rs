//! The waiting pages of this process: rendered at first use, once per room, theme and culture, and
//! cached.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use app::page::{ClientScript, Draw, HoldTexts, LanguageChoice, LanguagePicker, Links, PushSwitch, WaitingShape};
use app::view::PageId;
use arc_swap::ArcSwap;

use crate::config::{Branding, Display, RoomDefinition};
use crate::http::infra::assets::Assets;
use crate::http::visit::status_view::layout_flags;
use crate::http::{paths, prefix};
use crate::pages::{PastimeSources, PastimesPart, RoundLoader, WaitingPage};
use crate::text::{Language, Languages};
use crate::theme::{Brand, Theme, Themes};

/// The maximum number of cached pages; further pages are rendered on each use. Themes × cultures ×
/// rooms of a large installation stay below.
pub(super) const PAGES_MAX: usize = 4_096;

/// The name of the script for the web push switch among the built ones.
const PUSH_SCRIPT: &str = "push";
/// The name of the script for pastimes among the built ones.
const PASTIMES_SCRIPT: &str = "pastimes";
/// The name of the script that brings the round of a beacon among the built ones.
const BEACON_SCRIPT: &str = "beacon";
/// The initial capacity of a page's key, bytes.
const KEY_BYTES_GUESS: usize = 160;

/// Identifies one of a room's pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageKind {
    /// The page's id.
    pub page: PageId,
    /// Whether the visitor has a place.
    pub placed: bool,
    /// Whether the room's numbers are, or will be, drawn.
    pub drawn: bool,
    /// Whether the page's browser fetches the beacon's round if the draw has to wait for it.
    pub brings_round: bool,
}

/// Themes and the pages rendered from them.
#[derive(Debug)]
pub struct Pages {
    branded: ArcSwap<BrandedPages>,
    script: Option<ClientScript>,
    /// Path of the script of the switch for web push, if it was built.
    push_script: Option<String>,
    /// Path of the script of pastimes, if it was built.
    pastimes_script: Option<String>,
    /// Path of the script that brings the round of a beacon, if it was built.
    beacon_script: Option<String>,
    rendered: RenderedPages,
    /// The pages for all visitors, kept separately: any client can request these in any language
    /// without a place.
    standalone: RenderedPages,
}

/// Pages by their keys, at most [`PAGES_MAX`]. A key is long: to hash it costs more than to compare
/// it a few times.
#[derive(Debug, Default)]
struct RenderedPages(RwLock<BTreeMap<String, Arc<WaitingPage>>>);

/// The themes, in the brands of all rooms.
#[derive(Debug)]
struct BrandedPages {
    themes: Arc<Themes>,
    brands: HashMap<Branding, Brand>,
}

impl Pages {
    /// Creates the cache for these themes and brands; `assets` contain the browser's part, if it
    /// was built.
    #[must_use]
    pub fn new(themes: Themes, brands: HashMap<Branding, Brand>, assets: &Assets) -> Self {
        let themes = Arc::new(themes);
        Self {
            branded: ArcSwap::from_pointee(BrandedPages { themes, brands }),
            script: assets.client.clone(),
            push_script: assets.script(PUSH_SCRIPT).map(paths::asset),
            pastimes_script: assets.script(PASTIMES_SCRIPT).map(paths::asset),
            beacon_script: assets.script(BEACON_SCRIPT).map(paths::asset),
            rendered: RenderedPages::default(),
            standalone: RenderedPages::default(),
        }
    }

    /// Returns the theme that a link requests, else the room's, else the default, in the room's own
    /// logo and colour.
    #[must_use]
    pub fn theme(&self, asked: Option<&str>, room: Option<&RoomDefinition>) -> Arc<Theme> {
        let names = [asked, room.map(|room| room.theme.as_str())];
        let branded = self.branded.load();
        let found = names.into_iter().flatten().find_map(|name| branded.themes.get(name));
        let theme = found.unwrap_or_else(|| branded.themes.default_theme());
        let brand = room.and_then(|room| branded.brands.get(&room.branding));
        brand
            .map_or(theme, |brand| branded.themes.branded(theme, brand))
            .clone()
    }

    /// Returns the themes, in the brands of all rooms.
    #[must_use]
    pub fn themes(&self) -> Arc<Themes> {
        self.branded.load().themes.clone()
    }

    /// Returns the brand of each room's branding.
    #[must_use]
    pub fn brands(&self) -> HashMap<Branding, Brand> {
        self.branded.load().brands.clone()
    }

    /// Replaces the themes and the brands of rooms. The themes are in these brands, and their files
    /// are served already.
    pub fn set_themes(&self, themes: Arc<Themes>, brands: HashMap<Branding, Brand>) {
        self.branded.store(Arc::new(BrandedPages { themes, brands }));
    }

    /// Discards all rendered pages.
    pub fn forget(&self) {
        for pages in [&self.rendered, &self.standalone] {
            pages.0.write().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// Returns a room's page without a visitor, rendered if it is not cached; `link` is for
    /// browsers without scripts.
    #[must_use]
    pub fn standalone(
        &self,
        room: &RoomDefinition,
        theme: &Theme,
        language: &Language,
        kind: PageKind,
        link: &str,
    ) -> Arc<WaitingPage> {
        self.standalone.get(key(room, theme, language, kind), || {
            let shape = WaitingShape {
                links: links(room, language),
                email: room.email_lead.map(|_| language.email_texts().title(&[])),
                draw: draw(room, kind),
                ..shape(&room.name, &room.display, theme, language, kind)
            };
            WaitingPage::standalone(&shape, theme, language, link)
        })
    }

    /// Returns a page of a room, rendered if it is not cached.
    #[must_use]
    pub fn waiting(
        &self,
        room: &RoomDefinition,
        theme: &Theme,
        language: &Language,
        kind: PageKind,
    ) -> Arc<WaitingPage> {
        self.rendered.get(key(room, theme, language, kind), || {
            let shape = WaitingShape {
                script: self.script.clone(),
                links: links(room, language),
                hold: (room.hold_ms > 0).then(|| hold(language, room.hold_ms)),
                email: room.email_lead.map(|_| language.email_texts().title(&[])),
                push: self.push_switch(room, language),
                draw: draw(room, kind),
                pastimes: self.pastimes(room, theme, language, kind),
                ..shape(&room.name, &room.display, theme, language, kind)
            };
            match self.beacon_script.as_deref().filter(|_| kind.brings_round) {
                Some(script) => {
                    let address = paths::draw_beacon(room.customer.as_str(), room.id.as_str());
                    let address = address.as_str();
                    WaitingPage::with_round_loader(&shape, theme, RoundLoader { script, address })
                }
                None => WaitingPage::render(&shape, theme),
            }
        })
    }
}

impl Pages {
    /// Returns the switch for web push, where the room offers it.
    fn push_switch(&self, room: &RoomDefinition, language: &Language) -> Option<PushSwitch> {
        let script = self.push_script.clone().filter(|_| room.push_lead.is_some())?;
        let words = language.push_texts();
        Some(PushSwitch {
            script,
            button: words.button(&[]),
            failed: words.failed(&[]),
        })
    }

    /// Returns the pastimes that the room offers on the pages of waiting visitors.
    fn pastimes(&self, room: &RoomDefinition, theme: &Theme, language: &Language, kind: PageKind) -> String {
        if kind.page == PageId::After {
            return String::new();
        }
        self.part(room).render(language, theme)
    }

    /// Returns the sources that the page must be allowed for its pastimes.
    #[must_use]
    pub fn pastime_sources(&self, room: &RoomDefinition, theme: &Theme, page: PageId) -> PastimeSources {
        if page == PageId::After {
            return PastimeSources::default();
        }
        self.part(room).sources(theme)
    }

    fn part<'p>(&'p self, room: &'p RoomDefinition) -> PastimesPart<'p> {
        PastimesPart {
            names: &room.pastimes.names,
            embed_hosts: &room.pastimes.embed_hosts,
            script: self.pastimes_script.as_deref(),
        }
    }
}

impl RenderedPages {
    fn get(&self, key: String, render: impl FnOnce() -> WaitingPage) -> Arc<WaitingPage> {
        let kept = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        kept.unwrap_or_else(|| {
            let page = Arc::new(render());
            let mut rendered = self.0.write().unwrap_or_else(PoisonError::into_inner);
            keep(&mut rendered, key, page.clone());
            page
        })
    }
}

/// Caches a page, if fewer than [`PAGES_MAX`] are cached.
fn keep<P>(rendered: &mut BTreeMap<String, P>, key: String, page: P) {
    if rendered.len() < PAGES_MAX {
        rendered.insert(key, page);
    }
}

/// Returns a page's cache key; none of its parts contains a slash.
fn key(room: &RoomDefinition, theme: &Theme, language: &Language, kind: PageKind) -> String {
    let flag = |set| if set { "1" } else { "0" };
    let parts = [
        room.customer.as_str(),
        room.id.as_str(),
        &theme.id,
        // A theme can be replaced while a page of its former version is being rendered.
        &theme.digest,
        language.tag(),
        language.wording(),
        kind.page.as_str(),
        flag(kind.placed),
        flag(kind.drawn),
        flag(kind.brings_round),
        // Links on the page carry the path prefix if the request does.
        flag(prefix::is_prefixed()),
    ];
    let mut key = String::with_capacity(KEY_BYTES_GUESS);
    for part in parts {
        key.push_str(part);
        key.push('/');
    }
    key.push_str(itoa::Buffer::new().format(room.version));
    key
}

/// Returns the texts of the form by which visitors step aside for up to `hold_ms`.
pub(crate) fn hold(language: &Language, hold_ms: u64) -> HoldTexts {
    let words = language.step_aside_texts();
    HoldTexts {
        offer: words.offer(&[]),
        button: words.button(&[&language.minutes(hold_ms / 60_000)]),
        left: words.left(&[]),
        back: words.back(&[]),
        ending: words.ending(&[]),
    }
}

/// Returns how the room's draw is decided; `None` on a page that does not concern a draw.
fn draw(room: &RoomDefinition, kind: PageKind) -> Option<Draw> {
    let has_beacon = room.life.draw_beacon.is_some();
    let draw = if has_beacon {
        Draw::WithBeacon
    } else {
        Draw::WithoutBeacon
    };
    kind.drawn.then_some(draw)
}

/// Returns the values from which a room's page is rendered, without the browser's part.
pub(crate) fn shape(
    room_name: &str,
    display: &Display,
    theme: &Theme,
    language: &Language,
    kind: PageKind,
) -> WaitingShape {
    WaitingShape {
        room_name: room_name.to_owned(),
        lang: language.tag().to_owned(),
        direction: language.direction(),
        page: kind.page,
        placed: kind.placed,
        draw: kind.drawn.then_some(Draw::WithoutBeacon),
        digits: language.digits(),
        texts: language.page_texts(),
        email: None,
        push: None,
        hold: None,
        layout: layout_flags(display),
        languages: choices(language),
        links: Links::default(),
        pastimes: String::new(),
        figures: theme.layout.figures(),
        logo_url: theme.logo.clone(),
        script: None,
    }
}

/// Returns the language picker for a page at the address `action` with these `fields`.
pub(crate) fn picker(language: &Language, action: &str, fields: Vec<(String, String)>) -> LanguagePicker {
    let texts = language.page_texts();
    LanguagePicker {
        label: texts.language_label,
        apply: texts.language_apply,
        languages: choices(language),
        action: action.to_owned(),
        fields,
    }
}

fn choices(language: &Language) -> Vec<LanguageChoice> {
    let choices = Languages::names().map(|(tag, name)| choice(tag, name, language));
    choices.collect()
}

fn choice(tag: &str, name: &str, language: &Language) -> LanguageChoice {
    LanguageChoice {
        tag: tag.to_owned(),
        name: name.to_owned(),
        chosen: tag == language.family(),
    }
}

fn links(room: &RoomDefinition, language: &Language) -> Links {
    let culture = language.tag();
    Links {
        takes_codes: !room.groups().is_empty(),
        language: paths::language(),
        about: paths::about(culture),
        status: if room.public_status {
            paths::room_status(room.customer.as_str(), room.id.as_str(), culture)
        } else {
            String::new()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bounded_number_of_pages_is_cached_for_any_themes_and_languages() {
        let mut rendered = BTreeMap::new();
        (0..PAGES_MAX + 100).for_each(|n| keep(&mut rendered, n.to_string(), ()));
        assert_eq!(rendered.len(), PAGES_MAX);
    }
}
