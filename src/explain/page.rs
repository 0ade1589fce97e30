//! Explains a page of a site: the steps of its connector.

use std::borrow::Cow;

use protocol::integration::{self, Action, Integration, IntegrationTrace, PartTrace, RedirectLogic};
use protocol::queueittoken::TokenError;
use protocol::redirect::{
    AddressMismatch, ConnectorRefusal, NO_CONFIG_VERSION, QueueBase, RedirectOrigin, Scheme, UNNAMED_ACTION,
    cancel_url_multiple, error_url, queue_url,
};
use protocol::session_cookie::{self, CookieError, SessionFields};
use protocol::{Minutes, RoomId, percent, token_url};

use super::room::NewcomerPolicy;
use super::token::{self, TokenExpectation};
use super::{
    ExplainContext, ExplainEnd, ExplainOutcome, ExplainRequest, ExplainStage, ExplainTrace, ExplainVerdict, session,
};
use crate::config::{Customer, RoomDefinition};

/// The session validity of a connector that is configured in code without one: the default of the
/// vendor's connectors and of this project's.
const VALIDITY_IN_CODE: Minutes = Minutes::new(10).expect("more than 0");
/// The header in which a script sends the URL of its page.
const AJAX_HEADER: &str = "x-queueit-ajaxpageurl";
/// The header from which some connectors read a token.
const TOKEN_HEADER: &str = "x-queueittoken";
/// The connector version in the URLs of an explanation.
const VERSION: &str = "explain";

/// The request as triggers read it.
struct TriggerPage<'a> {
    asked: &'a ExplainRequest,
    url: String,
}

impl integration::Request for TriggerPage<'_> {
    fn page_url(&self) -> &str {
        &self.url
    }

    fn user_agent(&self) -> Cow<'_, str> {
        self.asked.header("user-agent").unwrap_or_default().into()
    }

    fn cookie(&self, name: &str) -> Option<Cow<'_, str>> {
        self.asked.cookies.get(name).map(Into::into)
    }

    fn header(&self, name: &str) -> Option<Cow<'_, str>> {
        self.asked.header(name).map(Into::into)
    }

    fn body(&self) -> Cow<'_, str> {
        (&self.asked.body).into()
    }
}

/// Explains a request for a page of this customer.
pub(super) fn explain(
    asked: &ExplainRequest,
    customer: &Customer,
    context: &ExplainContext<'_>,
    trace: &mut ExplainTrace,
) -> ExplainEnd {
    let page = TriggerPage {
        asked,
        url: token_url::strip(&asked.url).into_owned(),
    };
    trace.say(
        ExplainStage::Request,
        ExplainVerdict::Note,
        format!("the page {}", page.url),
    );
    let ajax = asked.header(AJAX_HEADER);
    if ajax.is_some() {
        trace.say(
            ExplainStage::Request,
            ExplainVerdict::Note,
            "the request comes from a script: instead of a redirect it gets 200 with x-queueit-redirect",
        );
    }
    let action = match matched(&page, customer, context, trace) {
        Ok(action) => action,
        Err(end) => return end,
    };
    let Some(room) = (context.config.rooms.iter()).find(|room| room.customer == customer.id && room.id == action.room)
    else {
        trace.say(
            ExplainStage::Room,
            ExplainVerdict::No,
            format!("customer {} has no room {}", customer.id, action.room),
        );
        return ExplainEnd::error(2, "visitors are sent to a room that does not exist: error 2");
    };
    let seen = MatchedRequest {
        asked,
        context,
        customer,
        target: action.target(&page.url, ajax),
        action,
        room,
    };
    match seen.action.kind {
        Action::Cancel => seen.cancel(trace),
        Action::Queue | Action::Ignore => seen.queue(trace),
    }
}

/// The action that applies to a page.
struct AppliedAction<'a> {
    name: &'a str,
    kind: Action,
    room: RoomId,
    integration: Option<&'a Integration>,
    version: i64,
}

impl AppliedAction<'_> {
    /// Returns the URL to which visitors return; `None` for the room's own target.
    fn target(&self, page: &str, ajax: Option<&str>) -> Option<String> {
        let page = ajax.and_then(percent::decode).unwrap_or_else(|| page.to_owned());
        let Some(integration) = self.integration else {
            return Some(page);
        };
        match integration.redirect_logic {
            Some(RedirectLogic::ForcedTargetUrl) => integration.forced_target_url.clone(),
            Some(RedirectLogic::EventTargetUrl) => None,
            _ => Some(page),
        }
    }

    fn validity(&self) -> Minutes {
        let minutes = self
            .integration
            .and_then(|integration| integration.cookie_validity_minute);
        let minutes = minutes.and_then(|minutes| Minutes::new(u32::try_from(minutes).ok()?));
        minutes.unwrap_or(VALIDITY_IN_CODE)
    }
}

