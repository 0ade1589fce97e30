//! No client can flood a mailbox, and no record grows without bound.

use super::*;

#[tokio::test]
async fn a_mailbox_gets_five_a_day_from_a_network_however_it_is_spelled() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    let spellings = [
        "ada@example.com",
        "ADA@example.com",
        "Ada+news@example.com",
        "ada+1@example.com",
        "ada@EXAMPLE.com",
    ];
    for spelling in spellings {
        let mut visitor = line_of(&server, 1).await;
        leaves(&mut visitor, spelling).await;
        server.advance(60_000).await;
    }
    let mut sixth = line_of(&server, 1).await;
    let reply = gives(&mut sixth, "ada+6@example.com").await;
    assert_eq!((reply.status.as_u16(), reply.html("data-state").as_str()), (429, "ask"));
    leaves(&mut sixth, "eve@example.com").await;
    for _ in 0..5 {
        server.app.send_emails_once().await;
    }
    let to_ada = smtp.seen(6).await;
    assert_eq!(to_ada.iter().filter(|email| !email.to[0].starts_with("eve")).count(), 5);
    server.advance(86_400_000).await;
    let mut tomorrow = line_of(&server, 1).await;
    leaves(&mut tomorrow, ADA).await;
}

#[tokio::test]
async fn a_place_names_five_addresses_and_a_client_ten_a_minute() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    let mut ada = line_of(&server, 30).await;
    for n in 0..5 {
        leaves(&mut ada, &format!("ada{n}@example.com")).await;
        // Giving it back does not help.
        ada.post("/email", &format!("{}&remove=1", ada.query.clone())).await;
    }
    assert_eq!(gives(&mut ada, "ada5@example.com").await.status, 429);
    let mut given = 6;
    loop {
        let mut next = line_of(&server, 1).await;
        let reply = gives(&mut next, &format!("next{given}@example.com")).await;
        if reply.leads_on() {
            given += 1;
            continue;
        }
        assert_eq!((reply.status.as_u16(), reply.header("retry-after")), (429, "60"));
        let text = reply.text();
        assert!(
            text.contains("Please wait a minute") && !text.contains("today"),
            "{text}"
        );
        break;
    }
    assert_eq!(given, 10);
    server.advance(61_000).await;
    leaves(&mut line_of(&server, 1).await, "next@example.com").await;
}

#[tokio::test]
async fn a_client_gives_a_hundred_addresses_a_day() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    for n in 0..100 {
        let mut visitor = line_of(&server, 1).await;
        leaves(&mut visitor, &format!("visitor{n}@example.com")).await;
        server.advance(10_000).await;
    }
    server.advance(60_000).await;
    let mut next = line_of(&server, 1).await;
    let reply = gives(&mut next, "next@example.com").await;
    assert!(
        reply.status == 429 && reply.text().contains("today"),
        "{}",
        reply.text()
    );
    let mut elsewhere = server.visitor().from([192, 0, 2, 7]);
    elsewhere.enter().await;
    leaves(&mut elsewhere, "next@example.com").await;
}

#[tokio::test]
async fn a_minute_has_a_bounded_number_of_emails() {
    let smtp = SmtpServer::start(&[]).await;
    let section = smtp.section("tls = \"none\"\nper_minute = 3");
    let server = TestServer::with(&format!("{section}{}", room("sale", KEYS))).await;
    for n in 0..7 {
        let mut visitor = line_of(&server, 1).await;
        leaves(&mut visitor, &format!("visitor{n}@example.com")).await;
    }
    for sent in [3, 6, 7] {
        for _ in 0..3 {
            server.app.send_emails_once().await;
        }
        assert_eq!(smtp.seen(sent).await.len(), sent);
        server.advance(60_000).await;
    }
}
