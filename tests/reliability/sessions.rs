//! One in, one out, at three nodes on Redis that are killed: a site asks the nodes about its pages,
//! and at no moment are more people inside than the cap, no visitor who continues to look at pages
//! is thrown out, and each freed slot goes to another visitor.
//!
//! Seeds choose the visitors, their behaviour, and which node or server is killed when.

use std::time::Duration;

use testkit::{Link, Moment, Redis, Sentinels, Service, TestRoom, now};

use crate::session_crowd::{CrowdRng, Manner, SiteCrowd, Stay, most_inside, tables};
use crate::support::{RATE, binary, lasts};

/// The most people inside.
const CAP: usize = 14;
/// How long after a fault a node may still hold a visitor back because it cannot know that the
/// visitor is inside: it follows the other nodes once a second.
const BACK_MS: u64 = 2_500;

/// How long the end of a session may take after its order was answered, on a busy machine.
const ORDERED_MS: u64 = 1_000;

/// A site in front of three nodes, and when there were faults.
struct SessionSite {
    service: Service,
    crowd: SiteCrowd,
    rng: CrowdRng,
    began: Moment,
    faults: Vec<(Moment, Moment)>,
}

impl SessionSite {
    /// Starts the nodes and lets people come: four who stay, three who fall silent, and others who
    /// buy after a second or two, more than the site can take at once.
    async fn open(store: &str, seed: u64) -> Self {
        let mut rooms = TestRoom::of(RATE);
        rooms.further = tables(CAP);
        let service = Service::start(binary(), store, 3, &rooms).await;
        let service = service.expect("the service starts");
        let mut rng = CrowdRng::of(seed);
        let mut crowd = SiteCrowd::before(service.balancer());
        for person in 0..54 {
            let manner = match person {
                0..4 => Manner::Stays,
                4..7 => Manner::FallsSilent(rng.millis(0, 2_000)),
                _ => Manner::Buys(rng.millis(500, 2_500)),
            };
            let after = rng.millis(person * 20, person * 20 + 200);
            crowd.come(manner, after, rng.millis(300, 1_200));
        }
        crowd.until_more_are_inside(CAP).await;
        Self {
            service,
            crowd,
            rng,
            began: now(),
            faults: Vec::new(),
        }
    }

    async fn goes_on(&mut self) {
        let more = self.rng.between(1, 4) as usize;
        self.crowd.until_more_are_inside(more).await;
    }

    /// Lets the orders that are under way end their sessions.
    async fn begin_fault(&self) -> Moment {
        self.crowd.hold_orders(true);
        lasts(ORDERED_MS).await;
        now()
    }

    async fn end_fault(&mut self, from: Moment) {
        self.faults.push((from, now()));
        lasts(ORDERED_MS).await;
        self.crowd.hold_orders(false);
    }

    /// Kills one node or all of them, and starts them again.
    async fn kill_nodes(&mut self) {
        let from = self.begin_fault().await;
        let one = self.rng.between(0, 4) as usize;
        let killed = if one < 3 { one..one + 1 } else { 0..3 };
        for node in &mut self.service.nodes[killed.clone()] {
            node.process.kill().await.expect("the node runs");
        }
        lasts(self.rng.between(0, 700)).await;
        for node in &mut self.service.nodes[killed] {
            node.process.restart().expect("the node starts");
            node.until_it_is("ok").await.expect("the node is ready");
        }
        self.end_fault(from).await;
    }

    /// Checks that no visitor was thrown out and that there were never more people inside than the
    /// cap; returns the site's records.
    async fn judged(self) -> Vec<Stay> {
        let end = now();
        let stays = self.crowd.leave().await;
        let most = most_inside(&stays, end);
        println!(
            "{} people, {} let in, at most {most} inside at once; {} calls, {} without an answer that may have left something; {} faults in {} ms",
            stays.len(),
            stays.iter().filter(|stay| stay.inside.is_some()).count(),
            stays.iter().map(|stay| stay.calls).sum::<usize>(),
            stays.iter().map(|stay| stay.unknown).sum::<usize>(),
            self.faults.len(),
            (end - self.began).as_millis(),
        );
        assert!(most <= CAP, "{most} inside, the cap is {CAP}");
        let thrown_out: Vec<&String> = stays.iter().flat_map(|stay| &stay.thrown_out).collect();
        assert!(thrown_out.is_empty(), "{thrown_out:#?}");
        let back = Duration::from_millis(BACK_MS);
        let is_faulty = |at: &Moment| self.faults.iter().any(|(from, to)| (*from..*to + back).contains(at));
        let put_back = stays.iter().flat_map(|stay| &stay.put_back);
        let without_fault = put_back.filter(|at| !is_faulty(at));
        assert_eq!(without_fault.count(), 0, "held back though nothing had failed");
        stays
    }
}

#[tokio::test]
async fn sessions_keep_to_the_cap_while_nodes_are_killed() {
    for seed in [1, 2] {
        let redis = Redis::start().await.unwrap();
        let mut site = SessionSite::open(&redis.url(), seed).await;
        for _ in 0..3 {
            site.goes_on().await;
            site.kill_nodes().await;
        }
        // Each session that ends makes room for one who waits.
        site.crowd.until_more_are_inside(usize::MAX / 2).await;
        site.judged().await;
    }
}

#[tokio::test]
async fn sessions_keep_to_the_cap_while_redis_is_killed() {
    let mut redis = Redis::start().await.unwrap();
    let mut site = SessionSite::open(&redis.url(), 3).await;
    for _ in 0..3 {
        site.goes_on().await;
        let from = site.begin_fault().await;
        redis.process.kill().await.unwrap();
        lasts(site.rng.between(200, 1_500)).await;
        let node = site.rng.between(0, 2) as usize;
        site.service.nodes[node].process.kill().await.unwrap();
        redis.restart().await.unwrap();
        site.service.nodes[node].process.restart().unwrap();
        for node in &mut site.service.nodes {
            node.until_it_is("ok").await.unwrap();
        }
        site.end_fault(from).await;
    }
    site.crowd.until_more_are_inside(usize::MAX / 2).await;
    site.judged().await;
}

#[tokio::test]
async fn sessions_keep_to_the_cap_after_a_failover_that_lost_commits() {
    let mut sentinels = Sentinels::start().await.unwrap();
    let mut site = SessionSite::open(&sentinels.url(""), 4).await;
    site.goes_on().await;
    let leader = sentinels.leader().await.unwrap();
    let from = now();
    sentinels.make(leader, Link::ReplicationHeld);
    // The commits that let visitors in from now on do not survive.
    site.crowd.until_more_are_inside(3).await;
    sentinels.fail_over().await.unwrap();
    for node in &mut site.service.nodes {
        node.until_it_is("ok").await.unwrap();
    }
    site.faults.push((from, now()));
    lasts(12_000).await;
    let stays = site.judged().await;
    // The recovery holds slots that lost commits may have filled; visitors who were inside stay
    // inside.
    let stayed = stays[..4].iter().filter(|stay| stay.inside.is_some());
    assert!(stayed.count() > 0, "somebody stayed");
}
