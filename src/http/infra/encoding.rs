//! Chooses the compression of an answer from the codings that the browser accepts, brotli before
//! gzip.
//!
//! The room's own page uses this module instead of the compression middleware of other pages: its
//! handler already has the brotli encoder, and the middleware would cost more than the page. Polls,
//! which are too small, and assets, which are compressed once (in gzip when the first client wants
//! it), do not use it.

use std::io::Write;

use axum::body::Body;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use http::{HeaderMap, HeaderValue, Response};

/// The minimum length for compression, bytes.
pub(in crate::http) const COMPRESS_BYTES_MIN: u64 = 1_400;
/// The quality for pages rendered for each request: about a fifth of a millisecond.
const BROTLI_QUALITY: i32 = 5;

/// The headers of most browsers, which accept brotli. To recognize one costs less than to read it.
const WITH_BROTLI: [&str; 2] = ["gzip, deflate, br, zstd", "gzip, deflate, br"];

/// The content coding of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Encoding {
    Brotli,
    Gzip,
    Plain,
}

impl Encoding {
    /// Returns the best coding that a request accepts: brotli before gzip, whatever the client
    /// prefers, and none with a weight of zero (RFC 9110 12.5.3).
    #[must_use]
    pub(in crate::http) fn of(headers: &HeaderMap) -> Self {
        let all = headers.get_all(ACCEPT_ENCODING);
        let mut lines = all.iter();
        if let (Some(line), None) = (lines.next(), lines.next())
            && WITH_BROTLI.iter().any(|usual| line == *usual)
        {
            return Self::Brotli;
        }
        let lines = all.iter().filter_map(|value| value.to_str().ok());
        let (mut brotli, mut gzip, mut any) = (None, None, None);
        for coding in lines.flat_map(|line| line.split(',')) {
            let mut parts = coding.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default();
            let taken = Some(parts.all(is_above_zero));
            match name {
                name if name.eq_ignore_ascii_case("br") => brotli = taken,
                name if name.eq_ignore_ascii_case("gzip") => gzip = taken,
                "*" => any = taken,
                _ => {}
            }
        }
        if brotli.or(any) == Some(true) {
            Self::Brotli
        } else if gzip.or(any) == Some(true) {
            Self::Gzip
        } else {
            Self::Plain
        }
    }

    /// Encodes a page. Returns the bytes and the coding used: a small page stays plain.
    #[must_use]
    pub(in crate::http) fn write(self, html: String) -> (Vec<u8>, Self) {
        let plain = html.into_bytes();
        let written = match self {
            _ if (plain.len() as u64) < COMPRESS_BYTES_MIN => None,
            Self::Plain => None,
            Self::Brotli => brotli(&plain),
            Self::Gzip => gzip(&plain),
        };
        match written {
            Some(bytes) => (bytes, self),
            None => (plain, Self::Plain),
        }
    }

    /// Sets the headers for this coding.
    #[must_use]
    pub(in crate::http) fn set_headers(self, mut response: Response<Body>) -> Response<Body> {
        let name = match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Plain => return response,
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(name));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}

/// Returns `false` if the parameter is a weight of zero or an unreadable weight.
fn is_above_zero(parameter: &str) -> bool {
    match parameter.split_once('=') {
        Some((name, weight)) if name.trim().eq_ignore_ascii_case("q") => {
            weight.trim().parse::<f32>().is_ok_and(|weight| weight > 0.0)
        }
        _ => true,
    }
}

fn brotli(plain: &[u8]) -> Option<Vec<u8>> {
    let params = BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        size_hint: plain.len(),
        ..BrotliEncoderParams::default()
    };
    let mut written = Vec::with_capacity(plain.len() / 2);
    brotli::BrotliCompress(&mut &*plain, &mut written, &params).ok()?;
    Some(written)
}

fn gzip(plain: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 2), Compression::fast());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn asked(accept: &'static str) -> Encoding {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(accept));
        Encoding::of(&headers)
    }

    #[test]
    fn brotli_comes_before_gzip_and_only_to_those_who_take_it() {
        assert_eq!(Encoding::of(&HeaderMap::new()), Encoding::Plain);
        for usual in WITH_BROTLI {
            assert_eq!(asked(usual), Encoding::Brotli);
            let mut headers = HeaderMap::new();
            headers.append(ACCEPT_ENCODING, HeaderValue::from_static(usual));
            headers.append(ACCEPT_ENCODING, HeaderValue::from_static("br;q=0"));
            assert_eq!(Encoding::of(&headers), Encoding::Gzip, "of two lines the last counts");
        }
        assert_eq!(asked("gzip, deflate, br;q=0.9"), Encoding::Brotli);
        assert_eq!(asked("deflate, gzip;q=0.5"), Encoding::Gzip);
        assert_eq!(asked("brx"), Encoding::Plain);
        assert_eq!(asked("br;q=0"), Encoding::Plain);
        assert_eq!(asked("br;q=0.000, gzip"), Encoding::Gzip);
        assert_eq!(asked("BR ; Q=0, GZip ; q = 0.001"), Encoding::Gzip);
        assert_eq!(asked("*"), Encoding::Brotli);
        assert_eq!(asked("br;q=0, *;q=0.1"), Encoding::Gzip);
        assert_eq!(asked("gzip, *;q=0"), Encoding::Gzip);
        assert_eq!(asked("*;q=0"), Encoding::Plain);
        assert_eq!(asked("br;q=much"), Encoding::Plain);
    }

    #[test]
    fn encoded_pages_can_be_decoded() {
        let html = "<p>待ち</p>".repeat(200);
        let mut read = String::new();
        let (written, _) = Encoding::Gzip.write(html.clone());
        let mut gzip = flate2::read::GzDecoder::new(written.as_slice());
        gzip.read_to_string(&mut read).expect("gzip");
        assert_eq!(read, html);
        let (written, _) = Encoding::Brotli.write(html.clone());
        assert!(written.len() < html.len() / 10);
        let mut brotli = brotli::Decompressor::new(written.as_slice(), 4_096);
        read.clear();
        brotli.read_to_string(&mut read).expect("brotli");
        assert_eq!(read, html);
    }

    #[test]
    fn a_small_page_stays_as_it_is() {
        assert_eq!(
            Encoding::Brotli.write("<p>".to_owned()),
            (b"<p>".to_vec(), Encoding::Plain)
        );
    }
}
