//! `anteroom theme preview`: a local server with one page that frames every scene, in the selected
//! languages and widths.
//!
//! The code that serves visitors renders the scenes, under the same policy, so that browsers block
//! the same things in the preview as on a server. The page learns of new versions by long polling.
//! The server is for the designer's own machine: it listens on the loopback and stores nothing.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use clap::Args;
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{POLICY, POLICY_OF_BENCH, file};
use super::bench::{Bench, PreviewVersion};
use super::scheme::answered;
use crate::page_samples::{Scene, languages};
use crate::text::Languages;
use crate::theme::{Brand, Color, Logo, ThemeMode, Themes};

/// The time for which a long poll of the page stays open.
const ANSWER_WITHIN: Duration = Duration::from_secs(25);

/// The pseudo-locale, which must be selected by name.
const PSEUDO_TAG: &str = "en-XA";
/// A page that contains this text has a script that updates it.
const ISLAND: &str = "<leptos-island";

const INDEX: &str = include_str!("site/index.html");
const SCRIPT: &str = include_str!("site/bench.js");
const STYLE: &str = include_str!("site/bench.css");

/// Options of the command.
#[derive(Debug, Args)]
pub(super) struct ThemePreview {
    /// The theme's folder, or the name of a built-in theme.
    theme: PathBuf,
    /// The port on this machine; 0 takes any free port.
    #[arg(long, default_value_t = 8090)]
    port: u16,
    /// A room's own colour, for themes that take a brand.
    #[arg(long)]
    color: Option<String>,
    /// A room's own logo, for themes that take a brand.
    #[arg(long)]
    logo: Option<PathBuf>,
}

impl ThemePreview {
    pub(super) fn run(self) -> Result<ExitCode> {
        let color = self.color.as_deref();
        let color =
            color.map(|text| Color::from_hex(text).ok_or_else(|| anyhow!("--color: {text:?} is not like #0b57d0")));
        let logo = self
            .logo
            .as_deref()
            .map(|path| Logo::read(path).map_err(|problem| anyhow!("--logo: {problem}")));
        let brand = Brand {
            color: color.transpose()?,
            logo: logo.transpose()?.map(Arc::new),
        };
        let bench = Arc::new(Bench::new(self.theme, brand, Languages::load()));
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(serve(bench, self.port))?;
        Ok(ExitCode::SUCCESS)
    }
}

async fn serve(bench: Arc<Bench>, port: u16) -> Result<()> {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await;
    let listener = listener.with_context(|| format!("port {port} cannot be listened on; choose another by --port"))?;
    println!("http://{}/", listener.local_addr()?);
    let watched = bench.clone();
    let watching = tokio::spawn(async move { watched.watch().await });
    axum::serve(listener, router(bench)).await?;
    watching.abort();
    Ok(())
}

pub(super) fn router(bench: Arc<Bench>) -> Router {
    Router::new()
        .route(
            "/",
            get(|| async { file(INDEX, "text/html; charset=utf-8", POLICY_OF_BENCH) }),
        )
        .route(
            "/bench.js",
            get(|| async { file(SCRIPT, "text/javascript; charset=utf-8", POLICY_OF_BENCH) }),
        )
        .route(
            "/bench.css",
            get(|| async { file(STYLE, "text/css; charset=utf-8", POLICY_OF_BENCH) }),
        )
        .route("/news", get(news))
        .route("/page/{scene}", get(page))
        .route(&format!("{}{{name}}", Themes::ASSETS_PATH), get(asset))
        .route(
            "/nowhere",
            get(|| async {
                file(
                    "This link leads out of the sample.",
                    "text/plain; charset=utf-8",
                    POLICY,
                )
            }),
        )
        .with_state(bench)
}

/// Query of the bench's requests.
#[derive(Debug, Default, Deserialize)]
struct BenchQuery {
    lang: Option<String>,
    scheme: Option<String>,
    theme: Option<String>,
    /// Whether the page is shown as it looks while its script runs. A sample has no script.
    live: Option<bool>,
    seen: Option<u64>,
}

