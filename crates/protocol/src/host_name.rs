//! Validation of the host names in configurations: labels of letters, digits and hyphens, joined
//! with dots (RFC 1123, 2.1). An IPv4 address in dotted form passes, too; an IPv6 address in
//! brackets does not.

/// The longest name, bytes.
const NAME_BYTES_MAX: usize = 253;
/// The longest label, bytes.
const LABEL_BYTES_MAX: usize = 63;

/// Whether the text is a host name, without a port.
pub fn is_host_name(text: &str) -> bool {
    text.len() <= NAME_BYTES_MAX && text.split('.').all(is_label)
}

/// Whether the text is the domain of a cookie: a host name, with or without a leading dot.
pub fn is_cookie_domain(text: &str) -> bool {
    is_host_name(text.strip_prefix('.').unwrap_or(text))
}

fn is_label(text: &str) -> bool {
    (1..=LABEL_BYTES_MAX).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_whole_labels() {
        let longest = "a".repeat(LABEL_BYTES_MAX);
        for good in ["shop.example", "localhost", "203.0.113.7", "a-b.example", &longest] {
            assert!(is_host_name(good), "{good}");
        }
        let long = "a".repeat(LABEL_BYTES_MAX + 1);
        for bad in [
            "",
            ".",
            "...",
            "-",
            "-a.example",
            "a-.example",
            "a..b",
            "a_b",
            "ü.example",
            "a b",
            &long,
        ] {
            assert!(!is_host_name(bad) && !is_cookie_domain(bad), "{bad}");
        }
        assert!(!is_host_name(&"a.".repeat(NAME_BYTES_MAX)));
    }

    #[test]
    fn a_cookie_s_domain_may_begin_with_one_dot() {
        assert!(is_cookie_domain(".shop.example") && is_cookie_domain("shop.example"));
        for bad in [
            "..shop.example",
            "shop.example:8080",
            "shop.example/",
            "shop.example; Secure",
        ] {
            assert!(!is_cookie_domain(bad), "{bad}");
        }
    }
}
