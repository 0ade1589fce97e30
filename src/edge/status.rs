//! `GET /api/getStatus`: the source behind the Leptos server function. People in line are answered from the snapshot; a poll of somebody first in
//! line is a claim and may be held until a permit falls due.

use std::future::Future;
use std::pin::Pin;

use admission::presence::Channel;
use app::status::{Answer, Asked, StatusSource, answer_get_status};
use app::view::{ForecastStatus, PageState, Refusal, StatusReply, Turn};
use axum::body::Body;
use axum::extract::{Request, State};
use http::header::{SET_COOKIE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderValue, Response};

use super::client::Client;
use super::entry::{Stand, TurnClaim, remembering, stand, view};
use super::gates::{Asking, Verdict, judge};
use super::identify::{Visitor, identify};
use super::initiator::is_from_another_host;
use super::metrics::Outcome;
use super::outside::Way;
use super::passage::{redirect_url, target_of};
use super::query::{IDENTIFIER_PARAMETER, Query};
use super::told::{Moment, Reader, Told};
use super::trouble::Trouble;
use super::{Edge, SharedEdge, html, json, paths};
use crate::room::{Known, Room, Settings};

/// The handler.
pub(super) async fn get(State(edge): State<SharedEdge>, request: Request) -> Response<Body> {
    // A poll may claim a turn: no page of another host makes a browser ask for that.
    if is_from_another_host(request.headers()) {
        let mut response = json::refused(&not_for_others());
        html::harden(response.headers_mut());
        return response;
    }
    let mut response = answer_get_status(edge, request).await;
    // Sent millions of times: what `harden` adds beside this is for answers that others may embed.
    let nosniff = HeaderValue::from_static("nosniff");
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, nosniff);
    response
}

impl StatusSource for Edge {
    fn status<'a>(&'a self, asked: Asked) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(async move {
            let mut headers = HeaderMap::new();
            let reply = self.poll(&asked, &mut headers).await;
            self.metrics.poll(outcome(&reply));
            Answer { reply, headers }
        })
    }
}

impl Edge {
    async fn poll(&self, asked: &Asked, headers: &mut HeaderMap) -> Result<StatusReply, Refusal> {
        let reenter = || enter_url(asked);
        let room = self
            .find(&asked.parts, &asked.c, &asked.e)
            .map_err(|trouble| trouble.refusal(None))?;
        let places = self.places(&asked.parts.headers);
        let query = Query::new(asked.parts.uri.query());
        let visitor = identify(&room, &places, self.linked(&query), self.clock.wall()).await;
        if visitor == Visitor::Unseen {
            return Err(Trouble::Holding.refusal(None));
        }
        if let Some(reply) = self.poll_outside(&room, &visitor, asked).await? {
            return Ok(reply);
        }
        let (known, possession) = match visitor {
            Visitor::Holder {
                known,
                possession,
                remember,
                give_up,
            } => {
                if let Some(other) = give_up {
                    // If it cannot be given up now, the next poll tries again.
                    _ = room.cancel(&other).await;
                }
                if remember {
                    let https = Client::of(&asked.parts, &self.trusted_proxies).https;
                    headers.insert(SET_COOKIE, remembering(&room, &places, &known).write(https));
                }
                (known, possession)
            }
            Visitor::Viewer(known) => {
                let moment = view(self, &room, &known).map_err(|trouble| trouble.refusal(Some(reenter())))?;
                return Ok(self.told((&room, &room.settings()), Some(&known), moment, asked));
            }
            Visitor::Newcomer => return Err(missing_place(reenter())),
            Visitor::Cancelled | Visitor::Outraced | Visitor::PastRun => {
                return Err(Trouble::Cancelled.refusal(Some(reenter())));
            }
            Visitor::Moved => return Err(Trouble::Moved.refusal(Some(reenter()))),
            Visitor::Unseen => return Err(Trouble::Holding.refusal(None)),
            Visitor::Foreign => return Err(Trouble::ForeignPlace.refusal(Some(reenter()))),
        };
        self.poll_place(&room, TurnClaim::new(&known, possession, &query), asked)
            .await
            .map_err(|trouble| trouble.refusal(Some(reenter())))
    }

