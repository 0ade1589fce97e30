//! Priority groups by CrowdHandler's API: a code moves a waiting visitor to the line of a group.

use super::*;

const PAGE: &str = "https://www.example.com/tickets";
const HELP: &str = "https://www.example.com/help";
const GROUPS: &str = "[[group]]\npool = \"shop\"\nid = \"vip\"\nname = \"Friends\"\nweight = 4\n\
                      [[group]]\npool = \"shop\"\nid = \"fans\"\nweight = 2\n";

async fn server(pool: &str) -> TestServer {
    let tickets = room_for("sale", "/tickets");
    TestServer::of(config("memory:", &site(&format!("{pool}\n{GROUPS}"), &tickets))).await
}

/// Adds codes to a group by the admin API.
async fn add(site: &Site, group: &str, body: &str) -> Value {
    let path = format!("pools/shop/groups/{group}/codes");
    let reply = site.server.admin(Method::POST, &path, body).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

impl Site {
    async fn with_code(&self, token: Option<&str>, code: &str) -> Reply {
        self.with_code_on(PAGE, token, code).await
    }

    async fn with_code_on(&self, page: &str, token: Option<&str>, code: &str) -> Reply {
        let pairs = [("agent", AGENT), ("ip", "203.0.113.9"), ("url", page), ("code", code)];
        let body: String = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(pairs)
            .finish();
        let request = match token {
            None => post("/v1/requests/", "application/x-www-form-urlencoded", body),
            Some(token) => with_key(Request::get(format!("/v1/requests/{token}?{body}")), String::new()),
        };
        self.send(request).await
    }

    async fn accepted(&self, token: Option<&str>, code: &str) -> Value {
        let reply = self.with_code(token, code).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["result"].clone()
    }

    async fn wait(&self, count: usize) -> Vec<String> {
        let mut tokens = Vec::new();
        for _ in 0..count {
            tokens.push(self.new_token(PAGE).await);
        }
        tokens
    }
}

fn invalid(reply: &Reply) {
    assert_eq!(
        reply.status_and_json(),
        (401, json!({"error": " Invalid priority code"}))
    );
}

#[tokio::test]
async fn a_code_moves_a_waiting_visitor_up_and_never_straight_in() {
    let site = Site::around(server("rate = 0").await);
    add(&site, "vip", r#"{"codes": ["Friends 7"], "unlimited": true}"#).await;
    let tokens = site.wait(5).await;
    let answer = site.call(Some(&tokens[4]), PAGE).await;
    assert_eq!(
        (&answer["position"], &answer["priority"], &answer["priorityAvailable"]),
        (&json!(5), &Value::Null, &json!(1))
    );
    let answer = site.accepted(Some(&tokens[4]), "friends 7").await;
    assert_eq!(
        (
            &answer["position"],
            &answer["priority"],
            &answer["promoted"],
            text(&answer, "token")
        ),
        (&json!(1), &json!("Friends"), &json!(0), tokens[4].as_str()),
        "the token goes on standing for the visitor"
    );
    let second = site.accepted(Some(&tokens[3]), "FRIENDS 7").await;
    assert_eq!(second["position"], 2, "the end of the group's own line");
    for (token, position) in [(&tokens[4], 1), (&tokens[3], 2), (&tokens[0], 1), (&tokens[2], 3)] {
        let answer = site.call(Some(token), PAGE).await;
        assert_eq!(
            (&answer["position"], &answer["promoted"]),
            (&json!(position), &json!(0)),
            "{answer}"
        );
    }
    let again = site.accepted(Some(&tokens[4]), "friends 7").await;
    assert_eq!(again["position"], 1, "a client brings its code with every call");
    site.patch_pool(r#"{"rate": 600}"#).await;
    let inside = site.let_in(&tokens[4], PAGE).await;
    assert_eq!(text(&inside, "token"), tokens[4]);
    let grants = site.grants().await;
    assert_eq!(grants.len(), 1, "one permit: {grants:?}");
}

#[tokio::test]
async fn the_page_of_a_further_room_shows_the_place_with_priority() {
    let rooms = room_for("sale", "/tickets") + &room_for("help", "/help");
    let site = config("memory:", &site(&format!("rate = 0\n{GROUPS}"), &rooms));
    let site = Site::around(TestServer::of(site).await);
    add(&site, "vip", r#"{"codes": ["once"]}"#).await;
    let token = site.wait(1).await.remove(0);
    let reply = site.with_code_on(HELP, Some(&token), "once").await;
    let answer = reply.json()["result"].clone();
    assert_eq!(
        (&answer["priority"], text(&answer, "token")),
        (&json!("Friends"), token.as_str())
    );
    let mut visitor = crate::support::Visitor::new(site.server.router.clone(), "");
    let path = format!("/the-help?url={HELP}&ch-id={token}&ch-code=once&ch-public-key={PUBLIC}");
    let page = visitor.get(&path).await.location().to_owned();
    assert!(page.contains("&q=") && page.contains("&via=crowdhandler."), "{page}");
    let page = page.trim_start_matches("https://queue.example");
    visitor.get(page).await;
    let stats = site.server.admin(Method::GET, "rooms/acme/help/stats", "").await.json();
    assert_eq!(
        (&stats["waiting"], &stats["groups"][0]["waiting"]),
        (&json!(1), &json!(1)),
        "the page makes no second place"
    );
}

#[tokio::test]
async fn a_single_use_code_is_one_visitors_who_can_ask_again() {
    let site = Site::around(server("rate = 0").await);
    let made = add(&site, "vip", r#"{"count": 2, "batch": "mailing"}"#).await;
    let code = text(&made["codes"][0], "code").to_owned();
    let tokens = site.wait(3).await;
    let (one, other) = tokio::join!(
        site.with_code(Some(&tokens[0]), &code),
        site.with_code(Some(&tokens[1]), &code)
    );
    let (winner, refused) = if one.status == 200 {
        (&tokens[0], other)
    } else {
        (&tokens[1], one)
    };
    invalid(&refused);
    for _ in 0..2 {
        assert_eq!(site.accepted(Some(winner), &code).await["priority"], "Friends");
    }
    invalid(&site.with_code(Some(&tokens[2]), &code).await);
    invalid(&site.with_code(None, &code).await);
    let reply = site.server.admin(Method::GET, "rooms/acme/sale/stats", "").await.json();
    assert_eq!(
        (&reply["waiting"], &reply["groups"][0]["waiting"]),
        (&json!(3), &json!(1)),
        "a guess gives no place, and the place that was left counts no more: {reply}"
    );
}

#[tokio::test]
async fn a_code_counts_once_for_a_visitor_in_all_rooms_of_the_domain() {
    const OTHER_PAGE: &str = "https://www.example.com/merchandise";
    let rooms = room_for("sale", "/tickets") + &room_for("shop", "/merchandise");
    let site = Site::with(&format!("rate = 0\n{GROUPS}"), &rooms).await;
    add(&site, "vip", r#"{"codes": ["only one"], "uses": 1}"#).await;
    // The visitor comes with the code, or waits first, and continues to the other room.
    let first = site.accepted(None, "only one").await;
    let token = text(&first, "token").to_owned();
    for page in [OTHER_PAGE, PAGE, OTHER_PAGE] {
        let reply = site.with_code_on(page, Some(&token), "only one").await;
        assert_eq!(reply.status, 200, "{page}: {}", reply.text());
        let answer = reply.json()["result"].clone();
        assert_eq!(
            (&answer["priority"], text(&answer, "token")),
            (&json!("Friends"), token.as_str()),
            "{page}"
        );
    }
    for page in [PAGE, OTHER_PAGE] {
        invalid(&site.with_code_on(page, None, "only one").await);
    }
    let listed = site
        .server
        .admin(Method::GET, "pools/shop/groups/vip/codes", "")
        .await
        .json();
    assert_eq!(listed["codes"][0]["used"], 1, "{listed}");
}

#[tokio::test]
async fn newcomers_who_race_for_a_code_leave_no_places() {
    let site = Site::around(server("rate = 0").await);
    add(&site, "vip", r#"{"codes": ["only one"], "uses": 1}"#).await;
    let calls = (0..12).map(|_| site.with_code(None, "only one"));
    let replies = futures_util::future::join_all(calls).await;
    let accepted = replies.iter().filter(|reply| reply.status == 200).count();
    assert_eq!(accepted, 1);
    replies.iter().filter(|reply| reply.status != 200).for_each(invalid);
    let stats = site.server.admin(Method::GET, "rooms/acme/sale/stats", "").await.json();
    assert_eq!(stats["waiting"], 1, "those who were too late hold no place: {stats}");
    assert_eq!(site.wait(1).await.len(), 1);
    let answer = site.call(None, PAGE).await;
    assert_eq!(answer["position"], 2, "behind the ordinary one before");
}

#[tokio::test]
async fn codes_lead_up_only_and_newcomers_can_bring_one() {
    let site = Site::around(server("rate = 0").await);
    add(&site, "vip", r#"{"codes": ["gold"], "unlimited": true}"#).await;
    add(&site, "fans", r#"{"codes": ["silver"], "uses": 2}"#).await;
    let answer = site.accepted(None, "silver").await;
    let token = text(&answer, "token").to_owned();
    assert_eq!((&answer["priority"], &answer["position"]), (&json!("fans"), &json!(1)));
    assert_eq!(site.accepted(Some(&token), "gold").await["priority"], "Friends");
    assert_eq!(
        site.accepted(Some(&token), "silver").await["priority"],
        "Friends",
        "not down"
    );
    let answer = site.call(Some(&token), PAGE).await;
    assert_eq!(
        (&answer["priority"], text(&answer, "token")),
        (&json!("Friends"), token.as_str())
    );
    invalid(&site.with_code(Some(&token), "bronze").await);
    assert_eq!(site.accepted(None, "silver").await["priority"], "fans");
    invalid(&site.with_code(None, "silver").await);
}

#[tokio::test]
async fn each_line_keeps_its_order_and_none_waits_for_the_other() {
    let site = Site::around(server("rate = 0").await);
    add(&site, "vip", r#"{"codes": ["gold"], "unlimited": true}"#).await;
    let ordinary = site.wait(6).await;
    let mut friends = Vec::new();
    for token in site.wait(6).await {
        site.accepted(Some(&token), "gold").await;
        friends.push(token);
    }
    site.patch_pool(r#"{"rate": 60}"#).await;
    let mut let_in: Vec<(bool, usize)> = Vec::new();
    while let_in.len() < 12 {
        for (is_friend, tokens) in [(true, &friends), (false, &ordinary)] {
            for (index, token) in tokens.iter().enumerate() {
                if !let_in.contains(&(is_friend, index)) && site.call(Some(token), PAGE).await["promoted"] == 1 {
                    let_in.push((is_friend, index));
                }
            }
        }
        site.server.advance(500).await;
    }
    for friend in [true, false] {
        let order = let_in.iter().filter(|(is_friend, _)| *is_friend == friend);
        assert!(order.map(|(_, index)| index).is_sorted(), "{let_in:?}");
    }
}

#[tokio::test]
async fn a_room_without_groups_takes_no_codes_and_none_is_good_before_the_start() {
    let site = Site::open("rate = 0").await;
    let answer = site.accepted(None, "anything").await;
    assert_eq!(
        (&answer["priorityAvailable"], &answer["priority"]),
        (&json!(0), &Value::Null)
    );
    let start = "start = 2030-01-01T00:00:00Z\nurl_match = \"all\"";
    let later = TestServer::of(config(
        "memory:",
        &super::site(&format!("rate = 60\n{GROUPS}"), &room("sale", start)),
    ))
    .await;
    let later = Site::around(later);
    add(&later, "vip", r#"{"codes": ["gold"], "unlimited": true}"#).await;
    invalid(&later.with_code(None, "gold").await);
}

#[tokio::test]
async fn only_the_keys_of_invited_visitors_are_no_guesses_at_a_code() {
    let keys = "url_match = \"all\"\nstart = \"2023-11-14T22:23:20Z\"\nprequeue_minutes = 10\n\
                invite_only = true\nvisitor_key_at = \"prequeue\"";
    let rooms = room("sale", keys);
    let server = TestServer::of(config("memory:", &site(&format!("rate = 0\n{GROUPS}"), &rooms))).await;
    let site = Site::around(server);
    let body = r#"{"keys": ["anna", "bert"]}"#;
    let listed = site.server.admin(Method::POST, "rooms/acme/sale/invites", body).await;
    assert_eq!(listed.status, 200, "{}", listed.text());
    let anna = text(&site.accepted(None, "anna").await, "token").to_owned();
    site.server.advance(660_000).await;
    site.accepted(Some(&anna), "anna").await;
    invalid(&site.with_code(Some(&anna), "carl").await);
    site.accepted(None, "bert").await;
    invalid(&site.with_code(None, "carl").await);
}

#[tokio::test]
async fn people_inside_are_told_the_group_by_which_they_came() {
    let site = Site::around(server("rate = 0").await);
    add(&site, "vip", r#"{"codes": ["gold"], "unlimited": true}"#).await;
    let tokens = site.wait(2).await;
    site.accepted(Some(&tokens[1]), "gold").await;
    site.patch_pool(r#"{"rate": 600}"#).await;
    for (token, priority) in [(&tokens[1], json!("Friends")), (&tokens[0], Value::Null)] {
        site.let_in(token, PAGE).await;
        for _ in 0..2 {
            let answer = site.call(Some(token), PAGE).await;
            assert_eq!(
                (&answer["promoted"], &answer["priority"]),
                (&json!(1), &priority),
                "{answer}"
            );
        }
    }
}

#[tokio::test]
async fn an_address_for_an_email_moves_along_with_the_code() {
    let smtp = SmtpServer::start(&[]).await;
    let tickets = room(
        "sale",
        "url_match = \"contains\"\nurl_pattern = \"/tickets\"\nemail = true",
    );
    let parts = site(&format!("rate = 0\n{GROUPS}"), &tickets) + &smtp.section("tls = \"none\"");
    let site = Site::around(TestServer::of(config("memory:", &parts)).await);
    add(&site, "vip", r#"{"codes": ["gold"], "unlimited": true}"#).await;
    let token = site.wait(30).await.pop().expect("a token");
    let mut visitor = crate::support::Visitor::new(site.server.router.clone(), "");
    let page = format!("/the-sale?ch-id={token}&ch-public-key={PUBLIC}");
    let reply = visitor.get(&page).await;
    visitor.follow(&reply);
    let form = format!("{}&address=ada%40example.com", visitor.query);
    assert!(visitor.post("/email", &form).await.leads_on());
    assert_eq!(site.accepted(Some(&token), "gold").await["position"], 1);
    site.patch_pool(r#"{"rate": 1}"#).await;
    site.server.advance(1_000).await;
    site.server.app.send_emails_once().await;
    assert_eq!(smtp.seen(1).await.remove(0).to, ["ada@example.com"]);
}

/// The visitor gives up the place in the later room for one in the line of a group.
#[tokio::test]
async fn the_checkout_ends_a_session_with_priority_in_every_room() {
    const OTHER_PAGE: &str = "https://www.example.com/merchandise";
    let rooms = room_for("sale", "/tickets") + &room_for("shop", "/merchandise");
    let keys = format!("rate = 0\ncheckout = \"^/done\"\ncheckout_ends_session = true\n{GROUPS}");
    let site = Site::with(&keys, &rooms).await;
    add(&site, "vip", r#"{"codes": ["gold"], "unlimited": true}"#).await;
    let token = site.wait(1).await.remove(0);
    for page in [PAGE, OTHER_PAGE] {
        site.call(Some(&token), page).await;
        let answer = site.with_code_on(page, Some(&token), "gold").await.json();
        assert_eq!(answer["result"]["priority"], "Friends", "{page}: {answer}");
    }
    site.patch_pool(r#"{"rate": 600}"#).await;
    for page in [PAGE, OTHER_PAGE] {
        site.let_in(&token, page).await;
    }
    site.call(Some(&token), "https://www.example.com/done").await;
    for page in [PAGE, OTHER_PAGE] {
        assert_ne!(text(&site.call(Some(&token), page).await, "token"), token, "{page}");
    }
}

#[tokio::test]
async fn guesses_from_invented_addresses_have_a_bound_and_right_codes_go_on_working() {
    let site = Site::around(server("rate = 0").await);
    add(&site, "vip", r#"{"codes": ["gold"], "unlimited": true}"#).await;
    let honest = site.wait(3).await;
    let mut refused = 0;
    for number in 0..120 {
        let body = json!({"url": PAGE, "ip": format!("198.51.{number}.7"), "code": format!("guess {number}")});
        let reply = site
            .send(post("/v1/requests", "application/json", body.to_string()))
            .await;
        match reply.status.as_u16() {
            401 => refused += 1,
            _ => {
                let answer = reply.json()["result"].clone();
                assert_eq!(
                    (reply.status.as_u16(), &answer["promoted"], &answer["priority"]),
                    (200, &json!(0), &Value::Null),
                    "answered like a call without a code: {answer}"
                );
            }
        }
    }
    assert!((20..=60).contains(&refused), "{refused} guesses were checked");
    // The code of a visitor who waits is checked.
    let answer = site.accepted(Some(&honest[2]), "gold").await;
    assert_eq!(
        (&answer["priority"], &answer["position"]),
        (&json!("Friends"), &json!(1))
    );
    // A newcomer has to wait first, and brings the code with the next call.
    let answer = site.accepted(None, "gold").await;
    let newcomer = text(&answer, "token").to_owned();
    assert_eq!((&answer["promoted"], &answer["priority"]), (&json!(0), &Value::Null));
    assert_eq!(site.accepted(Some(&newcomer), "gold").await["priority"], "Friends");
    // A place has one guess a minute.
    for code in ["wrong", "gold"] {
        assert_eq!(
            site.accepted(Some(&honest[0]), code).await["priority"],
            Value::Null,
            "{code}"
        );
    }
    site.server.advance(61_000).await;
    assert_eq!(site.accepted(Some(&honest[0]), "gold").await["priority"], "Friends");
    invalid(&site.with_code(Some(&honest[1]), "wrong").await);
}

#[tokio::test]
async fn guesses_in_the_name_of_an_address_do_not_hinder_its_visitors() {
    let site = Site::around(server("rate = 0").await);
    add(&site, "vip", r#"{"codes": ["gold"], "unlimited": true}"#).await;
    let honest = site.wait(1).await.remove(0);
    for number in 0..80 {
        site.with_code(None, &format!("guess {number}")).await;
    }
    assert_eq!(site.accepted(Some(&honest), "gold").await["priority"], "Friends");
}

#[tokio::test]
async fn below_the_rate_nobody_sees_the_room_after_a_group_was_deleted_either() {
    let tickets = room("sale", "url_match = \"all\"");
    let site = Site::with("rate = 30", &tickets).await;
    let added = site
        .server
        .admin(
            Method::POST,
            "pools/shop/groups",
            r#"{"pool": "shop", "id": "vip", "weight": 4}"#,
        )
        .await;
    assert_eq!(added.status, 201, "{}", added.text());
    site.call(None, PAGE).await;
    let deleted = site.server.admin(Method::DELETE, "pools/shop/groups/vip", "").await;
    assert_eq!(deleted.status, 204, "{}", deleted.text());
    site.call(None, PAGE).await;
    site.server.advance(65_000).await;
    for number in 0..20 {
        assert_eq!(site.call(None, PAGE).await["promoted"], 1, "number {number}");
    }
}
