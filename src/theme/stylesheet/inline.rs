//! A theme's stylesheet as an element of the waiting page, which saves the first visit a round
//! trip.
//!
//! HTML ends a `<style>` element at the first `</style`, also in a string or a comment of CSS. So a
//! sheet that contains `</` stays a file, to which pages link; a designer who needs these
//! characters in a string writes `<\2f `. Addresses in a sheet are paths from the root
//! ([`super::prepare`]), and therefore the same in a file and in a page.

use bytes::Bytes;

use crate::theme::asset::CompressedOnce;

/// The maximum length of a sheet in a page, bytes: a longer one would delay a page that is loaded
/// again more often than it saves a first visit.
const INLINE_BYTES_MAX: usize = 64 * 1024;

/// A stylesheet that can be an element of a page.
#[derive(Debug, Clone)]
pub struct InlineSheet {
    css: Bytes,
    /// All pages of the theme, and clones of it, share one copy.
    compressed: CompressedOnce,
}

impl InlineSheet {
    /// Returns the sheet, unless it has to stay a file.
    pub(in crate::theme) fn of(css: &Bytes) -> Option<Self> {
        let ends_element = css.windows(2).any(|pair| pair == b"</");
        let fits = css.len() <= INLINE_BYTES_MAX && !ends_element;
        fits.then(|| Self {
            css: css.clone(),
            compressed: CompressedOnce::default(),
        })
    }

    /// Returns the sheet as `compress` writes it; `None` if that is no smaller. Only the first call
    /// compresses, so every caller has to pass the same function.
    #[must_use]
    pub fn compressed(&self, compress: impl FnOnce(&[u8]) -> Vec<u8>) -> Option<&[u8]> {
        self.compressed.get(&self.css, compress).map(|bytes| &**bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_that_would_end_its_element_or_is_long_stays_a_file() {
        let fits = |css: &str| InlineSheet::of(&Bytes::from(css.to_owned())).is_some();
        for css in ["", "a{b:\"<\\2f style>\"}", "a{b:\"<\" \"/style>\"}", "a > b{}"] {
            assert!(fits(css), "{css}");
        }
        for css in ["a{b:\"</style>\"}", "a{b:'</STYLE '}", "a{b:\"</\"}", "</style"] {
            assert!(!fits(css), "{css}");
        }
        assert!(fits(&"a".repeat(INLINE_BYTES_MAX)) && !fits(&"a".repeat(INLINE_BYTES_MAX + 1)));
    }

    #[test]
    fn a_sheet_is_compressed_once_for_all_clones() {
        let sheet = InlineSheet::of(&Bytes::from_static(b"a{} a{} a{}")).expect("a short sheet");
        let clone = sheet.clone();
        assert_eq!(sheet.compressed(|_| b"a".to_vec()), Some(&b"a"[..]));
        assert_eq!(clone.compressed(|_| unreachable!()), Some(&b"a"[..]));
        let stubborn = InlineSheet::of(&Bytes::from_static(b"a")).expect("a short sheet");
        assert_eq!(stubborn.compressed(|css| css.to_vec()), None);
    }
}
