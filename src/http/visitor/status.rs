//! `GET /api/getStatus`: implements the Leptos server function that polls call. Visitors in line
//! are answered from the snapshot; a poll of a visitor first in line is a claim, which may wait
//! until a permit becomes due.

use std::future::Future;
use std::pin::Pin;

use admission::Phase;
use admission::opening::poll_before_ms;
use admission::presence::Channel;
use admission::snapshot::Unnumbered;
use app::status::{
    BRIEF_PARAMETER, OnPage, SHOWN_PARAMETER, StatusAnswer, StatusRequest, StatusSource, answer_get_status,
};
use app::view::{BriefTexts, ForecastStatus, PageState, PollRefusal, StatusReply, Turn};
use axum::body::Body;
use axum::extract::{Request, State};
use http::header::{RETRY_AFTER, SET_COOKIE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderValue, Response};

use crate::http::infra::counters::VisitOutcome;
use crate::http::visit::cookie::Places;
use crate::http::visit::error::VisitError;
use crate::http::visit::initiator::is_from_another_host;
use crate::http::visit::query::Query;
use crate::http::visit::status_view::{StatusContext, StatusView, VisitorState, room_version};
use crate::http::visit::{ClaimResult, Identified, NoQueue, TurnClaim, VisitRoute, Visitor};
use crate::http::{Edge, SharedEdge, html, json, paths};
use crate::rooms::Place;

/// Handles the request.
pub(in crate::http) async fn get(State(edge): State<SharedEdge>, request: Request) -> Response<Body> {
    // A poll can claim a turn, so pages of other hosts must not trigger one.
    if is_from_another_host(request.headers()) {
        let mut response = edge.refuse_json(&not_for_others());
        html::harden(response.headers_mut());
        return response;
    }
    let mut response = answer_get_status(edge, request).await;
    // The number of polls is very large; the other header that `harden` adds concerns answers that
    // other sites can embed.
    let nosniff = HeaderValue::from_static("nosniff");
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, nosniff);
    response
}

impl StatusSource for Edge {
    fn status<'a>(&'a self, asked: StatusRequest) -> Pin<Box<dyn Future<Output = StatusAnswer> + Send + 'a>> {
        Box::pin(async move {
            let query = Query::new(asked.parts.uri.query());
            let on_page = query.get(BRIEF_PARAMETER).map(OnPage::read);
            let reader = PollReader {
                shown: query.get(SHOWN_PARAMETER).and_then(|digits| digits.parse().ok()),
                on_page: on_page.as_ref(),
            };
            let mut headers = HeaderMap::new();
            let reply = match self.visit((&asked.parts, &query), (&asked.c, &asked.e)) {
                Ok(visit) => {
                    let places = self.places(&asked.parts.headers);
                    let mut identified = visit.identify(&places, self.linked(&query)).await;
                    identified.poll_reply(&places, reader, &mut headers).await
                }
                Err(not_found) => Err(not_found.error.refusal(None)),
            };
            if reply.as_ref().is_err_and(|refusal| refusal.status == 503) {
                headers.insert(RETRY_AFTER, json::retry_after(self.entropy.jitter()));
            }
            self.metrics.poll(poll_outcome(&reply));
            StatusAnswer { reply, headers }
        })
    }
}

/// The figures and texts that the polling page already shows.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::http) struct PollReader<'a> {
    /// The smallest number of people ahead that the page has shown.
    pub(in crate::http) shown: Option<u64>,
    /// The page's other content; if present, the answer is brief.
    pub(in crate::http) on_page: Option<&'a OnPage>,
}

impl PollReader<'_> {
    /// Whether the page says that the room is idle: its visitor has no place.
    fn is_idle(&self) -> bool {
        let shown = self.on_page.and_then(|on_page| on_page.state);
        shown == Some(PageState::Idle)
    }
}

