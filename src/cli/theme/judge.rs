//! Judges a theme by computed styles: a browser shows every page sample in the theme, and the parts
//! that the theme hides are reported.
//!
//! The browser loads one page from a server on the loopback. The page's script (`site/judge.js`)
//! frames each page of the plan, measures the required parts, and measures missing parts again with
//! the shared stylesheet alone: a part that is invisible there as well is not required. Several
//! pages usually have the same fault, so each fault is reported once.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path as Part, Query, State};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::answer::{POLICY, POLICY_OF_BENCH, file};
use super::browser::Browser;
use super::scheme::answered;
use crate::page_samples::Scene;
use crate::text::{Language, Languages};
use crate::theme::{ThemeError, ThemeErrors, ThemeFiles, ThemeMode, Themes};

/// The time limit for the browser's verdict.
const VERDICT_WITHIN: Duration = Duration::from_secs(300);
/// The interval between checks that the browser still runs.
const CHECK_INTERVAL: Duration = Duration::from_millis(200);
/// Maximum size of the verdict, bytes.
const VERDICT_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Maximum number of reported faults; the first ones often cause the others.
const FAULTS_MAX: usize = 50;

/// The variants in which each page is judged: language, width in pixels, colour scheme. They cover
/// narrow and wide, both reading directions, light and dark.
const LOOKS: [(&str, u32, ThemeMode); 3] = [
    ("en", 320, ThemeMode::Light),
    ("en", 1_280, ThemeMode::Dark),
    ("ar", 390, ThemeMode::Light),
];

const PAGE: &str = include_str!("site/judge.html");
const SCRIPT: &str = include_str!("site/judge.js");
const STYLE: &str = include_str!("site/judge.css");

/// The result of a browser's judgement.
#[derive(Debug)]
pub(super) struct ThemeVerdict {
    /// The number of pages, counting each variant.
    pub(super) pages: usize,
    /// The parts that the theme hides.
    pub(super) problems: Vec<ThemeError>,
}

/// One page for the script to measure.
#[derive(Debug, Serialize)]
struct Job {
    page: String,
    url: String,
    /// URL of the shared stylesheet alone.
    base: String,
    width: u32,
    scheme: &'static str,
}

/// The script's verdict.
#[derive(Debug, Deserialize)]
struct JudgeReport {
    pages: usize,
    faults: Vec<PageFault>,
    error: Option<String>,
}

#[derive(Debug, Deserialize)]
struct PageFault {
    page: String,
    part: String,
    fault: String,
    width: u32,
    scheme: String,
    lang: String,
}

#[derive(Debug)]
struct JudgeState {
    theme: String,
    themes: Themes,
    languages: Languages,
    verdict: mpsc::Sender<JudgeReport>,
}

/// Judges every page sample in that theme with a browser.
///
/// # Errors
/// Fails if the theme cannot be loaded, or the browser returns no verdict.
pub(super) fn judge(files: &ThemeFiles, languages: Languages, browser: &Path) -> Result<ThemeVerdict> {
    let themes =
        Themes::load_beside(files, &[]).map_err(|ThemeErrors(_)| anyhow::anyhow!("the theme cannot be loaded"))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let report = runtime.block_on(ask(files.name.clone(), themes, languages, browser))?;
    if let Some(error) = report.error {
        bail!("{error}");
    }
    Ok(ThemeVerdict {
        pages: report.pages,
        problems: distinct_faults(report.faults)
            .into_iter()
            .map(|problem| ThemeError {
                file: files.path("style.css"),
                line: None,
                problem,
            })
            .collect(),
    })
}

