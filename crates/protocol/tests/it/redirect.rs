//! Tests of redirects: to the queue, to the error page and to the cancel URL, in the form of the
//! newest JavaScript connector, with its version text as a parameter.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use protocol::queueittoken::TokenError;
use protocol::redirect::{
    AddressMismatch, ConnectorRefusal, NO_CONFIG_VERSION, QueueBase, RedirectOrigin, Scheme, UNNAMED_ACTION,
    cancel_url_multiple, diagnostics_url, error_url, queue_url, queue_url_after_use,
};
use protocol::{CustomerId, RoomId, UnixSeconds};

const NOW: UnixSeconds = UnixSeconds(1_700_000_000);
const PAGE: &str = "https://shop.example.com/buy?a=1";
const HIP: &str = "eab35ada0692aec53f2110ec57b4abaec89e4ca16ff8b00a92bceaa29dc7df83";

struct Names {
    customer: CustomerId,
    room: RoomId,
}

fn names() -> Names {
    Names {
        customer: "acme".parse().unwrap(),
        room: "event1".parse().unwrap(),
    }
}

impl Names {
    fn plain<'a>(&'a self, connector_version: &'a str) -> RedirectOrigin<'a> {
        RedirectOrigin {
            customer: &self.customer,
            room: &self.room,
            connector_version,
            config_version: 7,
            action: "My action",
            culture: None,
            theme: None,
        }
    }

    fn dressed<'a>(&'a self, connector_version: &'a str) -> RedirectOrigin<'a> {
        RedirectOrigin {
            culture: Some("da-DK"),
            theme: Some("My Theme"),
            ..self.plain(connector_version)
        }
    }
}

fn base() -> QueueBase {
    QueueBase::new(Scheme::Https, "wr.example.com", None)
}

#[test]
fn to_the_queue() {
    assert_eq!(
        queue_url(&base(), &names().dressed("javascript-5.0.1"), None, Some(PAGE)),
        "https://wr.example.com/?c=acme&e=event1&ver=javascript-5.0.1&cver=7&man=My%20action&cid=da-DK&l=My%20Theme&t=https%3A%2F%2Fshop.example.com%2Fbuy%3Fa%3D1"
    );
    assert_eq!(
        queue_url(&base(), &names().plain("v3-javascript-3.7.10"), None, None),
        "https://wr.example.com/?c=acme&e=event1&ver=v3-javascript-3.7.10&cver=7&man=My%20action"
    );
}

#[test]
fn to_the_queue_under_a_prefix_with_an_enqueue_token() {
    assert_eq!(
        queue_url(
            &QueueBase::new(Scheme::Https, "wr.example.com", Some("/queue/")),
            &names().plain("javascript-5.0.1"),
            Some("ENQ.TOKEN.X"),
            Some(PAGE)
        ),
        "https://wr.example.com/queue/?c=acme&e=event1&ver=javascript-5.0.1&cver=7&man=My%20action&enqueuetoken=ENQ.TOKEN.X&t=https%3A%2F%2Fshop.example.com%2Fbuy%3Fa%3D1"
    );
}

#[test]
fn slashes_of_the_base_are_put_right() {
    for (domain, prefix, base) in [
        ("wr.example.com/", None, "http://wr.example.com/"),
        (
            "wr.example.com:8443/rooms",
            Some(""),
            "http://wr.example.com:8443/rooms/",
        ),
        ("wr.example.com", Some("a/b"), "http://wr.example.com/a/b/"),
    ] {
        assert_eq!(QueueBase::new(Scheme::Http, domain, prefix).as_str(), base);
    }
}

#[test]
fn the_target_is_encoded_beyond_what_browsers_would() {
    let url = queue_url(
        &base(),
        &names().plain("x"),
        None,
        Some("https://s.example/!'()*~-._/ä?q=a+b%20c#f"),
    );
    assert!(
        url.ends_with("&t=https%3A%2F%2Fs.example%2F%21%27%28%29%2A~-._%2F%C3%A4%3Fq%3Da%2Bb%2520c%23f"),
        "{url}"
    );
}

#[test]
fn a_tampered_token() {
    let raw = "e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_true~rt_queue~h_22e512b20ccaebde416e99ed4d24f49b3dee72a443e41afc25533831b4802660";
    let refusal = ConnectorRefusal::Token {
        error: TokenError::Hash,
        raw,
        address: None,
    };
    assert_eq!(
        error_url(&base(), &names().dressed("javascript-5.0.1"), &refusal, NOW, Some(PAGE)),
        format!(
            "https://wr.example.com/error/hash/?c=acme&e=event1&ver=javascript-5.0.1&cver=7&man=My%20action&cid=da-DK&l=My%20Theme&queueittoken={raw}&ts=1700000000&t=https%3A%2F%2Fshop.example.com%2Fbuy%3Fa%3D1"
        )
    );
}

