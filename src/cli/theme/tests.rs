//! Tests the bench as its page uses it, and the folders that `new` writes.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use http::{Request, Response, StatusCode};
use serde_json::Value;
use tower::ServiceExt;

use super::bench::Bench;
use super::new::NewTheme;
use super::server::router;
use crate::text::Languages;
use crate::theme::{Brand, Color, ThemeFiles};
use crate::theme_check::CheckedTheme;

fn new(name: &str, from: &str, dir: &Path) -> anyhow::Result<()> {
    let new = NewTheme {
        name: name.to_owned(),
        from: from.to_owned(),
        dir: dir.to_owned(),
    };
    new.run().map(drop)
}

fn bench(folder: &Path) -> Arc<Bench> {
    let brand = Brand {
        color: Color::from_hex("#c2185b"),
        logo: None,
    };
    Arc::new(Bench::new(folder.to_owned(), brand, Languages::load()))
}

async fn get(bench: &Arc<Bench>, path: &str) -> (Response<()>, String) {
    let request = Request::get(path).body(Body::empty()).unwrap();
    let (parts, body) = router(bench.clone()).oneshot(request).await.unwrap().into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    (
        Response::from_parts(parts, ()),
        String::from_utf8_lossy(&bytes).into_owned(),
    )
}

async fn news(bench: &Arc<Bench>, seen: u64) -> Value {
    serde_json::from_str(&get(bench, &format!("/news?seen={seen}")).await.1).unwrap()
}

#[test]
fn a_new_theme_from_any_built_in_one_has_no_problems() {
    let directory = tempfile::tempdir().unwrap();
    let languages = Languages::load();
    for from in crate::theme::Themes::load(None).unwrap().iter() {
        let name = format!("mine-{}", from.id);
        new(&name, &from.id, directory.path()).unwrap();
        let folder = directory.path().join(&name);
        let manifest = fs::read_to_string(folder.join("theme.toml")).unwrap();
        assert!(
            manifest.contains(&format!("name = \"{name}\"\n")) && manifest.contains('#'),
            "{manifest}"
        );
        let layout = fs::read_to_string(folder.join("layout.html")).unwrap();
        assert!(
            layout.contains("slot name=\"status\"")
                && layout.contains("by a slot of its own: `ahead`")
                && !layout.contains("../"),
            "{layout}"
        );
        let checked = CheckedTheme::of(&ThemeFiles::read(&folder).unwrap(), &[languages.find("de").unwrap()]);
        assert_eq!(checked.report.problems, Vec::new(), "{name}");
        assert!(checked.table().contains("muted on ground"), "{}", checked.table());
    }
}

#[test]
fn a_message_of_a_former_version_is_a_warning_and_no_problem() {
    let directory = tempfile::tempdir().unwrap();
    new("mine", "default", directory.path()).unwrap();
    let folder = directory.path().join("mine");
    fs::write(folder.join("messages.de.ftl"), "page-no-script = Lädt von selbst.\n").unwrap();
    let languages = Languages::load();
    let checked = CheckedTheme::of(&ThemeFiles::read(&folder).unwrap(), &[languages.find("de").unwrap()]);
    assert_eq!(checked.report.problems, Vec::new());
    let warnings: Vec<String> = checked.warnings.iter().map(ToString::to_string).collect();
    assert!(
        warnings.len() == 1 && warnings[0].starts_with("mine/messages.de.ftl:1: no page shows `page-no-script`"),
        "{warnings:?}"
    );
}

#[test]
fn an_accent_that_was_changed_by_half_is_a_warning_and_no_problem() {
    let directory = tempfile::tempdir().unwrap();
    new("mine", "default", directory.path()).unwrap();
    let folder = directory.path().join("mine");
    let manifest = fs::read_to_string(folder.join("theme.toml")).unwrap();
    let changed = manifest
        .replace(
            "accent = \"#3a4fd0\"\n",
            "accent = \"#c2185b\"\naccent-soft = \"#e7eafc\"\n",
        )
        .replace(
            "[tokens-dark]\n",
            "[tokens-dark]\naccent = \"#ff8fb3\"\naccent-soft = \"#3f1b2c\"\n",
        );
    fs::write(folder.join("theme.toml"), &changed).unwrap();
    let checked = CheckedTheme::of(&ThemeFiles::read(&folder).unwrap(), &[]);
    assert_eq!(checked.report.problems, Vec::new());
    let line = changed.lines().position(|line| line.contains("#e7eafc")).unwrap() + 1;
    let warnings: Vec<String> = checked.warnings.iter().map(ToString::to_string).collect();
    let start = format!("mine/theme.toml:{line}: `accent-soft` has another hue than `accent` (light)");
    assert!(warnings.len() == 1 && warnings[0].starts_with(&start), "{warnings:?}");
}

