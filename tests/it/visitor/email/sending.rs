//! When e-mails are sent, how often, and where their link leads.

use super::*;

#[tokio::test]
async fn one_email_comes_before_the_turn_and_its_link_takes_the_place_over() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    let mut desktop = line_of(&server, 30).await;
    desktop.query.push_str("&cid=de&t=https%3A%2F%2Fshop.example%2Fx");
    let page = desktop.load().await.text();
    assert!(
        page.contains("/email?c=demo&amp;e=sale") && page.contains("E-Mail erhalten"),
        "{page}"
    );
    leaves(&mut desktop, ADA).await;
    assert_eq!(shown(&mut desktop).await, "kept");
    server.app.send_emails_once().await;
    assert!(smtp.seen(0).await.is_empty(), "half an hour is not near");
    assert!(!stored(&server).await.contains("ada"), "the address is encrypted");
    let before = server.poll(&desktop).await.json();

    comes_near(&server).await;
    for _ in 0..3 {
        server.app.send_emails_once().await;
        server.advance(1_000).await;
    }
    let seen = smtp.seen(1).await;
    assert_eq!(seen.len(), 1, "one e-mail a place");
    let email = &seen[0];
    assert_eq!(
        (email.to.as_slice(), email.from.as_str()),
        ([ADA.to_owned()].as_slice(), "queue@example.com")
    );
    let header = |name: &str| email.headers.get(name).map(String::as_str).unwrap_or_default();
    assert_eq!(header("subject"), "Summer sale: Sie sind fast an der Reihe");
    assert_eq!(header("auto-submitted"), "auto-generated");
    assert!(header("date").contains("2023") && header("message-id").ends_with("@example.com>"));
    assert!(
        email.text.contains("Voraussichtliche Wartezeit: ") && email.html.contains("lang=\"de\""),
        "{}",
        email.text
    );
    assert_eq!(count(&server, b"o").await + count(&server, b"w").await, 0);
    assert_eq!(shown(&mut desktop).await, "sent");

    let mut phone = server.visitor();
    let confirm = phone.get(&link(email)).await;
    assert_eq!(
        (confirm.status.as_u16(), confirm.html("data-state").as_str()),
        (200, "confirm")
    );
    assert_eq!(confirm.html("lang"), "de");
    assert_eq!(confirm.header("cache-control"), "no-store");
    assert_eq!(
        server.poll(&desktop).await.status,
        200,
        "whoever fetches the link takes nothing"
    );
    let (path, query) = link(email)
        .split_once('?')
        .map(|(path, query)| (path.to_owned(), query.to_owned()))
        .expect("a query");
    let taken = phone.post(&path, &query).await;
    assert!(taken.leads_on(), "{}", taken.text());
    phone.follow(&taken);
    assert!(phone.query.contains("t=https%3A%2F%2Fshop.example%2Fx") && phone.query.contains("cid=de"));
    let after = server.poll(&phone).await.json();
    assert_eq!(after["ticket"]["queueNumber"], before["ticket"]["queueNumber"]);
    assert_eq!(server.poll(&desktop).await.status, 410, "the desktop has it no longer");

    let again = phone.get(&path).await;
    assert_eq!(again.status, 303, "the browser that has the place goes to its line");
    let mut tablet = server.visitor();
    for reply in [tablet.get(&path).await, tablet.post(&path, "").await] {
        assert_eq!(reply.status, 403, "a link works once");
        assert!(
            reply.text().contains("This link is no longer valid"),
            "{}",
            reply.text()
        );
        assert!(!reply.text().contains("method=\"post\""), "{}", reply.text());
    }
    assert!(tablet.places().is_empty());
}

