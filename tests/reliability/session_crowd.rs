//! People on a site that speaks CrowdHandler's API: the site asks about every page, a page a second
//! or so, and some people check out, some fall silent and some stay. This module judges the answers
//! to the site by arithmetic of its own.
//!
//! A visitor was certainly inside from the answer that let them in until the site sent the call of
//! the order's page, or until the validity of the session has passed since the last call. So a
//! moment with more people inside than the cap is an error, regardless of the nodes' counts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Balancer, HttpClient, Moment, now, until};
use tokio::task::JoinSet;

const PUBLIC: &str = "8a21c4f09b7d53e6a1f0b2c3d4e5f60718293a4b5c6d7e8f9fa0b1c2d3e4f506";
const PRIVATE: &str = "0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0";
const PAGE: &str = "https://www.example.com/tickets";
const ORDER: &str = "https://www.example.com/order/complete";
/// The shortest session that can be configured.
const VALIDITY: Duration = Duration::from_secs(60);
/// The time after which a site gives up a call.
const CALL_LIMIT: Duration = Duration::from_millis(2_500);

/// Returns the tables of a site with this cap, for `TestRoom::further`.
pub(crate) fn tables(cap: usize) -> String {
    format!(
        "[[customer]]\nid = \"acme\"\nsecret_key = \"of-the-site-5d1e\"\npublic_key = \"{PUBLIC}\"\nprivate_key = \"{PRIVATE}\"\n\
         [[pool]]\nid = \"shop\"\ndomains = [\"https://www.example.com\"]\nrate = 1200\nmax_sessions = {cap}\nsession_minutes = 1\n\
         checkout = \"^/order/complete\"\ncheckout_ends_session = true\n\
         [[room]]\ncustomer = \"acme\"\nid = \"tickets\"\npool = \"shop\"\nslug = \"tickets\"\nurl_match = \"all\"\n\
         target_url = \"https://www.example.com/\"\nmax_outflow = 1200\nprice = {{ limit_networks = false, work = false }}\n"
    )
}

/// Random numbers that a seed repeats.
#[derive(Debug)]
pub(crate) struct CrowdRng(u64);

impl CrowdRng {
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Returns a number from `from` to `to`, both included.
    pub(crate) fn between(&mut self, from: u64, to: u64) -> u64 {
        // xorshift64*, which needs a state other than 0.
        self.0 |= 1;
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        from + self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % (to - from + 1)
    }

    pub(crate) fn millis(&mut self, from: u64, to: u64) -> Duration {
        Duration::from_millis(self.between(from, to))
    }
}

/// The behaviour of a person on the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Looks at pages for this time, and buys.
    Buys(Duration),
    /// Looks at pages for this time, and then falls silent.
    FallsSilent(Duration),
    /// Looks at pages until the end.
    Stays,
}

/// A site's knowledge of one visitor.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stay {
    pub(crate) inside: Option<Moment>,
    /// When the visitor's session can have ended at the earliest.
    pub(crate) until: Option<Moment>,
    /// The times of answers that sent a visitor who was inside back to the line, with the same
    /// token.
    pub(crate) put_back: Vec<Moment>,
    /// The answers that ended the visit of a visitor who was inside.
    pub(crate) thrown_out: Vec<String>,
    /// The number of calls without an answer that can have left an unknown session behind.
    pub(crate) unknown: usize,
    pub(crate) calls: usize,
}

/// Everybody who visits the site.
#[derive(Debug)]
pub(crate) struct SiteCrowd {
    balancer: Balancer,
    stays: Vec<Arc<Mutex<Stay>>>,
    holds_orders: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

impl SiteCrowd {
    pub(crate) fn before(balancer: &Balancer) -> Self {
        Self {
            balancer: balancer.clone(),
            stays: Vec::new(),
            holds_orders: Arc::default(),
            tasks: JoinSet::new(),
        }
    }

    /// Lets a visitor come after this time, who looks at a page every `every`.
    pub(crate) fn come(&mut self, manner: Manner, after: Duration, every: Duration) {
        let stay = Arc::<Mutex<Stay>>::default();
        self.stays.push(stay.clone());
        let browser = SiteVisitor {
            client: HttpClient::default(),
            balancer: self.balancer.clone(),
            token: None,
            holds_orders: self.holds_orders.clone(),
            stay,
        };
        self.tasks.spawn(async move {
            tokio::time::sleep(after).await;
            browser.live(manner, every).await;
        });
    }

    pub(crate) fn stays(&self) -> Vec<Stay> {
        let stays = self.stays.iter();
        stays
            .map(|stay| stay.lock().unwrap_or_else(PoisonError::into_inner).clone())
            .collect()
    }

    /// Returns how many people were let in so far.
    pub(crate) fn let_in(&self) -> usize {
        self.stays().iter().filter(|stay| stay.inside.is_some()).count()
    }

