//! Themes as folders: files served for valid themes, problems reported for invalid ones.

use super::{layout::REQUIRED, source::ThemeFiles, *};
use app::page::Slot;
use std::collections::BTreeMap;

mod built_in;
mod derived;
mod directory;
mod leaks;
mod slots;
mod tokens;

const MANIFEST: &str = "name = \"Plain\"\nversion = 7\nlogo = \"logo.svg\"\n[tokens]\naccent = \"#0b57d0\"\n[tokens-dark]\naccent = \"#a8c7fa\"\n";
const LAYOUT: &str = r##"<!doctype html>
<html lang="en" class="plain" data-page="preview">
  <head>
    <meta charset="utf-8">
    <title>Preview</title>
    <!-- for the preview only -->
    <link rel="stylesheet" href="../../base.css">
    <link rel="stylesheet" href="style.css">
  </head>
  <body class="room">
    <header><slot name="logo"><img src="no-such-sample.png"><h1>Sample</h1></slot></header>
    <main id="m">
      <slot name="heading"><h1>You’re in line</h1></slot>
      <slot name="message"></slot>
      <slot name="status"><p onclick="sample()">12 <script>sample</script></p></slot>
      <img src="logo.svg" alt="">
      <slot name="help">Help</slot>
    </main>
    <footer><slot name="footer">Leave</slot> <a href="https://shop.example/imprint">Imprint</a></footer>
  </body>
</html>
"##;

fn folder(name: &str, files: &[(&str, &str)]) -> ThemeFiles {
    let files = files
        .iter()
        .map(|(file, text)| ((*file).to_owned(), text.as_bytes().to_vec()));
    ThemeFiles {
        name: name.to_owned(),
        files: files.collect(),
    }
}

fn plain(layout: &str) -> ThemeFiles {
    let style = "a { background: url(logo.svg) }\n";
    let logo = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0h9v9z\"/></svg>";
    folder(
        "default",
        &[
            ("theme.toml", MANIFEST),
            ("style.css", style),
            ("layout.html", layout),
            ("logo.svg", logo),
            ("notes.md", "-"),
        ],
    )
}

fn load(folders: Vec<ThemeFiles>) -> Result<Themes, ThemeErrors> {
    let folders: BTreeMap<_, _> = folders
        .into_iter()
        .map(|folder| (folder.name.clone(), folder))
        .collect();
    Themes::of(&folders, "body { margin: 0 }", &[])
}

fn problems(folder: ThemeFiles) -> Vec<String> {
    match load(vec![folder]) {
        Ok(_) => Vec::new(),
        Err(ThemeErrors(found)) => found.iter().map(ToString::to_string).collect(),
    }
}

/// Returns the layout as text, with slots in braces.
fn outline(layout: &Layout) -> String {
    let pieces = layout.pieces().iter().map(|piece| match piece {
        LayoutPiece::Html(html) => html.to_string(),
        LayoutPiece::Slot(slot) => format!("{{{}}}", slot.name()),
        other => format!("{{{other:?}}}"),
    });
    pieces.collect()
}

#[test]
fn a_layout_becomes_pieces_and_samples_go() {
    let themes = load(vec![plain(LAYOUT)]).unwrap();
    let theme = themes.default_theme();
    let logo = theme.logo.clone().unwrap();
    let head = &theme.head;
    let wanted = format!(
        "<!doctype html>\n<html class=\"plain\"{{HtmlAttributes}}>\n<head>{head}{{Preload}}<title>{{Title}}</title>\n{{Head}}</head>\n\
         <body class=\"room\">{{skip}}\n<header>{{logo}}</header>\n<main id=\"m\">\n{{heading}}\n{{message}}\n{{status}}\n\
         <img src=\"{logo}\" alt=\"\">\n{{help}}\n</main>\n\
         <footer>{{footer}} <a href=\"https://shop.example/imprint\">Imprint</a></footer>\n{{Scripts}}</body>\n</html>\n"
    );
    assert_eq!(outline(&theme.layout), wanted);
    assert!(
        head.starts_with("<meta charset=\"utf-8\">") && head.contains("noindex") && head.contains("width=device-width")
    );
}

