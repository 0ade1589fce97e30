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
    BRIEF_PARAMETER, OnPage, SHOWN_PARAMETER, StatusAnswer, StatusRequest, StatusSource, answer_get_status, written,
};
use app::view::{BriefTexts, ForecastStatus, PageState, PollRefusal, StatusReply, Turn, WaitingStatus};
use axum::body::Body;
use axum::extract::{Request, State};
use http::header::{RETRY_AFTER, SET_COOKIE};
use http::{HeaderMap, Response};

use crate::http::infra::counters::VisitOutcome;
use crate::http::visit::cookie::Places;
use crate::http::visit::error::VisitError;
use crate::http::visit::initiator::is_from_another_host;
use crate::http::visit::query::Query;
use crate::http::visit::status_view::{StatusContext, StatusView, VisitorState};
use crate::http::visit::{ClaimResult, Identified, NoQueue, TurnClaim, VisitRoute, Visitor};
use crate::http::{AppState, SharedAppState, html, json, paths};
use crate::rooms::Place;

/// Handles the request.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, request: Request) -> Response<Body> {
    // A poll can claim a turn, so pages of other hosts should trigger none. Browsers name them over
    // https only; over plain http a link of such a page can spend the visitor's permit, whose
    // answer every further request repeats.
    if is_from_another_host(request.headers()) {
        let mut response = app.refuse_json(&not_for_others());
        html::add_security_headers(response.headers_mut());
        return response;
    }
    // The answer is not hardened: polls are many, it has `nosniff` already, and the other header
    // concerns answers that other sites can embed.
    answer_get_status(app, request).await
}

impl StatusSource for AppState {
    fn status<'a>(&'a self, asked: &'a StatusRequest) -> Pin<Box<dyn Future<Output = StatusAnswer> + Send + 'a>> {
        Box::pin(async move {
            let query = Query::new(asked.parts.uri.query());
            let reader = PollReader {
                shown: query.get(SHOWN_PARAMETER).and_then(|digits| digits.parse().ok()),
                on_page: query.get(BRIEF_PARAMETER).map(OnPage::read),
            };
            let mut headers = HeaderMap::new();
            let reply = match self.visit((&asked.parts, &query), (&asked.c, &asked.e)) {
                Ok(visit) => {
                    let places = self.places(&asked.parts.headers);
                    let mut identified = visit.identify(&places, self.linked(&query)).await;
                    let result = identified.answer_poll(&places, reader.page(), &mut headers).await;
                    result.map(|result| identified.reply(result, reader))
                }
                Err(not_found) => Err(not_found.error.refusal(None)),
            };
            if reply.as_ref().is_err_and(|refusal| refusal.status == 503) {
                headers.insert(RETRY_AFTER, json::retry_after(self.entropy.jitter()));
            }
            let outcome = reply.as_ref().map_or(VisitOutcome::Refused, |(outcome, _)| *outcome);
            self.metrics.poll(outcome);
            let reply = reply.map(|(_, reply)| reply);
            StatusAnswer { reply, headers }
        })
    }
}

/// The figures and texts that the polling page already shows.
#[derive(Debug, Clone, Copy, Default)]
struct PollReader<'a> {
    /// The smallest number of people ahead that the page has shown.
    shown: Option<u64>,
    /// The page's other content; if present, the answer is brief.
    on_page: Option<OnPage<'a>>,
}

impl PollReader<'_> {
    fn page(&self) -> PollingPage {
        let on_page = self.on_page.unwrap_or_default();
        PollingPage {
            is_idle: on_page.state == Some(PageState::Idle),
            is_hidden: on_page.is_hidden,
            shows_turn: on_page.state == Some(PageState::FirstInLine),
        }
    }
}

/// The situation of a page that polls, as far as it says it.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::http) struct PollingPage {
    /// Whether it shows an idle room: its visitor has no place.
    is_idle: bool,
    /// Whether it is hidden, so that the browser delays its timers.
    is_hidden: bool,
    /// Whether it shows that it is the visitor's turn.
    shows_turn: bool,
}

/// The result of a poll.
#[derive(Debug)]
pub(in crate::http) enum PollResult {
    /// The visitor continues at this URL.
    Turn(String),
    /// The visitor waits, with this place if there is one.
    Waiting(Option<Place>, VisitorState),
    /// The visitor's page shows an idle room, which has a line by now.
    Opened(VisitorState),
}

