//! Tests that every request receives a response, without a panic and without a redirect to a
//! foreign host.

use std::sync::LazyLock;

use connector::LiveConfig;
use proptest::prelude::*;

use crate::integration::{CONFIG, live};
use crate::site::{Site, SiteResponse, token, token_for};

/// Pieces of hostile requests.
const PIECES: [&str; 26] = [
    "/",
    "//evil.example",
    "?",
    "&",
    "=",
    "%",
    "%2",
    "%ff",
    "%00",
    "~",
    "_",
    "é",
    "a",
    "queueittoken",
    "QUEUEITTOKEN=",
    "e_sale",
    "q_1",
    "ts_99999999999999999999",
    "rt_debug",
    "h_",
    "hip_",
    "EventId=sale",
    "QueueITAccepted-SDFrts345E-V3_sale=",
    "\u{7f}",
    "https://evil.example",
    "checkout",
];
const HOSTS: [&str; 5] = [
    "shop.example",
    "wr.example.com",
    "sale.example.com",
    "evil.example:1",
    "[::1]:8080",
];

static RUNTIME: LazyLock<tokio::runtime::Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().build().unwrap());

fn text() -> impl Strategy<Value = String> {
    let genuine = prop_oneof![Just(token()), Just(token_for("203.0.113.7"))];
    let cut =
        (genuine, any::<prop::sample::Index>()).prop_map(|(token, at)| token[..at.index(token.len() + 1)].to_owned());
    let piece = prop_oneof![4 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned), 1 => cut, 1 => "\\PC{0,3}"];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

/// Returns the URL to which the response redirects.
fn leads_to(answer: &SiteResponse) -> Option<String> {
    let location = answer.location.clone();
    location.or_else(|| {
        answer
            .redirect_for_script
            .as_deref()
            .and_then(protocol::percent::decode)
    })
}

proptest! {
    #[test]
    fn every_request_has_an_answer(
        method in prop::sample::select(&["GET", "POST", "PUT", "BREW"][..]),
        path in text(),
        cookie in text(),
        page in text(),
        header_token in text(),
        host in prop::sample::select(&HOSTS[..]),
        scripted in any::<bool>(),
        site in 0..3_usize,
    ) {
        let site = match site {
            0 => Site::new(),
            1 => Site::integrated(&live(CONFIG), |builder| builder),
            _ => Site::integrated(&LiveConfig::new("acme".parse().unwrap()), |builder| builder),
        };
        let mut headers = vec![("host", host), ("x-queueittoken", &header_token), ("x-forwarded-for", &page), ("cookie", &cookie)];
        if scripted {
            headers.push(("x-queueit-ajaxpageurl", &page));
        }
        let Some(answer) = RUNTIME.block_on(site.try_send(method, &format!("/{path}"), &headers)) else {
            return Ok(());
        };
        prop_assert!([200, 302, 400].contains(&answer.status) || answer.status == 405, "{answer:?}");
        if let Some(location) = leads_to(&answer) {
            let start = format!("http://{host}/");
            let allowed = ["https://wr.example.com/", "https://sale.example.com/queue/", &start];
            prop_assert!(allowed.iter().any(|allowed| location.starts_with(allowed)), "{location}");
        }
    }
}

/// Values that a broken or hostile config may have in place of others.
const VALUES: [&str; 12] = [
    "null",
    "\"\"",
    "\"*\"",
    "[]",
    "{}",
    "-1",
    "0",
    "99999999999999999999",
    "\"Sale\"",
    "\"a/b?c\"",
    "true",
    "\"\\u0000\\r\\n; Secure\"",
];

proptest! {
    #[test]
    fn every_config_is_taken_or_refused(
        at in any::<prop::sample::Index>(),
        more in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(&VALUES[..])), 1..4),
    ) {
        // Replaces values behind colons, one after the other.
        let mut json = CONFIG.to_owned();
        for (which, value) in more {
            let colons: Vec<usize> = json.match_indices(": ").map(|(colon, _)| colon + 2).collect();
            let start = colons[which.index(colons.len())];
            let length = json[start..].find([',', '\n']).unwrap_or(0);
            json.replace_range(start..start + length, value);
        }
        let config = live(CONFIG);
        if config.replace(json.as_bytes()).is_err() {
            prop_assert_eq!(config.version(), Some(7));
        }
        let paths = ["/", "/checkout", "/thank-you", "/sale", "/payment_callback"];
        let path = paths[at.index(paths.len())];
        let stale = "QueueITAccepted-SDFrts345E-V3_sale=x; QueueITAccepted-SDFrts345E-V3_slow=y";
        let site = Site::integrated(&config, |builder| builder);
        let answer = RUNTIME.block_on(site.try_send("GET", path, &[("host", "shop.example"), ("cookie", stale)])).unwrap();
        prop_assert!([200, 302].contains(&answer.status), "{answer:?}");
        let cookies = answer.set_cookie.iter().chain(&answer.other_cookies);
        prop_assert!(cookies.into_iter().all(|cookie| cookie.matches("Secure").count() <= 1));
    }
}
