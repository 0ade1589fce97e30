//! The links to the pages that ask for an identity: with the language picker the page, its step and
//! the visitor's link stay, and the language changes; no link fills in an address.

use super::email::{ADA, KEYS, ROOM, WITHOUT_PICKER, asks, code, proves, server_of, shown};
use crate::support::{Reply, SmtpServer};

/// Returns the language picker of a page; `None` if it has none.
fn picker(page: &Reply) -> Option<String> {
    let text = page.text();
    let mut forms = text.split("<form ").skip(1);
    let form = forms.find(|form| {
        form.split('>')
            .next()
            .is_some_and(|tag| tag.contains("class=\"language\""))
    })?;
    Some(form.split("</form>").next().unwrap_or_default().to_owned())
}

/// Returns the address that a browser requests when this language is picked.
fn picked(page: &Reply, tag: &str) -> String {
    let form = picker(page).expect("a picker");
    assert!(
        form.contains("action=\"/identity\"") && form.contains("method=\"get\""),
        "{form}"
    );
    assert!(form.contains(&format!("<option value=\"{tag}\"")), "{form}");
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("cid", tag);
    for field in form.split("<input type=\"hidden\" name=\"").skip(1) {
        let (name, rest) = field.split_once("\" value=\"").expect("a value");
        let (value, _) = rest.split_once('"').expect("the end of the attribute");
        query.append_pair(name, &value.replace("&amp;", "&"));
    }
    format!("/identity?{}", query.finish())
}

#[tokio::test]
async fn the_visitors_link_stays_when_a_language_is_picked() {
    const LINK: &str = "c=demo&e=sale&code=K7QX&cid=de-DE&t=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1%26c&t_show=7";
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let mut visitor = server.visitor();
    let german = visitor.get(&format!("/identity?{LINK}")).await;
    let form = picker(&german).expect("a picker");
    let chosen = form.split("<option ").find(|option| option.contains(" selected"));
    assert!(chosen.expect("one is").contains("value=\"de\""), "{form}");
    assert_eq!(form.matches("name=\"cid\"").count(), 1, "{form}");
    let french = visitor.get(&picked(&german, "fr")).await;
    assert_eq!(
        (french.html("lang"), french.html("data-state")),
        ("fr".to_owned(), "address".to_owned())
    );
    for field in [
        "name=\"code\" value=\"K7QX\"",
        "name=\"cid\" value=\"fr\"",
        "name=\"t\" value=\"https://shop.example/a?b=1&#38;c\"",
        "name=\"t_show\" value=\"7\"",
    ] {
        assert!(french.text().contains(field), "{field} in {}", french.text());
    }
    assert_eq!(
        french.text().matches("name=\"picked\"").count(),
        1,
        "only the picker sends it"
    );
}

#[tokio::test]
async fn the_step_stays_when_a_language_is_picked() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let mut visitor = server.visitor();
    asks(&mut visitor, ADA).await;
    let path = format!("/identity?{ROOM}");
    let digits = visitor.get(&path).await;
    for (page, state) in [
        (digits, "code"),
        (visitor.get(&format!("{path}&again=1")).await, "address"),
        (asks(&mut visitor, "nobody").await, "address"),
    ] {
        assert_eq!(page.html("data-state"), state);
        let polish = visitor.get(&picked(&page, "pl")).await;
        assert_eq!(
            (polish.html("lang"), polish.html("data-state")),
            ("pl".to_owned(), state.to_owned())
        );
    }
    assert_eq!(shown(&mut visitor).await, "code");
    assert_eq!(code(&smtp, 1).await.len(), 9, "and no other code was sent");
}

/// Browsers apply the page's `form-action` to every redirect that follows a form.
#[tokio::test]
async fn a_picker_of_a_visitor_who_has_a_place_by_now_leads_on_without_a_redirect() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let mut visitor = server.visitor();
    let page = visitor.get(&format!("/identity?{ROOM}")).await;
    proves(&mut visitor, ADA, (&smtp, 1)).await;
    visitor.enter().await;
    let there = visitor.get(&picked(&page, "it")).await;
    assert!(there.leads_on(), "{}", there.text());
    assert_eq!(there.onward(), "/?c=demo&e=sale&cid=it");
}

#[tokio::test]
async fn a_room_may_do_without_the_picker() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, &format!("{KEYS}{WITHOUT_PICKER}")).await;
    let page = server.visitor().get(&format!("/identity?{ROOM}")).await;
    assert_eq!(picker(&page), None);
}

#[tokio::test]
async fn a_link_does_not_fill_in_the_address() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let mut visitor = server.visitor();
    let typed = asks(&mut visitor, "nobody").await;
    assert!(typed.text().contains("value=\"nobody\""), "{}", typed.text());
    for more in ["", "&picked=1", "&again=1"] {
        let page = visitor
            .get(&format!("/identity?{ROOM}&address=eve%40example.com{more}"))
            .await;
        assert_eq!(page.html("data-state"), "address");
        assert!(!page.text().contains("eve@"), "{}", page.text());
    }
}
