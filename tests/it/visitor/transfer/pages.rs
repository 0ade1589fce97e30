//! The pages of a transfer: their language picker, and the watched state of the place.

use super::{code_of, entered, server, shows_code, takes};
use crate::support::{Reply, TestServer, redacted, room};

/// Returns the address at which the page looks for the state of the place.
fn watched(page: &Reply) -> String {
    let text = page.text();
    let (_, rest) = text
        .split_once("<noscript><meta http-equiv=\"refresh\" content=\"300;url=")
        .expect("a refresh");
    let url = rest.split('"').next().unwrap_or_default();
    url.replace("&amp;", "&").replace("&#38;", "&")
}

/// Returns the form for choosing a language.
fn picker(page: &str) -> String {
    let mut forms = page.split("<form ").filter(|form| form.contains("class=\"language\""));
    let form = forms.next().expect("a picker");
    form.split("</form>").next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn each_page_of_a_transfer_as_a_whole() {
    let keys = "name = \"Summer sale\"\nmax_outflow = 0\ndisplay = { language_picker = false }";
    let server = TestServer::with(&room("sale", keys)).await;
    let mut desktop = entered(&server).await;
    let offer = desktop.get(&format!("/move?{}", desktop.query)).await;
    let code = shows_code(&mut desktop).await;
    let mut phone = server.visitor();
    let enter = phone.get("/move/demo/sale").await;
    let confirm = phone.get(&format!("/move/demo/sale/{}", code.slot("code"))).await;
    let wrong = takes(&mut phone, "2222-2222").await;
    redacted(|| {
        insta::assert_snapshot!("offer", offer.markup());
        insta::assert_snapshot!("code", code.markup());
        insta::assert_snapshot!("enter", enter.markup());
        insta::assert_snapshot!("confirm", confirm.markup());
        insta::assert_snapshot!("wrong_code", wrong.markup());
    });
}

#[tokio::test]
async fn the_page_with_the_code_finds_out_that_the_place_has_moved() {
    let server = server().await;
    let mut desktop = server.visitor().at("c=demo&e=sale&cid=de");
    desktop.enter().await;
    let page = shows_code(&mut desktop).await;
    let (code, policy) = (page.slot("code"), page.header("content-security-policy").to_owned());
    let text = page.text();
    let (_, script) = text.split_once("<script nonce=\"").expect("a script");
    let nonce = script.split('"').next().unwrap_or_default();
    assert!(policy.contains(&format!("script-src 'nonce-{nonce}'")), "{policy}");
    assert!(policy.contains("connect-src 'self'"), "{policy}");

    let there = watched(&page);
    let before = desktop.get(&there).await;
    assert_eq!(
        (before.status.as_u16(), before.html("data-state")),
        (200, "offer".to_owned())
    );
    assert!(takes(&mut server.visitor(), &code).await.leads_on());
    let after = desktop.get(&there).await;
    assert_eq!(
        (after.status.as_u16(), after.html("data-page")),
        (410, "moved".to_owned())
    );
    assert_eq!(after.html("lang"), "de");
}

#[tokio::test]
async fn only_the_page_with_the_code_runs_a_script() {
    let server = server().await;
    let mut desktop = entered(&server).await;
    let code = code_of(&mut desktop).await;
    let offer = format!("/move?{}", desktop.query);
    for (mut visitor, path) in [
        (desktop, offer),
        (server.visitor(), "/move/demo/sale".to_owned()),
        (server.visitor(), format!("/move/demo/sale/{code}")),
    ] {
        let page = visitor.get(&path).await;
        assert!(
            !page.text().contains("<script") && !page.text().contains("http-equiv=\"refresh"),
            "{path}"
        );
        assert!(!page.header("content-security-policy").contains("script-src"), "{path}");
    }
}

#[tokio::test]
async fn the_device_that_takes_the_place_over_picks_its_language() {
    let server = server().await;
    let mut desktop = entered(&server).await;
    let code = code_of(&mut desktop).await;
    for path in ["/move/demo/sale".to_owned(), format!("/move/demo/sale/{code}")] {
        let page = server.visitor().get(&format!("{path}?cid=fr&t_show=7")).await.text();
        let picker = picker(&page);
        for part in [
            &format!("action=\"{path}\""),
            "method=\"get\"",
            "name=\"t_show\" value=\"7\"",
        ] {
            assert!(picker.contains(part), "{part} in {picker}");
        }
        assert_eq!(picker.matches("name=\"cid\"").count(), 1, "{picker}");
        let chosen = picker
            .split("<option ")
            .find(|option| option.contains(" selected"))
            .expect("one is");
        assert!(chosen.contains("value=\"fr\""), "{chosen}");
        assert_eq!(picker.matches("<option ").count(), 49);
        let arabic = server.visitor().get(&format!("{path}?t_show=7&cid=ar")).await;
        assert_eq!(
            (arabic.html("lang"), arabic.html("dir")),
            ("ar".to_owned(), "rtl".to_owned())
        );
    }
    let wrong = takes(&mut server.visitor(), "2222-2222").await.text();
    assert!(picker(&wrong).contains("action=\"/move/demo/sale\""));
    let plain = TestServer::with(&room("sale", "max_outflow = 0\ndisplay = { language_picker = false }")).await;
    let page = plain.visitor().get("/move/demo/sale").await;
    assert!(!page.text().contains("<select"), "a room may do without");
}
