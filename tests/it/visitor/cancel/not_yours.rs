//! "Leave the line" for a place that this browser does not hold.

use super::{entered, without_turns};

#[tokio::test]
async fn a_link_that_names_somebody_elses_place_gives_up_neither_that_nor_ones_own() {
    let server = without_turns().await;
    let (mut visitor, other) = (entered(&server).await, entered(&server).await);
    for q in [other.queue_id(), "nonsense".to_owned()] {
        for step in ["", "&leaving=begin"] {
            let link = format!("/exitline.aspx?c=demo&e=sale&cid=en&q={q}{step}");
            for reply in [visitor.get(&link).await, visitor.post(&link, "").await] {
                assert_eq!(
                    reply.error_page(),
                    (403, String::new(), "not-yours".to_owned()),
                    "{link}"
                );
                assert_eq!(reply.header("set-cookie"), "");
                let own = format!("/?c=demo&e=sale&cid=en&q={}", visitor.queue_id());
                assert_eq!(reply.way_back(), own);
            }
        }
    }
    assert_eq!(server.stats().await["waiting"], 2);
    assert_eq!(visitor.load().await.slot("number"), "1");
}
