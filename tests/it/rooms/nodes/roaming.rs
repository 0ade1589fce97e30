//! A visitor whose every request goes to another node.

use serde_json::Value;

use super::SharedNodes;
use crate::support::Visitor;

/// Polls a node until it answers.
async fn ask(nodes: &SharedNodes, at: usize, visitor: &mut Visitor) -> Value {
    *visitor = visitor.clone().move_to(&nodes.0[at]);
    let poll = visitor.poll();
    nodes.advance(0).await;
    while !poll.is_finished() {
        nodes.advance(50).await;
    }
    let reply = poll.await.expect("handlers do not panic");
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

#[tokio::test]
async fn a_visitor_who_changes_nodes_is_redirected_and_gets_the_same_url_to_the_byte() {
    let nodes = SharedNodes::sale(3, 20).await;
    let mut others = Vec::new();
    for at in 0..5 {
        let mut other = nodes.0[at % 3].visitor();
        other.enter().await;
        others.push(other);
    }
    let mut visitor = nodes.0[2].visitor();
    visitor.enter().await;
    let (mut at, mut ahead, mut called, mut url) = (0, u64::MAX, 0, None);
    while url.is_none() {
        assert!(at < 100, "never let through");
        for (index, other) in others.iter_mut().enumerate() {
            ask(&nodes, (at + index) % 3, other).await;
        }
        let reply = ask(&nodes, at % 3, &mut visitor).await;
        if let Some(address) = reply["redirectUrl"].as_str() {
            url = Some(address.to_owned());
            continue;
        }
        let now = reply["ticket"]["usersInLineAheadOfYou"].as_u64().expect("people ahead");
        assert!(now <= ahead, "from {ahead} to {now}");
        assert_eq!(reply["ticket"]["queueNumber"], 6);
        ahead = now;
        called += u32::from(reply["forecastStatus"] == "FirstInLine");
        nodes.advance(2_000).await;
        at += 1;
    }
    assert!(called >= 1, "told before they go");
    for node in 0..6 {
        nodes.advance(300).await;
        let again = ask(&nodes, node % 3, &mut visitor).await;
        assert_eq!(
            again["redirectUrl"].as_str(),
            url.as_deref(),
            "a lost reply, at node {}",
            node % 3
        );
    }
    let logs = [0, 1, 2].map(|node| nodes.0[node].grants());
    let logs = futures_util::future::join_all(logs).await;
    assert_eq!(logs[0].len(), 6);
    assert!(logs.windows(2).all(|pair| pair[0] == pair[1]), "{logs:#?}");
}

#[tokio::test]
async fn a_place_of_another_node_is_found_in_the_store() {
    let nodes = SharedNodes::sale(2, 0).await;
    for number in 1..4 {
        let mut visitor = nodes.0[0].visitor();
        visitor.enter().await;
        let page = visitor.clone().move_to(&nodes.0[1]).load().await;
        assert_eq!((page.status.as_u16(), page.slot("number")), (200, number.to_string()));
        let mut left = visitor.move_to(&nodes.0[1]);
        left.post("/cancel/demo/sale", "").await;
    }
    let mut stranger = nodes.0[0]
        .visitor()
        .at("c=demo&e=sale&q=00000000-0000-4000-8000-000000000001");
    assert_eq!(stranger.load().await.status, 403, "and a forged one is not");
}

#[tokio::test]
async fn an_id_of_the_run_after_a_reset_on_another_node_is_good_at_once() {
    let nodes = SharedNodes::sale(2, 0).await;
    let mut before = nodes.0[1].visitor();
    before.enter().await;
    nodes.0[0].act("reset").await;
    let mut visitor = nodes.0[0].visitor();
    visitor.enter().await;
    let page = visitor.move_to(&nodes.0[1]).load().await;
    assert_eq!((page.status.as_u16(), page.slot("number").as_str()), (200, "1"));
    let again = before.load().await;
    assert_eq!(
        again.status,
        302,
        "the place of the run before is gone: {}",
        again.text()
    );
}

#[tokio::test]
async fn an_undo_at_one_node_revokes_the_link_to_leave_at_all() {
    let nodes = SharedNodes::sale(2, 0).await;
    let mut visitor = nodes.0[0].visitor();
    visitor.enter().await;
    let begin = format!("/exitline.aspx?{}&leaving=begin", visitor.query);
    let pending = visitor.post(&begin, "").await;
    let (_, end) = pending.header("refresh").split_once("; url=").expect("a refresh");
    let mut visitor = visitor.move_to(&nodes.0[1]);
    let line = visitor.open(&pending.way_back()).await;
    assert_eq!(line.location(), format!("/?{}", visitor.query));
    for _ in 0..6 {
        nodes.advance(2_000).await;
    }
    for node in &nodes.0 {
        visitor = visitor.move_to(node);
        let asked = visitor.get(end).await;
        assert_eq!(asked.html("data-state"), "question", "{}", asked.text());
    }

    // Without an undo, the link of one node acts at another.
    let pending = visitor.post(&begin, "").await;
    let (_, end) = pending.header("refresh").split_once("; url=").expect("a refresh");
    for _ in 0..6 {
        nodes.advance(2_000).await;
    }
    let left = visitor.move_to(&nodes.0[0]).get(end).await;
    assert_eq!(left.html("data-page"), "left", "{}", left.text());
}
