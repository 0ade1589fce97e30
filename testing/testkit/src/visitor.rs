//! A simulated visitor: enters, loads the page, polls at the intervals in the answers, follows the
//! redirect, and records all events that must not happen.
//!
//! A visitor expects the following: the number and the queue id stay the same, the number of people
//! ahead never rises, a redirect that is requested again is identical, and no answer is an error
//! page. Every other answer is a [`VisitorViolation`]. A holding page is none: it states when to
//! try again, and is counted separately.

use std::time::Duration;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::balancer::Balancer;
use crate::client::Answer;
use crate::clock::{EpochMs, Moment, now};

/// The path by which every visitor enters.
const ENTRY: &str = "/?c=demo&e=sale";
/// Limits on the waiting time in an answer, so that a wrong answer neither makes a visitor spin nor
/// stops one.
const WAIT_MS_MIN: u64 = 100;
const WAIT_MS_MAX: u64 = 15_000;
/// Most requests of a visitor who lost a redirect.
const AGAIN_MAX: usize = 10;
/// The time after which a visitor without an answer tries again.
const AGAIN: Duration = Duration::from_millis(300);

/// An event that must never happen to a visitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VisitorViolation {
    /// A place that the visitor had received is refused: status code and body.
    Lost(u16, String),
    /// The number of the place changed: before, after.
    Renumbered(u64, u64),
    /// The number of people ahead rose: before, after.
    SetBack(u64, u64),
    /// An answer that is an error page: status code and body.
    ErrorPage(u16, String),
    /// No node answered.
    Unreachable(String),
    /// A repeated request got another redirect: before, after.
    OtherRedirect(String, String),
    /// The answer has no meaning.
    Nonsense(String),
}

/// The observations of a visitor.
#[derive(Debug, Clone, Default)]
pub struct VisitorRecord {
    /// The queue id of the place, from the page's address.
    pub queue_id: Option<String>,
    /// The number of the place, if it is known.
    pub number: Option<u64>,
    /// The smallest number of people ahead.
    pub ahead: Option<u64>,
    /// The time at which the redirect arrived, and its target.
    pub redirected: Option<(EpochMs, String)>,
    /// The number of holding pages and postponed polls.
    pub held: u64,
    /// The number of polls that were answered with the place.
    pub answered: u64,
    /// The time of the last answer other than a holding page.
    pub last_served: Option<Moment>,
    /// Events that must never happen.
    pub findings: Vec<VisitorViolation>,
}

/// The next action of a visitor.
#[derive(Debug, PartialEq, Eq)]
pub enum VisitorStep {
    /// Enter after this time.
    Enter(Duration),
    /// Poll after this time.
    Poll(Duration),
    /// Ask for the redirect a second time ([`BrowsingVisitor::ask_again`]).
    AskAgain,
    /// Nothing more: the visitor was redirected, or lost the place.
    Gone,
}

/// A visitor with a browser.
#[derive(Debug)]
pub struct BrowsingVisitor {
    balancer: Balancer,
    query: String,
    cookie: Option<String>,
    /// Whether the visitor asks for the redirect a second time, as after a lost reply.
    asks_again: bool,
    /// The observations so far.
    pub seen: VisitorRecord,
}

/// The fields of `getStatus` that are checked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Status {
    update_interval: Option<u64>,
    redirect_url: Option<String>,
    ticket: Option<Ticket>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Ticket {
    queue_number: Option<u64>,
    users_in_line_ahead_of_you: u64,
}

impl VisitorRecord {
    /// Returns whether a place that the visitor had received was refused.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.findings
            .iter()
            .any(|finding| matches!(finding, VisitorViolation::Lost(..)))
    }
}

impl BrowsingVisitor {
    /// Creates a visitor who has not been here before.
    #[must_use]
    pub fn new(balancer: Balancer, asks_again: bool) -> Self {
        Self {
            balancer,
            query: String::new(),
            cookie: None,
            asks_again,
            seen: VisitorRecord::default(),
        }
    }

    /// Enters, and loads the page.
    pub async fn enter(&mut self) -> VisitorStep {
        let answer = match self.balancer.get(ENTRY, self.cookie.as_deref()).await {
            Ok(answer) => answer,
            Err(error) => return self.unreachable(&error, VisitorStep::Enter(AGAIN)),
        };
        match answer.status {
            302 => self.place(&answer),
            503 if answer.retry_after().is_some() => VisitorStep::Enter(self.hold(&answer)),
            status => {
                self.find(VisitorViolation::ErrorPage(status, answer.text()));
                VisitorStep::Enter(AGAIN)
            }
        }
    }

