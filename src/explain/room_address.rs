//! Explains an address of the waiting room: a link into a room, a connector's refusal, a cancel.

use std::borrow::Cow;

use url::Url;

use super::room::NewcomerPolicy;
use super::token::{self, TokenExpectation};
use super::{ExplainContext, ExplainEnd, ExplainOutcome, ExplainRequest, ExplainStage, ExplainTrace, ExplainVerdict};
use crate::config::{Config, RoomDefinition};
use crate::http::paths::{ConnectorEndpoint, connector_endpoint};
use crate::target;

/// An address of the waiting room.
pub(super) struct RoomAddress<'u> {
    url: &'u Url,
    endpoint: ConnectorEndpoint<'u>,
    /// Customer and room by the host, which the address need not repeat.
    owner: (Option<String>, Option<String>),
}

impl<'u> RoomAddress<'u> {
    /// Returns the address if it belongs to the waiting room: by its host, or because it is
    /// a link to an existing room that the asker is allowed to know.
    pub(super) fn of(url: &'u Url, config: &Config, reach: Option<&str>) -> Option<Self> {
        let prefix = config.server.path_prefix.as_ref().map_or("", |prefix| prefix.as_str());
        let path = url.path().strip_prefix(prefix).unwrap_or(url.path());
        let endpoint = connector_endpoint(path)?;
        let host = url.host_str()?;
        let own = &config.server.public_url;
        let is_own = own.host_str() == Some(host) && own.port_or_known_default() == url.port_or_known_default();
        let of_room = config
            .rooms
            .iter()
            .find(|room| room.hosts.iter().any(|name| name.as_str() == host));
        let of_customer =
            (config.customers.iter()).find(|customer| customer.hosts.iter().any(|name| name.as_str() == host));
        let customer = of_room
            .map(|room| &room.customer)
            .or(of_customer.map(|customer| &customer.id));
        let address = Self {
            url,
            endpoint,
            owner: (
                customer.map(ToString::to_string),
                of_room.map(|room| room.id.to_string()),
            ),
        };
        let reaches = reach.is_none_or(|own| own == address.customer());
        let is_link = endpoint == ConnectorEndpoint::Enter && reaches && address.room(config).is_ok();
        let names_room = address.parameter("c").or_else(|| address.parameter("e")).is_some();
        let is_ours = is_own || customer.is_some();
        // The bare address of a host names no room.
        (is_link || (is_ours && (endpoint != ConnectorEndpoint::Enter || names_room))).then_some(address)
    }

    /// Explains the address.
    pub(super) fn explain(
        &self,
        asked: &ExplainRequest,
        context: &ExplainContext<'_>,
        trace: &mut ExplainTrace,
    ) -> ExplainEnd {
        match self.endpoint {
            ConnectorEndpoint::Enter => self.enter(asked, context, trace),
            ConnectorEndpoint::Refused(code) => self.refused(code, asked, context, trace),
            ConnectorEndpoint::Cancel(_) | ConnectorEndpoint::CancelMultiple(_) => self.cancel(context, trace),
        }
    }

