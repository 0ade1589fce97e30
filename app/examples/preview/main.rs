//! A preview for theme designers: the real components, island and `getStatus` over a simulated
//! line, with every state selectable by query.
//!
//! ```text
//! cargo run -p app --features ssr --example preview -- \
//!     [--theme FOLDER] [--pkg FOLDER] [--port 8090]
//! http://127.0.0.1:8090/?c=demo&e=sale&…
//!   lang=en|de|ja|ar  message=…  reason=1  ahead=1234
//!   state=in-line|first-in-line|paused
//!   state=idle|prequeue|drawing|ended  starts=725  draw=beacon|plain|none
//! ```
//!
//! Without `state` the line moves: the number ahead halves with every poll until it is the
//! visitor's turn. `--pkg` names the folder of the client script, as `app.js` and `app_bg.wasm`;
//! without it the page refreshes itself. Files are read anew for every request, so that a reload
//! shows an edit. `fail=410` makes every poll fail with that status; `script=none` and
//! `script=nowasm` show the page without its client script. With `starts` the page's time stands
//! still; with `opens=60` it runs, and the room opens that many seconds after the preview has
//! started.
//!
//! The preview does not check themes, unlike the server's loader.

mod page;
mod sample;

use std::{env, path::PathBuf, sync::Arc};

use app::status::{StatusSource, answer_get_status};
use axum::{
    Router,
    body::Body,
    extract::{Path, RawQuery, State},
    http::{Request, Response, StatusCode, header},
    routing::get,
};

/// The folders with the preview's files.
pub(crate) struct Folders {
    pub(crate) theme: PathBuf,
    pub(crate) style: PathBuf,
    pub(crate) locales: PathBuf,
    pub(crate) pkg: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let option = |name: &str| {
        let mut arguments = env::args().skip_while(|argument| argument != name);
        arguments.nth(1)
    };
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let style = root.join("style");
    let folders = Arc::new(Folders {
        theme: option("--theme").map_or_else(|| style.join("themes/default"), PathBuf::from),
        locales: root.join("locales"),
        pkg: option("--pkg").map(PathBuf::from),
        style,
    });
    let source: Arc<dyn StatusSource> = Arc::new(sample::Sample {
        locales: folders.locales.clone(),
    });
    let router = Router::new()
        .route("/", get(show))
        .route("/arrived", get("You have arrived."))
        .route("/pkg/{file}", get(pkg))
        .route("/theme/{file}", get(theme))
        .route(
            "/api/getStatus",
            get(async move |request: Request<Body>| answer_get_status(Arc::clone(&source), request).await),
        )
        .with_state(folders);
    let port = option("--port").unwrap_or_else(|| "8090".to_owned());
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    println!("http://127.0.0.1:{port}/?c=demo&e=sale");
    axum::serve(listener, router).await
}

async fn show(State(folders): State<Arc<Folders>>, RawQuery(query): RawQuery) -> Response<Body> {
    match page::whole(&folders, &query.unwrap_or_default()) {
        Ok(page) => Response::builder()
            .header(header::CONTENT_TYPE, "text/html; charset=utf-8")
            .header(header::CACHE_CONTROL, "no-store")
            .header(header::CONTENT_SECURITY_POLICY, page::POLICY)
            .body(page.into())
            .expect("constant headers"),
        Err(why) => plain(StatusCode::INTERNAL_SERVER_ERROR, why),
    }
}

async fn pkg(State(folders): State<Arc<Folders>>, Path(file): Path<String>) -> Response<Body> {
    folders.pkg.as_ref().map_or_else(
        || plain(StatusCode::NOT_FOUND, "no --pkg".to_owned()),
        |folder| serve(folder.join(&file)),
    )
}

async fn theme(State(folders): State<Arc<Folders>>, Path(file): Path<String>) -> Response<Body> {
    if file == "base.css" {
        return serve(folders.style.join(file));
    }
    serve(folders.theme.join(file))
}

fn serve(path: PathBuf) -> Response<Body> {
    let kind = match path.extension().and_then(|extension| extension.to_str()) {
        Some("js") => "text/javascript",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    match std::fs::read(&path) {
        Ok(bytes) => Response::builder()
            .header(header::CONTENT_TYPE, kind)
            .body(bytes.into())
            .expect("constant headers"),
        Err(why) => plain(StatusCode::NOT_FOUND, why.to_string()),
    }
}

fn plain(status: StatusCode, text: String) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    response
}