impl Identified<'_> {
    /// Answers a poll. If the room has no line for this visitor, the answer contains the address
    /// where the visitor goes instead; a viewer gets the place's status; the holder of a place gets
    /// its status or the redirect. A poll never gives a place. `headers` are those of the answer.
    ///
    /// # Errors
    /// Returns the reason why the visitor is not served, with the address for entering again.
    pub(in crate::http) async fn poll_reply(
        &mut self,
        places: &Places<'_>,
        reader: PollReader<'_>,
        headers: &mut HeaderMap,
    ) -> Result<StatusReply, PollRefusal> {
        if self.visitor == Visitor::Unseen {
            return Err(VisitError::Holding.refusal(None));
        }
        let admitted = self.pass_gates(None).await;
        match admitted.map_err(|error| error.refusal(None))? {
            VisitRoute::Line(_) => {}
            VisitRoute::Bypass(address)
            | VisitRoute::NoQueue(NoQueue::Elsewhere(_, address) | NoQueue::Disabled(address)) => {
                return Ok(turn(address));
            }
            VisitRoute::NoQueue(NoQueue::Page(visitor_state)) => {
                return Ok(self.waiting_reply(self.visitor.known(), visitor_state, reader));
            }
        }
        let (known, possession) = match self.visitor {
            Visitor::Holder {
                known,
                possession,
                remember,
                ..
            } => {
                self.settle_race().await;
                if remember {
                    headers.insert(SET_COOKIE, self.cookie(places, &known));
                }
                (known, possession)
            }
            Visitor::Viewer(known) => {
                let visitor_state = self.view(&known).map_err(|error| self.refusal(error))?;
                return Ok(self.waiting_reply(Some(&known), visitor_state, reader));
            }
            Visitor::Newcomer if reader.is_idle() => return Ok(self.opened_reply(reader)),
            Visitor::Newcomer => return Err(missing_place(self.enter_url())),
            Visitor::Cancelled | Visitor::Outraced | Visitor::PastRun => {
                return Err(self.refusal(VisitError::Cancelled));
            }
            Visitor::Moved => return Err(self.refusal(VisitError::Moved)),
            Visitor::Unseen => return Err(VisitError::Holding.refusal(None)),
            Visitor::Foreign => return Err(self.refusal(VisitError::ForeignPlace)),
        };
        let claim = TurnClaim::new(known, possession, Channel::Poll);
        match self.claim(claim).await.map_err(|error| self.refusal(error))? {
            ClaimResult::Redirect(url, remembers) => {
                headers.extend(remembers.map(|cookie| (SET_COOKIE, cookie)));
                Ok(turn(url))
            }
            ClaimResult::Waiting(visitor_state) => Ok(self.waiting_reply(Some(&known), visitor_state, reader)),
        }
    }

    /// Answers a page that was loaded while the room was idle, so that its visitor has no place,
    /// once the room has a line. The page finds that the room has gone on, and loads itself again,
    /// which gives the visitor a place; it shows nothing of this answer. A refusal would have the
    /// same effect, but browsers report refusals as errors of the page.
    fn opened_reply(&self, reader: PollReader<'_>) -> StatusReply {
        let state = &self.visit.state;
        let visitor_state = VisitorState::Unnumbered(Unnumbered {
            waiting: state.waiting(),
            paused: false,
            drawing: state.published.snapshot.ledger().lifecycle.phase() != Phase::PreQueue,
            poll_after_ms: poll_before_ms(0, self.visit.edge.entropy.jitter(), 100),
        });
        let mut reply = self.waiting_reply(None, visitor_state, reader);
        if let StatusReply::Brief(status) = &mut reply {
            // The heading would say that the visitor has a place.
            status.texts = BriefTexts {
                state: status.texts.state,
                ..BriefTexts::default()
            };
        }
        reply
    }

    fn waiting_reply(&self, known: Option<&Place>, visitor_state: VisitorState, poll: PollReader<'_>) -> StatusReply {
        let (edge, settings) = (self.visit.edge, &self.visit.state.settings);
        let on_page = poll.on_page.map_or("", |on_page| on_page.language.as_str());
        let language = &edge.language_of_page(on_page, &self.visit.parts.headers, self.visit.query, settings);
        let context = StatusContext {
            known,
            shown: poll.shown,
            brief: poll.on_page.is_some(),
            version: room_version(&self.visit.state),
            stretch_percent: edge.load.stretch_percent(),
            jitter: edge.entropy.jitter(),
            store_away: self.visit.state.published.store_away,
            stock: self.visit.state.published.pool.stock,
            revealed: known.and_then(|known| self.visit.state.revealed(known)),
        };
        let view = StatusView::new(settings, language, context, visitor_state, self.visit.state.now().wall);
        match poll.on_page {
            Some(on_page) => StatusReply::Brief(Box::new(view.brief(on_page))),
            None => StatusReply::Waiting(Box::new(view.status())),
        }
    }

    fn refusal(&self, error: VisitError) -> PollRefusal {
        error.refusal(Some(self.enter_url()))
    }

    /// Returns the address for entering again: the same parameters without the place.
    fn enter_url(&self) -> String {
        let room = &self.visit.state.settings;
        paths::enter(room.customer.as_str(), room.id.as_str(), self.visit.query.entering())
    }
}

fn turn(url: String) -> StatusReply {
    StatusReply::Turn(Turn {
        is_redirect_to_target: true,
        redirect_url: url,
    })
}

fn not_for_others() -> PollRefusal {
    PollRefusal {
        status: 403,
        id: 0,
        code: "foreign-origin",
        detail: "Only the waiting room's own page may ask for this.".to_owned(),
        enter_url: None,
    }
}

/// Returns the outcome under which metrics count a poll.
pub(in crate::http) fn poll_outcome(reply: &Result<StatusReply, PollRefusal>) -> VisitOutcome {
    match reply {
        Ok(StatusReply::Turn(_)) => VisitOutcome::Redirected,
        Ok(StatusReply::Waiting(status)) => match status.forecast_status {
            ForecastStatus::FirstInLine => VisitOutcome::FirstInLine,
            _ => VisitOutcome::InLine,
        },
        Ok(StatusReply::Brief(status)) => match status.texts.state {
            PageState::FirstInLine => VisitOutcome::FirstInLine,
            _ => VisitOutcome::InLine,
        },
        Err(_) => VisitOutcome::Refused,
    }
}

fn missing_place(enter_url: String) -> PollRefusal {
    let detail = "q is missing, and the browser brought no cookie with a place in this room. Enter the room first.";
    PollRefusal {
        status: 400,
        id: 0,
        code: "missing-argument",
        detail: detail.to_owned(),
        enter_url: Some(enter_url),
    }
}