#[test]
fn new_overwrites_nothing_and_names_what_exists() {
    let directory = tempfile::tempdir().unwrap();
    let refused = |name: &str, from: &str| new(name, from, directory.path()).unwrap_err().to_string();
    new("mine", "default", directory.path()).unwrap();
    assert!(refused("mine", "default").contains("exists already"));
    assert!(refused("Mine", "default").contains("a-z, 0-9 and hyphens"));
    assert!(refused("../mine", "default").contains("a-z, 0-9 and hyphens"));
    assert!(refused("default", "default").contains("built-in"));
    assert!(refused("other", "nobodys").contains("there are: default"));
}

#[test]
fn check_names_file_and_line_of_what_nobody_can_read() {
    let directory = tempfile::tempdir().unwrap();
    new("mine", "default", directory.path()).unwrap();
    let folder = directory.path().join("mine");
    let change = |file: &str, from: &str, to: &str| {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(folder.join(file), text.replacen(from, to, 1)).unwrap();
    };
    change(
        "theme.toml",
        "muted = \"#56607b\"",
        "muted = \"#b0b6c4\"\nstub = \"#abcdef\"",
    );
    change("style.css", ".brand {", ".brand { color: var(--stubb);");
    let checked = CheckedTheme::of(&ThemeFiles::read(&folder).unwrap(), &[]);
    let found: Vec<String> = checked.report.problems.iter().map(ToString::to_string).collect();
    let line = |needle: &str| {
        let text = fs::read_to_string(folder.join("theme.toml")).unwrap();
        text.lines().position(|line| line.contains(needle)).unwrap() + 1
    };
    let muted = format!(
        "mine/theme.toml:{}: `muted` on `surface` has a contrast of 2.0",
        line("#b0b6c4")
    );
    assert!(
        found
            .iter()
            .any(|it| it.starts_with(&muted) && it.ends_with("(light); 4.5 is needed")),
        "{found:?}"
    );
    let stub = format!("mine/theme.toml:{}: `stub` is not a shared token", line("#abcdef"));
    assert!(found.iter().any(|it| it.starts_with(&stub)), "{found:?}");
    assert!(
        found
            .iter()
            .any(|it| it.starts_with("mine/style.css:") && it.contains("`var(--stubb)` is set neither in theme.toml"))
    );
    assert!(checked.table().contains("2.0!"), "{}", checked.table());
}

