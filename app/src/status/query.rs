//! The input encoding of `getStatus`: the query of a page's URL, read leniently.
//!
//! A connector, a mail client or a person can put anything into that query. Leptos' own `GetUrl`
//! reads nested structures (`a[b]=c`) and refuses malformed and repeated names. Here a name is
//! taken literally, the first value that is not empty counts (as on the page itself), bytes that
//! are not UTF-8 are replaced, and unknown names are ignored.
//!
//! This module does not interpret the arguments.

use std::borrow::Cow;

use http::Method;
use server_fn::{
    ContentType,
    codec::{Encoding, GetUrl, IntoReq},
    error::{FromServerFnError, ServerFnErrorErr},
    request::ClientReq,
};
#[cfg(not(feature = "ssr"))]
use server_fn::{codec::FromReq, request::Req};

use super::{GetStatus, GetStatusError, GivenId};

/// A flat, lenient query string.
pub struct PageQuery;

impl ContentType for PageQuery {
    const CONTENT_TYPE: &'static str = GetUrl::CONTENT_TYPE;
}

impl Encoding for PageQuery {
    const METHOD: Method = Method::GET;
}

/// The browser reads no queries; the server does so beside the request's head (`edge`).
#[cfg(not(feature = "ssr"))]
impl<R: Req<GetStatusError> + Send + 'static> FromReq<PageQuery, R, GetStatusError> for GetStatus {
    async fn from_req(request: R) -> Result<Self, GetStatusError> {
        arguments(request.as_query().unwrap_or_default())
    }
}

/// Writes the arguments as [`GetUrl`] does: a flat, well-formed query needs no special treatment.
impl<R: ClientReq<GetStatusError>> IntoReq<PageQuery, R, GetStatusError> for GetStatus {
    fn into_req(self, path: &str, accepts: &str) -> Result<R, GetStatusError> {
        IntoReq::<GetUrl, R, GetStatusError>::into_req(self, path, accepts)
    }
}

/// Returns the pairs of a query, equal to those of [`form_urlencoded::parse`]. Most pairs contain
/// no escape; those are borrowed without being decoded.
pub fn pairs(query: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    // Most queries have no escape at all, and a long text is searched at a lower cost per byte.
    pairs_of(query, !has_escape(query))
}

/// Returns the pairs of a query; `is_plain`: whether the whole query is known to have no escape.
fn pairs_of(query: &str, is_plain: bool) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    let mut rest = query;
    std::iter::from_fn(move || {
        // Skips empty pairs.
        loop {
            let (pair, behind) = cut(rest, b'&')?;
            rest = behind;
            if !pair.is_empty() {
                return Some(match is_plain || !has_escape(pair) {
                    true => as_written(pair),
                    false => form_urlencoded::parse(pair.as_bytes()).next().unwrap_or_default(),
                });
            }
        }
    })
}

/// Splits the text at the first byte `at`, without that byte; returns `None` if the text is empty.
fn cut(text: &str, at: u8) -> Option<(&str, &str)> {
    if text.is_empty() {
        return None;
    }
    // Names and values are short: a vectorized search costs more than it saves.
    let end = text.bytes().position(|byte| byte == at).unwrap_or(text.len());
    Some((&text[..end], text.get(end + 1..).unwrap_or_default()))
}

fn has_escape(text: &str) -> bool {
    let is_escape = |byte: u8| (byte == b'%') | (byte == b'+');
    // Without an early end, so that several bytes are compared at once.
    text.bytes().fold(false, |found, byte| found | is_escape(byte))
}

/// Returns the name and the value of a pair without escapes.
fn as_written(pair: &str) -> (Cow<'_, str>, Cow<'_, str>) {
    let (name, value) = cut(pair, b'=').unwrap_or_default();
    (name.into(), value.into())
}

/// Reads the arguments.
///
/// # Errors
/// Returns the error of an argument that is missing.
pub(super) fn arguments(query: &str) -> Result<GetStatus, GetStatusError> {
    read(query)
        .map_err(|missing| GetStatusError::from_server_fn_error(ServerFnErrorErr::MissingArg(missing.to_owned())))
}

/// Reads the arguments, or returns the name of the missing one. Both usually come first; nothing
/// behind them is read.
fn read(query: &str) -> Result<GetStatus, &'static str> {
    let [mut c, mut e] = [const { None }; 2];
    for (name, value) in pairs_of(query, false).filter(|(_, value)| !value.is_empty()) {
        match &*name {
            "c" => c = c.or(Some(value)),
            "e" => e = e.or(Some(value)),
            _ => {}
        }
        if c.is_some() && e.is_some() {
            break;
        }
    }
    Ok(GetStatus {
        c: GivenId::new(&c.ok_or("c")?),
        e: GivenId::new(&e.ok_or("e")?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_those_of_a_form() {
        for query in [
            "",
            "&",
            "c=demo&e=sale&q=11111111-2222-4333-8444-555555555555&brief=in-line,,2166136261,4&shown=9",
            "a=b=c&=d&e&f=&&g",
            "t=https%3A%2F%2Fshop.example%2F%3Fa%3Db%26c&t_show=1+2&%63=demo&x=%ff&y=%",
            "ü=ü&x=%C3%BC+ü",
        ] {
            let expected: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
            assert_eq!(pairs(query).collect::<Vec<_>>(), expected, "{query}");
            assert_eq!(pairs_of(query, false).collect::<Vec<_>>(), expected, "{query}");
        }
    }
}
