//! Files as the server serves them: named by their content, so that browsers can keep them forever.

use std::io::{Cursor, Write};
use std::sync::{Arc, OnceLock};

use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::error::ThemeProblems;
use super::svg;

/// The path of assets: an asset's URL is this path and the asset's name.
pub(super) const ASSETS_PATH: &str = "/assets/";
/// Brotli's quality for assets: the best. The first request for an asset compresses it, in some 10
/// ms.
const BROTLI_QUALITY: i32 = 11;
/// Maximum size of one file, bytes.
pub(super) const FILE_BYTES_MAX: u64 = 1024 * 1024;
/// Maximum size of a video, bytes: files are served from memory, videos in parts.
const VIDEO_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// Number of hex digits of the content's hash in a name.
const HASH_DIGITS: usize = 12;

/// A file for `/assets/<name>`; the content under a name never changes.
#[derive(Debug, Clone)]
pub struct Asset {
    /// The value of `Content-Type`.
    pub content_type: &'static str,
    /// The contents of the file.
    pub bytes: Bytes,
    compresses: bool,
    brotli: CompressedOnce,
    gzip: CompressedOnce,
}

/// A compressed copy of some bytes, made on the first request: `None` if it is no smaller.
#[derive(Debug, Clone, Default)]
pub struct CompressedOnce(Arc<OnceLock<Option<Bytes>>>);

impl CompressedOnce {
    pub(super) fn get(&self, bytes: &Bytes, compress: impl FnOnce(&[u8]) -> Vec<u8>) -> Option<&Bytes> {
        let compressed = self.0.get_or_init(|| {
            let smaller = Some(compress(bytes)).filter(|smaller| smaller.len() < bytes.len());
            smaller.map(Bytes::from)
        });
        compressed.as_ref()
    }

    /// Returns the bytes in gzip. The first call compresses them, in some milliseconds.
    #[must_use]
    pub fn gzip(&self, bytes: &Bytes) -> Option<&Bytes> {
        self.get(bytes, gzip)
    }
}

impl Asset {
    pub(super) fn new(kind: AssetKind, bytes: Vec<u8>) -> Self {
        Self {
            content_type: kind.content_type(),
            bytes: bytes.into(),
            compresses: kind.compresses(),
            brotli: CompressedOnce::default(),
            gzip: CompressedOnce::default(),
        }
    }

    /// Returns the file in brotli if that is smaller. The first call compresses the file.
    #[must_use]
    pub fn brotli(&self) -> Option<&Bytes> {
        self.compresses.then(|| self.brotli.get(&self.bytes, compress))?
    }

    /// Returns the file in gzip if that is smaller. The first call compresses the file.
    #[must_use]
    pub fn gzip(&self) -> Option<&Bytes> {
        self.compresses.then(|| self.gzip.gzip(&self.bytes))?
    }
}

macro_rules! kinds {
    ($($variant:ident: $extension:literal $content_type:literal $compresses:literal),+ $(,)?) => {
        /// The kinds of files that a theme can serve.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum AssetKind { $($variant),+ }

        impl AssetKind {
            /// Returns the kind by the file's extension.
            pub(super) fn of(file: &str) -> Option<Self> {
                let (_, extension) = file.rsplit_once('.')?;
                match extension { $($extension => Some(Self::$variant),)+ _ => None }
            }

            fn content_type(self) -> &'static str {
                match self { $(Self::$variant => $content_type),+ }
            }

            fn compresses(self) -> bool {
                match self { $(Self::$variant => $compresses),+ }
            }
        }
    };
}

kinds! {
    Css: "css" "text/css; charset=utf-8" true,
    Svg: "svg" "image/svg+xml" true,
    Png: "png" "image/png" false,
    Jpg: "jpg" "image/jpeg" false,
    Jpeg: "jpeg" "image/jpeg" false,
    Webp: "webp" "image/webp" false,
    Avif: "avif" "image/avif" false,
    Gif: "gif" "image/gif" false,
    Ico: "ico" "image/x-icon" true,
    Woff2: "woff2" "font/woff2" false,
    Mp4: "mp4" "video/mp4" false,
    Webm: "webm" "video/webm" false,
    Vtt: "vtt" "text/vtt; charset=utf-8" true,
}

impl AssetKind {
    /// Whether a pastime can show the file as a video.
    pub(super) fn is_video(self) -> bool {
        matches!(self, Self::Mp4 | Self::Webm)
    }

    /// Whether a pastime can show the file as a picture.
    pub(super) fn is_picture(self) -> bool {
        let is_other = matches!(self, Self::Css | Self::Ico | Self::Woff2 | Self::Vtt);
        !is_other && !self.is_video()
    }

    /// The largest file of this kind, bytes.
    pub(super) fn bytes_max(self) -> u64 {
        if self.is_video() {
            VIDEO_BYTES_MAX
        } else {
            FILE_BYTES_MAX
        }
    }
}

/// Returns the problem with a file as a picture, if there is one.
pub(super) fn picture_problem(file: &str, bytes: &[u8]) -> Option<String> {
    match AssetKind::of(file) {
        Some(AssetKind::Svg) => {
            let mut problems = ThemeProblems::of(String::new());
            svg::judge(bytes, &mut problems);
            problems.into_vec().into_iter().next().map(|found| found.problem)
        }
        Some(kind) if kind.is_picture() || kind == AssetKind::Ico => None,
        _ => Some("is no picture: svg, png, jpg, webp, avif or gif is wanted".to_owned()),
    }
}

/// Returns `<theme>.<stem>.<hash>.<extension>`; characters of the stem that would need escaping in
/// a URL become hyphens.
pub(super) fn hashed_name(theme: &str, file: &str, bytes: &[u8]) -> String {
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, "bin"));
    let plain = |character: char| {
        if character.is_ascii_alphanumeric() {
            character
        } else {
            '-'
        }
    };
    let stem: String = stem.chars().map(plain).collect();
    let digest = Sha256::digest(bytes);
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{theme}.{stem}.{}.{extension}", &hash[..HASH_DIGITS])
}

fn compress(bytes: &[u8]) -> Vec<u8> {
    let params = BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut Cursor::new(bytes), &mut compressed, &params)
        .expect("memory does not fail to be written");
    compressed
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory does not fail to be written")
}