#[tokio::test]
async fn the_bench_shows_every_scene_as_it_is_asked_for() {
    let directory = tempfile::tempdir().unwrap();
    new("mine", "default", directory.path()).unwrap();
    let bench = bench(&directory.path().join("mine"));
    let news = news(&bench, 0).await;
    assert_eq!(
        (news["version"].as_u64(), news["theme"].as_str()),
        (Some(1), Some("mine"))
    );
    assert_eq!(news["problems"].as_array().map(Vec::len), Some(0));
    assert!(
        news["languages"]
            .as_array()
            .unwrap()
            .iter()
            .any(|language| language["direction"] == "rtl")
    );
    for scene in news["scenes"].as_array().unwrap() {
        let name = scene["name"].as_str().unwrap();
        let (head, html) = get(&bench, &format!("/page/{name}?lang=ar&scheme=dark")).await;
        assert_eq!(head.status(), StatusCode::OK, "{name}");
        let policy = head.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'self'") && !policy.contains("script-src"));
        assert!(html.contains("dir=\"rtl\"") && html.contains("?scheme=dark"), "{name}");
        // Pages outside the line link a shared sheet before the theme's.
        let sheet = html
            .rsplit("rel=\"stylesheet\" href=\"")
            .next()
            .and_then(|rest| rest.split('"').next())
            .unwrap();
        let (_, css) = get(&bench, sheet).await;
        assert!(css.contains("color-scheme:dark !important") && !css.contains("prefers-color-scheme"));
        // The brand is applied.
        assert!(css.contains("--accent:#c2185b"), "{css}");
    }
    let (_, other) = get(&bench, "/page/queue.in-line?theme=default").await;
    assert!(
        other.contains("/assets/default.style-css") || other.contains("/assets/default.style."),
        "{other}"
    );
    assert_eq!(
        get(&bench, "/page/queue.nothing").await.0.status(),
        StatusCode::NOT_FOUND
    );
    let tags = news["languages"].as_array().unwrap();
    assert!(tags.iter().any(|language| language["tag"] == "en-XA"));
    let (_, live) = get(&bench, "/page/queue.in-line?lang=en-XA&live=true").await;
    assert!(
        live.contains("lang=\"en-XA\"") && live.contains('⟦') && live.contains('⟧'),
        "{live}"
    );
    assert!(
        live.contains("data-hydrated=\"true\"") && live.contains("data-sends"),
        "{live}"
    );
    for path in ["queue.in-line?live=false", "move.enter?live=true"] {
        let (_, still) = get(&bench, &format!("/page/{path}")).await;
        assert!(still.contains("class=\"language\""), "{path}: {still}");
        assert!(
            !still.contains("data-hydrated") && !still.contains("data-sends"),
            "{path}: {still}"
        );
    }
    let script = get(&bench, "/bench.js").await.1;
    let timeline = script
        .split("const TIMELINE = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next());
    let moments: Vec<&str> = timeline.unwrap().split('\'').skip(1).step_by(2).collect();
    assert_eq!(moments.len(), 8, "{moments:?}");
    for moment in moments {
        let (head, _) = get(&bench, &format!("/page/{moment}")).await;
        assert_eq!(head.status(), StatusCode::OK, "{moment}");
    }
    for path in ["/", "/bench.js", "/bench.css", "/nowhere"] {
        assert_eq!(get(&bench, path).await.0.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn an_unreadable_version_is_reported_and_the_last_good_one_stays() {
    let directory = tempfile::tempdir().unwrap();
    new("mine", "default", directory.path()).unwrap();
    let folder = directory.path().join("mine");
    let bench = bench(&folder);
    let before = get(&bench, "/page/queue.in-line").await.1;
    let style = fs::read_to_string(folder.join("style.css")).unwrap();

    // The request arrives before there is a new version.
    let asked = tokio::spawn({
        let bench = bench.clone();
        async move { news(&bench, 1).await }
    });
    fs::write(folder.join("style.css"), format!("h1 {{ display: none }}\n{style}")).unwrap();
    bench.read();
    let news_of_it = asked.await.unwrap();
    assert_eq!(news_of_it["version"], 2);
    let problem = &news_of_it["problems"][0];
    assert_eq!(
        (problem["file"].as_str(), problem["line"].as_u64()),
        (Some("mine/style.css"), Some(1))
    );
    assert!(problem["problem"].as_str().unwrap().contains("would hide `h1`"));
    assert_eq!(get(&bench, "/page/queue.in-line").await.1, before);

    fs::write(folder.join("style.css"), format!("h1 {{ color: red }}\n{style}")).unwrap();
    bench.read();
    assert_eq!(news(&bench, 2).await["problems"].as_array().map(Vec::len), Some(0));
    assert_ne!(get(&bench, "/page/queue.in-line").await.1, before);
}

#[tokio::test]
async fn a_save_is_noticed_by_itself() {
    let directory = tempfile::tempdir().unwrap();
    new("mine", "default", directory.path()).unwrap();
    let folder = directory.path().join("mine");
    let bench = bench(&folder);
    let watching = tokio::spawn({
        let bench = bench.clone();
        async move { bench.watch().await }
    });
    tokio::task::yield_now().await;
    fs::write(folder.join("notes.txt"), "a file more").unwrap();
    assert_eq!(bench.after(1).await.number, 2);
    watching.abort();
}

#[tokio::test]
async fn before_the_first_good_version_there_is_nothing_to_show() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("mine");
    fs::create_dir(&folder).unwrap();
    let bench = bench(&folder);
    assert_eq!(
        get(&bench, "/page/queue.in-line").await.0.status(),
        StatusCode::CONFLICT
    );
    let news = news(&bench, 0).await;
    assert_eq!(news["theme"], Value::Null);
    assert_eq!(news["problems"][0]["problem"], "is missing");
}