#[tokio::test]
async fn a_link_ends_after_a_day_with_its_place_and_with_its_run() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    let mut ada = line_of(&server, 3).await;
    leaves(&mut ada, ADA).await;
    server.app.send_emails_once().await;
    let path = link(&smtp.seen(1).await[0]);
    let mut phone = server.visitor();
    for forged in [
        format!("{path}0"),
        path.replace("/sale/", "/sale/0"),
        "/email/demo/sale/x".to_owned(),
    ] {
        assert_eq!(phone.get(&forged).await.status, 403, "{forged}");
    }
    server.advance(86_400_000 - 60_000).await;
    assert_eq!(phone.get(&path).await.status, 200);
    let mut other = Visitor::clone(&phone);
    server.advance(120_000).await;
    assert_eq!(other.get(&path).await.status, 403, "a day later");

    let mut eve = line_of(&server, 2).await;
    leaves(&mut eve, "eve@example.com").await;
    server.app.send_emails_once().await;
    let path = link(&smtp.seen(2).await[1]);
    assert_eq!(phone.get(&path).await.status, 200);
    eve.post(&format!("/exitline.aspx?{}", eve.query), "").await;
    assert_eq!(phone.get(&path).await.status, 410, "given up");
    server.act("reset").await;
    assert_eq!(phone.get(&path).await.status, 403, "another run");
}

#[tokio::test]
async fn two_nodes_and_a_restart_send_one_email() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    let mut people = Vec::new();
    for n in 0..10 {
        let mut visitor = line_of(&server, 1).await;
        leaves(&mut visitor, &format!("visitor{n}@example.com")).await;
        people.push(visitor);
    }
    let (one, other) = (server.beside().await, server.beside().await);
    for _ in 0..3 {
        tokio::join!(
            server.app.send_emails_once(),
            one.app.send_emails_once(),
            other.app.send_emails_once()
        );
        server.clock.advance_ms(130_000);
        for node in [&server, &one, &other] {
            node.settle().await;
        }
    }
    let mut to: Vec<String> = smtp.seen(10).await.into_iter().flat_map(|email| email.to).collect();
    to.sort_unstable();
    let wanted: Vec<String> = (0..10).map(|n| format!("visitor{n}@example.com")).collect();
    assert_eq!(to, wanted);
    drop((one, other));
    let mut people: Vec<Visitor> = people.into_iter().map(Visitor::adrift).collect();
    let server = server.restart(1_000).await;
    server.app.send_emails_once().await;
    assert_eq!(smtp.seen(10).await.len(), 10);
    let mut first = people.remove(0).move_to(&server);
    let page = first.get(&format!("/email?{}", first.query)).await;
    assert!(page.status == 303 || page.html("data-state") == "sent");
}

#[tokio::test]
async fn places_of_a_pre_queue_get_their_email_by_the_number_that_is_drawn() {
    let smtp = SmtpServer::start(&[]).await;
    let keys = format!("{KEYS}\nstart = \"2023-11-14T22:23:20Z\"\nprequeue_minutes = 60");
    let server = server_of(&smtp, &keys).await;
    let mut people = Vec::new();
    for n in 0..20 {
        let mut visitor = line_of(&server, 1).await;
        leaves(&mut visitor, &format!("visitor{n}@example.com")).await;
        people.push(visitor);
        // A client gives ten addresses a minute.
        server.advance(7_000).await;
    }
    server.app.send_emails_once().await;
    assert_eq!((count(&server, b"u").await, smtp.seen(0).await.len()), (20, 0));
    for _ in 0..650 / 20 {
        for visitor in &people {
            server.poll(visitor).await;
        }
        server.advance(20_000).await;
    }
    for _ in 0..2 {
        server.app.send_emails_once().await;
    }
    assert_eq!(count(&server, b"u").await, 0, "everybody has a number");
    let sent: Vec<String> = smtp.seen(1).await.into_iter().flat_map(|email| email.to).collect();
    let mut numbers = Vec::new();
    for (n, visitor) in people.iter().enumerate() {
        let status = server.poll(visitor).await.json();
        // A visitor who was let in before the next check needs no e-mail any more.
        if let Some(number) = status["ticket"]["queueNumber"].as_u64() {
            numbers.push((number, sent.contains(&format!("visitor{n}@example.com"))));
        }
    }
    numbers.sort_unstable();
    let near = numbers.iter().filter(|(_, sent)| *sent).count();
    assert!((5..20).contains(&near), "{numbers:?}");
    assert!(numbers[..near].iter().all(|(_, sent)| *sent), "{numbers:?}");
}

