//! `GET /assets/<name>`: the themes' styles and images, and the files of the browser's part. All
//! names contain a hash of the content.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use app::page::ClientScript;
use arc_swap::ArcSwap;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName,
    RANGE, VARY,
};
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use rust_embed::RustEmbed;
use serde::Deserialize;

use crate::http::SharedAppState;
use crate::http::infra::byte_range;
use crate::http::infra::encoding::Encoding;
use crate::theme::{Asset, CompressedOnce, Themes};

const SVG: &str = "image/svg+xml";
/// Maximum size of the files that are served although no theme has them any more, bytes.
const FORMER_BYTES_MAX: usize = 16 * 1024 * 1024;

/// The header that states which sites can load an answer (Fetch standard).
pub(in crate::http) const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName =
    HeaderName::from_static("cross-origin-resource-policy");

/// The output of `cargo xtask build` for the browser. It is empty if that command did not run;
/// pages then reload themselves.
#[derive(RustEmbed)]
#[folder = "target/site"]
struct Site;

/// The manifest of the build.
#[derive(Debug, Deserialize)]
struct SiteManifest {
    script: Option<String>,
    wasm: Option<String>,
    /// Scripts for pages of other sites.
    #[serde(default)]
    scripts: HashMap<String, String>,
}

/// All files under `/assets/`.
#[derive(Debug, Default)]
pub struct Assets {
    /// The files of the browser's part.
    files: HashMap<String, AssetFile>,
    /// The files of the themes.
    themes: ArcSwap<ThemeAssets>,
    /// The addresses of the island's files, if it was built.
    pub client: Option<ClientScript>,
    /// The built scripts for pages of other sites: public name to file name.
    scripts: HashMap<String, String>,
}

/// Files of the current themes, and of former themes and brands: open pages still request the
/// latter.
#[derive(Debug, Default)]
struct ThemeAssets {
    now: HashMap<String, Asset>,
    /// At most [`FORMER_BYTES_MAX`], those that have been out of use for the longest time first.
    former: VecDeque<(String, Asset)>,
}

impl ThemeAssets {
    fn get(&self, name: &str) -> Option<&Asset> {
        let former = || self.former.iter().find(|(known, _)| known == name);
        self.now.get(name).or_else(|| former().map(|(_, asset)| asset))
    }

    /// Returns the files after the current ones were replaced by these, with at most
    /// `former_bytes_max` of former ones.
    fn replaced_by(&self, now: HashMap<String, Asset>, former_bytes_max: usize) -> Self {
        let current = self.now.iter().map(|(name, asset)| (name.clone(), asset.clone()));
        let former = self.former.iter().cloned().chain(current);
        let mut former: VecDeque<_> = former.filter(|(name, _)| !now.contains_key(name)).collect();
        let mut size: usize = former.iter().map(|(_, asset)| asset.bytes.len()).sum();
        while size > former_bytes_max {
            let dropped = former.pop_front();
            size -= dropped.map_or(size, |(_, asset)| asset.bytes.len());
        }
        Self { now, former }
    }
}

#[derive(Debug, Clone)]
enum AssetFile {
    /// A file of a theme.
    Theme(Asset),
    /// A file of the browser's part, as the build produced it.
    Site {
        content_type: &'static str,
        bytes: Bytes,
        brotli: Option<Bytes>,
        gzip: CompressedOnce,
    },
}

impl AssetFile {
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

    fn gzip(&self) -> Option<&Bytes> {
        match self {
            Self::Theme(asset) => asset.gzip(),
            // The build has compressed this file already.
            Self::Site {
                brotli, bytes, gzip, ..
            } => brotli.is_some().then(|| gzip.gzip(bytes))?,
        }
    }

    /// The file as a request accepts it, and the name of its coding.
    fn coded(&self, headers: &HeaderMap) -> Option<(&Bytes, HeaderValue)> {
        match Encoding::of(headers) {
            Encoding::Brotli => Some((self.brotli()?, HeaderValue::from_static("br"))),
            Encoding::Gzip => Some((self.gzip()?, HeaderValue::from_static("gzip"))),
            Encoding::Plain => None,
        }
    }
}

/// An image opened directly is a document; this policy stops it from running scripts and loading
/// files.
const POLICY_OF_PICTURE: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

impl Assets {
    /// Collects the files of the themes and of the browser's part.
    #[must_use]
    pub fn collect(themes: &Themes) -> Self {
        let mut files: HashMap<String, AssetFile> = HashMap::new();
        for path in Site::iter().filter(|path| !path.ends_with(".br")) {
            if let Some((name, file)) = path
                .strip_prefix("assets/")
                .and_then(|name| Some((name.to_owned(), site_file(&path)?)))
            {
                files.insert(name, file);
            }
        }
        let manifest = manifest();
        let client = manifest.as_ref().and_then(client_paths);
        let scripts = manifest.map(|manifest| manifest.scripts).unwrap_or_default();
        let scripts = scripts.into_iter();
        Self {
            files,
            themes: ArcSwap::from_pointee(ThemeAssets::default().replaced_by(files_of(themes), FORMER_BYTES_MAX)),
            client,
            scripts: scripts
                .filter_map(|(name, path)| Some((name, path.strip_prefix("assets/")?.to_owned())))
                .collect(),
        }
    }

    /// Creates assets with one script only.
    #[cfg(test)]
    pub(in crate::http) fn with_script(script: &str, name: &str, bytes: &'static [u8], brotli: &'static [u8]) -> Self {
        let file = AssetFile::Site {
            content_type: "text/javascript; charset=utf-8",
            bytes: Bytes::from_static(bytes),
            brotli: Some(Bytes::from_static(brotli)),
            gzip: CompressedOnce::default(),
        };
        Self {
            files: HashMap::from([(name.to_owned(), file)]),
            themes: ArcSwap::default(),
            client: None,
            scripts: HashMap::from([(script.to_owned(), name.to_owned())]),
        }
    }

