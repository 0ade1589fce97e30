//! `GET /identity?c&e`: asks for a newcomer's identity, if the room requires one. `POST /identity`
//! sends a code to an e-mail address, checks the code that the visitor typed, and, if the identity
//! already has a place, moves that place to this device. It works without scripts, but needs
//! cookies.
//!
//! Nothing is stored about a person who requests a code ([`protocol::identity`]). The answers for
//! an address do not reveal whether it has a place, until its code was typed in. A verified
//! newcomer enters through the room's page, like all others; the commit that gives the place
//! decides whether the identity has one ([`crate::rooms::EntryTicket`]).

use admission::transfer::TransferRefused;
use app::page::LanguagePicker;
use axum::body::Body;
use axum::extract::State;
use http::header::{RETRY_AFTER, SET_COOKIE};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};
use protocol::UnixSeconds;
use protocol::identity::{CHALLENGE_BYTES, CODE_SECONDS, IdentityChallenge, IdentityHash};
use url::{Host, Url};

use super::{RETRY_AFTER_SECONDS, TransferVisit, take};
use crate::config::IdentityVerifier;
use crate::email::{CodeNotSent, CodeRequest, EmailAddress};
use crate::http::visit::Visitor;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::{AppState, SharedAppState, html, paths};
use crate::pages::{EmailBody, IdentityError, IdentityPage, IdentityPrice, IdentityStep};
use crate::rooms::Place;
use crate::text::Language;

/// The field for an e-mail address.
const ADDRESS: &str = "address";
/// The field for a code; `code` is that of an invitation.
const DIGITS: &str = "digits";
/// The field that moves the identity's place to this device.
const TAKE: &str = "take";
/// The parameter that requests the field for an address although a code was sent.
const AGAIN: &str = "again";
/// The parameter that leads to the provider.
const SIGN_IN: &str = "sign-in";
/// The parameter of the language picker's form, whose answer is no redirect: the room's page may be
/// the next one, and lead to the site.
const PICKED: &str = "picked";
/// The longest text that is shown again in the field, bytes.
const TYPED_BYTES_MAX: usize = 254;

/// Handles the page.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let answered = answer(&app, &parts, &query, async |asked| asked.show_identity().await).await;
    match query.get(PICKED) {
        Some(_) => app.after_form((&parts, &query), answered),
        None => answered,
    }
}

/// Handles its forms.
pub(in crate::http) async fn post(State(app): State<SharedAppState>, parts: Parts, form: String) -> Response<Body> {
    let query = Query::new(Some(&form));
    let answered = answer(&app, &parts, &query, async |asked| asked.change_identity().await).await;
    app.after_form((&parts, &query), answered)
}

