//! The parts of a room's static page beyond the API's own fields: the same status as on the room's
//! own page, in the page's language, and the way back to the site.
//!
//! The server determines the way back, because only it knows to which hosts a visitor can return.

use app::view::WaitingStatus;
use crowdhandler::{VisitCall, VisitorToken};
use http::HeaderMap;
use serde::Serialize;

use crate::config::RoomDefinition;
use crate::http::AppState;
use crate::http::crowdhandler::check::{CoveredVisit, PageAccess};
use crate::http::crowdhandler::directory::{Account, Domain};
use crate::http::crowdhandler::return_address::{allowed_target, return_to, signed_return};
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::visit::status_view::{StatusContext, StatusView, VisitorState};
use crate::text::LanguageInTheme;

/// The part of an answer that only the static page reads.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::http::crowdhandler) struct PageView {
    /// The visitor's status; absent for a visitor who is let in, and where there is a notice.
    status: Option<WaitingStatus>,
    /// Why the room cannot show more.
    notice: Option<PageNotice>,
    /// The address to which a visitor goes when let in.
    return_url: Option<String>,
}

impl PageView {
    /// Returns the view of a visitor whom no room holds; `home` is the target of visitors whose
    /// call names no page.
    pub(in crate::http::crowdhandler) fn uncovered(
        app: &AppState,
        domain: &Domain,
        call: &VisitCall,
        home: &str,
        token: VisitorToken,
    ) -> Self {
        let page = call
            .return_to
            .as_ref()
            .and_then(|page| allowed_target(domain, None, page));
        let target = page.as_deref().unwrap_or(home);
        Self {
            status: None,
            notice: None,
            return_url: Some(return_to(app, target, (token.as_str(), None), call.code.as_deref())),
        }
    }

    /// Returns the view of a visitor of a room.
    pub(in crate::http::crowdhandler) fn covered(
        app: &AppState,
        account: &Account,
        call: &VisitCall,
        visit: &CoveredVisit<'_>,
    ) -> Self {
        let mut view = Self {
            status: None,
            notice: None,
            return_url: None,
        };
        match visit.access {
            PageAccess::Promoted => {
                let room = visit.state.as_ref().map(|state| &*state.settings);
                let target = call
                    .return_to
                    .as_ref()
                    .and_then(|page| allowed_target(visit.domain, room, page));
                let way = (target.as_deref(), call.code.as_deref());
                view.return_url = Some(signed_return(app, account, visit, way));
            }
            PageAccess::Waiting(visitor_state) => view.status = status(app, call, visit, visitor_state),
            PageAccess::Full | PageAccess::Blocked | PageAccess::Away => {}
        }
        if view.status.is_none() && view.return_url.is_none() {
            let room = visit.state.as_ref().map(|state| &*state.settings);
            view.notice = Some(notice(app, call, room, visit.refusal.unwrap_or(VisitError::Holding)));
        }
        view
    }
}

/// A notice as the page shows it.
#[derive(Debug, Serialize)]
struct PageNotice {
    /// The subject, for the page's `data-state`.
    name: &'static str,
    heading: String,
    lead: String,
}

fn status(
    app: &AppState,
    call: &VisitCall,
    visit: &CoveredVisit<'_>,
    visitor_state: VisitorState,
) -> Option<WaitingStatus> {
    let state = visit.state.as_ref()?;
    let language = &language(app, call, Some(&state.settings));
    let context = StatusContext::new(app, state, visit.place.as_ref());
    let view = StatusView::new(&state.settings, language, context, visitor_state, state.now().wall);
    Some(view.status())
}

fn notice(app: &AppState, call: &VisitCall, room: Option<&RoomDefinition>, error: VisitError) -> PageNotice {
    let (_, _, notice) = error.shape();
    let language = language(app, call, room);
    let texts = language.notice(notice);
    PageNotice {
        name: notice.name(),
        heading: texts.heading.clone(),
        lead: format!("{} {}", texts.what, texts.todo),
    }
}

/// The page names its language.
fn language<'e>(app: &'e AppState, call: &VisitCall, room: Option<&RoomDefinition>) -> LanguageInTheme<'e> {
    let culture = call.lang.as_deref().unwrap_or_default();
    let culture = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("cid", culture)
        .finish();
    app.language(&HeaderMap::new(), &Query::new(Some(&culture)), room)
}