impl Identified<'_> {
    /// Answers a poll. If the room has no line for this visitor, the answer contains the address
    /// where the visitor goes instead; a viewer gets the place's status; the holder of a place gets
    /// its status or the redirect. A poll never gives a place. `headers` are those of the answer.
    ///
    /// # Errors
    /// Returns the reason why the visitor is not served, with the address for entering again.
    pub(in crate::http) async fn answer_poll(
        &mut self,
        places: &Places<'_>,
        page: PollingPage,
        headers: &mut HeaderMap,
    ) -> Result<PollResult, PollRefusal> {
        if self.visitor == Visitor::Unseen {
            return Err(VisitError::Holding.refusal(None));
        }
        let admitted = self.pass_gates(None).await;
        match admitted.map_err(|error| error.refusal(None))? {
            VisitRoute::Line(_) => {}
            VisitRoute::Bypass(address)
            | VisitRoute::NoQueue(NoQueue::Elsewhere(_, address) | NoQueue::Disabled(address)) => {
                return Ok(PollResult::Turn(address));
            }
            VisitRoute::NoQueue(NoQueue::Page(visitor_state)) => {
                return Ok(PollResult::Waiting(self.visitor.place().copied(), visitor_state));
            }
        }
        let (place, possession) = match self.visitor {
            Visitor::Holder {
                place,
                possession,
                remember,
                ..
            } => {
                self.settle_race().await;
                if remember {
                    headers.insert(SET_COOKIE, self.cookie(places, &place));
                }
                (place, possession)
            }
            Visitor::Viewer(place) => {
                let visitor_state = self
                    .view(&place, page.shows_turn)
                    .map_err(|error| self.refusal(error))?;
                return Ok(PollResult::Waiting(Some(place), visitor_state));
            }
            Visitor::Newcomer if page.is_idle => return Ok(self.opened()),
            Visitor::Newcomer => return Err(missing_place(self.enter_url())),
            Visitor::Cancelled | Visitor::Outraced | Visitor::PastRun => {
                return Err(self.refusal(VisitError::Cancelled));
            }
            Visitor::Transferred => return Err(self.refusal(VisitError::Transferred)),
            Visitor::Unseen => return Err(VisitError::Holding.refusal(None)),
            Visitor::Foreign => return Err(self.refusal(VisitError::ForeignPlace)),
        };
        let claim = TurnClaim::new(place, possession, Channel::Poll);
        let claim = claim.hidden(page.is_hidden).after_turn(page.shows_turn);
        match self.claim(claim).await.map_err(|error| self.refusal(error))? {
            ClaimResult::Redirect(url, remembers) => {
                headers.extend(remembers.map(|cookie| (SET_COOKIE, cookie)));
                Ok(PollResult::Turn(url))
            }
            ClaimResult::Waiting(visitor_state) => Ok(PollResult::Waiting(Some(place), visitor_state)),
        }
    }

    /// Answers a page that was loaded while the room was idle, so that its visitor has no place,
    /// once the room has a line. The page finds that the room has gone on, and loads itself again,
    /// which gives the visitor a place; it shows nothing of this answer. A refusal would have the
    /// same effect, but browsers report refusals as errors of the page.
    fn opened(&self) -> PollResult {
        let state = &self.visit.state;
        PollResult::Opened(VisitorState::Unnumbered(Unnumbered {
            waiting: state.waiting(),
            paused: false,
            drawing: state.published.snapshot.ledger().lifecycle.phase() != Phase::PreQueue,
            poll_after_ms: poll_before_ms(0, self.visit.app.entropy.jitter(), 100),
        }))
    }

    /// Writes the reply to a poll; returns it with the outcome under which metrics count it.
    fn reply(&self, result: PollResult, reader: PollReader<'_>) -> (VisitOutcome, StatusReply) {
        let is_opened = matches!(result, PollResult::Opened(_));
        let (place, visitor_state) = match result {
            PollResult::Turn(url) => return (VisitOutcome::Redirected, turn(url)),
            PollResult::Waiting(place, visitor_state) => (place, visitor_state),
            PollResult::Opened(visitor_state) => (None, visitor_state),
        };
        self.show(place.as_ref(), visitor_state, reader, |view| match reader.on_page {
            Some(on_page) => {
                let mut status = view.brief(on_page);
                let state = status.texts.state;
                if is_opened {
                    // The heading would say that the visitor has a place.
                    status.texts = BriefTexts::unchanged(state);
                }
                let outcome = match state {
                    PageState::FirstInLine => VisitOutcome::FirstInLine,
                    _ => VisitOutcome::InLine,
                };
                (outcome, written(&status))
            }
            None => {
                let status = view.status_by(|text| text);
                (outcome_of(status.forecast_status), written(&status))
            }
        })
    }

    /// Returns the status of a visitor who waits, and the outcome under which metrics count it.
    pub(in crate::http) fn waiting_status(
        &self,
        place: Option<&Place>,
        visitor_state: VisitorState,
    ) -> (VisitOutcome, WaitingStatus) {
        self.show(place, visitor_state, PollReader::default(), |view| {
            let status = view.status();
            (outcome_of(status.forecast_status), status)
        })
    }

    /// Returns the result of `answer` for the view of a visitor.
    fn show<R>(
        &self,
        place: Option<&Place>,
        visitor_state: VisitorState,
        poll: PollReader<'_>,
        answer: impl FnOnce(&StatusView<'_>) -> R,
    ) -> R {
        let (app, settings) = (self.visit.app, &self.visit.state.settings);
        let on_page = poll.on_page.map_or("", |on_page| on_page.language);
        let language = &app.language_of_page(on_page, &self.visit.parts.headers, self.visit.query, settings);
        let context = StatusContext {
            shown: poll.shown,
            brief: poll.on_page.is_some(),
            ..StatusContext::new(app, &self.visit.state, place)
        };
        let now = self.visit.state.now().wall;
        answer(&StatusView::new(settings, language, context, visitor_state, now))
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

/// Returns the reply that sends a visitor to a URL.
pub(in crate::http) fn turn(url: String) -> StatusReply {
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

/// Returns the outcome under which metrics count the poll of a visitor who waits.
fn outcome_of(forecast: ForecastStatus) -> VisitOutcome {
    match forecast {
        ForecastStatus::FirstInLine => VisitOutcome::FirstInLine,
        _ => VisitOutcome::InLine,
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
