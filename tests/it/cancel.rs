//! Giving up a place: all generations of links, where they lead, and that it is for good.

use crate::support::{House, Visitor, room};

async fn house() -> House {
    House::with(&(room("sale", "max_outflow = 60") + &room("second", "max_outflow = 60"))).await
}

async fn entered(house: &House) -> Visitor {
    let mut visitor = house.visitor();
    visitor.enter().await;
    visitor
}

#[tokio::test]
async fn every_generation_of_links_cancels_clears_the_cookie_and_goes_on() {
    let house = house().await;
    let shop = "https%3A%2F%2Fshop.example%2Fbye";
    for (path, next) in [
        (
            "/cancel.aspx?c=demo&e=sale&q={q}&cid=de".to_owned(),
            "/?c=demo&e=sale&cid=de",
        ),
        (
            format!("/cancel.aspx?c=demo&e=sale&q={{q}}&r={shop}"),
            "https://shop.example/bye",
        ),
        ("/cancel/demo/sale".to_owned(), "/?c=demo&e=sale"),
        (format!("/cancel/demo/sale?r={shop}"), "https://shop.example/bye"),
        ("/cancel/demo/sale/{q}".to_owned(), "/?c=demo&e=sale"),
        (format!("/cancel/demo/sale/{{q}}?r={shop}"), "https://shop.example/bye"),
        ("/cancel/multiple/demo?wrl=sale~{q}".to_owned(), "/?c=demo&e=sale"),
        (
            format!("/cancel/multiple/demo?wrl=sale~{{q}}_second&r={shop}"),
            "https://shop.example/bye",
        ),
        // As connectors write them: of the third generation, Fastly's among them, of the fifth, and the browser script's.
        (
            format!("/cancel/demo/sale/{{q}}?c=demo&e=sale&ver=v3-javascript-3.7.10&cver=7&man=My%20action&r={shop}"),
            "https://shop.example/bye",
        ),
        (
            "/cancel/demo/sale?c=demo&e=sale&ver=v3-python-3.7.0&kupver=django-1.8&cver=-1&man=unspecified".to_owned(),
            "/?c=demo&e=sale",
        ),
        (
            format!("/cancel/demo/sale/?c=demo&e=sale&ver=v3-fastly-3.6.2&cver=7&man=a&r={shop}"),
            "https://shop.example/bye",
        ),
        (
            format!("/cancel/multiple/demo?wrl=nothing_sale~{{q}}_Second_gone~1&r={shop}"),
            "https://shop.example/bye",
        ),
        (
            "/cancel/demo/sale?t=https%3A%2F%2Fshop.example%2Fp".to_owned(),
            "/?c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fp",
        ),
        (
            format!("/cancel/demo/sale?t=https%3A%2F%2Fshop.example%2Fp&r={shop}"),
            "https://shop.example/bye",
        ),
    ] {
        let mut visitor = entered(&house).await;
        let query = visitor.query.clone();
        let path = path.replace("{q}", &visitor.queue_id());
        let reply = visitor.get(&path).await;
        assert_eq!((reply.status.as_u16(), reply.location()), (302, next), "{path}");
        assert!(
            reply
                .header("set-cookie")
                .contains("anteroom_place=; Path=/; Max-Age=0"),
            "{path}"
        );
        let old = house.visitor().at(&query);
        assert_eq!(house.poll(&old).await.status, 410, "{path}");
    }
    assert_eq!(house.stats().await["waiting"], 0);
}

#[tokio::test]
async fn a_link_cancels_without_any_cookie_and_other_rooms_stay_in_it() {
    let house = house().await;
    let mut visitor = entered(&house).await;
    let first = visitor.query.clone();
    visitor = visitor.at("c=demo&e=second");
    visitor.enter().await;
    let kept = visitor.query.clone();

    let stranger_link = format!("/cancel.aspx?c=demo&e=sale&q={}", house.visitor().at(&first).queue_id());
    assert_eq!(house.get(&stranger_link, &[]).await.status, 302);
    assert_eq!(house.visitor().at(&first).load().await.status, 410);

    visitor.get("/cancel/demo/sale").await;
    assert_eq!(visitor.places().len(), 1);
    let other = house.poll(&visitor.at(&kept)).await;
    assert_eq!(other.status, 200, "the other room's place stays");
}

#[tokio::test]
async fn two_rooms_are_given_up_by_one_link() {
    let house = house().await;
    let mut visitor = entered(&house).await;
    let first = visitor.query.clone();
    visitor = visitor.at("c=demo&e=second");
    visitor.enter().await;
    let second = visitor.query.clone();
    visitor.get("/cancel/multiple/demo?wrl=sale_second").await;
    for query in [first, second] {
        assert_eq!(house.visitor().at(&query).load().await.status, 410);
    }
    assert!(visitor.cookies.is_empty());
}

#[tokio::test]
async fn a_foreign_way_on_is_refused_and_nothing_is_cancelled() {
    let house = House::sale(0).await;
    let mut visitor = entered(&house).await;
    for r in [
        "https%3A%2F%2Fevil.example",
        "%2F%2Fevil.example",
        "javascript%3Aalert(1)",
        "%2Frelative",
    ] {
        for path in [
            "/cancel.aspx?c=demo&e=sale&r=",
            "/cancel/demo/sale?r=",
            "/cancel/multiple/demo?wrl=sale&r=",
        ] {
            let page = visitor.get(&format!("{path}{r}")).await;
            assert_eq!(
                page.trouble(),
                (403, String::new(), "foreign-target".to_owned()),
                "{path}{r}"
            );
        }
    }
    assert_eq!(visitor.load().await.status, 200, "still in line");
}