#[test]
fn a_token_from_another_address() {
    let refusal = ConnectorRefusal::Token {
        error: TokenError::Ip,
        raw: "T3",
        address: Some(AddressMismatch {
            client: "198.51.100.9",
            hashed: HIP,
        }),
    };
    assert_eq!(
        error_url(&base(), &names().dressed("javascript-5.0.1"), &refusal, NOW, Some(PAGE)),
        format!(
            "https://wr.example.com/error/ip/?c=acme&e=event1&ver=javascript-5.0.1&cver=7&man=My%20action&cid=da-DK&l=My%20Theme&icr=ip%2Ccip%3A3139382e35312e3130302e39%2Chip%3A{HIP}&queueittoken=T3&ts=1700000000&t=https%3A%2F%2Fshop.example.com%2Fbuy%3Fa%3D1"
        )
    );
}

#[test]
fn a_session_from_another_address() {
    let refusal = ConnectorRefusal::Session {
        address: AddressMismatch {
            client: "198.51.100.9",
            hashed: HIP,
        },
        redirect_type: "queue",
        queue_id: Some("qid1"),
        issued_at: UnixSeconds(1_699_999_000),
    };
    assert_eq!(
        error_url(&base(), &names().plain("javascript-5.0.1"), &refusal, NOW, None),
        format!(
            "https://wr.example.com/error/connector/sessionstate/?c=acme&e=event1&ver=javascript-5.0.1&cver=7&man=My%20action&icr=ip%2Ccip%3A3139382e35312e3130302e39%2Chip%3A{HIP}%2Cr%3Aqueue%2Cq%3Aqid1%2Cst%3A1699999000000&ts=1700000000"
        )
    );
}

#[test]
fn a_session_without_a_queue_id_names_none() {
    let refusal = ConnectorRefusal::Session {
        address: AddressMismatch {
            client: "::1",
            hashed: "00",
        },
        redirect_type: "safetynet",
        queue_id: None,
        issued_at: NOW,
    };
    let url = error_url(&base(), &names().plain("x"), &refusal, NOW, None);
    assert!(
        url.contains("&icr=ip%2Ccip%3A3a3a31%2Chip%3A00%2Cr%3Asafetynet%2Cst%3A1700000000000&ts="),
        "{url}"
    );
}

#[test]
fn cancel_of_several_rooms() {
    let (names, second) = (names(), "event2".parse::<RoomId>().unwrap());
    let rooms = [
        (&names.room, Some("11111111-2222-4333-8444-555555555555")),
        (&second, None),
    ];
    assert_eq!(
        cancel_url_multiple(&base(), &names.customer, &rooms, Some(PAGE)),
        "https://wr.example.com/cancel/multiple/acme?wrl=event1~11111111-2222-4333-8444-555555555555_event2&r=https%3A%2F%2Fshop.example.com%2Fbuy%3Fa%3D1"
    );
}

#[test]
fn to_the_queue_from_a_connector_that_is_configured_in_code() {
    let names = names();
    let origin = RedirectOrigin {
        config_version: NO_CONFIG_VERSION,
        action: UNNAMED_ACTION,
        ..names.plain("rust-0.1.0")
    };
    assert_eq!(
        queue_url(&base(), &origin, None, None),
        "https://wr.example.com/?c=acme&e=event1&ver=rust-0.1.0&cver=-1&man=unspecified"
    );
}

#[test]
fn to_the_queue_with_the_time_of_a_token_that_was_used() {
    let url = |enqueue_token, target| {
        queue_url_after_use(
            &base(),
            &names().plain("rust-0.1.0"),
            UnixSeconds(1_700_000_180),
            enqueue_token,
            target,
        )
    };
    let bare = "https://wr.example.com/?c=acme&e=event1&ver=rust-0.1.0&cver=7&man=My%20action&used=1700000180";
    assert_eq!(url(None, None), bare);
    assert_eq!(
        url(Some("ENQ.TOKEN.X"), Some(PAGE)),
        format!("{bare}&enqueuetoken=ENQ.TOKEN.X&t=https%3A%2F%2Fshop.example.com%2Fbuy%3Fa%3D1")
    );
}

#[test]
fn a_debug_link_that_does_not_work_leads_to_the_explanation_of_its_error() {
    assert_eq!(
        diagnostics_url(&base(), TokenError::Timestamp),
        "https://wr.example.com/diagnostics/connector/error/?code=timestamp"
    );
}
