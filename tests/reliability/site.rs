//! The site behind the room: slow, down, broken. The room does not observe the site; it guarantees
//! its pace to the site in all cases.

use std::collections::BTreeSet;
use std::time::Duration;

use testkit::{HttpClient, ProtectedSite, Service, SiteBehaviour, TestRoom, VisitorCrowd, VisitorRecord};

use crate::support::{CROWD, RATE, binary, crowd_before, judged, lasts};

/// Starts a service before a site, and its crowd.
async fn before(site: &ProtectedSite) -> (Service, VisitorCrowd) {
    let rooms = TestRoom {
        target: site.url(),
        ..TestRoom::of(RATE)
    };
    let service = Service::start(binary(), "embedded:", 1, &rooms).await;
    let service = service.expect("the service starts");
    let crowd = crowd_before(&service, CROWD).await;
    (service, crowd)
}

/// Sends all redirected visitors to the site; returns how many are served.
async fn served(seen: &[VisitorRecord]) -> usize {
    let client = HttpClient::default();
    let mut served = 0;
    for (_, url) in seen.iter().filter_map(|seen| seen.redirected.as_ref()) {
        let answer = client.get(url, None).await;
        served += usize::from(answer.is_ok_and(|answer| answer.status == 200));
    }
    served
}

#[tokio::test]
async fn a_slow_site_gets_its_visitors_at_its_pace() {
    let site = ProtectedSite::start().await.unwrap();
    site.be(SiteBehaviour::Slowly(Duration::from_millis(300)));
    let (service, crowd) = before(&site).await;
    crowd.until_more_are_through(10).await.unwrap();
    assert!(served(&crowd.seen()).await >= 10, "each waits for the site alone");
    crowd.until_through().await.unwrap();
    judged(&service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn a_broken_site_gets_no_more_than_it_asked_for_and_can_be_spared() {
    let site = ProtectedSite::start().await.unwrap();
    site.be(SiteBehaviour::Broken);
    let (service, crowd) = before(&site).await;
    crowd.until_more_are_through(10).await.unwrap();
    assert_eq!(served(&crowd.seen()).await, 0);
    assert!(
        site.arrivals().iter().all(|path| path.contains("queueittoken=")),
        "{:?}",
        site.arrivals()
    );
    // The operator notices, and pauses the room: no more visitors come, and no places are lost.
    service.operator(0).must("pause").await.unwrap();
    let spared = crowd.redirected();
    lasts(2_500).await;
    assert!(crowd.redirected() <= spared + 1, "one reply may have been on its way");
    service.operator(0).must("resume").await.unwrap();
    crowd.until_through().await.unwrap();
    judged(&service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn visitors_who_find_the_site_gone_keep_the_way_to_it() {
    let site = ProtectedSite::start().await.unwrap();
    let (service, crowd) = before(&site).await;
    site.be(SiteBehaviour::Gone);
    crowd.until_through().await.unwrap();
    let seen = judged_seen(&service, crowd).await;
    assert_eq!(served(&seen).await, 0);
    // The same addresses work when the site is back: the token is valid for three minutes, and no
    // second permit is needed.
    site.be(SiteBehaviour::Well);
    assert_eq!(served(&seen).await, CROWD);
    assert_eq!(service.operator(0).grants().await.unwrap().len(), CROWD);
    let places: BTreeSet<String> = site.arrivals().into_iter().collect();
    assert_eq!(places.len(), CROWD, "each with a token of their own");
}

/// Checks the answers to a crowd, and returns its records.
async fn judged_seen(service: &Service, crowd: VisitorCrowd) -> Vec<VisitorRecord> {
    let seen = crowd.seen();
    let verdict = judged(service, crowd).await;
    verdict.must_hold_unseen().expect("nothing is wrong");
    seen
}
