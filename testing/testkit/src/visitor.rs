//! A visitor with a browser: enters, loads the page, polls as told, goes when told, and notes
//! everything that should not happen.
//!
//! A visitor *expects*: the number and the queue id stay, people ahead never rise, a redirect asked
//! for again is the very same, and no answer is an error page. Whatever is otherwise is a
//! [`Finding`]. A holding page is none: it is honest, says when to come again, and is counted by
//! itself.

use std::time::Duration;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::balancer::Balancer;
use crate::client::Answer;
use crate::clock::{Moment, WallMs, now};

/// The address by which everybody enters.
const ENTRY: &str = "/?c=demo&e=sale";
/// Bounds on what is told to wait, so that a wrong answer neither spins nor stops a visitor.
const WAIT_MS_MIN: u64 = 100;
const WAIT_MS_MAX: u64 = 15_000;
/// Whoever has lost a redirect asks so often.
const AGAIN_MAX: usize = 10;
/// Whoever got no answer at all presses the button again after so long.
const AGAIN: Duration = Duration::from_millis(300);

/// Something that must never happen to a visitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// A place that was told is refused: status code and body.
    Lost(u16, String),
    /// Another number for the same place: before, after.
    Renumbered(u64, u64),
    /// More people ahead than told before: before, after.
    SetBack(u64, u64),
    /// An answer that is an error page: status code and body.
    ErrorPage(u16, String),
    /// No node answered at all.
    Unreachable(String),
    /// The redirect, asked for again, is another.
    OtherRedirect(String, String),
    /// An answer that means nothing.
    Nonsense(String),
}

/// What a visitor was told, all in all.
#[derive(Debug, Clone, Default)]
pub struct VisitorRecord {
    /// Of the place, as the address has it.
    pub queue_id: Option<String>,
    /// Of the place, if it was told.
    pub number: Option<u64>,
    /// The least people ahead told.
    pub ahead: Option<u64>,
    /// When the redirect arrived, and where it leads.
    pub redirected: Option<(WallMs, String)>,
    /// Holding pages, and polls that were put off.
    pub held: u64,
    /// Polls answered with the place.
    pub answered: u64,
    /// When an answer other than a holding page came last.
    pub last_served: Option<Moment>,
    /// What must never happen.
    pub findings: Vec<Finding>,
}

/// What a visitor does next.
#[derive(Debug, PartialEq, Eq)]
pub enum VisitorStep {
    /// Enter, after so long.
    Enter(Duration),
    /// Poll, after so long.
    Poll(Duration),
    /// Ask for the redirect a second time ([`Visitor::ask_again`]).
    AskAgain,
    /// Nothing more: redirected, or lost.
    Gone,
}

/// The browser.
#[derive(Debug)]
pub struct Visitor {
    balancer: Balancer,
    query: String,
    cookie: Option<String>,
    /// Asks for the redirect a second time, as whose reply was lost.
    asks_again: bool,
    /// What it was told.
    pub seen: VisitorRecord,
}

/// The fields of `getStatus` that are judged.
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
    /// Whether the place that was told is refused.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding, Finding::Lost(..)))
    }
}

