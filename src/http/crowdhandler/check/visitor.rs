//! The visitor behind a call: the head of the request that the visitor's browser would send, and
//! whether the visitor's address is blocked.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use http::header::ACCEPT_LANGUAGE;
use http::request::Parts;
use http::{HeaderValue, Request};

use super::VisitCheck;
use crate::firewall::FirewallAction;
use crate::http::infra::client::{ClaimedClient, RequestClient};
use crate::rooms::RoomState;

impl VisitCheck<'_> {
    /// Whether the operator blocks the visitor's address in this room.
    pub(super) fn is_blocked(&self, state: &RoomState) -> bool {
        if state.settings.firewall.is_empty() {
            return false;
        }
        let rule = self.app.rule_for(state, &self.visitors_head());
        let blocks = rule.is_some_and(|rule| rule.action == FirewallAction::Block);
        if blocks {
            self.app.metrics.firewall(&FirewallAction::Block);
        }
        blocks
    }

    /// Returns the head of the visitor's own request, as the integration's call describes it.
    pub(super) fn visitors_head(&self) -> Parts {
        let (mut head, ()) = Request::new(()).into_parts();
        let languages = self
            .call
            .lang
            .as_deref()
            .and_then(|lang| HeaderValue::from_str(lang).ok());
        if let Some(languages) = languages.or_else(|| self.parts.headers.get(ACCEPT_LANGUAGE).cloned()) {
            head.headers.insert(ACCEPT_LANGUAGE, languages);
        }
        let caller = || RequestClient::of(self.parts, &self.app.trusted_proxies).address;
        let address = self
            .call
            .address()
            .or_else(|| caller().filter(|_| self.call.ip.is_none()));
        head.extensions.extend(self.parts.extensions.clone());
        head.extensions.remove::<ConnectInfo<SocketAddr>>();
        if self.call.ip.is_some() {
            head.extensions.insert(ClaimedClient { caller: caller() });
        }
        if let Some(address) = address {
            head.extensions.insert(ConnectInfo(SocketAddr::new(address, 0)));
        }
        head
    }
}
