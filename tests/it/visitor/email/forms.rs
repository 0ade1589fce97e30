//! The page on which an address is given, changed and deleted.

use super::*;
use crate::support::redacted;

#[tokio::test]
async fn each_page_about_an_email_as_a_whole() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    let mut ada = line_of(&server, 30).await;
    let path = format!("/email?{}", ada.query);
    let ask = ada.get(&path).await;
    let wrong = gives(&mut ada, "ada").await;
    leaves(&mut ada, ADA).await;
    let kept = ada.get(&path).await;
    comes_near(&server).await;
    server.app.send_emails_once().await;
    let sent = ada.get(&path).await;
    redacted(|| {
        insta::assert_snapshot!("ask", ask.markup());
        insta::assert_snapshot!("wrong_address", wrong.markup());
        insta::assert_snapshot!("kept", kept.markup());
        insta::assert_snapshot!("sent", sent.markup());
    });
}

#[tokio::test]
async fn an_address_is_given_changed_and_deleted() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    let mut ada = line_of(&server, 30).await;
    let page = ada.get(&format!("/email?{}", ada.query)).await;
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    assert_eq!(page.header("cache-control"), "no-store");
    for wrong in ["", "ada", "ada@example.com\r\nBcc: eve@example.com", "<b>@x.y"] {
        let reply = gives(&mut ada, wrong).await;
        assert_eq!(
            (reply.status.as_u16(), reply.html("data-state").as_str()),
            (422, "ask"),
            "{wrong}"
        );
        assert!(!reply.text().contains("<b>@"));
    }
    assert_eq!(count(&server, b"p").await, 0);

    leaves(&mut ada, ADA).await;
    assert_eq!(shown(&mut ada).await, "kept");
    leaves(&mut ada, "ada@mail.example.com").await;
    assert_eq!(count(&server, b"p").await, 1, "one address a place");
    let form = format!("{}&remove=1", ada.query);
    assert!(ada.post("/email", &form).await.leads_on());
    assert_eq!(shown(&mut ada).await, "ask");
    comes_near(&server).await;
    server.app.send_emails_once().await;
    assert!(smtp.seen(0).await.is_empty(), "it was taken back");

    leaves(&mut ada, "ada@mail.example.com").await;
    server.app.send_emails_once().await;
    assert_eq!(smtp.seen(1).await[0].to, ["ada@mail.example.com"]);
    assert!(gives(&mut ada, ADA).await.leads_on());
    assert_eq!(shown(&mut ada).await, "sent");
    server.app.send_emails_once().await;
    assert_eq!(
        smtp.seen(1).await.len(),
        1,
        "one e-mail a place, whatever address follows"
    );
}

#[tokio::test]
async fn the_answer_to_the_form_speaks_the_room_s_language() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, &format!("{KEYS}\nculture = \"de-DE\"")).await;
    let mut ada = line_of(&server, 30).await;
    let page = ada.get(&format!("/email?{}", ada.query)).await;
    let reply = gives(&mut ada, ADA).await;
    assert!(reply.leads_on(), "{}", reply.text());
    assert!(page.html("lang").starts_with("de"));
    assert_eq!(reply.html("lang"), page.html("lang"));
}

#[tokio::test]
async fn only_the_holder_on_a_page_of_ours_can() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    let mut ada = line_of(&server, 30).await;
    let mut stranger = server.visitor().at(&ada.query);
    let linked = stranger.get(&format!("/email?{}", ada.query)).await;
    assert_eq!(linked.status, 303);
    let sent = gives(&mut stranger, "eve@example.com").await;
    assert!(sent.leads_on());
    for next in [linked.location(), sent.onward()] {
        assert!(next.starts_with("/?c=demo&e=sale"), "{next}");
    }
    assert!(
        !stranger.load().await.text().contains("/email?"),
        "who only has the link is not asked"
    );
    leaves(&mut ada, ADA).await;
    let from_elsewhere = [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")];
    let form = format!("{}&address=eve%40example.com", ada.query);
    let reply = ada.post_body_with("/email", &form, &from_elsewhere).await;
    assert_eq!(
        (reply.status.as_u16(), reply.onward().starts_with("/email?")),
        (200, true)
    );
    let page = ada.get(&format!("/email?{}", ada.query)).await.text();
    assert!(page.contains(ADA) && !page.contains("eve@"), "{page}");
}

#[tokio::test]
async fn a_form_whose_target_is_foreign_is_refused_at_once_and_costs_nothing() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    let mut ada = line_of(&server, 30).await;
    let own = ada.query.clone();
    let foreign = format!("{own}&t=https%3A%2F%2Fevil.example%2F");
    for page in ["/email", "/move"] {
        let asked = ada.get(&format!("{page}?{foreign}")).await;
        assert_eq!(asked.status, 403, "{page}");
        assert_eq!(asked.html("data-page"), "error");
        let sent = ada.post(page, &format!("{foreign}&address=ada%40example.com")).await;
        assert_eq!(sent.status, 403, "{page}: {}", sent.text());
    }
    assert_eq!(count(&server, b"p").await, 0);
    let before = server.poll(&ada).await.json()["ticket"]["usersInLineAheadOfYou"].clone();
    leaves(&mut ada, ADA).await;
    assert_eq!((shown(&mut ada).await.as_str(), before), ("kept", 29.into()));
}

#[tokio::test]
async fn a_room_without_the_key_says_nothing_of_it() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, "max_outflow = 1").await;
    let mut ada = line_of(&server, 30).await;
    assert!(!ada.load().await.text().contains("/email"));
    let page = ada.get(&format!("/email?{}", ada.query)).await;
    assert_eq!(page.status, 303);
    assert!(gives(&mut ada, ADA).await.leads_on());
    assert_eq!(count(&server, b"").await, 0);
    let reply = server.visitor().get("/email?c=demo&e=none").await;
    assert_eq!(reply.status, 404);
}