#[tokio::test]
async fn nobody_is_written_to_while_nobody_is_let_in() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp).await;
    let mut ada = line_of(&server, 2).await;
    leaves(&mut ada, ADA).await;
    server.act("pause").await;
    for _ in 0..20 {
        server.app.send_emails_once().await;
        server.advance(60_000).await;
    }
    assert!(smtp.seen(0).await.is_empty());
    server.act("resume").await;
    server.advance(1_000).await;
    server.app.send_emails_once().await;
    assert_eq!(smtp.seen(1).await[0].to, [ADA]);
}

#[tokio::test]
async fn an_address_is_gone_with_its_place() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, &KEYS.replace("max_outflow = 1\n", "max_outflow = 0\n")).await;
    let mut left = line_of(&server, 1).await;
    leaves(&mut left, ADA).await;
    let mut stays = line_of(&server, 1).await;
    leaves(&mut stays, "stays@example.com").await;
    assert_eq!(count(&server, b"p").await, 2);
    left.post(&format!("/exitline.aspx?{}", left.query), "").await;
    assert_eq!(count(&server, b"p").await, 1, "given up");
    server.app.send_emails_once().await;
    assert_eq!(count(&server, b"p").await, 1);
    server.act("reset").await;
    server.app.send_emails_once().await;
    assert_eq!(count(&server, b"p").await, 0, "the run is over");

    let mut passes = line_of(&server, 1).await;
    leaves(&mut passes, ADA).await;
    server.patch(r#"{"maxOutflow":60}"#).await;
    server.pass(&passes).await;
    server.app.send_emails_once().await;
    assert_eq!(
        (count(&server, b"p").await, smtp.seen(0).await.len()),
        (0, 0),
        "let through"
    );

    server.patch(r#"{"maxOutflow":0}"#).await;
    let mut waits = line_of(&server, 1).await;
    leaves(&mut waits, ADA).await;
    server.patch(r#"{"email":null}"#).await;
    server.app.send_emails_once().await;
    assert_eq!(count(&server, b"p").await, 0, "the room sends none any more");
    server.patch(r#"{"email":true}"#).await;
    leaves(&mut waits, ADA).await;
    server.advance(7 * 86_400_000 + 1).await;
    server.app.send_emails_once().await;
    let kinds = [
        count(&server, b"p").await,
        count(&server, b"w").await,
        count(&server, b"c").await,
        count(&server, b"d").await,
    ];
    assert_eq!(kinds, [0; 4], "a week is the longest");
}

#[tokio::test]
async fn the_link_is_on_a_host_of_ours_whatever_the_request_says() {
    let smtp = SmtpServer::start(&[]).await;
    let keys = format!("{KEYS}\nhosts = [\"line.brand.example\"]");
    let server = server_of(&smtp, &keys).await;
    for (n, (host, base)) in [
        ("evil.example", "https://queue.example/email/demo/sale/"),
        ("line.brand.example", "https://line.brand.example/email/demo/sale/"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut ada = line_of(&server, 1).await;
        let path = format!("/email?{}", ada.query);
        let form = format!("{}&address=ada{n}%40example.com", ada.query);
        let reply = ada
            .post_body_with(&path, &form, &[("host", host), ("sec-fetch-site", "same-origin")])
            .await;
        assert!(reply.leads_on(), "{}", reply.text());
        server.app.send_emails_once().await;
        let email = smtp.seen(n + 1).await[n].clone();
        assert!(
            email.text.contains(base) && !email.text.contains("evil"),
            "{}",
            email.text
        );
    }
}