/// Returns the action of a page, or the end of the trace if there is none.
fn matched<'w>(
    page: &TriggerPage<'w>,
    customer: &Customer,
    context: &ExplainContext<'w>,
    trace: &mut ExplainTrace,
) -> Result<AppliedAction<'w>, ExplainEnd> {
    if let Some(named) = &page.asked.room {
        trace.say(
            ExplainStage::Rule,
            ExplainVerdict::Note,
            format!("the connector's code protects this page by room {named:?}"),
        );
        let room = named
            .parse()
            .map_err(|error| ExplainEnd::error(2, format!("room: {error}")))?;
        return Ok(AppliedAction {
            name: UNNAMED_ACTION,
            kind: Action::Queue,
            room,
            integration: None,
            version: NO_CONFIG_VERSION,
        });
    }
    let Some(config) = page.asked.integration.as_ref().or(context.published) else {
        trace.say(
            ExplainStage::Rule,
            ExplainVerdict::No,
            format!("there is no integration configuration of customer {}", customer.id),
        );
        return Err(ExplainEnd::new(
            ExplainOutcome::Unknown,
            "connectors without a configuration let everybody pass; publish one, or name the room by which the connector's code protects this page",
        ));
    };
    let (found, walk) = integration::trace(config, page);
    walk.integrations.iter().for_each(|looked_at| rule(looked_at, trace));
    let Some(found) = found else {
        trace.say(
            ExplainStage::Rule,
            ExplainVerdict::No,
            format!("no action of version {} matches", config.version),
        );
        return Err(ExplainEnd::new(ExplainOutcome::Pass, "the page is not protected"));
    };
    let kind = found.action();
    if kind == Action::Ignore {
        return Err(ExplainEnd::new(
            ExplainOutcome::Pass,
            "the action leaves this page unprotected",
        ));
    }
    let event = found.event_id.as_deref().unwrap_or_default();
    let room = event.parse().map_err(|error| {
        trace.say(
            ExplainStage::Rule,
            ExplainVerdict::No,
            format!("EventId {event:?}: {error}"),
        );
        ExplainEnd::new(
            ExplainOutcome::Unknown,
            "connectors cannot carry out this action; most of them let everybody pass",
        )
    })?;
    Ok(AppliedAction {
        name: &found.name,
        kind,
        room,
        integration: Some(found),
        version: config.version,
    })
}

/// Adds one evaluated action to the trace.
fn rule(looked_at: &IntegrationTrace, trace: &mut ExplainTrace) {
    let name = &looked_at.name;
    let part = |part: &PartTrace| {
        let found = part
            .found
            .as_deref()
            .map_or("nothing".to_owned(), |found| format!("{found:?}"));
        let holds = if part.holds { "holds" } else { "does not hold" };
        format!("{} is {found}, {} {holds}", part.subject, part.condition)
    };
    let deciding = looked_at.triggers.iter().map(|trigger| {
        let parts: Vec<String> = trigger.parts.iter().map(part).collect();
        if parts.is_empty() {
            "a trigger without parts".to_owned()
        } else {
            parts.join("; ")
        }
    });
    let seen: Vec<String> = deciding.collect();
    let seen = if seen.is_empty() {
        "it has no triggers".to_owned()
    } else {
        seen.join(" | ")
    };
    match looked_at.matches {
        true => trace.say(
            ExplainStage::Rule,
            ExplainVerdict::Yes,
            format!("action {name:?} matches: {seen}"),
        ),
        false => trace.say(
            ExplainStage::Rule,
            ExplainVerdict::No,
            format!("action {name:?} does not match: {seen}"),
        ),
    }
}

/// A request with its action and room.
struct MatchedRequest<'a> {
    asked: &'a ExplainRequest,
    context: &'a ExplainContext<'a>,
    customer: &'a Customer,
    action: AppliedAction<'a>,
    target: Option<String>,
    room: &'a RoomDefinition,
}

