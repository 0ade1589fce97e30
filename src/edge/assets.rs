//! `GET /assets/<name>`: styles and images of the themes, and the browser's half, all named by their content.

use std::collections::HashMap;

use app::page::ClientScript;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use rust_embed::RustEmbed;
use serde::Deserialize;

use super::SharedEdge;
use crate::theme::{Asset, Themes};

const SVG: &str = "image/svg+xml";

/// What `cargo xtask build` made for the browser; empty where it did not run, and then pages refresh themselves.
#[derive(RustEmbed)]
#[folder = "target/site"]
struct Site;

/// The list of what was made.
#[derive(Debug, Deserialize)]
struct Manifest {
    script: Option<String>,
    wasm: Option<String>,
}

/// Everything under `/assets/`.
#[derive(Debug)]
pub struct Assets {
    files: HashMap<String, File>,
    /// Where browsers find the island, if it was built.
    pub client: Option<ClientScript>,
}

#[derive(Debug)]
enum File {
    /// Of a theme.
    Theme(Asset),
    /// The browser's half.
    Site {
        content_type: &'static str,
        bytes: Bytes,
        brotli: Option<Bytes>,
    },
}

impl File {
    fn content_type(&self) -> &'static str {
        match self {
            Self::Theme(Asset { content_type, .. }) | Self::Site { content_type, .. } => content_type,
        }
    }

    fn bytes(&self) -> &Bytes {
        match self {
            Self::Theme(Asset { bytes, .. }) | Self::Site { bytes, .. } => bytes,
        }
    }

    fn brotli(&self) -> Option<&Bytes> {
        match self {
            Self::Theme(asset) => asset.brotli(),
            Self::Site { brotli, .. } => brotli.as_ref(),
        }
    }
}

/// A picture opened by itself is a document: nothing in it may run or load.
const POLICY_OF_PICTURE: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

impl Assets {
    /// Gathers the themes' files and the browser's half.
    #[must_use]
    pub fn gather(themes: &Themes) -> Self {
        let mut files: HashMap<String, File> = HashMap::new();
        for (name, asset) in themes.assets() {
            files.insert(name.to_owned(), File::Theme(asset.clone()));
        }
        for path in Site::iter().filter(|path| !path.ends_with(".br")) {
            if let Some((name, file)) = path
                .strip_prefix("assets/")
                .and_then(|name| Some((name.to_owned(), site_file(&path)?)))
            {
                files.insert(name, file);
            }
        }
        Self {
            files,
            client: client_paths(),
        }
    }

    fn serve(&self, name: &str, headers: &HeaderMap) -> Option<Response<Body>> {
        let file = self.files.get(name)?;
        let brotli = accepts_brotli(headers).then(|| file.brotli()).flatten();
        let mut response = Response::new(Body::from(brotli.unwrap_or(file.bytes()).clone()));
        let answer = response.headers_mut();
        answer.insert(CONTENT_TYPE, HeaderValue::from_static(file.content_type()));
        if file.content_type() == SVG {
            answer.insert(CONTENT_SECURITY_POLICY, POLICY_OF_PICTURE);
        }
        answer.insert(
            CACHE_CONTROL,
            HeaderValue::from_static("public, max-age=31536000, immutable"),
        );
        answer.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if brotli.is_some() {
            answer.insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
        }
        Some(response)
    }
}

fn site_file(path: &str) -> Option<File> {
    let bytes = |path: &str| Site::get(path).map(|file| Bytes::from(file.data.into_owned()));
    let content_type = match path.rsplit_once('.')?.1 {
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => SVG,
        "png" => "image/png",
        _ => "application/octet-stream",
    };
    Some(File::Site {
        content_type,
        bytes: bytes(path)?,
        brotli: bytes(&format!("{path}.br")),
    })
}

fn client_paths() -> Option<ClientScript> {
    let manifest = Site::get("manifest.json")?;
    let manifest: Manifest = serde_json::from_slice(&manifest.data).ok()?;
    Some(ClientScript {
        js_path: format!("/{}", manifest.script?),
        wasm_path: format!("/{}", manifest.wasm?),
    })
}

/// Whether a browser takes brotli. Browsers name it plainly; a weight of zero is not worth parsing for.
pub(super) fn accepts_brotli(headers: &HeaderMap) -> bool {
    let lines = headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok());
    lines
        .flat_map(|line| line.split(','))
        .any(|coding| coding.split(';').next().is_some_and(|name| name.trim() == "br"))
}

/// The handler.
pub(super) async fn get(
    State(edge): State<SharedEdge>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    edge.assets.serve(&name, &headers).unwrap_or_else(|| {
        let mut response = Response::new(Body::from("There is no such file.\n"));
        *response.status_mut() = StatusCode::NOT_FOUND;
        response
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brotli_goes_to_those_who_take_it() {
        let mut headers = HeaderMap::new();
        assert!(!accepts_brotli(&headers));
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip, deflate, br;q=0.9"));
        assert!(accepts_brotli(&headers));
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("brx"));
        assert!(!accepts_brotli(&headers));
    }
}