#[test]
fn a_skip_slot_of_the_layout_is_used_instead_of_the_loaders() {
    let layout = LAYOUT.replace("<header>", "<slot name=\"skip\"></slot><header>");
    let themes = load(vec![plain(&layout)]).unwrap();
    let outline = outline(&themes.default_theme().layout);
    assert_eq!(outline.matches("{skip}").count(), 1);
    assert!(outline.contains("{skip}<header>"));
}

#[test]
fn one_stylesheet_has_base_tokens_and_the_themes_own() {
    let themes = load(vec![plain(LAYOUT)]).unwrap();
    let theme = themes.default_theme();
    let name = theme.stylesheet.strip_prefix(Themes::ASSETS_PATH).unwrap();
    let sheet = themes.asset(name).unwrap();
    let css = std::str::from_utf8(&sheet.bytes).unwrap();
    let logo = theme.logo.as_deref().unwrap();
    let parts = [
        format!("body{{margin:0}}\na{{background:url({logo})}}\n:root{{--accent:#0b57d0;--accent-soft:#"),
        ";--on-accent:#ffffff;}\n@media (prefers-color-scheme:dark){:root{--accent:#a8c7fa;--accent-soft:#".to_owned(),
        ";--on-accent:#0b0b0d;}}\n".to_owned(),
    ];
    let [beginning, middle, end] = &parts;
    assert!(
        css.starts_with(beginning) && css.contains(middle) && css.ends_with(end),
        "{css}"
    );
    assert_eq!(sheet.content_type, "text/css; charset=utf-8");
    assert!(logo.starts_with("/assets/default.logo.") && logo.ends_with(".svg"));
    // Notes are not served; the others are the stylesheets of pages outside the line and of
    // pastimes.
    assert_eq!(themes.assets().count(), 4);
}

#[test]
fn names_follow_content_and_brotli_gives_it_back() {
    let long = "b { color: red }\n".repeat(200);
    let style = |text: &str| {
        let mut folder = plain(LAYOUT);
        folder.files.insert("style.css".to_owned(), text.as_bytes().to_vec());
        load(vec![folder]).unwrap()
    };
    let (one, same, other) = (style(&long), style(&long), style("b { color: blue }"));
    let name = |themes: &Themes| themes.default_theme().stylesheet.clone();
    assert_eq!(name(&one), name(&same));
    assert_ne!(name(&one), name(&other));
    let asset = one
        .asset(name(&one).strip_prefix(Themes::ASSETS_PATH).unwrap())
        .unwrap();
    let compressed = asset.brotli().cloned().unwrap();
    assert!(compressed.len() * 10 < asset.bytes.len());
    let mut unpacked = Vec::new();
    brotli::BrotliDecompress(&mut compressed.as_ref(), &mut unpacked).unwrap();
    assert_eq!(unpacked, asset.bytes);
}

#[test]
fn a_theme_without_a_layout_takes_the_default_one() {
    let second = folder("night", &[("theme.toml", "name = \"Night Sale\"\nversion = 1\n")]);
    let themes = load(vec![plain(LAYOUT), second]).unwrap();
    let night = themes.get("night sale").unwrap();
    assert_eq!((night.id.as_str(), night.version, &night.logo), ("night", 1, &None));
    let outline = outline(&night.layout);
    assert!(outline.contains(&night.stylesheet) && outline.contains("/assets/default.logo."));
    assert_eq!(themes.get("no-such-theme").map(|theme| &theme.id), None);
}