impl MatchedRequest<'_> {
    fn against(&self) -> TokenExpectation<'_> {
        TokenExpectation {
            secret: &self.room.secret_key,
            room: &self.room.id,
            now: self.context.seconds(),
            address: self.asked.address,
        }
    }

    fn base(&self) -> QueueBase {
        let integration = self.action.integration;
        let domain = integration.and_then(|integration| integration.queue_domain.as_deref());
        let prefix = integration.and_then(|integration| integration.queue_path_prefix.as_deref());
        let public = &self.context.config.server.public_url;
        let own = &public[url::Position::BeforeHost..url::Position::AfterPort];
        QueueBase::new(
            Scheme::Https,
            domain.filter(|domain| !domain.is_empty()).unwrap_or(own),
            prefix,
        )
    }

    fn origin(&self) -> RedirectOrigin<'_> {
        let integration = self.action.integration;
        RedirectOrigin {
            customer: &self.customer.id,
            room: &self.room.id,
            connector_version: VERSION,
            config_version: self.action.version,
            action: self.action.name,
            culture: integration.and_then(|integration| integration.culture.as_deref()),
            theme: integration.and_then(|integration| integration.layout_name.as_deref()),
        }
    }

    fn token(&self) -> Option<&str> {
        let query = self
            .asked
            .url
            .split('#')
            .next()
            .and_then(|address| Some(address.split_once('?')?.1));
        let in_address = query.and_then(token_url::find);
        let given = self.asked.token.as_deref().filter(|token| !token.is_empty());
        in_address.or_else(|| self.asked.header(TOKEN_HEADER)).or(given)
    }

    fn queue(&self, trace: &mut ExplainTrace) -> ExplainEnd {
        let against = self.against();
        let session = session::check(self.asked, &against, self.action.validity(), trace);
        let token = self.token();
        if session.is_ok() {
            if token.is_some() {
                trace.say(
                    ExplainStage::Token,
                    ExplainVerdict::Note,
                    "the token is ignored: the session is valid",
                );
            }
            return ExplainEnd::new(ExplainOutcome::Pass, "the visitor has a session and sees the page");
        }
        if let Some(token) = token {
            return match token::check(token, &against, trace) {
                Ok(()) => ExplainEnd::new(
                    ExplainOutcome::Pass,
                    "the visitor passes: the connector sets its cookie and removes the token from the address",
                )
                .at(token_url::strip(&self.asked.url).into_owned()),
                Err(error) => self.refused(error, token),
            };
        }
        trace.say(ExplainStage::Token, ExplainVerdict::No, "no token");
        if let Err(Some(CookieError::Ip(_))) = session {
            trace.say(ExplainStage::Session, ExplainVerdict::Note, "newer connectors send a visitor whose session is bound to another address to error/connector/sessionstate, older ones to the queue");
        }
        self.to_queue(trace)
    }

    fn refused(&self, error: TokenError, token: &str) -> ExplainEnd {
        let address = self.asked.address.map(|address| address.to_string());
        let address = address.as_deref().filter(|_| error == TokenError::Ip);
        let refusal = ConnectorRefusal::Token {
            error,
            raw: token,
            address: address.map(|client| AddressMismatch { client, hashed: "" }),
        };
        let url = error_url(
            &self.base(),
            &self.origin(),
            &refusal,
            self.context.seconds(),
            self.target.as_deref(),
        );
        ExplainEnd::error(
            6,
            format!(
                "the token is refused ({}): the visitor gets the waiting room's error page, error 6, with a way back through cancel",
                error.code()
            ),
        )
        .at(url)
    }

    fn to_queue(&self, trace: &mut ExplainTrace) -> ExplainEnd {
        let lifecycle_of = NewcomerPolicy::of(self.room, self.context, trace);
        let url = queue_url(&self.base(), &self.origin(), None, self.target.as_deref());
        let target = crate::target::choose(
            &self.room.target_url,
            &self.room.target_hosts,
            self.target.as_deref(),
            |_| None,
        );
        let Ok(target) = target else {
            let target = self.target.as_deref().unwrap_or_default();
            trace.say(
                ExplainStage::Room,
                ExplainVerdict::No,
                format!("the target {target} is on none of the room's target_hosts"),
            );
            return ExplainEnd::new(
                ExplainOutcome::Error,
                "the visitor is sent to the queue, which refuses the target",
            )
            .at(url);
        };
        let there = lifecycle_of.newcomer(self.asked, &target, trace);
        ExplainEnd {
            outcome: if there.outcome == ExplainOutcome::Error {
                ExplainOutcome::Error
            } else {
                ExplainOutcome::Queue
            },
            says: format!("the visitor is sent to the waiting room, and there: {}", there.says),
            error_id: there.error_id,
            url: Some(url),
        }
    }

    fn cancel(&self, trace: &mut ExplainTrace) -> ExplainEnd {
        let against = self.against();
        let name = session_cookie::name(&self.room.id);
        let stored = self
            .asked
            .cookies
            .get(&name)
            .and_then(|value| session_cookie::decode(value));
        // The session's expiry is irrelevant to a cancel.
        let session = stored
            .as_deref()
            .and_then(|value| SessionFields::parse(value).session(against.secret, against.room).ok());
        let Some(session) = session else {
            trace.say(
                ExplainStage::Session,
                ExplainVerdict::No,
                format!("no genuine cookie {name}: there is nothing to cancel"),
            );
            return ExplainEnd::new(ExplainOutcome::Pass, "the page is shown as if there were no action");
        };
        trace.say(
            ExplainStage::Session,
            ExplainVerdict::Yes,
            "a genuine session of the room",
        );
        let rooms = [(&self.room.id, session.queue_id.as_deref())];
        let url = cancel_url_multiple(&self.base(), &self.customer.id, &rooms, self.target.as_deref());
        ExplainEnd::new(
            ExplainOutcome::Cancel,
            "the connector deletes its cookie, the waiting room cancels the place, and the visitor comes back",
        )
        .at(url)
    }
}
