//! Tokens that follow from `accent`, and those that are left over from another one.

use super::stylesheet::root::RootTokens;
use super::*;

const SCHEMES: [ThemeMode; 2] = [ThemeMode::Light, ThemeMode::Dark];

/// Returns a copy of a built-in theme with these replacements in its `theme.toml`.
fn copy(of: &str, changes: &[(&str, &str)]) -> ThemeFiles {
    let mut files = ThemeFiles::built_in(of).unwrap();
    files.name = "mine".to_owned();
    let mut manifest = manifest_of(&files);
    for (from, to) in changes {
        assert!(manifest.contains(from), "{of}: {from}");
        manifest = manifest.replacen(from, to, 1);
    }
    files.files.insert("theme.toml".to_owned(), manifest.into_bytes());
    files
}

fn manifest_of(files: &ThemeFiles) -> String {
    files.text("theme.toml").unwrap().unwrap().to_owned()
}

/// Returns the line of `theme.toml` on which a text stands first.
fn line(files: &ThemeFiles, text: &str) -> usize {
    let manifest = manifest_of(files);
    manifest.lines().position(|line| line.contains(text)).unwrap() + 1
}

/// Returns the accent that a built-in theme has in light.
fn accent(of: &str) -> String {
    let files = ThemeFiles::built_in(of).unwrap();
    let manifest: toml::Table = manifest_of(&files).parse().unwrap();
    manifest["tokens"]["accent"].as_str().unwrap().to_owned()
}

/// Returns the values of a token in the served stylesheet: for both schemes, and for dark alone.
fn served(files: &ThemeFiles, token: &str) -> [Option<String>; 2] {
    let themes = Themes::load_beside(files, &[]).unwrap();
    let theme = themes.get(&files.name).unwrap();
    let sheet = theme.stylesheet.strip_prefix(Themes::ASSETS_PATH).unwrap();
    let css = String::from_utf8_lossy(&themes.asset(sheet).unwrap().bytes).into_owned();
    let (rest, dark) = css.rsplit_once("@media (prefers-color-scheme:dark){:root{").unwrap();
    let (_, light) = rest.rsplit_once(":root{").unwrap();
    [light, dark].map(|tokens| {
        let (_, value) = tokens.split_once(&format!("--{token}:"))?;
        value.split(';').next().map(str::to_owned)
    })
}

/// Returns the logo that is served, in the theme itself or in a brand of that colour.
fn logo(files: &ThemeFiles, color: Option<&str>) -> String {
    let brand = Brand {
        color: color.and_then(Color::from_hex),
        logo: None,
    };
    let themes = Themes::load_beside(files, std::slice::from_ref(&brand)).unwrap();
    let theme = themes.branded(themes.get(&files.name).unwrap(), &brand);
    let file = theme.logo.as_ref().unwrap().strip_prefix(Themes::ASSETS_PATH).unwrap();
    String::from_utf8_lossy(&themes.asset(file).unwrap().bytes).into_owned()
}

