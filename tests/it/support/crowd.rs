//! Many visitors who poll exactly at the intervals in the answers, in virtual time.

use std::collections::HashMap;

use serde_json::Value;

use super::{Poll, ShownGrant, TestServer, Visitor};

/// The step of virtual time in milliseconds; pool nodes grant at these moments.
const STEP_MS: u64 = 50;

/// The step while no request is pending, in milliseconds.
const IDLE_STEP_MS: u64 = 500;
/// The poll interval of visitors at the front, in milliseconds, including one step of delay.
const POLL_MS: u64 = 2_000 + STEP_MS;
/// The longest time between two permits of a line, in milliseconds, unless a test has slower lines.
const PERMIT_MS: u64 = 500;

/// A visitor of a crowd.
pub(crate) struct CrowdMember {
    pub(crate) visitor: Visitor,
    /// The moment of the next poll; `None` for a visitor who is through.
    due_ms: Option<u64>,
    /// The time of the last poll.
    asked_ms: u64,
    open: Option<Poll>,
    polls: usize,
    ahead: u64,
    /// The time at which the visitor first learned that it is their turn.
    told_first: Option<u64>,
    /// The time of the redirect, and its target.
    pub(crate) redirected: Option<(u64, String)>,
}

/// Many visitors.
#[derive(Default)]
pub(crate) struct TestCrowd {
    pub(crate) members: Vec<CrowdMember>,
}

impl TestCrowd {
    /// Lets visitors enter the room `demo/sale` one after the other, and returns them; their polls
    /// are spread over two seconds.
    pub(crate) async fn enter(server: &TestServer, count: usize) -> Self {
        Self::of(server, "sale", count).await
    }

    /// Like [`enter`](Self::enter), for another room of `demo`.
    pub(crate) async fn of(server: &TestServer, room: &str, count: usize) -> Self {
        let mut members = Vec::with_capacity(count);
        for index in 0..count {
            let mut visitor = server.visitor().at(&format!("c=demo&e={room}"));
            let reply = visitor.load().await;
            visitor.follow(&reply);
            members.push(CrowdMember {
                visitor,
                due_ms: Some(server.now_ms() + (index as u64 * 37) % 2_000),
                asked_ms: 0,
                open: None,
                polls: index,
                ahead: u64::MAX,
                told_first: None,
                redirected: None,
            });
        }
        Self { members }
    }

    /// Merges both crowds.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.members.extend(other.members);
        self
    }

    /// Lets time pass while all visitors poll at the intervals in the answers. Asserts the
    /// guarantees for each visitor at all times.
    pub(crate) async fn wait(&mut self, server: &TestServer, span_ms: u64) {
        self.wait_before(&[server], span_ms).await;
    }

    /// Like [`wait`](Self::wait), with several nodes that share a clock; each poll goes to another
    /// node.
    pub(crate) async fn wait_before(&mut self, servers: &[&TestServer], span_ms: u64) {
        let server = servers[0];
        let end_ms = server.now_ms() + span_ms;
        while server.now_ms() < end_ms {
            for member in &mut self.members {
                member.ask(server.now_ms(), servers);
            }
            settle(servers).await;
            for member in &mut self.members {
                member.listen(server.now_ms()).await;
            }
            let step_ms = self.step(server.now_ms()).min(end_ms - server.now_ms());
            server.clock.advance_ms(step_ms);
            settle(servers).await;
        }
    }

    fn step(&self, now_ms: u64) -> u64 {
        if self.members.iter().any(|member| member.open.is_some()) {
            return STEP_MS;
        }
        let next = self.members.iter().filter_map(|member| member.due_ms).min();
        next.unwrap_or(u64::MAX)
            .saturating_sub(now_ms)
            .clamp(STEP_MS, IDLE_STEP_MS)
    }

    /// Asserts that no visitor was granted twice, and that no higher number was granted more than a
    /// poll interval before a visitor who had known for a poll interval that it was their turn.
    pub(crate) fn assert_fair(&self, grants: &[ShownGrant]) {
        self.assert_fair_at(grants, PERMIT_MS);
    }

    /// Like [`assert_fair`](Self::assert_fair), for a line with up to `permit_ms` between two
    /// permits: a visitor who was between two polls when a higher number was granted is there
    /// within a poll interval, and then has the line's next permit.
    pub(crate) fn assert_fair_at(&self, grants: &[ShownGrant], permit_ms: u64) {
        let inversion_ms = POLL_MS + permit_ms;
        let called_at: HashMap<String, Option<u64>> = self
            .members
            .iter()
            .map(|member| (member.visitor.queue_id(), member.told_first))
            .collect();
        for (index, later) in grants.iter().enumerate() {
            let ready = called_at[&later.queue_id].expect("told before the grant") + POLL_MS;
            for earlier in &grants[..index] {
                assert_ne!(earlier.queue_id, later.queue_id, "once each");
                let passed = earlier.queue_number > later.queue_number && earlier.granted_at > ready;
                let passed = passed && later.granted_at > earlier.granted_at + inversion_ms;
                assert!(!passed, "{earlier:?} before {later:?}, who was ready at {ready}");
            }
        }
    }

    /// Returns the visitors who are through, in the order of their grants.
    pub(crate) fn through(&self) -> Vec<&CrowdMember> {
        let mut through: Vec<&CrowdMember> = self
            .members
            .iter()
            .filter(|member| member.redirected.is_some())
            .collect();
        through.sort_by_key(|member| member.redirected.as_ref().map(|(at, _)| *at));
        through
    }

    /// Connects all visitors to a server that was opened again.
    pub(crate) fn move_to(&mut self, server: &TestServer) {
        for member in &mut self.members {
            member.visitor = member.visitor.clone().move_to(server);
        }
    }

    /// Disconnects all visitors, so that the server can be closed.
    pub(crate) async fn adrift(&mut self) {
        for member in &mut self.members {
            member.visitor = member.visitor.clone().adrift();
            if let Some(open) = member.open.take() {
                open.abort();
                _ = open.await;
                member.due_ms = Some(0);
            }
        }
    }
}

