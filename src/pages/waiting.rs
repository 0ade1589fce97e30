//! The waiting page: fragments in a theme's layout, cut once at the holes.
//!
//! The parts that all visitors of a room, theme and culture share are one list of pieces. A request
//! joins them with its own values, escaped: about twenty copies into one allocation. For browsers
//! that accept brotli, the pieces are compressed in advance, and the theme's stylesheet can be one
//! of them, in place of the link: the browser then paints without a further request.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use app::{
    hole::{CLOSE, Hole, OPEN},
    page::{Fragments, Slot, WaitingShape, render_waiting_page},
};
use askama::Template;

use super::escape::{escape_by, has_special, push_escaped};
use super::stitch::{Piece, Stream, compress};
use crate::theme::{InlineSheet, LayoutPiece, Theme};

/// The expected length of a value, bytes: a title or a sentence is longer, a number shorter.
const VALUE_BYTES_GUESS: usize = 48;

/// The expected length of a long value, such as a link with a queue id, bytes.
const VALUE_BYTES_LONG: usize = 256;

/// A low estimate of the factor by which brotli shrinks a page.
const PLAIN_A_BROTLI: usize = 2;

/// A page with holes for one visitor's values.
#[derive(Debug, Clone)]
pub struct WaitingPage {
    /// The fixed HTML before each hole, and the hole.
    pairs: Vec<(Box<str>, Hole)>,
    tail: Box<str>,
    bytes_guess: usize,
    /// The fixed HTML of each pair, then of the tail, for brotli; made for the first visitor who
    /// accepts brotli.
    pieces: OnceLock<Vec<Piece>>,
    /// The stylesheet that can replace its link.
    style: Option<StylePlace>,
}

/// The place of a page's stylesheet.
#[derive(Debug, Clone)]
struct StylePlace {
    sheet: InlineSheet,
    /// The index of the pair whose fixed HTML contains the link.
    pair: usize,
    /// The link within that HTML, bytes.
    link: Range<usize>,
    /// The HTML before and after the link, for brotli.
    around: OnceLock<[Piece; 2]>,
}

/// The inline script of a page whose browser may fetch the round of a beacon. It loads
/// `public/beacon/main.ts` when the numbers are being drawn, and nothing before.
#[derive(Debug, Clone, Copy)]
pub struct RoundLoader<'a> {
    /// Path of the script that fetches the round.
    pub script: &'a str,
    /// The address that names and accepts the round for which the room's draw waits.
    pub address: &'a str,
}

#[derive(Template)]
#[template(path = "round_loader.html")]
struct RoundLoaderView<'a> {
    loader: RoundLoader<'a>,
    /// The mark of the nonce, which is replaced for each visitor.
    nonce: String,
}

