//! Host and path of a URL, split as connectors do: by the generic syntax of RFC 3986, appendix B,
//! which accepts any text. Not a URL parser: the functions decode, lower-case and refuse nothing,
//! and the host keeps its port and user information.

use memchr::memchr2;

/// Returns the text between `//` and the path; empty without `//`.
pub(super) fn host(url: &str) -> &str {
    cut(url).0
}

/// Returns the text between the host and `?` or `#`.
pub(super) fn path(url: &str) -> &str {
    cut(url).1
}

fn cut(url: &str) -> (&str, &str) {
    let url = &url[..memchr2(b'?', b'#', url.as_bytes()).unwrap_or(url.len())];
    let behind_scheme = match memchr2(b':', b'/', url.as_bytes()) {
        Some(at) if at > 0 && url.as_bytes()[at] == b':' => &url[at + 1..],
        _ => url,
    };
    match behind_scheme.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", behind_scheme),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_cut_as_by_the_expression_of_the_standard() {
        for (url, host_there, path_there) in [
            (
                "https://shop.example.com:8443/buy?a=/1#b",
                "shop.example.com:8443",
                "/buy",
            ),
            ("https://me:secret@shop.example/", "me:secret@shop.example", "/"),
            ("https://shop.example", "shop.example", ""),
            ("https://shop.example?a=//b/c", "shop.example", ""),
            ("https://shop.example#//b/c", "shop.example", ""),
            ("//shop.example/buy", "shop.example", "/buy"),
            ("/buy:now//x", "", "/buy:now//x"),
            ("mailto:me@shop.example", "", "me@shop.example"),
            ("://shop.example/x", "", "://shop.example/x"),
            ("https:///x", "", "/x"),
            ("https:/x", "", "/x"),
            ("a?b:c//d/e", "", "a"),
            ("", "", ""),
            ("Ä://ö/ü?", "ö", "/ü"),
        ] {
            assert_eq!((host(url), path(url)), (host_there, path_there), "{url}");
        }
    }
}