    /// Returns the first value of a parameter that is not empty.
    fn parameter(&self, name: &str) -> Option<Cow<'u, str>> {
        let mut pairs = self.url.query_pairs();
        pairs
            .find(|(key, value)| key == name && !value.is_empty())
            .map(|(_, value)| value)
    }

    /// Returns the id of the customer that the address names.
    pub(super) fn customer(&self) -> String {
        let in_path = match self.endpoint {
            ConnectorEndpoint::Cancel(Some((customer, _))) | ConnectorEndpoint::CancelMultiple(customer) => {
                Some(customer.into())
            }
            _ => None,
        };
        let named = in_path.or_else(|| self.parameter("c")).map(Cow::into_owned);
        named.or_else(|| self.owner.0.clone()).unwrap_or_default()
    }

    fn room<'c>(&self, config: &'c Config) -> Result<&'c RoomDefinition, ExplainEnd> {
        let customer = self.customer();
        let in_path = match self.endpoint {
            ConnectorEndpoint::Cancel(Some((_, room))) => Some(room.into()),
            _ => None,
        };
        let named = in_path.or_else(|| self.parameter("e")).map(Cow::into_owned);
        let room = named.or_else(|| self.owner.1.clone()).unwrap_or_default();
        if !config.customers.iter().any(|known| known.id.as_str() == customer) {
            return Err(ExplainEnd::error(
                1,
                format!("there is no customer {customer:?}: error 1"),
            ));
        }
        let mut rooms = config.rooms.iter();
        let found = rooms.find(|known| known.customer.as_str() == customer && known.id.as_str() == room);
        found.ok_or_else(|| ExplainEnd::error(2, format!("customer {customer} has no room {room:?}: error 2")))
    }

    fn enter(&self, asked: &ExplainRequest, context: &ExplainContext<'_>, trace: &mut ExplainTrace) -> ExplainEnd {
        trace.say(ExplainStage::Request, ExplainVerdict::Note, "a link into a room");
        let room = match self.room(context.config) {
            Ok(room) => room,
            Err(end) => return end,
        };
        let t = self.parameter("t");
        let filling = |key: &str| {
            self.url
                .query_pairs()
                .find(|(name, _)| name.strip_prefix("t_") == Some(key))
                .map(|(_, value)| value.into_owned())
        };
        let Ok(target) = target::choose(&room.target_url, &room.target_hosts, t.as_deref(), filling) else {
            trace.say(
                ExplainStage::Room,
                ExplainVerdict::No,
                "the target is not a web address, or is on none of the room's target_hosts",
            );
            return ExplainEnd::new(ExplainOutcome::Error, "the room refuses the target, and gives no place");
        };
        trace.say(
            ExplainStage::Room,
            ExplainVerdict::Yes,
            format!("the target is {target}"),
        );
        if self.parameter("q").is_some() {
            trace.say(
                ExplainStage::Room,
                ExplainVerdict::Note,
                "q names a place, which is not checked here; what follows holds for a newcomer",
            );
        }
        NewcomerPolicy::of(room, context, trace).newcomer(asked, &target, trace)
    }

    fn refused(
        &self,
        code: &str,
        asked: &ExplainRequest,
        context: &ExplainContext<'_>,
        trace: &mut ExplainTrace,
    ) -> ExplainEnd {
        trace.say(
            ExplainStage::Request,
            ExplainVerdict::Note,
            format!("a connector refused a visitor: {code}"),
        );
        let room = match self.room(context.config) {
            Ok(room) => room,
            Err(end) => return end,
        };
        let against = TokenExpectation {
            secret: &room.secret_key,
            room: &room.id,
            now: context.seconds(),
            address: asked.address,
        };
        let token = self
            .parameter("queueittoken")
            .or_else(|| Some(asked.token.as_deref()?.into()));
        match token.map(|token| token::check(&token, &against, trace)) {
            None => trace.say(ExplainStage::Token, ExplainVerdict::Note, "the request has no token"),
            Some(Ok(())) => trace.say(
                ExplainStage::Token,
                ExplainVerdict::Note,
                "the token is valid here: the connector holds another secret key or room, its clock is wrong, or it sees another address",
            ),
            Some(Err(_)) => {}
        }
        ExplainEnd::error(
            6,
            "the error page, which does not redirect by itself; its link back gives up a place of this browser that was let through, and leads to the end of the line",
        )
    }

    fn cancel(&self, context: &ExplainContext<'_>, trace: &mut ExplainTrace) -> ExplainEnd {
        trace.say(ExplainStage::Request, ExplainVerdict::Note, "a cancel link");
        let rooms: Vec<&RoomDefinition> = match self.endpoint {
            ConnectorEndpoint::CancelMultiple(customer) => {
                let list = self.parameter("wrl").unwrap_or_default();
                let named = list.split('_').map(|entry| entry.split('~').next().unwrap_or_default());
                let find = |id: &str| {
                    (context.config.rooms.iter())
                        .find(|room| room.customer.as_str() == customer && room.id.as_str() == id)
                };
                named.filter_map(find).collect()
            }
            _ => match self.room(context.config) {
                Ok(room) => vec![room],
                Err(end) => return end,
            },
        };
        if rooms.is_empty() {
            return ExplainEnd::error(2, "none of the rooms exists: error 2");
        }
        trace.say(
            ExplainStage::Room,
            ExplainVerdict::Note,
            "the place is the one that the browser's cookie holds; it is given up at once where the link names it and comes from the \
             room's own site, and after a question otherwise",
        );
        let Some(r) = self.parameter("r") else {
            return ExplainEnd::new(
                ExplainOutcome::Cancel,
                "the place is given up, and the visitor is back in the room, at the end of the line",
            );
        };
        let mut next = rooms
            .iter()
            .map(|room| target::choose(&room.target_url, &room.target_hosts, Some(&r), |_| None));
        match next.find_map(Result::ok) {
            Some(next) => {
                ExplainEnd::new(ExplainOutcome::Cancel, "the place is given up, and the visitor goes on").at(next)
            }
            None => {
                trace.say(
                    ExplainStage::Room,
                    ExplainVerdict::No,
                    "r is on none of the rooms' target_hosts",
                );
                ExplainEnd::new(
                    ExplainOutcome::Cancel,
                    "the place is given up after a question, and the visitor stays here: the way on is refused",
                )
            }
        }
    }
}
