//! `GET /language?cid=…&back=<query>`: the target of the language picker. Leads to the room's page
//! with that query and the chosen `cid`; not by a redirect, since it answers a form
//! ([`html::onward`]).
//!
//! It leads only to the entry page of this host: the path is fixed, and every parameter
//! is escaped again. The entry page checks the parameters, including a foreign target.

use axum::body::Body;
use axum::extract::State;
use http::Response;
use http::request::Parts;
use url::form_urlencoded;

use crate::http::render::RequestedRoom;
use crate::http::visit::query::{PARAMETERS_MAX, Query};
use crate::http::{SharedAppState, html, paths};

/// Handles the request.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let page = Query::new(query.get("back"));
    let named = app.requested_room(&parts, &page);
    let room = named.as_ref().map(RequestedRoom::config);
    let language = &app.language(&parts.headers, &query, room);
    let link = language.transfer_texts().enter_button(&[]);
    let theme = app.pages.theme(page.get("l"), room);
    html::onward(&back(parts.uri.query()), &link, language, &theme)
}

/// Returns the address of the same page in the chosen language.
fn back(query: Option<&str>) -> String {
    let query = Query::new(query);
    let page = query.get("back").unwrap_or_default();
    let kept = form_urlencoded::parse(page.as_bytes())
        .filter(|(name, _)| name != "cid")
        .take(PARAMETERS_MAX - 1);
    let entry = paths::entry("");
    let start = entry.len();
    let mut back = form_urlencoded::Serializer::for_suffix(entry, start);
    back.extend_pairs(kept);
    back.extend_pairs(query.get("cid").map(|culture| ("cid", culture)));
    back.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(page: &str, more: &str) -> String {
        let page: String = form_urlencoded::byte_serialize(page.as_bytes()).collect();
        back(Some(&format!("back={page}{more}")))
    }

    #[test]
    fn the_page_is_the_same_and_the_language_another() {
        let page = "c=demo&e=sale&t=https%3A%2F%2Fshop.example%2F%3Fa%3D1&t_show=a+b&cid=en-US&q=0-1";
        assert_eq!(
            to(page, "&cid=de"),
            "/?c=demo&e=sale&t=https%3A%2F%2Fshop.example%2F%3Fa%3D1&t_show=a+b&q=0-1&cid=de"
        );
        assert_eq!(to("c=demo&e=sale&cid=de", ""), "/?c=demo&e=sale");
        assert_eq!(to("c=demo&CID=x&c%69d=y", "&cid=ja"), "/?c=demo&CID=x&cid=ja");
    }

    #[test]
    fn it_leads_to_the_entry_and_nowhere_else() {
        for page in [
            "//evil.example/",
            "https://evil.example/?c=a",
            "/\\evil.example",
            "\r\nLocation: https://evil.example",
            "@evil.example",
            "#x",
            "",
        ] {
            for culture in ["", "&cid=de", "&cid=%0d%0aSet-Cookie:+a=b", "&cid=//evil.example"] {
                let back = to(page, culture);
                assert!(back.starts_with("/?"), "{back}");
                let safe = |byte: u8| byte.is_ascii_alphanumeric() || b"/?=&%+*-._".contains(&byte);
                assert!(back.bytes().all(safe), "{back}");
                assert!(!back[1..].contains('/'), "{back}");
            }
        }
        assert_eq!(back(None), "/?");
        assert_eq!(
            back(Some("back=c=demo&e=sale")),
            "/?c=demo",
            "what is not escaped ends there"
        );
    }
}
