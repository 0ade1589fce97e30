//! `GET /email?c&e&q`: the page where the holder of a place enters, changes or deletes an e-mail
//! address; `POST /email` does so. It works without scripts. Afterwards the browser is on the same
//! page, which shows the stored address.
//!
//! Only the holder can use it: the place's link alone leads back to the waiting page. A POST that a
//! page of another site triggers leads to the page.

use axum::body::Body;
use axum::extract::State;
use http::header::RETRY_AFTER;
use http::request::Parts;
use http::{Response, StatusCode};
use url::form_urlencoded;

use crate::email::{EmailAddress, EmailLink, Emails, StoredEmail};
use crate::http::infra::client::RequestClient;
use crate::http::paths::PlaceQuery;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::visit::{Identified, Visit, Visitor, has_queue};
use crate::http::{AppState, SharedAppState, html, paths};
use crate::pages::{EmailError, EmailPage, EmailStep};
use crate::reminders::{ReminderListError, ReminderRefused};
use crate::rooms::{Place, RoomState};

/// The field for the address.
const ADDRESS: &str = "address";
/// The field that deletes the address.
const REMOVE: &str = "remove";
/// The longest text that is shown again in the field, bytes.
const TYPED_BYTES_MAX: usize = 254;
/// The wait after too many addresses within a minute, seconds.
const OFTEN_SECONDS: u32 = 60;

/// Handles the page.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    answer(&app, &parts, &query, async |email| email.show(None).await).await
}

/// Handles its forms.
pub(in crate::http) async fn post(State(app): State<SharedAppState>, parts: Parts, form: String) -> Response<Body> {
    let query = Query::new(Some(&form));
    let answered = answer(&app, &parts, &query, async |email| email.change().await).await;
    app.after_form((&parts, &query), answered)
}

/// A request of the holder of a place that can have an e-mail.
struct EmailVisit<'a> {
    identified: Identified<'a>,
    emails: &'a Emails,
    place: Place,
    lead_minutes: u64,
}