#[test]
fn every_problem_of_a_layout_is_named_with_its_line() {
    let at_ten = |bad: &str| {
        problems(plain(
            &LAYOUT.replace("<body class=\"room\">", &format!("<body class=\"room\">{bad}")),
        ))
    };
    for (bad, wanted) in [
        (
            "<script src=\"https://x.example/a.js\"></script>",
            "themes have no script",
        ),
        ("<p onclick=\"steal()\">x</p>", "`onclick`: themes have no script"),
        ("<P ONLOAD=steal()>x</P>", "`onload`: themes have no script"),
        (
            "<img src=\"https://x.example/a.png\">",
            "`https://x.example/a.png` is not a file of this theme",
        ),
        (
            "<img src=\"//x.example/a.png\">",
            "`//x.example/a.png` is not a file of this theme",
        ),
        ("<img srcset=\"https://x.example/a.png 2x\">", "`srcset`"),
        (
            "<iframe src=\"https://x.example\"></iframe>",
            "<iframe> is not possible",
        ),
        ("<form action=\"https://x.example\"></form>", "<form> is not possible"),
        ("<base href=\"https://x.example\">", "<base> is not possible"),
        ("<meta http-equiv=\"refresh\" content=\"0\">", "of <meta> only"),
        ("<link rel=\"preload\" href=\"https://x.example\">", "of <link> only"),
        (
            "<link rel=\"icon\" href=\"https://x.example\">",
            "is not a file of this theme",
        ),
        ("<a href=\"java&#115;cript:steal()\">x</a>", "links begin with"),
        (
            "<svg><use xlink:href=\"https://x.example\"/></svg>",
            "<use> is not possible",
        ),
        ("<svg><path fill=\"URL( https://x.example )\"/></svg>", "only url(#…)"),
        ("<style>a{}</style>", "put styles into style.css"),
        ("<p style=\"color:red\">x</p>", "put styles into style.css"),
        ("<h1>x</h1>", "the page's only <h1>"),
        ("<slot name=\"position\"></slot>", "slot `position` is not known"),
        ("<slot></slot>", "slot `` is not known"),
        ("<slot name=\"status\"></slot>", "slot `status` occurs twice"),
        ("<p><slot name=\"skip\"></slot></p>", "a slot holds paragraphs"),
    ] {
        let found = at_ten(bad);
        let line = if wanted.contains("occurs twice") { 15 } else { 10 };
        let start = format!("default/layout.html:{line}: ");
        assert!(
            found
                .iter()
                .any(|problem| problem.starts_with(&start) && problem.contains(wanted)),
            "{bad}: {found:?}"
        );
    }
}

#[test]
fn required_parts_of_a_page_must_be_there() {
    for slot in REQUIRED {
        let layout = LAYOUT.replace(&format!("<slot name=\"{}\">", slot.name()), "<slot name=\"skip\">");
        let wanted = format!("default/layout.html: slot `{}` is missing", slot.name());
        assert!(problems(plain(&layout)).contains(&wanted));
    }
    for (from, to, wanted) in [
        ("<main id=\"m\">", "<div>", "<main> is missing"),
        ("<main id=\"m\">", "<main></main><main>", "<main> occurs 2 times"),
        (
            "<main id=\"m\">",
            "<main></main>",
            "slot `status` must stand inside <main>",
        ),
        ("Leave</slot>", "Leave", "a slot is not closed"),
        (
            "Leave",
            "<slot name=\"skip\"></slot>",
            "a slot stands inside another one",
        ),
        ("Imprint", "\u{E000}", "private-use characters"),
    ] {
        let found = problems(plain(&LAYOUT.replace(from, to)));
        assert!(
            found.iter().any(|problem| problem.contains(wanted)),
            "{wanted}: {found:?}"
        );
    }
    assert_eq!(
        problems(plain(&LAYOUT.replace("name=\"help\"", "name=\"skip\""))),
        Vec::<String>::new()
    );
    assert_eq!(Slot::ALL.len(), 15, "a new slot: is it required?");
}

#[test]
fn every_problem_of_a_manifest_is_named_with_its_line() {
    for (manifest, wanted) in [
        ("name = \"x\"\n", "default/theme.toml:1: missing field `version`"),
        (
            "name = \"x\"\nversion = 1\ncolour = 3\n",
            "default/theme.toml:3: unknown field `colour`",
        ),
        ("name = \"x\"\nversion = [\n", "default/theme.toml:"),
        ("name = \" \"\nversion = 1\n", "default/theme.toml:1: `name`"),
        (
            "name = \"x\"\nversion = 1\nlogo = \"a.png\"\n",
            "default/theme.toml:3: `a.png` is not a file of this theme",
        ),
        (
            "name = \"x\"\nversion = 1\n[tokens]\na = \"red;}\"\n",
            "default/theme.toml:4: token `a`: `red;}` is not one",
        ),
        (
            "name = \"x\"\nversion = 1\n[tokens]\nA = \"1\"\n",
            "default/theme.toml:4: token `A`: names",
        ),
        (
            "name = \"x\"\nversion = 1\n[tokens-dark]\na = \"Url(x)\"\n",
            "default/theme.toml:4: token `a`: name files",
        ),
        (
            "name = \"x\"\nversion = 1\n[options]\ncolor_scheme = \"pink\"\n",
            "default/theme.toml:4: unknown variant",
        ),
    ] {
        let mut folder = plain(LAYOUT);
        folder
            .files
            .insert("theme.toml".to_owned(), manifest.as_bytes().to_vec());
        let found = problems(folder);
        assert!(
            found.iter().any(|problem| problem.starts_with(wanted)),
            "{wanted}: {found:?}"
        );
    }
    assert_eq!(problems(folder("default", &[])), ["default/theme.toml: is missing"]);
    assert_eq!(
        problems(folder(
            "other",
            &[("theme.toml", MANIFEST), ("layout.html", LAYOUT), ("logo.svg", "")]
        )),
        ["default: is missing"]
    );
}

