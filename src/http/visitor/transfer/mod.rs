//! Transfers a place to another device: [`offer`] on the device that has the place, [`take`] on the
//! device that takes it over, or [`emailed`] if that device opens the link of an e-mail; and to the
//! line of a priority group: [`priority`]. [`identity`] leads a newcomer whose identity has a place
//! to that place. All work without scripts.
//!
//! A GET never transfers a place. A POST that a page of another site triggers leads to the page
//! with the button instead, so nobody gains or loses a place by opening another site's page.

mod code_price;
pub(in crate::http) mod emailed;
pub(in crate::http) mod identity;
pub(in crate::http) mod offer;
pub(in crate::http) mod priority;
pub(in crate::http) mod signed_in;
pub(in crate::http) mod take;

use admission::transfer::{CODE_VALID_MS, TransferRefused};
use app::page::LanguagePicker;
use axum::body::Body;
use http::header::RETRY_AFTER;
use http::{Response, StatusCode};

use crate::http::html::Nonce;
use crate::http::pages::picker;
use crate::http::visit::query::HOLDER_PARAMETER;
use crate::http::visit::{Identified, Visit, has_queue};
use crate::http::{html, paths};
use crate::pages::{TransferError, TransferPage, TransferStep, TransferWatch};
use crate::text::Language;

/// The delay before a visitor with too many attempts may retry, seconds.
const RETRY_AFTER_SECONDS: u32 = 60;

/// One request about a transfer; its query is that of the address or of the form.
struct TransferVisit<'a> {
    identified: Identified<'a>,
}

/// The parts of a page besides its form.
#[derive(Debug, Clone, Copy, Default)]
struct FormContext<'a> {
    /// The address of the visitor's waiting page.
    line_url: Option<&'a str>,
    /// The address of the same page, for the language picker.
    picker: Option<&'a str>,
    /// The address that the page polls to detect that the place was transferred.
    watch: Option<&'a str>,
}

impl<'a> TransferVisit<'a> {
    fn visit(&self) -> &Visit<'a> {
        &self.identified.visit
    }

    fn ids(&self) -> (&str, &str) {
        let room = &self.identified.state().settings;
        (room.customer.as_str(), room.id.as_str())
    }

    /// Returns a redirect to the room's page if the room has no line, since that page has the
    /// answer in this case; `None` if the room has a line.
    fn elsewhere(&self) -> Option<Response<Body>> {
        (!has_queue(self.identified.state())).then(|| {
            let (customer, room) = self.ids();
            html::see_other(&paths::enter(customer, room, self.visit().query.kept()))
        })
    }

    fn page(
        &self,
        step: TransferStep<'_>,
        error: Option<TransferError>,
        (action, fields): (&str, &[(String, String)]),
        around: FormContext<'_>,
    ) -> Response<Body> {
        let (visit, room) = (self.visit(), &self.identified.state().settings);
        let language = &visit.app.language(&visit.parts.headers, visit.query, Some(room));
        let theme = visit.app.pages.theme(visit.query.get("l"), Some(room));
        let kept = || self.kept_fields_but(&["cid", HOLDER_PARAMETER]);
        let picker = around.picker.and_then(|action| self.picker((action, kept()), language));
        let nonce = around.watch.map(|_| Nonce::new(visit.app.entropy.nonce()));
        let watch = around.watch.zip(nonce.as_ref());
        let page = TransferPage {
            room_name: &room.name,
            step,
            error,
            action,
            fields,
            line_url: around.line_url,
            picker: picker.as_ref(),
            watch: watch.map(|(url, nonce)| TransferWatch {
                url,
                nonce: nonce.as_str(),
                seconds: CODE_VALID_MS / 1_000,
            }),
        };
        let mut response = html::page(status_of(error), page.render(language, &theme), nonce.as_ref());
        let seconds = match error {
            Some(TransferError::Many) => Some(RETRY_AFTER_SECONDS),
            Some(TransferError::Away) => Some(visit.app.retry_after_seconds()),
            _ => None,
        };
        if let Some(seconds) = seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }

    /// Returns the language picker for a page at the address `action` with these `fields`, if the
    /// room's pages show one.
    fn picker(&self, (action, fields): (&str, Vec<(String, String)>), language: &Language) -> Option<LanguagePicker> {
        let shown = self.identified.state().settings.display.language_picker;
        shown.then(|| picker(language, action, fields))
    }

    /// Returns the fields that a form carries along: target, language and theme.
    fn kept_fields(&self) -> Vec<(String, String)> {
        self.kept_fields_but(&[])
    }

    fn kept_fields_but(&self, left_out: &[&str]) -> Vec<(String, String)> {
        let kept = self.visit().query.kept().filter(|(name, _)| !left_out.contains(name));
        kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}

fn status_of(error: Option<TransferError>) -> StatusCode {
    match error {
        None => StatusCode::OK,
        Some(TransferError::Code | TransferError::Priority | TransferError::Link) => StatusCode::FORBIDDEN,
        Some(TransferError::Many) => StatusCode::TOO_MANY_REQUESTS,
        Some(TransferError::Limit | TransferError::Turn) => StatusCode::CONFLICT,
        Some(TransferError::Away) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// Maps a refusal to the error that the page shows. The engine's reason is more precise than a
/// client with a guessed code should learn.
fn error_of(refused: TransferRefused) -> TransferError {
    match refused {
        TransferRefused::WrongCode | TransferRefused::NoPlace | TransferRefused::Transferred => TransferError::Code,
        TransferRefused::LetThrough => TransferError::Turn,
        TransferRefused::TransferredTooOften => TransferError::Limit,
        TransferRefused::TooManyCodes | TransferRefused::TooManyCodesInRoom => TransferError::Many,
        TransferRefused::Full | TransferRefused::CodeInUse | TransferRefused::NoteTooLong | TransferRefused::Stale => {
            TransferError::Away
        }
    }
}
