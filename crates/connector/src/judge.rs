//! From a request to the service's next step: failure, debug link, rule and decision, in this
//! order.

use http::HeaderValue;
use http::request::Parts;
use protocol::UnixSeconds;
use protocol::redirect::diagnostics_url;

use crate::action::{MatchedRule, RuleAction};
use crate::connector::Connector;
use crate::cookies::{CookieChange, Sessions};
use crate::debug::{self, DebugLink, Finding};
use crate::decision::{self, Decision, Destination};
use crate::failure::{Failure, OnFailure};
use crate::outcome::Outcome;
use crate::replay::TokenUse;
use crate::site::Site;
use crate::visit::Visit;
use crate::visitor::QueueVisitor;

/// The connector's verdict on a request.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) outcome: Outcome,
    pub(crate) step: Step,
    pub(crate) set_cookies: Vec<HeaderValue>,
    /// Present if the verdict holds only for the first use of a token.
    pub(crate) once: Option<Box<UsedTokenStep>>,
}

/// The verdict on a token that was used before.
#[derive(Debug)]
pub(crate) struct UsedTokenStep {
    pub(crate) token_use: TokenUse,
    pub(crate) step: Step,
    pub(crate) set_cookies: Vec<HeaderValue>,
}

impl Verdict {
    fn bare(outcome: Outcome, step: Step) -> Self {
        Self {
            outcome,
            step,
            set_cookies: Vec::new(),
            once: None,
        }
    }

    /// Returns the verdict, depending on whether this is the token's first use.
    pub(crate) fn if_first(self, first: bool) -> Self {
        match self.once {
            Some(once) if !first => Self {
                outcome: Outcome::Replayed,
                step: once.step,
                set_cookies: once.set_cookies,
                once: None,
            },
            once => Self { once, ..self },
        }
    }
}

/// The next step of a request.
#[derive(Debug)]
pub(crate) enum Step {
    /// Passes the request on to the site.
    Pass(Pass),
    /// Responds with a 302 to this URL.
    Redirect(String),
    /// Redirects to this URL by a header, for a page's script.
    TellScript(String),
    /// Responds with a 400.
    BadRequest,
    /// Responds with a 503.
    HoldBack,
}

/// The additions to a request that goes on to the site, and to its response.
#[derive(Debug)]
pub(crate) struct Pass {
    pub(crate) visitor: Option<QueueVisitor>,
    /// Whether the response depends on the visitor's session, or should.
    pub(crate) is_private: bool,
    /// Whether the request was not judged.
    pub(crate) is_unjudged: bool,
}

/// Judges a request that the site protects.
pub(crate) fn judge(connector: &Connector, parts: &Parts, now: UnixSeconds) -> Verdict {
    let site = &*connector.site;
    let Some(visit) = Visit::read(site, parts, now) else {
        return Verdict::bare(Outcome::BadRequest, Step::BadRequest);
    };
    let link = DebugLink::of(site, &visit);
    let clock = Failure::of_clock(now);
    connector.rules.find(&visit, |found| {
        let base = found.as_ref().ok().and_then(MatchedRule::base);
        if let (DebugLink::Bad(error), Some(base)) = (link, base) {
            return Verdict::bare(Outcome::Diagnosed, away(&visit, diagnostics_url(base, error)));
        }
        match (clock, found) {
            (None, Ok(found)) => judged(site, &visit, link, found),
            (Some(failure), _) | (None, Err(failure)) => failed(site, &visit, link, failure),
        }
    })
}

/// Returns the visitor on a request that the site does not protect.
pub(crate) fn visitor(connector: &Connector, parts: &Parts, now: UnixSeconds) -> Option<QueueVisitor> {
    if Failure::of_clock(now).is_some() {
        return None;
    }
    let visit = Visit::read(&connector.site, parts, now)?;
    connector.rules.find(&visit, |found| {
        let Some(RuleAction::Queue(action)) = found.ok()?.action else {
            return None;
        };
        match visit.sessions(&connector.site, action) {
            Sessions::Valid(session) => Some(QueueVisitor::from(&session)),
            Sessions::None | Sessions::Invalid { .. } => None,
        }
    })
}

fn judged(site: &Site, visit: &Visit<'_>, link: DebugLink, found: MatchedRule<'_>) -> Verdict {
    let decision = match found.action {
        Some(RuleAction::Queue(action)) => decision::queue(site, action, visit),
        Some(RuleAction::Cancel(action)) => decision::cancel(site, action, visit),
        Some(RuleAction::Ignore { .. }) => Decision::pass(Outcome::Ignored),
        None => Decision::pass(Outcome::Unmatched),
    };
    let attributes = found.action.and_then(RuleAction::cookie);
    let headers =
        |change: &CookieChange| attributes.map_or_else(Vec::new, |attributes| change.headers(&site.secret, attributes));
    let mut set_cookies = headers(&decision.cookies);
    let once = decision.once.map(|once| UsedTokenStep {
        token_use: once.token_use,
        step: away(visit, once.location),
        set_cookies: headers(&once.cookies),
    });
    if link == DebugLink::Good {
        set_cookies.push(debug::cookie(visit, Finding::Judged(found)));
    }
    let step = match decision.way {
        Destination::Away(location) => away(visit, location),
        Destination::Pass(visitor) => Step::Pass(Pass {
            visitor,
            is_private: matches!(
                decision.outcome,
                Outcome::Passed | Outcome::Entered | Outcome::NothingToCancel
            ),
            is_unjudged: false,
        }),
    };
    Verdict {
        outcome: decision.outcome,
        step,
        set_cookies,
        once: once.map(Box::new),
    }
}

fn away(visit: &Visit<'_>, location: String) -> Step {
    if visit.ajax_page.is_some() {
        Step::TellScript(location)
    } else {
        Step::Redirect(location)
    }
}

fn failed(site: &Site, visit: &Visit<'_>, link: DebugLink, failure: Failure) -> Verdict {
    let (outcome, step) = match site.on_failure {
        OnFailure::LetIn => (
            Outcome::LetInUnjudged(failure),
            // Once the connector judges again, a shared cache must not serve a page that may be
            // protected to other visitors.
            Step::Pass(Pass {
                visitor: None,
                is_private: true,
                is_unjudged: true,
            }),
        ),
        OnFailure::HoldBack => (Outcome::HeldBack(failure), Step::HoldBack),
    };
    let shown = (link == DebugLink::Good).then(|| debug::cookie(visit, Finding::Failed(failure)));
    Verdict {
        set_cookies: shown.into_iter().collect(),
        ..Verdict::bare(outcome, step)
    }
}
