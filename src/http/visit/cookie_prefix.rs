//! The names of this server's cookies on the wire. Where visitors use https, the names carry the
//! prefix `__Host-`. Browsers accept such a cookie only with `Secure` and `Path=/`, without
//! `Domain`, and over https from this very host, so neither another host of the domain nor an
//! attacker on a plain connection can plant a place in a browser. The code inside this middleware
//! sees the names without the prefix.
//!
//! Where visitors use https, a cookie of this server without the prefix is ignored.

use bytes::Bytes;
use http::header::{COOKIE, Entry, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue};
use protocol::cookie_header::written_pairs;

/// The prefix that makes browsers bind a cookie to its host (RFC 6265bis 4.1.3.2).
const PREFIX: &[u8] = b"__Host-";
/// The prefix of all cookie names of this server.
const OURS: &[u8] = b"anteroom_";
const SECURE: &[u8] = b"; Secure";
/// The usual number of bytes by which a line becomes longer at most.
const ADDED_BYTES_GUESS: usize = PREFIX.len() + SECURE.len();

/// Removes the prefix from the cookies of a request, and drops cookies of this server that lack the
/// prefix.
pub(in crate::http) fn take_off(headers: &mut HeaderMap) {
    rewrite(headers, &COOKIE, |line, anew| {
        let pairs = written_pairs(line).map(<[u8]>::trim_ascii);
        let kept = pairs.filter(|pair| !pair.starts_with(OURS)).map(|pair| {
            let bare = pair.strip_prefix(PREFIX);
            bare.filter(|bare| bare.starts_with(OURS)).unwrap_or(pair)
        });
        for (index, pair) in kept.enumerate() {
            if index > 0 {
                anew.extend_from_slice(b"; ");
            }
            anew.extend_from_slice(pair);
        }
    });
}

/// Adds the prefix to the cookies of an answer.
pub(in crate::http) fn put_on(headers: &mut HeaderMap) {
    rewrite(headers, &SET_COOKIE, |line, anew| {
        let is_ours = line.starts_with(OURS);
        let is_secure = line.windows(SECURE.len()).any(|part| part.eq_ignore_ascii_case(SECURE));
        if is_ours {
            anew.extend_from_slice(PREFIX);
        }
        anew.extend_from_slice(line);
        if is_ours && !is_secure {
            anew.extend_from_slice(SECURE);
        }
    });
}

/// Rewrites all lines of a header, if there are any, in their places: every poll brings one.
fn rewrite(headers: &mut HeaderMap, name: &HeaderName, write: impl Fn(&[u8], &mut Vec<u8>)) {
    // An entry that is missing would take a place in the map.
    if !headers.contains_key(name) {
        return;
    }
    if let Entry::Occupied(mut lines) = headers.entry(name) {
        for line in lines.iter_mut() {
            let mut anew = Vec::with_capacity(line.len() + ADDED_BYTES_GUESS);
            write(line.as_bytes(), &mut anew);
            // Never fails: the bytes come from a valid header.
            *line = HeaderValue::from_maybe_shared(Bytes::from(anew)).unwrap_or(HeaderValue::from_static(""));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(name: HeaderName, lines: &[&str], by: fn(&mut HeaderMap)) -> Vec<String> {
        let lines = lines.iter().map(|line| line.parse().expect("a header"));
        let mut headers: HeaderMap = lines.map(|line: HeaderValue| (name.clone(), line)).collect();
        by(&mut headers);
        let lines = headers.get_all(name).iter();
        lines.map(|line| line.to_str().expect("ASCII").to_owned()).collect()
    }

    #[test]
    fn what_a_neighbour_set_counts_for_nothing() {
        let sent = "a=1; anteroom_place=evil; __Host-anteroom_place=mine;__Host-b=2; anteroom_new_0=x; c";
        let read = rewritten(COOKIE, &[sent, "__Host-anteroom_new_1=y"], take_off);
        assert_eq!(read, ["a=1; anteroom_place=mine; __Host-b=2; c", "anteroom_new_1=y"]);
        assert_eq!(rewritten(COOKIE, &[], take_off), [""; 0]);
    }

    #[test]
    fn ours_are_held_to_their_host_and_others_stay() {
        let written = [
            "anteroom_place=1; Path=/; HttpOnly",
            "anteroom_new_1=; Path=/; Secure",
            "other=1; Path=/x",
        ];
        let sent = rewritten(SET_COOKIE, &written, put_on);
        assert_eq!(
            sent,
            [
                "__Host-anteroom_place=1; Path=/; HttpOnly; Secure",
                "__Host-anteroom_new_1=; Path=/; Secure",
                "other=1; Path=/x"
            ]
        );
    }
}