impl Visitor {
    /// Somebody who was never here.
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
                self.find(Finding::ErrorPage(status, answer.text()));
                VisitorStep::Enter(AGAIN)
            }
        }
    }

    fn place(&mut self, answer: &Answer) -> VisitorStep {
        let query = answer.location().and_then(|location| location.strip_prefix("/?"));
        let id = query.and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("q=")));
        let (Some(query), Some(id)) = (query, id) else {
            self.find(Finding::Nonsense(format!("entering led to {:?}", answer.location())));
            return VisitorStep::Gone;
        };
        query.clone_into(&mut self.query);
        self.seen.queue_id = Some(id.to_owned());
        // Who comes again is told nothing new, and keeps what they have.
        self.cookie = answer.cookie().map(str::to_owned).or(self.cookie.take());
        self.seen.last_served = Some(now());
        VisitorStep::Poll(Duration::ZERO)
    }

    /// What a poll asks for.
    fn status_path(&self) -> String {
        let mut path = format!("/api/getStatus?{}", self.query);
        // As the page does: a node that is behind the others must not tell more than another has.
        if let Some(ahead) = self.seen.ahead {
            path += &format!("&shown={ahead}");
        }
        path
    }

    /// Asks how things stand.
    pub async fn poll(&mut self) -> VisitorStep {
        let answer = match self.balancer.get(&self.status_path(), self.cookie.as_deref()).await {
            Ok(answer) => answer,
            Err(error) => return self.unreachable(&error, VisitorStep::Poll(AGAIN)),
        };
        match self.told(&answer) {
            Ok(VisitorStep::Gone) if self.asks_again => VisitorStep::AskAgain,
            Ok(next) => next,
            Err(error) => {
                self.find(Finding::Nonsense(format!("{error:#}")));
                VisitorStep::Poll(AGAIN)
            }
        }
    }

    /// Loads the page as a browser without script does: the status code, or the finding.
    pub async fn load(&mut self) -> Option<u16> {
        match self
            .balancer
            .get(&format!("/?{}", self.query), self.cookie.as_deref())
            .await
        {
            Ok(answer) => Some(answer.status),
            Err(error) => {
                self.find(Finding::Unreachable(format!("{error:#}")));
                None
            }
        }
    }

    fn told(&mut self, answer: &Answer) -> Result<VisitorStep> {
        match answer.status {
            200 => {}
            503 => return Ok(VisitorStep::Poll(self.hold(answer))),
            403 | 404 | 410 => {
                self.find(Finding::Lost(answer.status, answer.text()));
                return Ok(VisitorStep::Gone);
            }
            status => {
                self.find(Finding::ErrorPage(status, answer.text()));
                return Ok(VisitorStep::Poll(AGAIN));
            }
        }
        self.seen.last_served = Some(now());
        let status: Status = answer.json()?;
        if let Some(url) = status.redirect_url {
            self.seen.redirected = Some((WallMs::now(), url));
            return Ok(VisitorStep::Gone);
        }
        self.seen.answered += 1;
        self.compare(&status.ticket.context("neither a redirect nor a ticket")?);
        let told = status.update_interval.context("no interval is told")?;
        Ok(VisitorStep::Poll(Duration::from_millis(
            told.clamp(WAIT_MS_MIN, WAIT_MS_MAX),
        )))
    }

    fn compare(&mut self, ticket: &Ticket) {
        let ahead = ticket.users_in_line_ahead_of_you;
        if let Some(before) = self.seen.ahead.filter(|before| *before < ahead) {
            self.find(Finding::SetBack(before, ahead));
        }
        self.seen.ahead = Some(self.seen.ahead.map_or(ahead, |before| before.min(ahead)));
        let Some(number) = ticket.queue_number else {
            return;
        };
        if let Some(before) = self.seen.number.replace(number).filter(|before| *before != number) {
            self.find(Finding::Renumbered(before, number));
        }
    }

    /// Asks for the redirect again, as whoever has lost the reply. Another node may not know of the
    /// grant yet and tell to wait: then once more, as told.
    pub async fn ask_again(&mut self) {
        let Some((_, first)) = self.seen.redirected.clone() else {
            return;
        };
        let path = self.status_path();
        for _ in 0..AGAIN_MAX {
            let answer = self.balancer.get(&path, self.cookie.as_deref()).await;
            // Who gets no answer now has gone already: nothing is lost.
            let Ok(status) = answer.and_then(|answer| answer.json::<Status>()) else {
                return;
            };
            match status.redirect_url {
                Some(second) if second == first => return,
                Some(second) => return self.find(Finding::OtherRedirect(first, second)),
                None => tokio::time::sleep(Duration::from_millis(status.update_interval.unwrap_or(WAIT_MS_MIN))).await,
            }
        }
        self.find(Finding::OtherRedirect(first, String::new()));
    }

    fn hold(&mut self, answer: &Answer) -> Duration {
        self.seen.held += 1;
        let told = answer.retry_after().map_or(WAIT_MS_MIN * 10, |seconds| seconds * 1_000);
        Duration::from_millis(told.clamp(WAIT_MS_MIN, WAIT_MS_MAX))
    }

    fn unreachable(&mut self, error: &anyhow::Error, next: VisitorStep) -> VisitorStep {
        self.find(Finding::Unreachable(format!("{error:#}")));
        next
    }

    fn find(&mut self, finding: Finding) {
        self.seen.findings.push(finding);
    }
}
