//! E-mails of people who wait in the lane of a priority group.

use http::Method;

use super::*;

/// Returns a server whose room has a lane for people with the code "gold", at this rate.
async fn lanes(smtp: &SmtpServer, rate: u32) -> TestServer {
    let sale = "name = \"Summer sale\"\nmax_outflow = 6000\nemail = true\npool = \"shop\"";
    let group = "[[group]]\npool = \"shop\"\nid = \"vip\"\nname = \"Friends\"\nweight = 3";
    let server = TestServer::with(&format!(
        "{}\n[[pool]]\nid = \"shop\"\nrate = {rate}\n{group}\n{}",
        smtp.section("tls = \"none\""),
        room("sale", sale)
    ))
    .await;
    let codes = r#"{"codes": ["gold"], "unlimited": true}"#;
    let added = server.admin(Method::POST, "pools/shop/groups/vip/codes", codes).await;
    assert_eq!(added.status, 200, "{}", added.text());
    server
}

async fn set_rate(server: &TestServer, rate: u32) {
    let body = format!("{{\"rate\": {rate}}}");
    let reply = server.admin(Method::PATCH, "pools/shop", &body).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    server.advance(1_000).await;
}

/// Moves a visitor to the lane, who then has the address of the new place.
async fn move_up(visitor: &mut Visitor) {
    let form = format!("{}&code=gold", visitor.query);
    let reply = visitor.post("/priority", &form).await;
    assert!(reply.leads_on(), "{}", reply.text());
    visitor.follow(&reply);
}

#[tokio::test]
async fn an_address_moves_with_its_visitor_to_the_lane_of_a_code() {
    let smtp = SmtpServer::start(&[]).await;
    let server = lanes(&smtp, 0).await;
    let mut ada = line_of(&server, 30).await;
    leaves(&mut ada, ADA).await;
    let before = ada.clone();
    move_up(&mut ada).await;
    assert_ne!(ada.queue_id(), before.queue_id());
    assert_eq!(shown(&mut ada).await, "kept");
    assert_eq!(
        (count(&server, b"p").await, count(&server, b"c").await),
        (1, 1),
        "at the new place alone"
    );
    server.app.send_emails_once().await;
    assert_eq!(count(&server, b"p").await, 1);
    let mut again = before;
    move_up(&mut again).await;
    assert_eq!((again.queue_id(), count(&server, b"p").await), (ada.queue_id(), 1));
    assert_eq!(shown(&mut ada).await, "kept");

    set_rate(&server, 1).await;
    for _ in 0..3 {
        server.app.send_emails_once().await;
        server.advance(1_000).await;
    }
    let seen = smtp.seen(1).await;
    assert_eq!((seen.len(), seen[0].to.as_slice()), (1, [ADA.to_owned()].as_slice()));
    let mut phone = server.visitor();
    let taken = phone.post(&link(&seen[0]), "").await;
    assert!(taken.leads_on(), "{}", taken.text());
    phone.follow(&taken);
    let answer = server.poll(&phone).await.json();
    assert_eq!(answer["ticket"]["queueNumber"], 1, "the place in the lane: {answer}");
    assert_eq!(server.poll(&ada).await.status, 410);
}

#[tokio::test]
async fn an_address_that_was_taken_back_does_not_come_again_with_a_code() {
    let smtp = SmtpServer::start(&[]).await;
    let server = lanes(&smtp, 0).await;
    let mut ada = line_of(&server, 3).await;
    leaves(&mut ada, ADA).await;
    let form = format!("{}&remove=1", ada.query);
    assert!(ada.post("/email", &form).await.leads_on());
    move_up(&mut ada).await;
    assert_eq!(shown(&mut ada).await, "ask");
    set_rate(&server, 60).await;
    server.app.send_emails_once().await;
    assert!(smtp.seen(0).await.is_empty());
}

#[tokio::test]
async fn each_lane_has_its_own_addresses_and_its_own_turns() {
    let smtp = SmtpServer::start(&[]).await;
    let server = lanes(&smtp, 0).await;
    let mut friend = line_of(&server, 1).await;
    move_up(&mut friend).await;
    let mut gone = line_of(&server, 1).await;
    move_up(&mut gone).await;
    let mut last = line_of(&server, 60).await;
    // The first places of both lanes have the same sequence.
    for (visitor, address) in [
        (&mut friend, "friend@example.com"),
        (&mut gone, "gone@example.com"),
        (&mut last, ADA),
    ] {
        leaves(visitor, address).await;
    }
    assert_eq!(count(&server, b"p").await, 3);
    gone.post(&format!("/exitline.aspx?{}", gone.query), "").await;
    assert_eq!(count(&server, b"p").await, 2, "given up in the lane alone");
    set_rate(&server, 1).await;
    for _ in 0..3 {
        server.app.send_emails_once().await;
        server.advance(1_000).await;
    }
    let seen = smtp.seen(1).await;
    assert_eq!(
        (seen.len(), seen[0].to.as_slice()),
        (1, ["friend@example.com".to_owned()].as_slice())
    );
    assert_eq!(
        (shown(&mut friend).await, shown(&mut last).await),
        ("sent".to_owned(), "kept".to_owned())
    );
    set_rate(&server, 600).await;
    server.app.send_emails_once().await;
    assert_eq!(smtp.seen(2).await[1].to, [ADA]);
}