async fn answer(
    app: &AppState,
    parts: &Parts,
    query: &Query<'_>,
    act: impl AsyncFnOnce(&EmailVisit<'_>) -> Response<Body>,
) -> Response<Body> {
    let (customer, room) = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    let linked = app.linked(query);
    let identified = match app.identified((parts, query), (customer, room), linked).await {
        Ok(identified) => identified,
        Err(not_found) => return app.refuse_unfound(parts, query, not_found),
    };
    if let Some(refused) = identified.foreign_target() {
        return refused;
    }
    let state = identified.state();
    let place = match identified.visitor {
        Visitor::Holder { place, .. } => Some(place),
        Visitor::Transferred => return identified.refuse(VisitError::Transferred),
        Visitor::Cancelled | Visitor::Outraced => return identified.refuse(VisitError::Cancelled),
        Visitor::Unseen => return identified.refuse(VisitError::Holding),
        Visitor::Foreign => return identified.refuse(VisitError::ForeignPlace),
        Visitor::Newcomer | Visitor::PastRun | Visitor::Viewer(_) => None,
    };
    let lead = state.settings.email_lead.filter(|_| has_queue(state));
    let place = place.filter(|place| !state.was_redirected(place));
    match (place, lead, &app.emails) {
        (Some(place), Some(lead), Some(emails)) => {
            let email = EmailVisit {
                emails,
                place,
                lead_minutes: u64::from(lead.get()),
                identified,
            };
            act(&email).await
        }
        // The room's own page has the answer for all other visitors.
        _ => {
            let queue_id = query.get("q").map(|q| ("q", q));
            html::see_other(&paths::enter(customer, room, query.kept().chain(queue_id)))
        }
    }
}

impl EmailVisit<'_> {
    fn visit(&self) -> &Visit<'_> {
        &self.identified.visit
    }

    fn ids(&self) -> (&str, &str) {
        let room = &self.identified.state().settings;
        (room.customer.as_str(), room.id.as_str())
    }

    async fn show(&self, error: Option<EmailError>) -> Response<Body> {
        match self.emails.stored(self.identified.state(), &self.place).await {
            Ok(StoredEmail::Nothing) => self.page(EmailStep::Ask { typed: self.typed() }, error),
            Ok(StoredEmail::Address(address)) => self.page(EmailStep::Stored { address: &address }, error),
            Ok(StoredEmail::Sent) => self.page(EmailStep::Sent, None),
            Err(failed) => self.failed(&failed),
        }
    }

    async fn change(&self) -> Response<Body> {
        let visit = self.visit();
        if !visit.app.is_our_own(visit.parts) {
            return html::see_other(&self.address());
        }
        if visit.query.get(REMOVE).is_some() {
            return match self.emails.remove_recipient(self.identified.state(), &self.place).await {
                Ok(()) => html::see_other(&self.address()),
                Err(failed) => self.failed(&failed),
            };
        }
        let client = RequestClient::of(visit.parts, &visit.app.trusted_proxies).address;
        let now_ms = visit.app.clock.monotonic_ms();
        let room = visit.room().name();
        if !visit.app.email_requests.allow(client, room, now_ms) {
            tracing::info!(room, "too many e-mail addresses were given within a minute");
            return self.show(Some(EmailError::Often)).await;
        }
        let Ok(address) = visit.query.get(ADDRESS).unwrap_or_default().parse::<EmailAddress>() else {
            return self.page(EmailStep::Ask { typed: self.typed() }, Some(EmailError::Address));
        };
        let (customer, id) = self.ids();
        let language = &visit.app.language(
            &visit.parts.headers,
            visit.query,
            Some(&self.identified.state().settings),
        );
        let query = self.link_query();
        let link = EmailLink {
            culture: language.tag(),
            link: &visit.app.absolute(visit.parts, &paths::email_take(customer, id, "")),
            query: &query,
        };
        let of_place = (self.identified.state(), &self.place);
        match self.emails.set_recipient(of_place, &address, &link, client).await {
            Ok(Ok(())) => html::see_other(&self.address()),
            Ok(Err(refused)) => {
                tracing::info!(room, reason = %refused, "an e-mail address was not kept");
                match refused {
                    ReminderRefused::Sent => html::see_other(&self.address()),
                    ReminderRefused::Many => self.show(Some(EmailError::Many)).await,
                    ReminderRefused::Full => self.show(Some(EmailError::Away)).await,
                }
            }
            Err(failed) => self.failed(&failed),
        }
    }

    fn failed(&self, failed: &ReminderListError) -> Response<Body> {
        tracing::warn!(room = self.visit().room().name(), error = %failed, "e-mail addresses cannot be kept now");
        self.page(EmailStep::Ask { typed: self.typed() }, Some(EmailError::Away))
    }

    /// The text that the visitor typed into the field.
    fn typed(&self) -> &str {
        let typed = self.visit().query.get(ADDRESS).unwrap_or_default();
        if typed.len() <= TYPED_BYTES_MAX { typed } else { "" }
    }

    fn page(&self, step: EmailStep<'_>, error: Option<EmailError>) -> Response<Body> {
        let visit = self.visit();
        let room = &self.identified.state().settings;
        let language = &visit.app.language(&visit.parts.headers, visit.query, Some(room));
        let theme = visit.app.pages.theme(visit.query.get("l"), Some(room));
        let (customer, id) = self.ids();
        let queue_id = self.place.queue_id.to_string();
        let named = [("c", customer), ("e", id), ("q", queue_id.as_str())];
        let fields = named.into_iter().chain(visit.query.kept());
        let fields: Vec<(String, String)> = fields
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let page = EmailPage {
            room_name: &room.name,
            step,
            error,
            lead_minutes: self.lead_minutes,
            action: &paths::email_form(),
            fields: &fields,
            line_url: &paths::enter(customer, id, visit.query.kept().chain([("q", queue_id.as_str())])),
        };
        let status = match error {
            None => StatusCode::OK,
            Some(EmailError::Address) => StatusCode::UNPROCESSABLE_ENTITY,
            Some(EmailError::Many | EmailError::Often) => StatusCode::TOO_MANY_REQUESTS,
            Some(EmailError::Away) => StatusCode::SERVICE_UNAVAILABLE,
        };
        let mut response = html::page(status, page.render(language, &theme), None);
        let retry_after_seconds = match error {
            Some(EmailError::Away) => Some(visit.app.retry_after_seconds()),
            Some(EmailError::Often) => Some(OFTEN_SECONDS),
            Some(EmailError::Address | EmailError::Many) | None => None,
        };
        if let Some(seconds) = retry_after_seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }

    /// The address of this page.
    fn address(&self) -> String {
        let (customer, room) = self.ids();
        PlaceQuery::new((customer, room), &self.place.queue_id, self.visit().query.kept()).email_page()
    }

    /// The query of the link in the e-mail: language, theme and target, as far as a transfer keeps
    /// them.
    fn link_query(&self) -> String {
        let kept = self.visit().query.kept_for_later();
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(kept)
            .finish();
        if query.is_empty() { query } else { format!("?{query}") }
    }
}

impl AppState {
    /// Sends the e-mails of rooms, until the task is dropped. Does nothing without `[smtp]`.
    pub async fn send_emails(&self) {
        if let Some(emails) = &self.emails {
            emails.run(&self.rooms, &self.languages).await;
        }
    }

    /// Deletes the address of a place that was given up. If that fails, the walk over all places
    /// deletes it later.
    pub(in crate::http) async fn forget_email(&self, state: &RoomState, place: &Place) {
        if state.settings.email_lead.is_some()
            && let Some(emails) = &self.emails
            && let Err(error) = emails.forget(state, place).await
        {
            tracing::debug!(room = state.room().name(), %error, "an e-mail address stays for now");
        }
    }

    /// Does one round of [`Self::send_emails`].
    pub async fn send_emails_once(&self) {
        if let Some(emails) = &self.emails {
            emails.run_once(&self.rooms, &self.languages).await;
        }
    }
}