/// Lets every node do all work that needs no time.
pub(crate) async fn settle(servers: &[&TestServer]) {
    for server in servers {
        server.settle().await;
    }
}

impl CrowdMember {
    /// Makes the visitor send no request before that moment.
    pub(crate) fn fall_silent(&mut self, until_ms: u64) {
        if let Some(open) = self.open.take() {
            open.abort();
        }
        if self.redirected.is_none() {
            self.due_ms = Some(until_ms);
        }
    }

    /// Returns whether the visitor's request is held open.
    pub(crate) fn is_held(&self) -> bool {
        self.open.as_ref().is_some_and(|open| !open.is_finished())
    }

    fn ask(&mut self, now_ms: u64, servers: &[&TestServer]) {
        if self.due_ms.is_some_and(|due| due <= now_ms) {
            (self.due_ms, self.asked_ms) = (None, now_ms);
            if servers.len() > 1 {
                self.polls += 1;
                self.visitor = self.visitor.clone().move_to(servers[self.polls % servers.len()]);
            }
            self.open = Some(self.visitor.poll());
        }
    }

    async fn listen(&mut self, now_ms: u64) {
        let Some(open) = self.open.take_if(|open| open.is_finished()) else {
            return;
        };
        let reply = open.await.expect("handlers do not panic");
        assert_eq!(reply.status, 200, "{}", reply.text());
        let reply = reply.json();
        match reply["redirectUrl"].as_str() {
            Some(url) => {
                assert!(self.told_first.is_some(), "told that it is their turn before they go");
                self.redirected = Some((now_ms, url.to_owned()));
            }
            None => self.due_ms = Some(now_ms + self.check_waiting(now_ms, &reply)),
        }
    }

    /// Checks the answer to a visitor who waits; returns the time until the next poll.
    fn check_waiting(&mut self, now_ms: u64, reply: &Value) -> u64 {
        let ahead = reply["ticket"]["usersInLineAheadOfYou"].as_u64().expect("people ahead");
        // Before the draw, no visitor is ahead of another.
        if reply["ticket"]["queueNumber"].is_u64() {
            assert!(ahead <= self.ahead, "ahead rose from {} to {ahead}", self.ahead);
            self.ahead = ahead;
        }
        let first = reply["forecastStatus"] == "FirstInLine";
        assert!(
            first || self.told_first.is_none(),
            "nobody falls back from the first in line"
        );
        let is_told_now = first && self.told_first.is_none();
        if first {
            self.told_first.get_or_insert(now_ms);
        }
        let interval = reply["updateInterval"].as_u64().expect("an interval");
        // The interval counts from the request, and a claim may have been held.
        let held_ms = if first { now_ms - self.asked_ms } else { 0 };
        // A node that has just started asks visitors to claim soon if it does not know whether they
        // were told.
        let at_least: u64 = if is_told_now { 700 } else { 2_000 };
        let shortest = at_least.saturating_sub(held_ms).max(100);
        assert!((shortest..=40_000).contains(&interval), "interval {interval}");
        interval
    }
}

/// Returns the most distinct ids granted in any `(t − 60 s, t]`.
pub(crate) fn most_in_any_minute(grants: &[ShownGrant]) -> usize {
    let mut inside: HashMap<&str, usize> = HashMap::new();
    let (mut start, mut most) = (0, 0);
    for grant in grants {
        *inside.entry(&grant.queue_id).or_default() += 1;
        while grants[start].granted_at + 60_000 <= grant.granted_at {
            let gone = grants[start].queue_id.as_str();
            let left = inside.get_mut(gone).expect("counted");
            *left -= 1;
            if *left == 0 {
                inside.remove(gone);
            }
            start += 1;
        }
        most = most.max(inside.len());
    }
    most
}
