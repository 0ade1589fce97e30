//! Tests that a token that cost a permit is valid once, on all nodes of a site.

use std::io;
use std::sync::{Arc, Mutex};

use connector::{FirstUse, RedirectType, RedisReplayRecord, ReplayError, ReplayRecord, TokenUse};
use protocol::queueittoken::Token;
use protocol::{QueueId, UnixSeconds};
use testkit::Redis;
use tracing_subscriber::util::SubscriberInitExt;

use crate::site::{COOKIE, NOW, QUEUE, Site, SiteResponse, grant, hashed, secret, token};

fn path(token: &str) -> String {
    format!("/product?queueittoken={token}")
}

/// Asserts that the visitor is sent back to the queue with the reason.
#[track_caller]
fn assert_is_sent_back(answer: &SiteResponse) {
    let used = QUEUE.to_owned() + "&used=1700000180";
    answer.assert_redirects_to(&format!("{used}&t=http%3A%2F%2Fshop.example%2Fproduct"));
    assert_eq!(answer.refused.as_deref(), Some("token-used"));
    assert_eq!(answer.set_cookie, None);
}

#[tokio::test]
async fn a_second_use_needs_the_session_of_the_first() {
    let site = Site::new();
    let first = site.get(&path(&token()), None).await;
    first.assert_redirects_to("http://shop.example/product");
    for _ in 0..300 {
        assert_is_sent_back(&site.get(&path(&token()), None).await);
    }
    // A reload, or the back button.
    let again = site.get(&path(&token()), Some(&first.cookie())).await;
    again.assert_redirects_to("http://shop.example/product");
    // An invalid session cookie is deleted.
    let broken = site.get(&path(&token()), Some(&format!("{COOKIE}=broken"))).await;
    assert!(broken.deletes_the_cookie());
}

#[tokio::test]
async fn the_tokens_of_one_grant_are_one_whatever_address_they_are_bound_to() {
    let mut site = Site::new();
    let mut come = async |address: &'static str| {
        let token = Token {
            hashed_ip: Some(hashed(address)),
            ..grant()
        };
        site.peer = Some(address);
        site.get(&path(&token.sign(&secret())), None).await
    };
    come("203.0.113.7")
        .await
        .assert_redirects_to("http://shop.example/product");
    assert_is_sent_back(&come("203.0.113.8").await);
}

#[tokio::test]
async fn the_next_grant_of_the_same_place_is_another() {
    let site = Site::new();
    site.get(&path(&token()), None).await;
    let next = Token {
        expires_at: UnixSeconds(NOW + 181),
        ..grant()
    };
    let answer = site.get(&path(&next.sign(&secret())), None).await;
    answer.assert_redirects_to("http://shop.example/product");
}

#[tokio::test]
async fn tokens_that_cost_no_permit_are_good_until_they_end() {
    for (redirect_type, queue_id) in [
        (RedirectType::Disabled, grant().queue_id),
        (RedirectType::Idle, grant().queue_id),
        (RedirectType::AfterEvent, grant().queue_id),
        (RedirectType::DirectLink, grant().queue_id),
        (RedirectType::Queue, QueueId::NIL),
    ] {
        let site = Site::new();
        let token = Token {
            redirect_type,
            queue_id,
            ..grant()
        };
        for _ in 0..2 {
            let answer = site.get(&path(&token.sign(&secret())), None).await;
            answer.assert_redirects_to("http://shop.example/product");
        }
    }
}

#[tokio::test]
async fn a_request_that_goes_on_with_its_token_is_stopped_the_second_time() {
    let site = Site::with(|builder| builder.protect_when(|_| true));
    let host = [("host", "shop.example")];
    let first = site.send("POST", &path(&token()), None, &host).await;
    assert_eq!(first.status, 200);
    assert_is_sent_back(&site.send("POST", &path(&token()), None, &host).await);
}

#[tokio::test]
async fn a_page_s_script_is_told_where_to_go() {
    let site = Site::new();
    let page = [
        ("host", "shop.example"),
        ("x-queueit-ajaxpageurl", "http%3A%2F%2Fshop.example%2Fproduct"),
    ];
    let first = site.send("GET", &path(&token()), None, &page).await;
    assert_eq!(first.status, 200);
    let second = site.send("GET", &path(&token()), None, &page).await;
    let answered = second.redirect_for_script.unwrap_or_default();
    assert!(answered.contains("%26used%3D1700000180%26"), "{answered}");
}

async fn node(redis: &Redis) -> Site {
    let record = RedisReplayRecord::connect(&redis.url()).await.unwrap();
    Site::with(|builder| builder.replay_record(record))
}

#[tokio::test]
async fn nodes_that_share_a_record_admit_one() {
    let redis = Redis::start().await.unwrap();
    let nodes = [node(&redis).await, node(&redis).await, node(&redis).await];
    let path = path(&token());
    let answers = [0, 1, 2].map(|index| nodes[index].get(&path, None));
    let [one, two, three] = answers;
    let (one, two, three) = tokio::join!(one, two, three);
    let sessions = [&one, &two, &three]
        .iter()
        .filter(|answer| answer.set_cookie.is_some())
        .count();
    assert_eq!(sessions, 1, "of three at once");
    for site in &nodes {
        assert_is_sent_back(&site.get(&path, None).await);
    }
}

#[tokio::test]
async fn while_the_shared_record_is_away_each_node_admits_once() {
    let mut redis = Redis::start().await.unwrap();
    let nodes = [node(&redis).await, node(&redis).await];
    redis.process.kill().await.unwrap();
    for site in &nodes {
        let answer = site.get(&path(&token()), None).await;
        answer.assert_redirects_to("http://shop.example/product");
        assert_is_sent_back(&site.get(&path(&token()), None).await);
    }
}

/// A record implemented by the site that does not answer.
struct Away;

impl ReplayRecord for Away {
    fn first_use(&self, _: TokenUse) -> FirstUse {
        Box::pin(async { Err(ReplayError::new("away")) })
    }
}

/// The log of a test.
#[derive(Clone, Default)]
struct SharedLog(Arc<Mutex<Vec<u8>>>);

impl io::Write for SharedLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_site_s_own_record_that_does_not_answer_is_logged() {
    let log = SharedLog::default();
    let writer = log.clone();
    // The subscriber is set for this thread only; the runtime of a test uses no other.
    let _logging = tracing_subscriber::fmt()
        .with_writer(move || writer.clone())
        .set_default();
    let site = Site::with(|builder| builder.replay_record(Away));
    let answer = site.get(&path(&token()), None).await;
    answer.assert_redirects_to("http://shop.example/product");
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(text.contains("a token is good once on each node for now"), "{text}");
    assert!(text.contains("does not answer: away"), "{text}");
}

/// A record that a site implements itself.
struct Own;

impl ReplayRecord for Own {
    fn first_use(&self, token_use: TokenUse) -> FirstUse {
        assert_eq!((token_use.key().len(), token_use.lasts_seconds()), (32, 181));
        Box::pin(async move {
            tokio::task::yield_now().await;
            if token_use.at.0 > NOW {
                Err(ReplayError::new("away"))
            } else {
                Ok(false)
            }
        })
    }
}

#[tokio::test]
async fn a_site_may_keep_the_record_elsewhere() {
    let site = Site::with(|builder| builder.replay_record(Own));
    assert_is_sent_back(&site.get(&path(&token()), None).await);
}