fn told(found: &[ThemeError]) -> Vec<String> {
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn the_colours_of_the_built_in_themes_are_those_of_their_stylesheets() {
    for theme in Themes::load(None).unwrap().iter() {
        let files = ThemeFiles::built_in(&theme.id).unwrap();
        let style = RootTokens::of(files.text("style.css").unwrap().unwrap());
        for token in ["accent", "accent-soft", "ground-glow", "on-accent"] {
            let own = SCHEMES.map(|scheme| style.get(token, scheme).map(str::to_owned));
            assert_eq!(served(&files, token), own, "{}: {token}", theme.id);
        }
    }
}

#[test]
fn a_logo_is_legible_on_a_light_accent_and_in_dark() {
    let files = copy("retail", &[("accent = \"#b93417\"", "accent = \"#ffd54f\"")]);
    let drawn = logo(&files, None);
    assert_eq!(served(&files, "on-accent")[0].as_deref(), Some("#0b0b0d"));
    assert!(
        drawn.contains("fill=\"#0b0b0d\"") && drawn.contains("fill=\"#ffd54f\"") && !drawn.contains("#fff\""),
        "{drawn}"
    );
    let files = copy("neutral", &[("accent = \"#23262d\"", "accent = \"#00695c\"")]);
    let dark = served(&files, "accent")[1].clone().unwrap();
    let drawn = logo(&files, None);
    assert!(
        drawn.contains("g{color:#00695c}") && drawn.contains(&format!("g{{color:{dark}}}")),
        "{drawn}"
    );
    let mut files = copy("retail", &[("accent = \"#b93417\"", "accent = \"#ffd54f\"")]);
    let other = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path fill=\"#ffffff\" d=\"M0 0h9v9z\"/></svg>";
    files.files.insert("logo.svg".to_owned(), other.into());
    assert_eq!(logo(&files, None), other, "a drawing without the accent stays");
}

#[test]
fn of_two_equal_colours_of_a_logo_each_follows_its_own_token() {
    // The text on the accent in light is the accent in dark.
    let mut files = copy("neutral", &[("accent = \"#23262d\"", "accent = \"#00695c\"")]);
    let style = files.text("style.css").unwrap().unwrap();
    let style = style.replacen("--accent: #eceef2", "--accent: #ffffff", 1);
    files.files.insert("style.css".to_owned(), style.into_bytes());
    let own = "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>path{fill:#23262d;stroke:#fff}\
               @media (prefers-color-scheme: dark){path{fill:#fff}}</style><path d=\"M0 0h9v9z\"/></svg>";
    files.files.insert("logo.svg".to_owned(), own.into());
    let dark = served(&files, "accent")[1].clone().unwrap();
    let drawn = logo(&files, None);
    assert!(
        drawn.contains("path{fill:#00695c;stroke:#fff}") && drawn.contains(&format!("path{{fill:{dark}}}")),
        "{drawn}"
    );
    // The manifest exchanges the two colours of the stylesheet, with which the logo is drawn.
    let exchanged = "accent = \"#ffffff\"\non-accent = \"#b93417\"";
    let drawn = logo(&copy("retail", &[("accent = \"#b93417\"", exchanged)]), None);
    assert!(
        drawn.contains("rx=\"20\" fill=\"#b93417\"") && drawn.contains("z\" fill=\"#ffffff\""),
        "{drawn}"
    );
}

#[test]
fn a_new_accent_alone_changes_everything_that_follows_from_it() {
    for theme in Themes::load(None).unwrap().iter() {
        let set = |value: &str| format!("accent = {value:?}");
        let (from, to) = (set(&accent(&theme.id)), set("#00695c"));
        let files = copy(&theme.id, &[(from.as_str(), to.as_str())]);
        let built_in = ThemeFiles::built_in(&theme.id).unwrap();
        for token in ["accent", "accent-soft", "ground-glow"] {
            let (ours, theirs) = (served(&files, token), served(&built_in, token));
            for scheme in [0, 1] {
                assert!(
                    ours[scheme].is_some() && ours[scheme] != theirs[scheme],
                    "{}: {token}",
                    theme.id
                );
            }
        }
        assert_eq!(
            served(&files, "on-accent")[0].as_deref(),
            Some("#ffffff"),
            "{}",
            theme.id
        );
        let own = logo(&built_in, None);
        let drawn = own.replace(&accent(&theme.id), "#00695c");
        assert!(drawn != own && !drawn.contains(&accent(&theme.id)), "{}", theme.id);
        // Where the drawing has a colour for dark as well, that one is derived.
        if theme.id != "neutral" {
            assert_eq!(logo(&files, None), drawn, "{}", theme.id);
            let blue = own.replace(&accent(&theme.id), "#0b57d0");
            assert_eq!(logo(&files, Some("#0b57d0")), blue, "a brand's, in {}", theme.id);
        }
        let report = ThemeReport::of(&files);
        assert_eq!(
            (told(&report.problems), told(&report.warnings)),
            (vec![], vec![]),
            "{}",
            theme.id
        );
    }
}

#[test]
fn tokens_that_theme_toml_sets_stay() {
    let (from, to) = (
        "accent = \"#3a4fd0\"",
        "accent = \"#00695c\"\naccent-soft = \"#e0f2f1\"",
    );
    let files = copy("default", &[(from, to)]);
    assert_eq!(served(&files, "accent-soft"), [Some("#e0f2f1".to_owned()), None]);
    // Beside an `accent-soft` for both schemes, the accent is for both as well.
    assert_eq!(served(&files, "accent"), [Some("#00695c".to_owned()), None]);
}

#[test]
fn a_text_on_the_accent_of_light_is_for_dark_only_beside_an_accent_for_dark() {
    let light = ("accent = \"#3a4fd0\"", "accent = \"#00695c\"\non-accent = \"#ffffff\"");
    let files = copy("default", &[light]);
    let white = Some("#ffffff".to_owned());
    // A light accent is derived for dark.
    assert_eq!(served(&files, "on-accent"), [white.clone(), Some("#0b0b0d".to_owned())]);
    let report = ThemeReport::of(&files);
    assert_eq!((told(&report.problems), told(&report.warnings)), (vec![], vec![]));
    for more in [
        ("[tokens-dark]\n", "[tokens-dark]\naccent = \"#00796b\"\n"),
        ("on-accent =", "accent-soft = \"#e0f2f1\"\non-accent ="),
    ] {
        let files = copy("default", &[light, more]);
        assert_eq!(served(&files, "on-accent"), [white.clone(), None], "{more:?}");
    }
    let dark = ("[tokens-dark]\n", "[tokens-dark]\non-accent = \"#001a17\"\n");
    let files = copy("default", &[light, dark]);
    assert_eq!(served(&files, "on-accent"), [white, Some("#001a17".to_owned())]);
}

#[test]
fn a_token_that_the_stylesheet_sets_in_an_at_rule_is_left_to_it() {
    for (token, rule) in [
        ("accent-soft", "@layer own { :root { --accent-soft: #e0f2f1 } }"),
        (
            "ground-glow",
            "@supports (color: red) { html { --ground-glow: #e0f2f1 } }",
        ),
        (
            "on-accent",
            "@media screen and (prefers-color-scheme: dark) { :root { --on-accent: #001a17 } }",
        ),
    ] {
        let mut files = copy("default", &[("accent = \"#3a4fd0\"", "accent = \"#00695c\"")]);
        let own = files.text("style.css").unwrap().unwrap();
        let style = format!("{own}\n{rule}\n");
        files.files.insert("style.css".to_owned(), style.into_bytes());
        for other in ["accent-soft", "ground-glow", "on-accent"] {
            let values = served(&files, other);
            assert_eq!(values.iter().all(Option::is_none), token == other, "{rule}: {other}");
        }
        assert!(served(&files, "accent")[1].is_some(), "{rule}");
        let wanted = format!(
            "mine/theme.toml:{}: `{token}` is not derived, because style.css sets it for the page in an at-rule: set it \
             here as well",
            line(&files, "#00695c")
        );
        assert!(told(&ThemeReport::of(&files).warnings).contains(&wanted), "{rule}");
    }
}

#[test]
fn values_made_for_another_accent_are_warned_of() {
    let files = copy(
        "default",
        &[
            (
                "accent = \"#3a4fd0\"",
                "accent = \"#c2185b\"\naccent-soft = \"#e7eafc\"",
            ),
            (
                "[tokens-dark]\n",
                "[tokens-dark]\naccent = \"#93a5ff\"\naccent-soft = \"#262f58\"\n",
            ),
        ],
    );
    let wanted = [
        format!(
            "mine/theme.toml:{}: `accent-soft` has another hue than `accent` (light): leave it out, and it is derived",
            line(&files, "#e7eafc")
        ),
        format!(
            "mine/theme.toml:{}: `accent` of [tokens-dark] has another hue than that of [tokens]: leave it out, and it is \
             derived",
            line(&files, "#93a5ff")
        ),
    ];
    assert_eq!(told(&ThemeReport::of(&files).warnings), wanted);
}

#[test]
fn a_pair_that_is_half_in_the_stylesheet_is_judged() {
    let changes = [("on-go = \"#ffffff\"\n", ""), ("go = \"#0a6b4f\"", "go = \"#9fe0c8\"")];
    let files = copy("default", &changes);
    let report = ThemeReport::of(&files);
    assert_eq!(told(&report.problems), Vec::<String>::new());
    let warnings = told(&report.warnings);
    let start = format!(
        "mine/theme.toml:{}: `on-go` on `go` has a contrast of 1.",
        line(&files, "#9fe0c8")
    );
    assert!(
        warnings.len() == 1
            && warnings[0].starts_with(&start)
            && warnings[0].ends_with("(light), and 4.5 is needed: `on-go` comes from style.css; set it here as well"),
        "{warnings:?}"
    );
}

#[test]
fn a_bad_contrast_of_tokens_that_follow_each_other_comes_with_advice() {
    let changes = [("accent = \"#3a4fd0\"", "accent = \"#00695c\"\non-accent = \"#101010\"")];
    let found = told(&ThemeReport::of(&copy("default", &changes)).problems);
    assert!(
        found.iter().any(|it| it.contains("`on-accent` on `accent`")
            && it.ends_with("4.5 is needed: change `accent`, or leave out what was made for another one, and it is derived from `accent`")),
        "{found:?}"
    );
}