    /// Waits until `count` more people than now were let in, or all of them.
    pub(crate) async fn until_more_are_inside(&self, count: usize) {
        let wanted = (self.let_in() + count).min(self.stays.len());
        let what = format!("{wanted} were let in");
        let waited = until(&what, || async { (self.let_in() >= wanted).then_some(()) }).await;
        waited.unwrap_or_else(|error| panic!("{error:#}: {self:#?}"));
    }

    /// While `hold` is set, visitors do not order. An order is answered before its session ends,
    /// and a session that could not be ended lasts until its timeout, which is longer than a test.
    pub(crate) fn hold_orders(&self, hold: bool) {
        self.holds_orders.store(hold, Ordering::Relaxed);
    }

    /// Ends all visits, and returns the site's records of them.
    pub(crate) async fn leave(mut self) -> Vec<Stay> {
        self.tasks.abort_all();
        while let Some(ended) = self.tasks.join_next().await {
            let panicked = ended.err().is_some_and(|error| error.is_panic());
            assert!(!panicked, "a visitor panicked");
        }
        self.stays()
    }
}

/// Returns the most people who were certainly inside at the same time.
pub(crate) fn most_inside(stays: &[Stay], end: Moment) -> usize {
    let mut steps: Vec<(Moment, i32)> = Vec::new();
    for stay in stays {
        if let Some(inside) = stay.inside {
            let until = stay.until.unwrap_or(end).min(end);
            steps.extend([(inside, 1), (until.max(inside), -1)]);
        }
    }
    // At the same moment, ends come first: stays that only touch do not overlap.
    steps.sort_unstable();
    let (mut inside, mut most) = (0_i32, 0);
    for (_, by) in steps {
        inside += by;
        most = most.max(inside);
    }
    usize::try_from(most).expect("nobody leaves before they come")
}

struct SiteVisitor {
    client: HttpClient,
    balancer: Balancer,
    token: Option<String>,
    holds_orders: Arc<AtomicBool>,
    stay: Arc<Mutex<Stay>>,
}

impl SiteVisitor {
    async fn live(mut self, manner: Manner, every: Duration) {
        let mut inside_since = None;
        loop {
            let since: &mut Option<Moment> = &mut inside_since;
            if self.look(PAGE).await && since.is_none() {
                *since = Some(now());
            }
            let stayed = since.map(|since| now() - since);
            match (manner, stayed) {
                (Manner::Buys(stay), Some(stayed)) if stayed >= stay && !self.holds_orders.load(Ordering::Relaxed) => {
                    return self.buy().await;
                }
                (Manner::FallsSilent(stay), Some(stayed)) if stayed >= stay => {
                    let until = now() + VALIDITY;
                    return self.note(|seen| seen.until = Some(until));
                }
                _ => tokio::time::sleep(every).await,
            }
        }
    }

    /// The page of the order ends the session once it is answered. A site that gets no answer does
    /// not ask again: the session then ends by its timeout.
    async fn buy(&mut self) {
        let sent = now();
        self.note(|seen| seen.until = Some(sent));
        if self.ask(ORDER).await.is_none() {
            self.note(|seen| seen.unknown += 1);
        }
    }

    /// Asks about a page; returns whether the visitor may see it.
    async fn look(&mut self, page: &str) -> bool {
        let Some(answered) = self.ask(page).await else {
            // A newcomer without an answer may have a place, and a session, that no one knows.
            if self.token.is_none() {
                self.note(|seen| seen.unknown += 1);
            }
            return false;
        };
        let (at, promoted) = (now(), answered["promoted"] == 1);
        let token = answered["token"].as_str().map(str::to_owned);
        let same = token == self.token;
        self.note(|seen| match seen.inside {
            None if promoted => seen.inside = Some(at),
            Some(_) if !same => seen.thrown_out.push(answered.to_string()),
            Some(_) if !promoted => seen.put_back.push(at),
            _ => {}
        });
        self.token = token.or(self.token.take());
        promoted
    }

    async fn ask(&self, page: &str) -> Option<Value> {
        self.note(|seen| seen.calls += 1);
        let node = self.balancer.next_node()?;
        let key = [("x-api-key", PUBLIC)];
        let url = format!("http://{node}/v1/requests");
        let answer = match &self.token {
            None => {
                let body = json!({"url": page, "agent": "Test", "ip": "203.0.113.9"}).to_string();
                let call = self.client.call(http::Method::POST, &url, &key, &body);
                tokio::time::timeout(CALL_LIMIT, call).await
            }
            Some(token) => {
                let url = format!("{url}/{token}?agent=Test&ip=203.0.113.9&url={page}");
                let call = self.client.call(http::Method::GET, &url, &key, "");
                tokio::time::timeout(CALL_LIMIT, call).await
            }
        };
        let answer = answer.ok()?.ok().filter(|answer| answer.status == 200)?;
        answer.json::<Value>().ok().map(|answered| answered["result"].clone())
    }

    fn note(&self, change: impl FnOnce(&mut Stay)) {
        change(&mut self.stay.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
