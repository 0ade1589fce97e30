use super::*;

const PAGE: &str = "https://www.example.com/tickets";

#[tokio::test]
async fn the_stock_is_told_with_every_answer_and_the_feed() {
    let site = Site::open("rate = 600\nstock = 304").await;
    let answer = site.call(None, PAGE).await;
    assert_eq!((&answer["promoted"], &answer["stock"]), (&json!(1), &json!(304)));
    let feed = site.send(with_key(Request::get("/v1/rooms"), String::new())).await;
    assert_eq!(feed.json()["result"][0]["stock"], 304);
    site.patch_pool(r#"{"stock": 12}"#).await;
    assert_eq!(site.call(None, PAGE).await["stock"], 12);
    assert_eq!(site.call(None, "https://www.example.com/").await["stock"], 12);
    site.patch_pool(r#"{"stock": null}"#).await;
    assert_eq!(site.call(None, PAGE).await["stock"], Value::Null);
}

#[tokio::test]
async fn a_full_room_is_told_as_such_and_keeps_nobody() {
    let tickets = room(
        "sale",
        "url_match = \"contains\"\nurl_pattern = \"/tickets\"\ncapacity = 2",
    );
    let rooms = tickets + &room_for("vip", "/vip");
    let site = Site::with("rate = 0", &rooms).await;
    let elsewhere = site.call(None, "https://www.example.com/vip").await;
    let mut waiting = Vec::new();
    for _ in 0..2 {
        waiting.push(site.new_token(PAGE).await);
    }
    let answer = site.call(None, PAGE).await;
    assert_eq!(
        (
            &answer["status"],
            &answer["token"],
            &answer["position"],
            &answer["promoted"],
            &answer["ttl"]
        ),
        (&json!(5), &Value::Null, &Value::Null, &json!(0), &json!(300))
    );
    assert_eq!((text(&answer, "slug"), &answer["hash"]), ("the-sale", &Value::Null));
    let token = text(&elsewhere, "token");
    let answer = site.call(Some(token), PAGE).await;
    assert_eq!(
        (&answer["status"], text(&answer, "token")),
        (&json!(5), token),
        "whoever waits in another room keeps that place"
    );
    let answer = site.call(Some(&waiting[1]), PAGE).await;
    assert_eq!(
        (&answer["status"], &answer["position"]),
        (&json!(1), &json!(2)),
        "people inside notice nothing"
    );
    site.patch_pool(r#"{"rate": 600}"#).await;
    site.let_in(&waiting[0], PAGE).await;
    assert_eq!(site.call(None, PAGE).await["status"], 1);
}

#[tokio::test]
async fn while_it_is_sold_out_only_those_who_are_inside_are_promoted() {
    let site = Site::open("rate = 600\nstock = 304").await;
    let inside = site.new_token(PAGE).await;
    site.patch_pool(r#"{"stock": 0}"#).await;
    let waiting = site.call(None, PAGE).await;
    let token = text(&waiting, "token").to_owned();
    for _ in 0..20 {
        site.server.advance(30_000).await;
        let answer = site.call(Some(&inside), PAGE).await;
        assert_eq!((&answer["promoted"], &answer["stock"]), (&json!(1), &json!(0)));
        let answer = site.call(Some(&token), PAGE).await;
        assert_eq!(
            (&answer["promoted"], &answer["stock"], &answer["position"]),
            (&json!(0), &json!(0), &json!(1))
        );
        assert!(
            answer["ttl"]
                .as_u64()
                .is_some_and(|seconds| (1..=60).contains(&seconds)),
            "{answer}"
        );
    }
    site.patch_pool(r#"{"stock": 5}"#).await;
    site.let_in(&token, PAGE).await;
}