#[test]
fn a_picture_that_acts_and_a_rule_that_hides_are_refused_with_the_theme() {
    let mut bad = plain(LAYOUT);
    bad.files
        .insert("logo.svg".to_owned(), b"<svg>\n<script>x</script></svg>".to_vec());
    bad.files
        .insert("style.css".to_owned(), b"a{}\n.status{display:none}".to_vec());
    let found = problems(bad);
    assert!(
        found.contains(&"default/logo.svg:2: <script> is not possible in a picture".to_owned()),
        "{found:?}"
    );
    assert!(
        found
            .iter()
            .any(|problem| problem.starts_with("default/style.css:2: `display: none` would hide `.status`"))
    );
}

#[test]
fn texts_of_a_theme_are_handed_on_by_their_language() {
    let mut own = plain(LAYOUT);
    own.files
        .insert("messages.de-CH.ftl".to_owned(), b"page-leave = Adieu".to_vec());
    let themes = load(vec![own.clone()]).unwrap();
    let messages = &themes.default_theme().messages;
    assert_eq!(messages.get("de-CH").map(String::as_str), Some("page-leave = Adieu"));
    assert!(themes.assets().all(|(name, _)| !name.contains("messages")));
    own.files.insert("messages.de.ftl".to_owned(), vec![0xff]);
    assert_eq!(problems(own), ["default/messages.de.ftl: is not UTF-8 text"]);
}

#[test]
fn a_brand_changes_the_themes_that_take_one_and_no_other() {
    let taker = MANIFEST.to_owned() + "[options]\nbrand = true\n";
    let mut default = plain(LAYOUT);
    default.files.insert("theme.toml".to_owned(), taker.into_bytes());
    let mut other = plain(LAYOUT);
    other.name = "other".to_owned();
    let folders = BTreeMap::from([("default".to_owned(), default), ("other".to_owned(), other)]);
    let logo = Logo {
        file: "Our Logo.png".to_owned(),
        bytes: vec![1, 2, 3],
    };
    let color = Color::from_hex("#c2185b");
    let brands = [
        Brand {
            color,
            logo: Some(logo.into()),
        },
        Brand { color, logo: None },
        Brand::default(),
    ];
    let themes = Themes::of(&folders, "", &brands).unwrap();
    let css = |theme: &Theme| {
        let sheet = themes
            .asset(theme.stylesheet.strip_prefix(Themes::ASSETS_PATH).unwrap())
            .unwrap();
        String::from_utf8_lossy(&sheet.bytes).into_owned()
    };
    let plain = themes.default_theme();
    let both = themes.branded(plain, &brands[0]);
    assert!(
        both.logo.as_ref().unwrap().starts_with("/assets/default.Our-Logo.")
            && both.logo.as_ref().unwrap().ends_with(".png")
    );
    assert!(css(both).contains("--accent:#c2185b") && !css(plain).contains("c2185b"));
    assert!(
        outline(&both.layout).contains(both.logo.as_ref().unwrap()),
        "the picture in the layout is the brand's, too"
    );
    let colored = themes.branded(plain, &brands[1]);
    assert!(
        css(colored).contains("--accent:#c2185b") && colored.logo == plain.logo,
        "a drawing without the accent stays"
    );
    assert_eq!(themes.branded(plain, &brands[2]).stylesheet, plain.stylesheet);
    let other = themes.get("other").unwrap();
    assert_eq!(themes.branded(other, &brands[0]).stylesheet, other.stylesheet);
}
