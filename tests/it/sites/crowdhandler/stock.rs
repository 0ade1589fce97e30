use super::*;

const PAGE: &str = "https://www.example.com/tickets";

#[tokio::test]
async fn the_stock_is_told_with_every_answer_and_the_feed() {
    let site = Site::open("rate = 600\nstock = 304").await;
    let told = site.call(None, PAGE).await;
    assert_eq!((&told["promoted"], &told["stock"]), (&json!(1), &json!(304)));
    let feed = site.send(with_key(Request::get("/v1/rooms"), String::new())).await;
    assert_eq!(feed.json()["result"][0]["stock"], 304);
    site.patch_pool(r#"{"stock": 12}"#).await;
    assert_eq!(site.call(None, PAGE).await["stock"], 12);
    assert_eq!(site.call(None, "https://www.example.com/").await["stock"], 12);
    site.patch_pool(r#"{"stock": null}"#).await;
    assert_eq!(site.call(None, PAGE).await["stock"], Value::Null);
}

#[tokio::test]
async fn while_it_is_sold_out_only_those_who_are_inside_are_promoted() {
    let site = Site::open("rate = 600\nstock = 304").await;
    let inside = text(&site.call(None, PAGE).await, "token").to_owned();
    site.patch_pool(r#"{"stock": 0}"#).await;
    let waiting = site.call(None, PAGE).await;
    let token = text(&waiting, "token").to_owned();
    for _ in 0..20 {
        site.house.advance(30_000).await;
        let told = site.call(Some(&inside), PAGE).await;
        assert_eq!((&told["promoted"], &told["stock"]), (&json!(1), &json!(0)));
        let told = site.call(Some(&token), PAGE).await;
        assert_eq!(
            (&told["promoted"], &told["stock"], &told["position"]),
            (&json!(0), &json!(0), &json!(1))
        );
        assert!(
            told["ttl"].as_u64().is_some_and(|seconds| (1..=60).contains(&seconds)),
            "{told}"
        );
    }
    site.patch_pool(r#"{"stock": 5}"#).await;
    site.let_in(&token, PAGE).await;
}