#[tokio::test]
async fn unknown_rooms_are_told_so() {
    let house = house().await;
    for (path, id) in [
        ("/cancel.aspx?c=nobody&e=sale", "1"),
        ("/cancel.aspx", "1"),
        ("/cancel/demo/nothing", "2"),
        ("/cancel/multiple/demo?wrl=", "2"),
        ("/cancel/multiple/demo?wrl=nothing~1_nowhere", "2"),
        ("/cancel/multiple/nobody?wrl=sale", "1"),
        ("/exitline.aspx?c=demo&e=nothing", "2"),
    ] {
        let page = house.get(path, &[]).await;
        assert_eq!(
            (page.status.as_u16(), page.html("data-error-id").as_str()),
            (404, id),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_same_browser_starts_at_the_end_and_the_old_place_never_passes() {
    let house = house().await;
    let mut visitor = entered(&house).await;
    let old = house.visitor().at(&visitor.query);
    for _ in 0..4 {
        entered(&house).await;
    }
    // It was the old place's turn already, and a claim of it is open.
    house.poll(&old).await;
    house.act("pause").await;
    let claim = old.poll();
    let reply = visitor.get(&format!("/cancel/demo/sale/{}", visitor.queue_id())).await;
    house.act("resume").await;
    house.resolve(claim).await;
    visitor = visitor.at("c=demo&e=sale");
    assert_eq!(reply.location(), "/?c=demo&e=sale");
    assert_eq!(visitor.enter().await.slot("number"), "6");
    for _ in 0..3 {
        house.advance(2_000).await;
        assert_eq!(house.poll(&old).await.status, 410);
    }
    assert_eq!(house.grants().await, []);
}

#[tokio::test]
async fn a_place_that_went_through_can_be_cancelled_and_its_token_is_not_repeated() {
    let house = house().await;
    let mut visitor = entered(&house).await;
    house.pass(&visitor).await;
    let old = house.visitor().at(&visitor.query);
    visitor.get("/cancel/demo/sale").await;
    assert_eq!(house.poll(&old).await.status, 410);
}

#[tokio::test]
async fn leaving_ends_on_a_page_with_a_way_back_to_the_end_of_the_line() {
    let house = house().await;
    let mut visitor = house.visitor().at("c=demo&e=sale&cid=de");
    let page = visitor.enter().await;
    let text = page.text();
    let (_, rest) = text.split_once("href=\"/exitline.aspx").expect("a link to leave");
    let link = format!(
        "/exitline.aspx{}",
        rest.split('"').next().expect("an end").replace("&amp;", "&")
    );
    let left = visitor.get(&link).await;
    assert_eq!(
        (
            left.status.as_u16(),
            left.html("data-page").as_str(),
            left.html("lang").as_str()
        ),
        (200, "left", "de")
    );
    assert_eq!(left.way_back(), "/?c=demo&e=sale&cid=de");
    assert!(visitor.cookies.is_empty());
    assert_eq!(house.stats().await["waiting"], 0);
    let again = visitor.get(&left.way_back()).await;
    assert_eq!(again.status, 302);
}

#[tokio::test]
async fn a_browser_script_gives_a_place_up_by_loading_a_script() {
    let house = house().await;
    let visitor = entered(&house).await;
    // From a page of another site no cookie comes along.
    let script = house
        .get(&format!("/cancel/demo/sale/{}/cancelqueueid", visitor.queue_id()), &[])
        .await;
    assert_eq!(
        (script.status.as_u16(), script.header("content-type")),
        (200, "application/javascript")
    );
    assert_eq!(script.header("cross-origin-resource-policy"), "cross-origin");
    assert_eq!(script.text(), "/* nothing to run */\n");
    assert_eq!(house.poll(&visitor).await.status, 410);
    for (path, status) in [
        ("/cancel/demo/nothing/x/cancelqueueid", 404),
        ("/cancel/nobody/sale/x/cancelqueueid", 404),
        ("/cancel/demo/sale/nonsense/cancelqueueid", 200),
        ("/cancel/demo/sale/%2A%2F%3Balert(1)/cancelqueueid", 200),
    ] {
        let script = house.get(path, &[]).await;
        assert_eq!(
            (script.status.as_u16(), script.text().as_str()),
            (status, "/* nothing to run */\n"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn of_several_rooms_the_way_on_may_be_any_ones() {
    let other =
        "[[room]]\ncustomer = \"demo\"\nid = \"other\"\ntarget_url = \"https://other.example/\"\nmax_outflow = 1\n";
    let house = House::with(&(room("sale", "max_outflow = 60") + other)).await;
    for (r, next) in [
        ("shop.example", "https://shop.example/"),
        ("other.example", "https://other.example/"),
        ("third.example", ""),
    ] {
        let reply = house
            .get(
                &format!("/cancel/multiple/demo?wrl=sale_other&r=https%3A%2F%2F{r}"),
                &[],
            )
            .await;
        assert_eq!(reply.location(), next);
    }
}