impl BenchQuery {
    fn scheme(&self) -> Option<ThemeMode> {
        let name = self.scheme.as_deref()?;
        [ThemeMode::Light, ThemeMode::Dark]
            .into_iter()
            .find(|scheme| scheme.name() == name)
    }
}

/// `GET /news?seen=3`: answers with the page's data as soon as there is a version above that one.
async fn news(State(bench): State<Arc<Bench>>, Query(wish): Query<BenchQuery>) -> Json<Value> {
    let newer = tokio::time::timeout(ANSWER_WITHIN, bench.after(wish.seen.unwrap_or(0))).await;
    let PreviewVersion {
        number,
        good,
        problems,
        table,
    } = newer.unwrap_or_else(|_| bench.now());
    let scenes: Vec<Value> = Scene::all()
        .iter()
        .map(|scene| json!({ "name": scene.name(), "page": scene.page, "state": scene.state }))
        .collect();
    let tags: Vec<Value> = languages(&bench.languages)
        .chain(bench.languages.find(PSEUDO_TAG))
        .map(|language| json!({ "tag": language.tag(), "direction": language.direction().as_str() }))
        .collect();
    let own = good.as_ref().map(|good| good.theme(None).id.clone());
    let themes = good
        .iter()
        .flat_map(|good| good.themes.iter().map(|theme| theme.id.clone()));
    Json(json!({
        "version": number, "theme": own, "themes": themes.collect::<Vec<_>>(), "problems": problems, "table": table,
        "scenes": scenes, "languages": tags,
    }))
}

/// `GET /page/queue.in-line?lang=de&scheme=dark`: answers with one scene.
async fn page(State(bench): State<Arc<Bench>>, Path(name): Path<String>, Query(wish): Query<BenchQuery>) -> Response {
    let Some(good) = bench.now().good else {
        return (StatusCode::CONFLICT, "No version of this theme could be read yet.").into_response();
    };
    let language = wish.lang.as_deref().and_then(|tag| good.languages.find(tag));
    let scenes = Scene::all();
    let scene = scenes.iter().find(|scene| scene.name() == name);
    let Some((scene, language)) = scene.zip(language.or_else(|| good.languages.find("en"))) else {
        return (StatusCode::NOT_FOUND, "There is no such page.").into_response();
    };
    let theme = good.theme(wish.theme.as_deref());
    let mut html = scene.render(&good.languages.in_theme(language, &theme.id), theme);
    if wish.live == Some(true) && html.contains(ISLAND) {
        html = html.replacen("<html ", "<html data-hydrated=\"true\" ", 1).replacen(
            "class=\"language\"",
            "class=\"language\" data-sends=\"1\"",
            1,
        );
    }
    let html = match wish.scheme() {
        Some(scheme) => html.replace(
            &theme.stylesheet,
            &format!("{}?scheme={}", theme.stylesheet, scheme.name()),
        ),
        None => html,
    };
    file(html, "text/html; charset=utf-8", POLICY)
}

/// `GET /assets/<name>?scheme=dark`: answers with a file of the theme, a stylesheet resolved for
/// that colour scheme.
async fn asset(State(bench): State<Arc<Bench>>, Path(name): Path<String>, Query(wish): Query<BenchQuery>) -> Response {
    let good = bench.now().good;
    let Some(asset) = good.as_ref().and_then(|good| good.themes.asset(&name)) else {
        return (StatusCode::NOT_FOUND, "There is no such file.").into_response();
    };
    match wish.scheme() {
        Some(scheme) if name.ends_with(".css") => {
            let css = String::from_utf8_lossy(&asset.bytes);
            file(answered(&css, scheme), asset.content_type, POLICY)
        }
        _ => file(asset.bytes.clone(), asset.content_type, POLICY),
    }
}