/// Finds the room, and calls `act` if the room requires an identity from this newcomer. The room's
/// own page has the answer for all other visitors.
pub(super) async fn answer(
    app: &AppState,
    parts: &Parts,
    query: &Query<'_>,
    act: impl AsyncFnOnce(&TransferVisit<'_>) -> Response<Body>,
) -> Response<Body> {
    let ids = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    take::answer((app, parts, query), ids, app.linked(query), async |asked| {
        let is_asked = asked.visit().identity_rule().is_some();
        match asked.identified.visitor {
            Visitor::Newcomer | Visitor::PastRun | Visitor::Viewer(_) if is_asked => act(asked).await,
            _ => asked.to_room(),
        }
    })
    .await
}

impl TransferVisit<'_> {
    pub(super) async fn show_identity(&self) -> Response<Body> {
        let visit = self.visit();
        if let Some(identity) = visit.proven() {
            return match self.place_of_identity(identity).await {
                Ok(Some(_)) => self.asks(IdentityStep::Taken, None),
                Ok(None) => self.to_room(),
                Err(refused) => refused,
            };
        }
        if visit.query.get(SIGN_IN).is_some() {
            return self.begin_sign_in().await;
        }
        match visit.challenge() {
            Some(challenge) if self.sends_codes() && visit.query.get(AGAIN).is_none() => {
                self.code_page(&challenge, None)
            }
            _ => self.first_page(None),
        }
    }

    async fn change_identity(&self) -> Response<Body> {
        let visit = self.visit();
        if !visit.app.is_our_own(visit.parts) {
            return html::see_other(&self.page_address());
        }
        if visit.query.get(TAKE).is_some() {
            return self.move_to_this_device().await;
        }
        if !self.sends_codes() {
            return self.first_page(None);
        }
        match visit.query.get(DIGITS) {
            Some(typed) => self.check_code(typed).await,
            None => self.send_code().await,
        }
    }

    /// Whether the room accepts the proof of a mailbox, and no other.
    fn sends_codes(&self) -> bool {
        let rule = self.visit().identity_rule();
        rule.is_some_and(|rule| rule.by == IdentityVerifier::Email)
    }

    /// Sends a code to the address that the visitor typed.
    async fn send_code(&self) -> Response<Body> {
        let visit = self.visit();
        let Ok(address) = visit.query.get(ADDRESS).unwrap_or_default().parse::<EmailAddress>() else {
            return self.address_page_again(IdentityError::Address);
        };
        let room = visit.room().name();
        let client = self.client();
        let proofs = self.proofs_for_code();
        let (app, now_ms) = (visit.app, visit.app.clock.monotonic_ms());
        let is_allowed = match proofs.is_empty() {
            true => app.email_requests.allow(client, room, now_ms),
            false => app.paid_email_code_requests.allow(client, now_ms),
        };
        if !is_allowed {
            tracing::info!(room, "too many codes were asked for");
            return self.address_page_again(IdentityError::Many);
        }
        let Some(emails) = &visit.app.emails else {
            return self.identified.refuse(VisitError::Holding);
        };
        let challenge = self.new_challenge(&address);
        let code = visit.app.identities.code(visit.identity_context(), &challenge);
        let settings = &self.identified.state().settings;
        let language = &visit.app.language(&visit.parts.headers, visit.query, Some(settings));
        let (origin, site) = (visit.app.origin(visit.parts), settings.target_url.domain());
        let host = recognized_host(&origin, site.as_deref());
        let body = EmailBody::with_code(language, &settings.name, &code, host);
        let id = format!("code-{:016x}", u64::from_be_bytes(challenge.random));
        let price = self.code_price();
        let request = CodeRequest {
            id: &id,
            client,
            room,
            price,
            work: proofs.work,
            stamp: proofs.stamp,
        };
        match emails.send_code(&address, &body, &request).await {
            Ok(()) => {
                tracing::info!(room, "a code was handed over");
                self.and_remember(&self.page_address(), visit.remember_challenge(&challenge, &address))
            }
            Err(refused @ (CodeNotSent::Many | CodeNotSent::NotToday)) => {
                tracing::info!(room, "{refused}");
                let is_today = matches!(refused, CodeNotSent::NotToday);
                self.address_page_again(match is_today {
                    true => IdentityError::Today,
                    false => IdentityError::Many,
                })
            }
            Err(CodeNotSent::Soon { wait_ms }) => {
                tracing::info!(room, "a mailbox had too many codes lately");
                let minutes = wait_ms.div_ceil(60_000);
                self.address_page_again(IdentityError::Soon { minutes })
            }
            Err(CodeNotSent::Unpaid(unpaid)) => self.demand_for_code(unpaid),
            Err(CodeNotSent::List(error)) => {
                tracing::warn!(room, %error, "a code was not counted");
                self.address_page_again(IdentityError::Send)
            }
            Err(error @ CodeNotSent::Failed(_)) => {
                tracing::warn!(room, %error, "a code was not handed over");
                self.first_page(Some(IdentityError::Send))
            }
        }
    }

    fn new_challenge(&self, address: &EmailAddress) -> IdentityChallenge {
        let visit = self.visit();
        let mut random = [0; CHALLENGE_BYTES];
        random.copy_from_slice(&visit.app.entropy.seed()[..CHALLENGE_BYTES]);
        IdentityChallenge {
            identity: visit.identity_of(address),
            random,
            until: UnixSeconds(visit.app.clock.unix_seconds().0 + CODE_SECONDS),
        }
    }

    /// Checks the code that the visitor typed. Each attempt counts, including the right one.
    async fn check_code(&self, typed: &str) -> Response<Body> {
        let visit = self.visit();
        let (Some(challenge), Some(emails)) = (visit.challenge(), &visit.app.emails) else {
            return self.first_page(Some(IdentityError::Old));
        };
        let context = visit.identity_context();
        let sealed = visit.app.identities.seal(context, &challenge);
        match emails.allow_guess(&sealed).await {
            Ok(Some(_)) if visit.app.identities.is_code(context, &challenge, typed) => {
                self.and_remember(&self.room_address(), visit.remember_proof(challenge.identity))
            }
            Ok(Some(1..)) => self.code_page(&challenge, Some(IdentityError::Code)),
            // This includes the last wrong guess: another one would be refused.
            Ok(Some(0) | None) => self.first_page(Some(IdentityError::Old)),
            Err(error) => {
                tracing::warn!(room = visit.room().name(), %error, "guesses at codes cannot be counted now");
                self.identified.refuse(VisitError::Holding)
            }
        }
    }

    /// Moves the identity's place to this device.
    async fn move_to_this_device(&self) -> Response<Body> {
        let Some(identity) = self.visit().proven() else {
            return self.first_page(Some(IdentityError::Old));
        };
        let place = match self.place_of_identity(identity).await {
            Ok(Some(place)) => place,
            Ok(None) => return self.to_room(),
            Err(refused) => return refused,
        };
        match self.take_now(&place).await {
            Ok(answer) => answer,
            Err(refused) => {
                tracing::info!(room = self.visit().room().name(), reason = %refused, "a place was not transferred");
                let error = match refused {
                    TransferRefused::LetThrough => IdentityError::Turn,
                    TransferRefused::TransferredTooOften => IdentityError::Limit,
                    TransferRefused::TooManyCodes | TransferRefused::TooManyCodesInRoom => IdentityError::Many,
                    _ => IdentityError::Away,
                };
                self.asks(IdentityStep::Taken, Some(error))
            }
        }
    }

    /// Returns the place of an identity as its present holder has it; `None` if it has none in this
    /// run. A place that was given up stays the identity's only one.
    async fn place_of_identity(&self, identity: IdentityHash) -> Result<Option<Place>, Response<Body>> {
        let visit = self.visit();
        let given = visit.room().given_for(&[identity.0]).await.map_err(|error| {
            tracing::warn!(room = visit.room().name(), %error, "the place of an identity cannot be read");
            self.identified.refuse(VisitError::Holding)
        })?;
        let Some(record) = given.into_iter().flatten().next() else {
            return Ok(None);
        };
        let state = self.identified.state().clone().newer();
        let run = state.published.snapshot.run();
        let lane = visit.room().lane();
        // Another node gave the place, and this one has not seen it yet.
        let place = state
            .present_holder(lane, run, record.sequence, record.spent_at)
            .ok_or_else(|| self.identified.refuse(VisitError::Holding))?;
        if state.is_cancelled(&place) {
            return Err(self.identified.refuse(VisitError::IdentityTaken));
        }
        Ok(Some(place))
    }

    pub(super) fn first_page(&self, error: Option<IdentityError>) -> Response<Body> {
        self.asks(self.first_step(), error)
    }

    /// Asks for the code of a challenge.
    fn code_page(&self, challenge: &IdentityChallenge, error: Option<IdentityError>) -> Response<Body> {
        let address = self.visit().address_of(challenge);
        let sent_to = address.as_ref().map(EmailAddress::as_str);
        self.asks(IdentityStep::Code { sent_to }, error)
    }

    /// Asks for an address once more, after a request for a code that was not counted: the form
    /// keeps the visitor's proofs, so that work and a wait pay for the next request.
    fn address_page_again(&self, error: IdentityError) -> Response<Body> {
        self.asks_with(self.first_step(), Some(error), &self.proof_fields())
    }

    /// The field for an address with what the visitor typed, or the link to the provider. A link
    /// cannot fill the field, because the code would go to the address of whoever made the link.
    pub(super) fn first_step(&self) -> IdentityStep<'_> {
        let visit = self.visit();
        let typed = visit.query.get(ADDRESS).filter(|_| visit.parts.method == Method::POST);
        let typed = typed.filter(|typed| typed.len() <= TYPED_BYTES_MAX).unwrap_or_default();
        match self.visit().identity_rule().map(|rule| rule.by) {
            Some(IdentityVerifier::Email) | None => IdentityStep::Address { typed },
            Some(IdentityVerifier::Oidc) => IdentityStep::SignIn,
        }
    }

    /// Returns the page as HTML. Its form has these proofs among its fields.
    pub(super) fn identity_page(
        &self,
        step: IdentityStep<'_>,
        error: Option<IdentityError>,
        price: Option<IdentityPrice<'_>>,
        proofs: &[(&str, &str)],
    ) -> String {
        let (visit, room) = (self.visit(), &self.identified.state().settings);
        let language = &visit.app.language(&visit.parts.headers, visit.query, Some(room));
        let theme = visit.app.pages.theme(visit.query.get("l"), Some(room));
        let (customer, id) = self.ids();
        let ids = [("c", customer), ("e", id)].into_iter();
        let fields = ids.chain(visit.query.entering()).chain(proofs.iter().copied());
        let fields: Vec<(String, String)> = fields
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let next = if step == IdentityStep::SignIn { SIGN_IN } else { AGAIN };
        let next = visit.query.entering().chain([(next, "1")]);
        let is_repeatable = price.is_none() && proofs.is_empty();
        let picker = is_repeatable.then(|| self.identity_picker(step, language)).flatten();
        let page = IdentityPage {
            room_name: &room.name,
            step,
            error,
            price,
            action: &paths::identity_form(),
            fields: &fields,
            next_url: &paths::identity_page(customer, id, next),
            picker: picker.as_ref(),
        };
        page.render(language, &theme)
    }

    /// Returns the language picker for the page of this step.
    fn identity_picker(&self, step: IdentityStep<'_>, language: &Language) -> Option<LanguagePicker> {
        let (customer, room) = self.ids();
        let ids = [("c", customer), ("e", room)].into_iter();
        let others = self.visit().query.entering().filter(|(name, _)| *name != "cid");
        // Without it, the page for a code that was sent earlier would take this one's place.
        let again = matches!(step, IdentityStep::Address { .. }).then_some((AGAIN, "1"));
        let fields = ids.chain(others).chain(again).chain([(PICKED, "1")]);
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        self.picker((&paths::identity_form(), fields.collect()), language)
    }

    fn asks(&self, step: IdentityStep<'_>, error: Option<IdentityError>) -> Response<Body> {
        self.asks_with(step, error, &[])
    }

    fn asks_with(
        &self,
        step: IdentityStep<'_>,
        error: Option<IdentityError>,
        proofs: &[(&str, &str)],
    ) -> Response<Body> {
        let visit = self.visit();
        let page = self.identity_page(step, error, None, proofs);
        let mut response = html::page(status_of(error), page, None);
        let seconds = match error {
            Some(IdentityError::Many) => Some(RETRY_AFTER_SECONDS),
            Some(IdentityError::Soon { minutes }) => u32::try_from(minutes * 60).ok(),
            Some(IdentityError::Send | IdentityError::Provider | IdentityError::Away) => {
                Some(visit.app.retry_after_seconds())
            }
            _ => None,
        };
        let headers = response.headers_mut();
        headers.extend(seconds.map(|seconds| (RETRY_AFTER, seconds.into())));
        response
    }

    pub(super) fn and_remember(&self, address: &str, cookie: HeaderValue) -> Response<Body> {
        let mut response = html::see_other(address);
        response.headers_mut().insert(SET_COOKIE, cookie);
        response
    }

    fn page_address(&self) -> String {
        let (customer, room) = self.ids();
        paths::identity_page(customer, room, self.visit().query.entering())
    }

    /// The address of the room's page, with the parameters that the visitor's link keeps.
    pub(super) fn room_address(&self) -> String {
        let (customer, room) = self.ids();
        paths::enter(customer, room, self.visit().query.entering())
    }

    pub(super) fn to_room(&self) -> Response<Body> {
        html::see_other(&self.room_address())
    }
}

