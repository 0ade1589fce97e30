//! A single node on its own disk that stops, dies and returns. (`nodes` covers several nodes.)

use testkit::now;

use crate::support::{crowd_before, embedded, judged, lasts, report};

#[tokio::test]
async fn a_node_that_stands_still_goes_on_where_it_was() {
    let (mut service, crowd) = embedded().await;
    crowd.until_more_are_through(5).await.unwrap();
    service.nodes[0].process.freeze().unwrap();
    lasts(4_000).await;
    let thawed = now();
    service.nodes[0].process.thaw().unwrap();
    report(
        "all served again after",
        crowd.until_served_since(thawed).await.unwrap(),
    );
    crowd.until_through().await.unwrap();
    judged(&service, crowd).await.must_hold().unwrap();
}

#[tokio::test]
async fn a_node_killed_under_load_comes_back_with_every_place() {
    let (mut service, mut crowd) = embedded().await;
    for _ in 0..3 {
        // Some visitors enter while the node dies.
        crowd.come(10, std::time::Duration::from_millis(20));
        crowd.until_more_are_through(3).await.unwrap();
        service.nodes[0].process.kill().await.unwrap();
        service.nodes[0].process.restart().unwrap();
        let back = now();
        report("all served again after", crowd.until_served_since(back).await.unwrap());
    }
    crowd.until_through().await.unwrap();
    let verdict = judged(&service, crowd).await;
    verdict.must_hold().unwrap();
    assert_eq!(verdict.redirected, 90);
}

#[tokio::test]
async fn a_node_that_was_away_for_a_while_meets_no_rush() {
    let (mut service, crowd) = embedded().await;
    crowd.until_more_are_through(5).await.unwrap();
    service.nodes[0].process.kill().await.unwrap();
    // The grants missed meanwhile must not happen all at once afterwards.
    lasts(5_000).await;
    service.nodes[0].process.restart().unwrap();
    let newcomers = crowd_before(&service, 40).await;
    crowd.until_through().await.unwrap();
    newcomers.until_through().await.unwrap();
    judged(&service, newcomers).await.must_hold().unwrap();
    judged(&service, crowd).await.must_hold().unwrap();
}

#[tokio::test]
async fn a_node_that_is_told_to_stop_answers_what_it_has_begun() {
    let (mut service, crowd) = embedded().await;
    crowd.until_more_are_through(5).await.unwrap();
    for _ in 0..2 {
        let status = service.nodes[0].stop().await.unwrap();
        assert_eq!(status.code(), Some(0), "{}", service.nodes[0].process.log());
        service.nodes[0].process.restart().unwrap();
        service.nodes[0].until_it_is("ok").await.unwrap();
    }
    crowd.until_through().await.unwrap();
    judged(&service, crowd).await.must_hold().unwrap();
}
