//! The theme's stylesheet in the waiting page itself.

use super::*;

/// The most that a page with its sheet may be larger than page and sheet apart, bytes: the sheet in
/// a page cannot use the dictionary of brotli, and the element has a nonce.
const MORE_BYTES_MAX: usize = 800;

#[test]
fn a_page_in_brotli_can_have_its_stylesheet_in_place_of_the_link() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    let english = languages.find("en").unwrap();
    let push = |hole: Hole, text: &mut String| text.push_str(hole.name());
    for theme in themes.iter() {
        let asset = themes.asset(theme.stylesheet.strip_prefix(Themes::ASSETS_PATH).unwrap());
        let asset = asset.unwrap();
        let css = std::str::from_utf8(&asset.bytes).unwrap();
        for (page, placed, draw) in LIFE {
            // With scripts a nonce follows the link, without them the title.
            let script = placed;
            let shape = WaitingShape {
                page,
                placed,
                draw,
                ..shape(english, theme, script)
            };
            let page = WaitingPage::render(&shape, theme);
            let (link, linked) = (theme.stylesheet_link(), page.fill_by(push));
            assert_eq!(linked.matches(&link).count(), 1, "{linked}");
            let compressed = page.fill_brotli_styled_by(push).unwrap();
            let mut plain = Vec::new();
            brotli::BrotliDecompress(&mut compressed.as_slice(), &mut plain).unwrap();
            let element = format!("<style nonce=\"{}\">{css}</style>", Hole::Nonce.name());
            assert!(plain == linked.replace(&link, &element).into_bytes(), "{}", theme.id);
            let apart = page.fill_brotli_by(push).len() + asset.brotli().unwrap().len();
            let together = compressed.len();
            assert!(
                together < apart + MORE_BYTES_MAX,
                "{}: {together} bytes, {apart} apart",
                theme.id
            );
        }
    }
}

#[test]
fn a_sheet_that_would_end_its_element_stays_a_file() {
    let languages = Languages::load();
    let english = languages.find("en").unwrap();
    for (content, fits) in [("<\\2f style>", true), ("</style><script>", false)] {
        let mut files = ThemeFiles::built_in("default").unwrap();
        files.name = "stub".to_owned();
        let rule = format!(".stub::after {{ content: \"{content}\"; }}\n");
        files.files.insert("style.css".to_owned(), rule.into_bytes());
        let themes = Themes::load_beside(&files, &[]).unwrap();
        let theme = themes.get("stub").unwrap();
        let page = WaitingPage::render(&shape(english, theme, true), theme);
        assert_eq!(page.fill_brotli_styled_by(|_, _| {}).is_some(), fits, "{content}");
    }
}
