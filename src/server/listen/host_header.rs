//! Checks that a request names its host once and readably (RFC 9112 3.2, RFC 9113 8.3.1): a proxy
//! in front that reads the other of two names would cache or route answers for the wrong host.

use axum::body::Body;
use http::header::{CONNECTION, CONTENT_TYPE, HOST};
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderValue, Response, StatusCode, Version};

/// A fault in the host of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HostHeaderFault {
    Missing,
    Two,
    Unreadable,
    Differs,
}

/// Checks the head of a request.
pub(super) fn check(parts: &Parts) -> Result<(), HostHeaderFault> {
    let mut values = parts.headers.get_all(HOST).iter();
    let (first, second) = (values.next(), values.next());
    let named = parts.uri.authority();
    if named.is_some_and(|named| !is_readable(named)) {
        return Err(HostHeaderFault::Unreadable);
    }
    match (first, second) {
        (Some(_), Some(_)) => Err(HostHeaderFault::Two),
        // HTTP/1.0 does not require `Host`; HTTP/2 names the host in `:authority`.
        (None, _) if parts.version <= Version::HTTP_10 => Ok(()),
        (None, _) if parts.version >= Version::HTTP_2 && named.is_some() => Ok(()),
        (None, _) => Err(HostHeaderFault::Missing),
        (Some(host), None) => {
            let host = readable(host).ok_or(HostHeaderFault::Unreadable)?;
            // In HTTP/1.1 an absolute URL takes precedence over `Host`; in HTTP/2 a request in
            // which the two differ is malformed.
            let differs = named.is_some_and(|named| !named.as_str().eq_ignore_ascii_case(host));
            match parts.version >= Version::HTTP_2 && differs {
                true => Err(HostHeaderFault::Differs),
                false => Ok(()),
            }
        }
    }
}

/// Returns host and port without user information.
fn readable(host: &HeaderValue) -> Option<&str> {
    let text = host.to_str().ok()?;
    (is_usual(text) || is_authority(text)).then_some(text)
}

/// Returns whether a text is a name or an IPv4 address, with or without a port. Nearly every
/// request names such a host; the parser of the other forms copies the text.
fn is_usual(text: &str) -> bool {
    let (name, port) = text.split_once(':').unwrap_or((text, "80"));
    let is_part_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    // A number can be read with a sign, too.
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    !name.is_empty() && name.bytes().all(is_part_of_name) && is_port
}

fn is_authority(text: &str) -> bool {
    Authority::try_from(text).is_ok_and(|authority| is_readable(&authority))
}

/// Returns whether an authority is a host name or an address, with or without a port.
fn is_readable(authority: &Authority) -> bool {
    let text = authority.as_str();
    let port = text.rsplit_once(':').filter(|(_, port)| !port.ends_with(']'));
    let has_port = port.is_none_or(|(_, port)| port.is_empty() || authority.port_u16().is_some());
    // A list, or anything else that an authority can contain beside a name, is not a valid host.
    let is_name = text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte));
    is_name && !authority.host().is_empty() && has_port
}

/// Returns status 400. On HTTP/1 the connection ends, since peers that read this head differently
/// could also read the following bytes differently.
pub(super) fn refuse(version: Version, fault: HostHeaderFault) -> Response<Body> {
    let text = match fault {
        HostHeaderFault::Missing => "The request names no host. Send one Host header.\n",
        HostHeaderFault::Two => "The request names its host twice. Send one Host header.\n",
        HostHeaderFault::Unreadable => "The request's host is no host name. Send the name of this server.\n",
        HostHeaderFault::Differs => {
            "The request names two hosts. Send the same name in :authority and Host, or leave Host out.\n"
        }
    };
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = StatusCode::BAD_REQUEST;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    if version < Version::HTTP_2 {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(version: Version, uri: &str, hosts: &[&[u8]]) -> Option<HostHeaderFault> {
        let request = hosts.iter().fold(http::Request::get(uri), |request, host| {
            request.header(HOST, HeaderValue::from_bytes(host).expect("a header"))
        });
        let (parts, ()) = request.version(version).body(()).expect("a request").into_parts();
        check(&parts).err()
    }

    #[test]
    fn a_usual_host_is_what_the_parser_reads_too() {
        for usual in [
            "queue.example",
            "queue.example:8080",
            "127.0.0.1:0",
            "Queue_1.Example.",
            "-:65535",
        ] {
            assert!(is_usual(usual) && is_authority(usual), "{usual}");
        }
        for readable in ["[::1]", "[::1]:8080", "queue.example:"] {
            assert!(!is_usual(readable) && is_authority(readable), "{readable}");
        }
        for bad in [
            "", ":80", "a:+80", "a:65536", "a:80:80", "a b", "user@a", "a,b", "a/", "a%20", "\u{e9}",
        ] {
            assert!(!is_usual(bad) && !is_authority(bad), "{bad}");
        }
    }

    #[test]
    fn a_host_is_named_once_and_readably() {
        use Version as V;
        for good in [
            "queue.example",
            "queue.example:8080",
            "127.0.0.1",
            "[::1]",
            "[::1]:8080",
            "Queue.Example.",
        ] {
            assert_eq!(fault(V::HTTP_11, "/", &[good.as_bytes()]), None, "{good}");
        }
        for bad in [
            "",
            "a b",
            "user@queue.example",
            "queue.example/x",
            "queue.example:x",
            "queue.example:99999",
            "a,b",
        ] {
            assert_eq!(
                fault(V::HTTP_11, "/", &[bad.as_bytes()]),
                Some(HostHeaderFault::Unreadable),
                "{bad}"
            );
        }
        assert_eq!(fault(V::HTTP_11, "/", &[b"\xe9"]), Some(HostHeaderFault::Unreadable));
        assert_eq!(fault(V::HTTP_11, "/", &[]), Some(HostHeaderFault::Missing));
        assert_eq!(fault(V::HTTP_10, "/", &[]), None);
        assert_eq!(
            fault(V::HTTP_11, "/", &[b"a.example", b"a.example"]),
            Some(HostHeaderFault::Two)
        );
        assert_eq!(
            fault(V::HTTP_10, "/", &[b"a.example", b"b.example"]),
            Some(HostHeaderFault::Two)
        );
        assert_eq!(fault(V::HTTP_2, "https://a.example/", &[]), None);
        assert_eq!(fault(V::HTTP_2, "https://a.example/", &[b"A.example"]), None);
        assert_eq!(
            fault(V::HTTP_2, "https://a.example/", &[b"b.example"]),
            Some(HostHeaderFault::Differs)
        );
        assert_eq!(fault(V::HTTP_2, "/", &[]), Some(HostHeaderFault::Missing));
        assert_eq!(
            fault(V::HTTP_2, "https://user@a.example/", &[]),
            Some(HostHeaderFault::Unreadable)
        );
        assert_eq!(
            fault(V::HTTP_11, "http://user@a.example/", &[b"a.example"]),
            Some(HostHeaderFault::Unreadable)
        );
    }
}
