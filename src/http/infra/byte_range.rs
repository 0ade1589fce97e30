//! `Range` of a request for a video (RFC 9110 14.2): one range of bytes. Some browsers play a video
//! only if they can ask for its parts. Several ranges at once, and anything that is no range, are
//! answered with the whole file, as the standard allows.

use std::ops::Range;

use axum::body::{Body, Bytes};
use http::header::{ACCEPT_RANGES, CACHE_CONTROL, CONTENT_RANGE, CONTENT_TYPE, RANGE};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

/// The largest part, bytes: a slow connection can transfer it before the answer times out. A player
/// requests the next part when it needs it.
const PART_BYTES_MAX: usize = 1024 * 1024;

/// Reduces the answer with the whole file to the part that the request asks for, if any.
pub(super) fn narrow(response: &mut Response<Body>, file: &Bytes, request: &HeaderMap) {
    let headers = response.headers_mut();
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    let asked = request.get(RANGE).and_then(|value| value.to_str().ok());
    let (part, range) = match asked.map_or(RequestedRange::Whole, |asked| requested_range(asked, file.len())) {
        RequestedRange::Whole => return,
        RequestedRange::Part(range) => {
            let range = range.start..range.end.min(range.start + PART_BYTES_MAX);
            let content_range = format!("bytes {}-{}/{}", range.start, range.end - 1, file.len());
            *response.status_mut() = StatusCode::PARTIAL_CONTENT;
            (file.slice(range), content_range)
        }
        RequestedRange::Nothing => {
            *response.status_mut() = StatusCode::RANGE_NOT_SATISFIABLE;
            // Caches keep the whole file indefinitely, but must not keep a part of it.
            let headers = response.headers_mut();
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
            headers.remove(CONTENT_TYPE);
            (Bytes::new(), format!("bytes */{}", file.len()))
        }
    };
    let range = HeaderValue::try_from(range).expect("digits and fixed words");
    response.headers_mut().insert(CONTENT_RANGE, range);
    *response.body_mut() = Body::from(part);
}

/// The part of a file that a request asks for.
#[derive(Debug, PartialEq, Eq)]
enum RequestedRange {
    Whole,
    /// At least one byte.
    Part(Range<usize>),
    /// A range behind the end of the file.
    Nothing,
}

fn requested_range(asked: &str, length: usize) -> RequestedRange {
    let ends = asked.strip_prefix("bytes=").and_then(|range| range.split_once('-'));
    let number = |digits: &str| digits.trim().parse::<usize>().ok();
    match ends.map(|(first, last)| (first.trim(), last.trim())) {
        Some(("", count)) => match number(count) {
            Some(0) => RequestedRange::Nothing,
            Some(count) if length > 0 => RequestedRange::Part(length.saturating_sub(count)..length),
            _ => RequestedRange::Whole,
        },
        Some((first, last)) => match (number(first), number(last)) {
            (Some(first), _) if first >= length => RequestedRange::Nothing,
            (Some(first), Some(last)) if last >= first => {
                RequestedRange::Part(first..last.saturating_add(1).min(length))
            }
            (Some(first), None) if last.is_empty() => RequestedRange::Part(first..length),
            _ => RequestedRange::Whole,
        },
        None => RequestedRange::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_bounded_and_a_refusal_is_not_kept() {
        let file = Bytes::from(vec![0; PART_BYTES_MAX + 10]);
        let answer = |range: &'static str| {
            let mut response = Response::new(Body::empty());
            let headers = response.headers_mut();
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("public"));
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("video/mp4"));
            let request = HeaderMap::from_iter([(RANGE, HeaderValue::from_static(range))]);
            narrow(&mut response, &file, &request);
            response
        };
        let part = answer("bytes=5-");
        let told = format!("bytes 5-{}/{}", PART_BYTES_MAX + 4, file.len());
        assert_eq!(part.status(), 206);
        assert_eq!(part.headers()[CONTENT_RANGE], told.as_str());
        assert_eq!(part.headers()[CACHE_CONTROL], "public");
        let refused = answer("bytes=99999999-");
        assert_eq!(refused.status(), 416);
        assert_eq!(refused.headers()[CACHE_CONTROL], "no-store");
        assert!(!refused.headers().contains_key(CONTENT_TYPE));
    }

    #[test]
    fn one_range_is_understood_and_anything_else_is_the_whole() {
        let cases = [
            ("bytes=0-1", RequestedRange::Part(0..2)),
            ("bytes=0-", RequestedRange::Part(0..10)),
            ("bytes=4-99", RequestedRange::Part(4..10)),
            ("bytes=4-18446744073709551615", RequestedRange::Part(4..10)),
            ("bytes=-3", RequestedRange::Part(7..10)),
            ("bytes=-99", RequestedRange::Part(0..10)),
            ("bytes=-0", RequestedRange::Nothing),
            ("bytes=10-", RequestedRange::Nothing),
            ("bytes=10-12", RequestedRange::Nothing),
            ("bytes=5-4", RequestedRange::Whole),
            ("bytes=0-1,3-4", RequestedRange::Whole),
            ("bytes=-", RequestedRange::Whole),
            ("bytes=", RequestedRange::Whole),
            ("lines=0-1", RequestedRange::Whole),
            ("bytes=a-b", RequestedRange::Whole),
            ("bytes=0-99999999999999999999", RequestedRange::Whole),
        ];
        for (asked, expected) in cases {
            assert_eq!(requested_range(asked, 10), expected, "{asked}");
        }
        assert_eq!(requested_range("bytes=0-", 0), RequestedRange::Nothing);
    }
}