impl RoundLoader<'_> {
    fn to_html(self) -> String {
        let view = RoundLoaderView {
            loader: self,
            nonce: Hole::Nonce.marker(),
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

impl WaitingPage {
    /// Renders the page of a room in a theme and culture.
    #[must_use]
    pub fn render(shape: &WaitingShape, theme: &Theme) -> Self {
        Self::of_fragments(&render_waiting_page(shape), theme)
    }

    /// Like [`Self::render`], for a page whose browser may fetch the round of a beacon.
    #[must_use]
    pub fn with_round_loader(shape: &WaitingShape, theme: &Theme, loader: RoundLoader<'_>) -> Self {
        let mut fragments = render_waiting_page(shape);
        fragments.scripts.push_str(&loader.to_html());
        Self::of_fragments(&fragments, theme)
    }

    /// Joins fragments in a theme's layout.
    pub(super) fn of_fragments(fragments: &Fragments, theme: &Theme) -> Self {
        let mut page = Self::cut(&joined(fragments, theme));
        let sheet = theme.inline_sheet.clone();
        page.style = sheet.and_then(|sheet| page.style_place(sheet, &theme.stylesheet_link()));
        page
    }

    fn style_place(&self, sheet: InlineSheet, link: &str) -> Option<StylePlace> {
        let begins = self.pairs.iter().map(|(html, _)| html.find(link));
        let (pair, begin) = begins.enumerate().find_map(|(pair, begin)| Some((pair, begin?)))?;
        Some(StylePlace {
            sheet,
            pair,
            link: begin..begin + link.len(),
            around: OnceLock::new(),
        })
    }

    /// Cuts HTML at its markers. A marker that names no known hole (in a room's name, for example)
    /// stays text.
    fn cut(html: &str) -> Self {
        let mut pairs: Vec<(Box<str>, Hole)> = Vec::new();
        let mut fixed = String::new();
        let mut rest = html;
        while let Some((before, after)) = rest.split_once(OPEN) {
            fixed.push_str(before);
            rest = after;
            let hole = after
                .split_once(CLOSE)
                .and_then(|(name, after)| Some((Hole::from_name(name)?, after)));
            if let Some((hole, after)) = hole {
                pairs.push((std::mem::take(&mut fixed).into(), hole));
                rest = after;
            }
        }
        fixed.push_str(rest);
        let fixed_bytes = fixed.len() + pairs.iter().map(|(html, _)| html.len()).sum::<usize>();
        Self {
            pieces: OnceLock::new(),
            style: None,
            bytes_guess: fixed_bytes + pairs.len() * VALUE_BYTES_GUESS,
            pairs,
            tail: fixed.into(),
        }
    }

    /// Returns the page with values that exist; see [`Self::fill_by`].
    #[must_use]
    pub fn fill<'v>(&self, value: impl Fn(Hole) -> Cow<'v, str>) -> String {
        self.fill_by(|hole, text| text.push_str(&value(hole)))
    }

    /// Returns the page of one visitor. `push` appends a hole's value to a text: plain text, which
    /// is escaped here, except for holes that hold HTML ([`Hole::is_html`]).
    #[must_use]
    pub fn fill_by(&self, push: impl Fn(Hole, &mut String)) -> String {
        let mut html = String::with_capacity(self.bytes_guess);
        let mut value = String::with_capacity(VALUE_BYTES_LONG);
        for (fixed, hole) in &self.pairs {
            html.push_str(fixed);
            let start = html.len();
            push(*hole, &mut html);
            // Most values have nothing to escape, and stay where they are.
            if !hole.is_html() && has_special(&html[start..]) {
                value.clear();
                value.push_str(&html[start..]);
                html.truncate(start);
                push_escaped(&mut html, &value);
            }
        }
        html.push_str(&self.tail);
        html
    }

    /// Like [`Self::fill_by`], in brotli.
    #[must_use]
    pub fn fill_brotli_by(&self, push: impl Fn(Hole, &mut String)) -> Vec<u8> {
        self.fill_brotli(push, None)
    }

    /// Like [`Self::fill_brotli_by`], with the theme's stylesheet in a `<style>` element under the
    /// page's nonce, in place of the link. Returns `None` if the sheet has to stay a file.
    #[must_use]
    pub fn fill_brotli_styled_by(&self, push: impl Fn(Hole, &mut String)) -> Option<Vec<u8>> {
        let place = self.style.as_ref()?;
        let sheet = place.sheet.compressed(compress)?;
        Some(self.fill_brotli(push, Some((place, sheet))))
    }

    /// Returns the page in brotli; `style` includes the compressed stylesheet.
    fn fill_brotli(&self, push: impl Fn(Hole, &mut String), style: Option<(&StylePlace, &[u8])>) -> Vec<u8> {
        let (tail, pieces) = self.pieces().split_last().expect("the tail is a piece");
        let style_bytes = style.map_or(0, |(_, sheet)| sheet.len());
        let mut stream = Stream::with_capacity(self.bytes_guess / PLAIN_A_BROTLI + style_bytes);
        let mut value = String::with_capacity(VALUE_BYTES_LONG);
        for (index, ((fixed, hole), piece)) in self.pairs.iter().zip(pieces).enumerate() {
            match style.filter(|(place, _)| place.pair == index) {
                Some((place, sheet)) => {
                    value.clear();
                    push(Hole::Nonce, &mut value);
                    place.push(&mut stream, fixed, sheet, &value);
                }
                None => stream.fixed(piece, fixed),
            }
            value.clear();
            push(*hole, &mut value);
            match hole.is_html() {
                true => stream.plain(&value),
                false => escape_by(&value, |piece| stream.plain(piece)),
            }
        }
        stream.fixed(tail, &self.tail);
        stream.end()
    }

    fn pieces(&self) -> &[Piece] {
        self.pieces.get_or_init(|| {
            let texts = self.pairs.iter().map(|(html, _)| &**html).chain([&*self.tail]);
            texts.map(Piece::new).collect()
        })
    }

    /// Returns the holes in the order of the page; some occur more than once.
    pub fn holes(&self) -> impl Iterator<Item = Hole> {
        self.pairs.iter().map(|(_, hole)| *hole)
    }
}

impl StylePlace {
    /// Appends the HTML of the page's pair, with the compressed sheet in place of the link. A nonce
    /// consists of characters that need no escaping.
    fn push(&self, stream: &mut Stream, html: &str, sheet: &[u8], nonce: &str) {
        let (before, after) = (&html[..self.link.start], &html[self.link.end..]);
        let [piece_before, piece_after] = self.around.get_or_init(|| [before, after].map(Piece::new));
        stream.fixed(piece_before, before);
        for plain in ["<style nonce=\"", nonce, "\">"] {
            stream.plain(plain);
        }
        stream.compressed(sheet);
        stream.plain("</style>");
        stream.fixed(piece_after, after);
    }
}

/// Inserts the fragments into the theme's layout.
fn joined(fragments: &Fragments, theme: &Theme) -> String {
    let mut html = String::new();
    let pastimes_after = pastimes_after(theme);
    for piece in theme.layout.pieces() {
        match piece {
            LayoutPiece::Html(fixed) => html.push_str(fixed),
            LayoutPiece::HtmlAttributes => {
                // A waiting page has no error, but programs expect the attribute on every page.
                let no_error = ("data-error-id", String::new());
                for (name, value) in fragments.html_attributes.iter().chain([&no_error]) {
                    html.extend([" ", *name, "=\""]);
                    push_escaped(&mut html, value);
                    html.push('"');
                }
            }
            LayoutPiece::Preload => html.push_str(&fragments.preload),
            LayoutPiece::Title => push_escaped(&mut html, &fragments.title),
            LayoutPiece::Head => html.push_str(&fragments.head),
            LayoutPiece::Slot(slot) => {
                html.push_str(fragments.slot(*slot));
                if Some(*slot) == pastimes_after {
                    html.push_str(fragments.slot(Slot::Pastimes));
                }
            }
            LayoutPiece::Scripts => html.push_str(&fragments.scripts),
        }
    }
    html
}

/// Returns the slot after which pastimes are inserted, in a layout without a slot for them.
fn pastimes_after(theme: &Theme) -> Option<Slot> {
    let has = |slot: Slot| theme.layout.pieces().contains(&LayoutPiece::Slot(slot));
    match (has(Slot::Pastimes), has(Slot::Help)) {
        (true, _) => None,
        (false, true) => Some(Slot::Help),
        (false, false) => Some(Slot::Status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped_in_their_places_and_nowhere_else() {
        let (title, ahead) = (Hole::Title.marker(), Hole::Ahead.marker());
        let page = WaitingPage::cut(&format!(
            "<title>{title}</title><b data-a=\"{ahead}\">{ahead}</b> &amp;"
        ));
        assert_eq!(
            page.holes().collect::<Vec<_>>(),
            [Hole::Title, Hole::Ahead, Hole::Ahead]
        );
        let html = page.fill(|hole| match hole {
            Hole::Title => "<Sale> & more".into(),
            _ => format!("\"{}\"", hole.name()).into(),
        });
        assert_eq!(
            html,
            "<title>&lt;Sale&gt; &amp; more</title><b data-a=\"&quot;ahead&quot;\">&quot;ahead&quot;</b> &amp;"
        );
    }

    #[test]
    fn brotli_holds_the_same_page() {
        let long = "<p>Please keep this page open. It updates by itself, and you keep your place.</p>".repeat(3);
        let (title, ahead) = (Hole::Title.marker(), Hole::Ahead.marker());
        let page = WaitingPage::cut(&format!(
            "<title>{title}</title>{long}{ahead}{ahead}<i>{ahead}</i>{long}"
        ));
        let value = |hole: Hole| format!("<{}>", hole.name()).into();
        let compressed = page.fill_brotli_by(|hole, text| text.extend(["<", hole.name(), ">"]));
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut compressed.as_slice(), &mut plain).expect("a brotli stream");
        assert_eq!(String::from_utf8(plain).expect("UTF-8"), page.fill(value));
        assert!(compressed.len() < page.fill(value).len() / 2);
    }

    #[test]
    fn a_value_cannot_open_a_hole_and_a_strange_mark_is_text() {
        let nonce = Hole::Nonce.marker();
        let page = WaitingPage::cut(&format!("{OPEN}x{CLOSE}{}{OPEN}", Hole::Lead.marker()));
        assert_eq!(page.fill(|_| nonce.as_str().into()), format!("x{CLOSE}{nonce}"));
    }

    #[test]
    fn the_loader_of_a_round_runs_under_the_nonce_and_no_value_ends_it() {
        let loader = RoundLoader {
            script: "/assets/beacon.0f.js",
            address: "/draw/\"></script>/sale/beacon",
        };
        let html = loader.to_html();
        let nonce = Hole::Nonce.marker();
        let begin = format!("<script nonce=\"{nonce}\" data-script=\"/assets/beacon.0f.js\"");
        assert!(html.starts_with(&begin) && html.ends_with("</script>"), "{html}");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
    }

    #[test]
    fn a_page_without_holes_is_itself() {
        assert_eq!(WaitingPage::cut("<p>").fill(|_| unreachable!()), "<p>");
    }
}