async fn ask(theme: String, themes: Themes, languages: Languages, browser: &Path) -> Result<JudgeReport> {
    let (verdict, mut reports) = mpsc::channel(1);
    let state = Arc::new(JudgeState {
        theme,
        themes,
        languages,
        verdict,
    });
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    let url = format!("http://{}/", listener.local_addr()?);
    // Without this, the browser's delayed acknowledgements delay most of the small answers.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let serving = tokio::spawn(async move { axum::serve(listener, router(state)).await });
    let mut browser =
        Browser::show(browser, &url).with_context(|| format!("{} cannot be started", browser.display()))?;
    let ended = async {
        while !browser.has_ended() {
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    };
    let report = tokio::select! {
        report = reports.recv() => report.context("nobody listens any more"),
        () = ended => Err(anyhow::anyhow!("it ended before it had looked at the pages")),
        () = tokio::time::sleep(VERDICT_WITHIN) => Err(anyhow::anyhow!("it did not look at the pages within {} s", VERDICT_WITHIN.as_secs())),
    };
    serving.abort();
    report
}

fn router(state: Arc<JudgeState>) -> Router {
    let fixed = |body: &'static str, kind: &'static str| get(move || async move { file(body, kind, POLICY_OF_BENCH) });
    Router::new()
        .route("/", fixed(PAGE, "text/html; charset=utf-8"))
        .route("/judge.js", fixed(SCRIPT, "text/javascript; charset=utf-8"))
        .route("/judge.css", fixed(STYLE, "text/css; charset=utf-8"))
        .route("/plan", get(|| async { Json(plan()) }))
        .route("/page/{scene}", get(page))
        .route("/base.css", get(base))
        .route(&format!("{}{{name}}", Themes::ASSETS_PATH), get(asset))
        .route(
            "/verdict",
            post(verdict).layer(DefaultBodyLimit::max(VERDICT_BYTES_MAX)),
        )
        .with_state(state)
}

fn plan() -> Vec<Job> {
    let scenes = Scene::all();
    let looks = LOOKS
        .iter()
        .flat_map(|look| scenes.iter().map(move |scene| (scene, look)));
    let job = |(scene, (lang, width, scheme)): (&Scene, &(&str, u32, ThemeMode))| {
        let (name, scheme) = (scene.name(), scheme.name());
        Job {
            url: format!("/page/{name}?lang={lang}&scheme={scheme}"),
            base: format!("/base.css?scheme={scheme}"),
            page: name,
            width: *width,
            scheme,
        }
    };
    looks.map(job).collect()
}

/// Query of a page or file.
#[derive(Debug, Deserialize)]
struct PreviewQuery {
    lang: Option<String>,
    scheme: Option<String>,
}

impl PreviewQuery {
    fn scheme(&self) -> ThemeMode {
        match self.scheme.as_deref() {
            Some("dark") => ThemeMode::Dark,
            _ => ThemeMode::Light,
        }
    }
}

async fn page(
    State(state): State<Arc<JudgeState>>,
    Part(name): Part<String>,
    Query(query): Query<PreviewQuery>,
) -> Response {
    let theme = state.themes.get(&state.theme);
    let language = query.lang.as_deref().and_then(|tag| state.languages.find(tag));
    let scene = Scene::all().into_iter().find(|scene| scene.name() == name);
    let (Some(theme), Some(language), Some(scene)) = (theme, language, scene) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let language: &Language = &state.languages.in_theme(language, &theme.id);
    let sheet = format!("{}?scheme={}", theme.stylesheet, query.scheme().name());
    let html = scene.render(language, theme).replace(&theme.stylesheet, &sheet);
    file(html, "text/html; charset=utf-8", POLICY)
}

async fn asset(
    State(state): State<Arc<JudgeState>>,
    Part(name): Part<String>,
    Query(query): Query<PreviewQuery>,
) -> Response {
    match state.themes.asset(&name) {
        Some(asset) if name.ends_with(".css") => {
            let css = answered(&String::from_utf8_lossy(&asset.bytes), query.scheme());
            file(css, asset.content_type, POLICY)
        }
        Some(asset) => file(asset.bytes.clone(), asset.content_type, POLICY),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn base(Query(query): Query<PreviewQuery>) -> Response {
    let css = answered(&ThemeFiles::shared_css(), query.scheme());
    file(css, "text/css; charset=utf-8", POLICY)
}

async fn verdict(State(state): State<Arc<JudgeState>>, Json(report): Json<JudgeReport>) -> StatusCode {
    // Only the first verdict counts.
    _ = state.verdict.try_send(report);
    StatusCode::NO_CONTENT
}

/// Returns each fault of a part once, with the first page that has it.
fn distinct_faults(faults: Vec<PageFault>) -> Vec<String> {
    let mut order: Vec<(String, String)> = Vec::new();
    let mut pages: BTreeMap<(String, String), Vec<PageFault>> = BTreeMap::new();
    for fault in faults {
        let key = (fault.part.clone(), fault.fault.clone());
        if !order.contains(&key) {
            order.push(key.clone());
        }
        pages.entry(key).or_default().push(fault);
    }
    let rest = order.len().saturating_sub(FAULTS_MAX);
    let mut lines: Vec<String> = order
        .iter()
        .take(FAULTS_MAX)
        .map(|key| {
            let pages = &pages[key];
            let PageFault {
                page,
                part,
                fault,
                width,
                scheme,
                lang,
            } = &pages[0];
            let more = match pages.len() - 1 {
                0 => String::new(),
                more => format!(", and {more} times more"),
            };
            format!("`{part}` {fault}: page {page} in {lang:?}, {width} px wide, {scheme}{more}")
        })
        .collect();
    if rest > 0 {
        lines.push(format!("{rest} more faults of this kind"));
    }
    lines
}
