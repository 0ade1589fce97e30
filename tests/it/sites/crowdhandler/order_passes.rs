//! Order passes of visitors with a token of CrowdHandler's API.

use super::*;

const TICKETS: &str = "https://www.example.com/tickets";
const THANKS: &str = "https://www.example.com/tickets/thanks";
const HELP: &str = "https://www.example.com/help";

/// Opens a site with a room for help and one for tickets.
async fn two_rooms(pool: &str) -> Site {
    Site::with(pool, &(room_for("help", "/help") + &room_for("sale", "/tickets"))).await
}

impl Site {
    /// Asks for an order; returns the status and the answer.
    async fn verified(&self, token: &str, order: &str) -> (u16, Value) {
        let body = json!({"token": token, "order": order, "customer": "acme"}).to_string();
        let reply = self.server.admin(Method::POST, "passes/verify", &body).await;
        reply.status_and_json()
    }
}

#[tokio::test]
async fn a_visitors_token_buys_once() {
    let site = Site::open("rate = 600").await;
    let token = site.new_token(TICKETS).await;
    site.let_in(&token, TICKETS).await;
    let (status, accepted) = site.verified(&token, "A-1").await;
    assert_eq!(
        (status, &accepted["room"], &accepted["repeated"]),
        (200, &json!("sale"), &json!(false)),
        "{accepted}"
    );
    let (status, again) = site.verified(&token, "A-1").await;
    assert_eq!((status, &again["repeated"]), (200, &json!(true)), "{again}");
    assert_eq!(site.verified(&token, "B-2").await.0, 409);

    site.paused("sale").await;
    let waiting = site.new_token(TICKETS).await;
    let forged = format!("{}{}", &token[..10], "A".repeat(22));
    for pass in [&waiting, &forged] {
        assert_eq!(site.verified(pass, "C-3").await.0, 404, "{pass}");
    }
    let path = "customers/acme/orders";
    let orders = site.server.admin(Method::GET, path, "").await.json();
    let counts = [&orders["accepted"], &orders["usedUp"], &orders["withoutPass"]];
    assert_eq!(counts, [&json!(1), &json!(1), &json!(2)], "{orders}");
}

/// A token that began in a room where its visitor still waits has a place in each further room.
#[tokio::test]
async fn a_token_of_another_room_buys_once_where_its_visitor_was_let_in() {
    let site = two_rooms("rate = 600").await;
    site.paused("help").await;
    let token = site.new_token(HELP).await;
    assert_eq!(site.verified(&token, "A-1").await.0, 404, "it waits");
    assert_eq!(text(&site.call(Some(&token), TICKETS).await, "token"), token);
    site.let_in(&token, TICKETS).await;
    let (status, accepted) = site.verified(&token, "A-1").await;
    assert_eq!((status, &accepted["room"]), (200, &json!("sale")), "{accepted}");
    assert_eq!(site.verified(&token, "B-2").await.0, 409);
}

#[tokio::test]
async fn each_visit_buys_once_also_while_its_visitor_waits_for_the_next_one() {
    let site = two_rooms("rate = 6000\ncheckout = \"/thanks$\"\ncheckout_ends_session = true").await;
    site.paused("help").await;
    let token = site.new_token(HELP).await;
    for order in ["A-1", "B-2"] {
        site.let_in(&token, TICKETS).await;
        assert_eq!(site.verified(&token, order).await.0, 200, "{order}");
        site.call(Some(&token), THANKS).await;
        site.server.settle().await;
    }
    let (status, first) = site.verified(&token, "A-1").await;
    assert_eq!(
        (status, &first["repeated"], &first["ordersMax"]),
        (200, &json!(true), &json!(1)),
        "the order of the earlier visit: {first}"
    );
    site.paused("sale").await;
    assert_eq!(site.call(Some(&token), TICKETS).await["promoted"], 0);
    let (status, again) = site.verified(&token, "B-2").await;
    assert_eq!((status, &again["repeated"]), (200, &json!(true)), "{again}");
    assert_eq!(site.verified(&token, "C-3").await.0, 409);
}

/// A token that two rooms let through has a pass of each, and each order uses one of them.
#[tokio::test]
async fn a_token_that_two_rooms_let_in_buys_once_for_each() {
    let site = two_rooms("rate = 6000").await;
    let token = site.new_token(TICKETS).await;
    site.let_in(&token, TICKETS).await;
    assert_eq!(site.verified(&token, "A-1").await.1["room"], "sale");
    site.let_in(&token, HELP).await;
    // The order of the earlier visit spends no second pass, although "help" comes first by its id.
    let (status, again) = site.verified(&token, "A-1").await;
    assert_eq!(
        (status, &again["room"], &again["repeated"]),
        (200, &json!("sale"), &json!(true)),
        "{again}"
    );
    let (status, second) = site.verified(&token, "B-2").await;
    assert_eq!(
        (status, &second["room"], &second["orders"]),
        (200, &json!("help"), &json!(1)),
        "{second}"
    );
    for (order, room) in [("A-1", "sale"), ("B-2", "help")] {
        let (status, again) = site.verified(&token, order).await;
        assert_eq!((status, &again["room"]), (200, &json!(room)), "{again}");
    }
    assert_eq!(site.verified(&token, "C-3").await.0, 409);
    let orders = site.server.admin(Method::GET, "customers/acme/orders", "").await.json();
    let counts = [&orders["accepted"], &orders["usedUp"], &orders["withoutPass"]];
    assert_eq!(counts, [&json!(2), &json!(1), &json!(0)], "{orders}");
}

/// An order whose first pass is used up goes to the next room's pass, and no rejection is listed.
#[tokio::test]
async fn an_order_after_a_used_pass_uses_the_next_rooms_pass() {
    let site = two_rooms("rate = 6000").await;
    let token = site.new_token(HELP).await;
    site.let_in(&token, HELP).await;
    site.let_in(&token, TICKETS).await;
    for (order, room) in [("A-1", "help"), ("B-2", "sale")] {
        let (status, accepted) = site.verified(&token, order).await;
        assert_eq!((status, &accepted["room"]), (200, &json!(room)), "{accepted}");
    }
    let orders = site.server.admin(Method::GET, "customers/acme/orders", "").await.json();
    assert_eq!(orders["rejected"], json!([]), "{orders}");
}