    /// Returns the file of a script for pages of other sites, if it was built.
    pub(in crate::http) fn script(&self, name: &str) -> Option<&str> {
        self.scripts.get(name).map(String::as_str)
    }

    /// Serves the files of these themes, and for a while those that they lack.
    pub(in crate::http) fn replace_themes(&self, themes: &Themes) {
        let next = self.themes.load().replaced_by(files_of(themes), FORMER_BYTES_MAX);
        self.themes.store(Arc::new(next));
    }

    /// Serves a file by its name, with a cache lifetime of one year.
    pub(in crate::http) fn serve(&self, name: &str, headers: &HeaderMap) -> Option<Response<Body>> {
        let themes = self.themes.load();
        let of_theme = || themes.get(name).cloned().map(AssetFile::Theme);
        let found = self
            .files
            .get(name)
            .map_or_else(|| of_theme().map(Cow::Owned), |file| Some(Cow::Borrowed(file)));
        let file = &*found?;
        let (bytes, coding) = match file.coded(headers) {
            Some((bytes, coding)) => (bytes, Some(coding)),
            None => (file.bytes(), None),
        };
        let mut response = Response::new(Body::from(bytes.clone()));
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
        // Sites serve rooms' static pages from their own hosts, with this server's styles and
        // pictures.
        if matches!(file, AssetFile::Theme(_)) || self.scripts.values().any(|script| script == name) {
            allow_all_origins(answer);
        }
        if let Some(coding) = coding {
            answer.insert(CONTENT_ENCODING, coding);
        }
        if file.content_type().starts_with("video/") {
            byte_range::narrow(&mut response, file.bytes(), headers);
        }
        Some(response)
    }
}

/// Returns the files of themes by name.
fn files_of(themes: &Themes) -> HashMap<String, Asset> {
    let files = themes.assets();
    files.map(|(name, asset)| (name.to_owned(), asset.clone())).collect()
}

fn site_file(path: &str) -> Option<AssetFile> {
    let bytes = |path: &str| Site::get(path).map(|file| Bytes::from(file.data.into_owned()));
    let content_type = match path.rsplit_once('.')?.1 {
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => SVG,
        "png" => "image/png",
        _ => "application/octet-stream",
    };
    Some(AssetFile::Site {
        content_type,
        bytes: bytes(path)?,
        brotli: bytes(&format!("{path}.br")),
        gzip: CompressedOnce::default(),
    })
}

fn manifest() -> Option<SiteManifest> {
    serde_json::from_slice(&Site::get("manifest.json")?.data).ok()
}

fn client_paths(manifest: &SiteManifest) -> Option<ClientScript> {
    Some(ClientScript {
        js_path: format!("/{}", manifest.script.as_ref()?),
        wasm_path: format!("/{}", manifest.wasm.as_ref()?),
    })
}

/// Lets pages of all origins use the answer, including pages that load only answers with explicit
/// permission.
pub(in crate::http) fn allow_all_origins(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
}

/// Handles the request.
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    Path(name): Path<String>,
    method: Method,
    mut headers: HeaderMap,
) -> Response<Body> {
    if method != Method::GET {
        // Only a GET can request a part (RFC 9110 14.2).
        headers.remove(RANGE);
    }
    if let Some(response) = app.assets.serve(&name, &headers) {
        return response;
    }
    app.look_for_file(&name).await;
    app.assets.serve(&name, &headers).unwrap_or_else(|| {
        let mut response = Response::new(Body::from("There is no such file.\n"));
        *response.status_mut() = StatusCode::NOT_FOUND;
        response
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::ThemeFiles;

    fn themes(style: &str) -> Themes {
        let mut files = ThemeFiles {
            name: "gala".to_owned(),
            ..ThemeFiles::default()
        };
        for (file, text) in [("theme.toml", "name = \"Gala\"\nversion = 1\n"), ("style.css", style)] {
            files.insert(file, text.as_bytes().to_vec()).unwrap();
        }
        Themes::load(None).unwrap().with(&Arc::new(files)).unwrap()
    }

    fn sheet(themes: &Themes) -> String {
        let path = &themes.get("gala").unwrap().stylesheet;
        path.strip_prefix(Themes::ASSETS_PATH).unwrap().to_owned()
    }

    #[test]
    fn files_of_a_former_theme_are_served_up_to_a_bound() {
        let rule = |id: usize| format!(".a{id} {{ color: red }}\n");
        let of = |id: usize| themes(&rule(id));
        let assets = Assets::collect(&of(0));
        let is_served = |themes: &Themes| assets.serve(&sheet(themes), &HeaderMap::new()).is_some();
        assert!(is_served(&of(0)) && !is_served(&of(1)));
        assets.replace_themes(&of(1));
        assert!(is_served(&of(0)) && is_served(&of(1)));
        // A version that returns is not counted among the former ones.
        assets.replace_themes(&of(0));
        assert_eq!(assets.themes.load().former.len(), 1);
        let size = |id: usize| of(id).asset(&sheet(&of(id))).unwrap().bytes.len();
        let next = assets.themes.load().replaced_by(files_of(&of(2)), size(0));
        assert!(next.get(&sheet(&of(2))).is_some() && next.get(&sheet(&of(0))).is_some());
        assert!(next.get(&sheet(&of(1))).is_none(), "it was the first to be replaced");
    }
}