    /// The answer where there is no line for this visitor. A poll gives nobody a place.
    async fn poll_outside(
        &self,
        room: &Room,
        visitor: &Visitor,
        asked: &Asked,
    ) -> Result<Option<StatusReply>, Refusal> {
        let settings = room.settings();
        let target = || target_of(&settings, &Query::new(asked.parts.uri.query()));
        let asking = Asking {
            edge: self,
            room,
            settings: &settings,
            parts: &asked.parts,
            visitor,
            brings: None,
        };
        let verdict = judge(&asking, target).await;
        match verdict.map_err(|trouble| trouble.refusal(None))? {
            Verdict::Line(_) => Ok(None),
            Verdict::Bypass(address) | Verdict::Elsewhere(Way::Go(address)) => Ok(Some(StatusReply::Turn(Turn {
                is_redirect_to_target: true,
                redirect_url: address,
            }))),
            Verdict::Elsewhere(Way::Stay(moment)) => {
                Ok(Some(self.told((room, &settings), visitor.known(), moment, asked)))
            }
        }
    }

    fn told(
        &self,
        (room, settings): (&Room, &Settings),
        known: Option<&Known>,
        moment: Moment,
        asked: &Asked,
    ) -> StatusReply {
        let query = Query::new(asked.parts.uri.query());
        let language = self.language(&asked.parts.headers, &query, Some(&settings.room));
        let reader = Reader {
            known,
            shown: asked.shown,
            brief: asked.on_page.is_some(),
            jitter: self.clock.jitter(),
            store_away: room.published().store_away,
        };
        let told = Told::new(settings, language, reader, moment, self.clock.wall());
        match &asked.on_page {
            Some(on_page) => StatusReply::Brief(Box::new(told.brief(on_page))),
            None => StatusReply::Waiting(Box::new(told.status())),
        }
    }

    async fn poll_place(&self, room: &Room, claim: TurnClaim<'_>, asked: &Asked) -> Result<StatusReply, Trouble> {
        let settings = room.settings();
        let known = claim.known();
        let target = || target_of(&settings, &Query::new(asked.parts.uri.query()));
        match stand(self, room, claim, Channel::Poll, target).await? {
            Stand::Go(grant, target) => {
                let query = Query::new(asked.parts.uri.query());
                let identifier = room.open_identifier(known, query.get(IDENTIFIER_PARAMETER));
                let bound = self.bound_address(&settings, (known, &grant), &asked.parts);
                let more = (bound, identifier.as_ref());
                Ok(StatusReply::Turn(Turn {
                    is_redirect_to_target: true,
                    redirect_url: redirect_url(&settings, (known, &grant), more, &target),
                }))
            }
            Stand::Waiting(moment) => Ok(self.told((room, &settings), Some(known), moment, asked)),
        }
    }
}

fn not_for_others() -> Refusal {
    Refusal {
        status: 403,
        id: 0,
        code: "foreign-origin",
        detail: "Only the waiting room's own page may ask for this.".to_owned(),
        enter_url: None,
    }
}

fn outcome(reply: &Result<StatusReply, Refusal>) -> Outcome {
    match reply {
        Ok(StatusReply::Turn(_)) => Outcome::Redirected,
        Ok(StatusReply::Waiting(status)) => match status.forecast_status {
            ForecastStatus::FirstInLine => Outcome::FirstInLine,
            _ => Outcome::InLine,
        },
        Ok(StatusReply::Brief(status)) => match status.texts.state {
            PageState::FirstInLine => Outcome::FirstInLine,
            _ => Outcome::InLine,
        },
        Err(_) => Outcome::Refused,
    }
}

/// Where a poller enters again: the same parameters without the place.
fn enter_url(asked: &Asked) -> String {
    paths::enter(&asked.c, &asked.e, Query::new(asked.parts.uri.query()).entering())
}

fn missing_place(enter_url: String) -> Refusal {
    let detail = "q is missing, and the browser brought no cookie with a place in this room. Enter the room first.";
    Refusal {
        status: 400,
        id: 0,
        code: "missing-argument",
        detail: detail.to_owned(),
        enter_url: Some(enter_url),
    }
}
