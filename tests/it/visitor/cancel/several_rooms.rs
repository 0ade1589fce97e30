//! A link that gives up places in several rooms.

use super::{FROM_SHOP, entered, question, server};
use crate::support::{TestServer, room};

#[tokio::test]
async fn two_rooms_are_given_up_by_one_link() {
    let server = server().await;
    let mut visitor = entered(&server).await;
    let first = visitor.query.clone();
    visitor = visitor.at("c=demo&e=second");
    visitor.enter().await;
    let second = visitor.query.clone();
    let first_id = server.visitor().at(&first).queue_id();
    // A link that names one of two places would give up the other without naming it.
    let half = format!("/cancel/multiple/demo?wrl=sale~{first_id}_second");
    question(&visitor.get_with(&half, &FROM_SHOP).await);
    visitor.post("/cancel/multiple/demo?wrl=sale_second", "").await;
    for query in [first, second] {
        assert_eq!(server.visitor().at(&query).load().await.status, 410);
    }
    assert!(visitor.cookies.is_empty());
}

#[tokio::test]
async fn of_several_rooms_the_way_on_may_be_any_ones() {
    let other =
        "[[room]]\ncustomer = \"demo\"\nid = \"other\"\ntarget_url = \"https://other.example/\"\nmax_outflow = 1\n";
    let server = TestServer::with(&(room("sale", "max_outflow = 60") + other)).await;
    for (r, next) in [
        ("shop.example", "https://shop.example/"),
        ("other.example", "https://other.example/"),
        ("third.example", ""),
    ] {
        let reply = server
            .get(
                &format!("/cancel/multiple/demo?wrl=sale_other&r=https%3A%2F%2F{r}"),
                &[],
            )
            .await;
        assert_eq!(reply.location(), next);
    }
}
