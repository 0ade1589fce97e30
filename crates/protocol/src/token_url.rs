//! Insertion of a `queueittoken` into a target URL, and its removal.
//!
//! The token goes last in the query and before any fragment, because a widely copied removal
//! pattern cuts `[?&]queueittoken=[^&]*` and would leave `/p&b=1` of `/p?queueittoken=X&b=1`.
//! [`strip`] does not depend on the position and accepts the parameter anywhere, in any case, any
//! number of times.
//!
//! The functions neither percent-encode nor decode, and do not check whether a URL is a permitted
//! target. [`strip`] undoes [`deliver`], except that it does not restore a bare `?` at the end of
//! the address.

use std::borrow::Cow;

use crate::queueittoken::PARAMETER;

/// Returns the target with the token as its last query parameter, replacing any token in it.
pub fn deliver(target_url: &str, token: &str) -> String {
    let clean = strip(target_url);
    let (address, fragment) = split_fragment(&clean);
    let joint = match address.split_once('?') {
        None => "?",
        Some((_, "")) => "",
        Some(_) => "&",
    };
    format!("{address}{joint}{PARAMETER}={token}{fragment}")
}

/// Returns the URL without its token; unchanged if it has none.
pub fn strip(url: &str) -> Cow<'_, str> {
    let (address, fragment) = split_fragment(url);
    let Some((path, query)) = address.split_once('?') else {
        return url.into();
    };
    if !query.split('&').any(is_token) {
        return url.into();
    }
    let rest: Vec<&str> = query.split('&').filter(|parameter| !is_token(parameter)).collect();
    let joint = if rest.is_empty() { "" } else { "?" };
    format!("{path}{joint}{}{fragment}", rest.join("&")).into()
}

/// Returns the first token that is not empty from a query, verbatim.
pub fn find(query: &str) -> Option<&str> {
    query
        .split('&')
        .filter(|parameter| is_token(parameter))
        .filter_map(|parameter| Some(parameter.split_once('=')?.1))
        .find(|token| !token.is_empty())
}

fn is_token(parameter: &str) -> bool {
    parameter
        .split('=')
        .next()
        .is_some_and(|name| name.eq_ignore_ascii_case(PARAMETER))
}

/// Splits a URL into the part before its fragment and the fragment with its `#`.
fn split_fragment(url: &str) -> (&str, &str) {
    url.split_at(url.find('#').unwrap_or(url.len()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_token_goes_last_in_the_query_and_before_the_fragment() {
        for (target, delivered) in [
            ("https://s.example", "https://s.example?queueittoken=T"),
            ("https://s.example/p", "https://s.example/p?queueittoken=T"),
            ("https://s.example/p?a=1", "https://s.example/p?a=1&queueittoken=T"),
            (
                "https://s.example/p?a=1#top",
                "https://s.example/p?a=1&queueittoken=T#top",
            ),
            ("https://s.example/p#top?x", "https://s.example/p?queueittoken=T#top?x"),
            ("https://s.example/p?", "https://s.example/p?queueittoken=T"),
            (
                "https://s.example/p?queueittoken=old&a=1",
                "https://s.example/p?a=1&queueittoken=T",
            ),
        ] {
            assert_eq!(deliver(target, "T"), delivered);
        }
    }

    #[test]
    fn stripping_repairs_a_token_wherever_it_stands() {
        for (url, stripped) in [
            ("/p?queueittoken=X&b=1", "/p?b=1"),
            ("/p?a=1&queueittoken=X&b=1#f", "/p?a=1&b=1#f"),
            ("/p?a=1&QueueITToken=X", "/p?a=1"),
            ("/p?queueittoken=X", "/p"),
            ("/p?queueittoken=X&queueittoken=Y#f", "/p#f"),
            (
                "/p?myqueueittoken=X&a=?queueittoken=1",
                "/p?myqueueittoken=X&a=?queueittoken=1",
            ),
            ("/p#queueittoken=X", "/p#queueittoken=X"),
            ("/p?", "/p?"),
        ] {
            assert_eq!(strip(url), stripped);
        }
    }

    #[test]
    fn the_token_is_found_in_any_case_and_an_empty_one_is_none() {
        assert_eq!(find("a=1&QUEUEITTOKEN=e_a~h_b"), Some("e_a~h_b"));
        assert_eq!(find("queueittoken=&queueittoken=X"), Some("X"));
        assert_eq!(find("queueittoken=&a=1&queueittoken"), None);
        assert_eq!(find("xqueueittoken=X"), None);
    }

    proptest! {
        #[test]
        fn strip_undoes_deliver(path in "(/[a-z%0-9]{0,5}){0,3}", query in "(\\?[a-z0-9=&?%]{1,12})?", fragment in "(#[a-z?&=]{0,6})?") {
            let target = format!("https://s.example{path}{query}{fragment}");
            let token = "e_sale~q_1~h_0";
            let delivered = deliver(&target, token);
            prop_assert_eq!(strip(&delivered), target);
        }
    }
}