fn status_of(error: Option<IdentityError>) -> StatusCode {
    match error {
        None => StatusCode::OK,
        Some(IdentityError::Address) => StatusCode::UNPROCESSABLE_ENTITY,
        Some(IdentityError::Code | IdentityError::Old | IdentityError::SignIn) => StatusCode::FORBIDDEN,
        Some(IdentityError::Many | IdentityError::Soon { .. } | IdentityError::Today) => StatusCode::TOO_MANY_REQUESTS,
        Some(IdentityError::Turn | IdentityError::Limit) => StatusCode::CONFLICT,
        Some(IdentityError::Send | IdentityError::Provider | IdentityError::Away) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// Returns the host by which the reader of an e-mail recognizes the waiting room: its own, or the
/// domain of the site where the waiting room has no domain.
fn recognized_host<'a>(origin: &'a Url, site: Option<&'a str>) -> &'a str {
    let own = origin.host_str().unwrap_or_default();
    match origin.host() {
        Some(Host::Domain(domain)) if domain != "localhost" => own,
        _ => site.unwrap_or(own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_names_a_domain_if_there_is_one() {
        let named = |origin: &str, site| recognized_host(&origin.parse().expect("a URL"), site).to_owned();
        assert_eq!(named("https://queue.example", Some("shop.example")), "queue.example");
        for origin in ["http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost:8080"] {
            assert_eq!(named(origin, Some("shop.example")), "shop.example", "{origin}");
        }
        assert_eq!(named("http://127.0.0.1:8080", None), "127.0.0.1");
    }
}