    fn place(&mut self, answer: &Answer) -> VisitorStep {
        let query = answer.location().and_then(|location| location.strip_prefix("/?"));
        let id = query.and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("q=")));
        let (Some(query), Some(id)) = (query, id) else {
            self.find(VisitorViolation::Nonsense(format!(
                "entering led to {:?}",
                answer.location()
            )));
            return VisitorStep::Gone;
        };
        query.clone_into(&mut self.query);
        self.seen.queue_id = Some(id.to_owned());
        // A returning visitor gets no new cookie and keeps the old one.
        self.cookie = answer.cookie().map(str::to_owned).or(self.cookie.take());
        self.seen.last_served = Some(now());
        VisitorStep::Poll(Duration::ZERO)
    }

    /// Returns the path and query of a poll.
    fn status_path(&self) -> String {
        let mut path = format!("/api/getStatus?{}", self.query);
        // Sends the shown number of people ahead, as the page does: a lagging node must not show
        // more people than another node has shown.
        if let Some(ahead) = self.seen.ahead {
            path += &format!("&shown={ahead}");
        }
        path
    }

    /// Polls the status.
    pub async fn poll(&mut self) -> VisitorStep {
        let answer = match self.balancer.get(&self.status_path(), self.cookie.as_deref()).await {
            Ok(answer) => answer,
            Err(error) => return self.unreachable(&error, VisitorStep::Poll(AGAIN)),
        };
        match self.read_answer(&answer) {
            Ok(VisitorStep::Gone) if self.asks_again => VisitorStep::AskAgain,
            Ok(next) => next,
            Err(error) => {
                self.find(VisitorViolation::Nonsense(format!("{error:#}")));
                VisitorStep::Poll(AGAIN)
            }
        }
    }

    /// Loads the page like a browser without scripts; returns the status code, or `None` after a
    /// finding.
    pub async fn load(&mut self) -> Option<u16> {
        match self
            .balancer
            .get(&format!("/?{}", self.query), self.cookie.as_deref())
            .await
        {
            Ok(answer) => Some(answer.status),
            Err(error) => {
                self.find(VisitorViolation::Unreachable(format!("{error:#}")));
                None
            }
        }
    }

    fn read_answer(&mut self, answer: &Answer) -> Result<VisitorStep> {
        match answer.status {
            200 => {}
            503 => return Ok(VisitorStep::Poll(self.hold(answer))),
            403 | 404 | 410 => {
                self.find(VisitorViolation::Lost(answer.status, answer.text()));
                return Ok(VisitorStep::Gone);
            }
            status => {
                self.find(VisitorViolation::ErrorPage(status, answer.text()));
                return Ok(VisitorStep::Poll(AGAIN));
            }
        }
        self.seen.last_served = Some(now());
        let status: Status = answer.json()?;
        if let Some(url) = status.redirect_url {
            self.seen.redirected = Some((EpochMs::now(), url));
            let cookies = self.cookie.iter().map(String::as_str).chain(answer.cookie());
            self.cookie = Some(cookies.collect::<Vec<_>>().join("; "));
            return Ok(VisitorStep::Gone);
        }
        self.seen.answered += 1;
        self.compare(&status.ticket.context("neither a redirect nor a ticket")?);
        let reported = status.update_interval.context("no interval is told")?;
        Ok(VisitorStep::Poll(Duration::from_millis(
            reported.clamp(WAIT_MS_MIN, WAIT_MS_MAX),
        )))
    }

    fn compare(&mut self, ticket: &Ticket) {
        let ahead = ticket.users_in_line_ahead_of_you;
        if let Some(before) = self.seen.ahead.filter(|before| *before < ahead) {
            self.find(VisitorViolation::SetBack(before, ahead));
        }
        self.seen.ahead = Some(self.seen.ahead.map_or(ahead, |before| before.min(ahead)));
        let Some(number) = ticket.queue_number else {
            return;
        };
        if let Some(before) = self.seen.number.replace(number).filter(|before| *before != number) {
            self.find(VisitorViolation::Renumbered(before, number));
        }
    }

    /// Asks for the redirect again, as after a lost reply. Another node may not yet know the grant
    /// and answer that the visitor waits; the visitor then asks again after the stated interval.
    pub async fn ask_again(&mut self) {
        let Some((_, first)) = self.seen.redirected.clone() else {
            return;
        };
        let path = self.status_path();
        for _ in 0..AGAIN_MAX {
            let answer = self.balancer.get(&path, self.cookie.as_deref()).await;
            // A visitor without an answer at this point has already left, so nothing is lost.
            let Ok(status) = answer.and_then(|answer| answer.json::<Status>()) else {
                return;
            };
            match status.redirect_url {
                Some(second) if second == first => return,
                Some(second) => return self.find(VisitorViolation::OtherRedirect(first, second)),
                None => tokio::time::sleep(Duration::from_millis(status.update_interval.unwrap_or(WAIT_MS_MIN))).await,
            }
        }
        self.find(VisitorViolation::OtherRedirect(first, String::new()));
    }

    fn hold(&mut self, answer: &Answer) -> Duration {
        self.seen.held += 1;
        let reported = answer.retry_after().map_or(WAIT_MS_MIN * 10, |seconds| seconds * 1_000);
        Duration::from_millis(reported.clamp(WAIT_MS_MIN, WAIT_MS_MAX))
    }

    fn unreachable(&mut self, error: &anyhow::Error, next: VisitorStep) -> VisitorStep {
        self.find(VisitorViolation::Unreachable(format!("{error:#}")));
        next
    }

    fn find(&mut self, finding: VisitorViolation) {
        self.seen.findings.push(finding);
    }
}
