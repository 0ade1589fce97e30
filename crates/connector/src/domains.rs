//! Validation of domains in redirects.

/// Returns whether the text is `host[:port][/path]`.
pub(crate) fn is_queue_domain(text: &str) -> bool {
    let Ok(uri) = http::Uri::try_from(format!("https://{text}")) else {
        return false;
    };
    !text.is_empty()
        && !text.contains("://")
        && !text.contains(['?', '#', '@'])
        && uri.host().is_some_and(|host| !host.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queue_domains_have_no_scheme_and_no_query() {
        for good in [
            "wr.example.com",
            "127.0.0.1:8080",
            "[::1]:8080",
            "wr.example.com/rooms/",
        ] {
            assert!(is_queue_domain(good), "{good}");
        }
        for bad in [
            "",
            "https://wr.example.com",
            "wr example",
            "wr.example.com?x",
            "/path",
            "u@h",
        ] {
            assert!(!is_queue_domain(bad), "{bad}");
        }
    }
}
