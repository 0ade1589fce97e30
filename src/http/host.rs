//! The owner of the host that a request is for. On the server's own host, and on unknown hosts, all
//! rooms answer. On a customer's host only that customer's rooms answer, and on a room's host only
//! that room: other rooms count as unknown there, and routes that concern all customers do not
//! exist.
//!
//! A link on a host with an owner may omit the customer and the room that the host implies. They
//! are added to the query before anything reads it, so that pages, polls and links are the same
//! everywhere. All links of this server are relative and stay on the visitor's host.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{OriginalUri, Request, State};
use axum::middleware::Next;
use http::request::Parts;
use http::uri::PathAndQuery;
use http::{Response, Uri};
use protocol::{CustomerId, RoomId};
use url::Url;

use crate::config::{Config, HostName};
use crate::http::allowed_hosts::AllowedHosts;
use crate::http::infra::client::{host_of, named_host};
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::{AppState, SharedAppState, paths};

/// The customer, and perhaps the room, that owns a host. Requests for a host without an owner have
/// none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HostOwner {
    customer: CustomerId,
    /// The only room, on a room's own host.
    room: Option<RoomId>,
    /// The host.
    host: HostName,
}

impl HostOwner {
    /// Returns the owner of the host that a request is for.
    pub(super) fn of(parts: &Parts) -> Option<&Self> {
        parts.extensions.get::<Arc<Self>>().map(|owner| &**owner)
    }

    /// Returns whether rooms of this customer answer here.
    pub(super) fn is_customer(&self, customer: &str) -> bool {
        self.customer.as_str() == customer
    }

    /// Returns whether this room of the owner answers here.
    pub(super) fn has_room(&self, room: &str) -> bool {
        self.room.as_ref().is_none_or(|own| own.as_str() == room)
    }

    /// Returns the query completed with the ids that the host implies; `None` if nothing is
    /// missing. On a customer's host only links to a room are completed: the bare address is not a
    /// room.
    fn complete(&self, query: Option<&str>) -> Option<String> {
        let given = Query::new(query);
        let room = self.room.as_ref().filter(|_| given.get("e").is_none());
        let has_room = room.is_some() || given.get("e").is_some();
        let customer = Some(&self.customer).filter(|_| given.get("c").is_none() && has_room);
        let customer = customer.map(|customer| format!("c={customer}"));
        let room = room.map(|room| format!("e={room}"));
        let added: Vec<String> = customer.into_iter().chain(room).collect();
        if added.is_empty() {
            return None;
        }
        let rest = query.unwrap_or_default().split('&');
        // An empty `c` or `e` names nothing, and must not be combined with one that does.
        let rest = rest.filter(|pair| !matches!(*pair, "" | "c" | "c=" | "e" | "e="));
        let pairs: Vec<&str> = added.iter().map(String::as_str).chain(rest).collect();
        Some(pairs.join("&"))
    }
}

/// The hosts of a configuration.
#[derive(Debug, Default)]
pub(super) struct Hosts {
    /// The hosts that have an owner.
    owners: HashMap<HostName, Arc<HostOwner>>,
    /// The hosts under which requests are answered.
    allowed: AllowedHosts,
}

impl Hosts {
    /// Collects the hosts of a configuration.
    #[must_use]
    pub(super) fn of(config: &Config) -> Self {
        let of_customers = config.customers.iter().flat_map(|customer| {
            customer.hosts.iter().map(move |host| {
                let owner = HostOwner {
                    customer: customer.id.clone(),
                    room: None,
                    host: host.clone(),
                };
                (host.clone(), Arc::new(owner))
            })
        });
        let of_rooms = config.rooms.iter().flat_map(|room| {
            room.hosts.iter().map(move |host| {
                let owner = HostOwner {
                    customer: room.customer.clone(),
                    room: Some(room.id.clone()),
                    host: host.clone(),
                };
                (host.clone(), Arc::new(owner))
            })
        });
        Self {
            owners: of_customers.chain(of_rooms).collect(),
            allowed: AllowedHosts::of(config),
        }
    }

    /// Returns the owner of a host, which a request can write in any form.
    fn owner(&self, host: &str) -> Option<&Arc<HostOwner>> {
        let is_usual = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.');
        // Most requests name the host as the map does.
        if self.owners.is_empty() || host.bytes().all(is_usual) {
            return self.owners.get(host);
        }
        let name: HostName = host.parse().ok()?;
        self.owners.get(&name)
    }

    /// Returns the hosts of a customer, those of its rooms included, sorted.
    pub(super) fn of_customer(&self, customer: &str) -> Vec<String> {
        let own = self.owners.iter().filter(|(_, owner)| owner.is_customer(customer));
        let mut names: Vec<String> = own.map(|(host, _)| host.to_string()).collect();
        names.sort_unstable();
        names
    }
}

impl AppState {
    /// Returns the origin of links that are opened elsewhere: the request's host if it has an
    /// owner, else the server's own. Scheme and port are always the public ones.
    #[must_use]
    pub(super) fn origin(&self, parts: &Parts) -> Url {
        let mut origin = self.public_url.clone();
        if let Some(owner) = HostOwner::of(parts)
            && origin.set_host(Some(owner.host.as_str())).is_err()
        {
            tracing::debug!(host = owner.host.as_str(), "a host with an owner that is no host");
        }
        origin
    }

    /// Returns the origin for an answer that caches store: only an owner that the request itself
    /// names counts, because any client can send a forwarded host.
    #[must_use]
    pub(super) fn stored_origin(&self, parts: &Parts) -> String {
        let named: Option<HostName> = named_host(parts).and_then(|host| host.parse().ok());
        let is_named = HostOwner::of(parts).is_some_and(|owner| named.as_ref() == Some(&owner.host));
        let origin = if is_named {
            self.origin(parts)
        } else {
            self.public_url.clone()
        };
        origin.origin().ascii_serialization()
    }

    /// Returns an absolute link, for use outside this server's pages.
    #[must_use]
    pub(super) fn absolute(&self, parts: &Parts, link: &str) -> String {
        let absolute = self.origin(parts).join(link);
        absolute.map_or_else(|_| link.to_owned(), String::from)
    }
}

/// Stores the owner of the request's host in the request, and completes its query. Does nothing if
/// no host has an owner.
///
/// # Errors
/// Returns the refusal of a request for a host under which the server does not answer.
#[expect(clippy::result_large_err, reason = "the caller sends the refusal at once")]
pub(super) fn receive(app: &AppState, request: Request) -> Result<Request, Response<Body>> {
    let hosts = app.hosts.load();
    if hosts.owners.is_empty() && hosts.allowed.are_unlimited() {
        return Ok(request);
    }
    let (mut parts, body) = request.into_parts();
    if let Some(refusal) = hosts.allowed.refusal(&parts, &app.trusted_proxies) {
        return Err(refusal);
    }
    // Cached answers depend only on the headers by which caches distinguish them; any client can
    // send a forwarded host.
    let host = match paths::is_kept(parts.uri.path()) {
        true => named_host(&parts),
        false => host_of(&parts, &app.trusted_proxies),
    };
    if let Some(owner) = host.and_then(|host| hosts.owner(host)) {
        if let Some(query) = owner.complete(parts.uri.query()) {
            let completed = with_query(&parts.uri, &query);
            let asked = mem::replace(&mut parts.uri, completed);
            // A path prefix has been removed before.
            parts.extensions.get_or_insert_with(|| OriginalUri(asked));
        }
        parts.extensions.insert(Arc::clone(owner));
    }
    Ok(Request::from_parts(parts, body))
}

/// Answers 404 on hosts with an owner, for routes that concern all customers.
pub(super) async fn refuse_on_owned(State(app): State<SharedAppState>, request: Request, next: Next) -> Response<Body> {
    let (parts, body) = request.into_parts();
    if HostOwner::of(&parts).is_some() {
        return app.refuse(&parts, &Query::new(parts.uri.query()), VisitError::NotFound);
    }
    next.run(Request::from_parts(parts, body)).await
}

fn with_query(uri: &Uri, query: &str) -> Uri {
    let target = PathAndQuery::try_from(format!("{}?{query}", uri.path()));
    let mut parts = uri.clone().into_parts();
    // If the query is too long now, the address stays unchanged and names no room.
    parts.path_and_query = target.ok().or(parts.path_and_query);
    Uri::from_parts(parts).unwrap_or_else(|_| uri.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(room: Option<&str>) -> HostOwner {
        HostOwner {
            customer: "demo".parse().expect("an id"),
            room: room.map(|room| room.parse().expect("an id")),
            host: "brand.example".parse().expect("a host"),
        }
    }

    #[test]
    fn a_link_is_completed_by_what_its_host_says() {
        let room = owner(Some("sale"));
        let complete = |query: Option<&str>| room.complete(query);
        assert_eq!(complete(None).as_deref(), Some("c=demo&e=sale"));
        assert_eq!(complete(Some("q=1&x")).as_deref(), Some("c=demo&e=sale&q=1&x"));
        assert_eq!(complete(Some("c=&e=sale")).as_deref(), Some("c=demo&e=sale"));
        assert_eq!(complete(Some("c=demo&t=1")).as_deref(), Some("e=sale&c=demo&t=1"));
        assert_eq!(complete(Some("c=other&e=sale")), None, "a wrong link stays wrong");
        let customer = owner(None);
        assert_eq!(customer.complete(Some("e=sale")).as_deref(), Some("c=demo&e=sale"));
        assert_eq!(customer.complete(Some("cid=de")), None, "no room is meant");
    }

    #[test]
    fn a_host_has_its_own_rooms_alone() {
        let room = owner(Some("sale"));
        assert!(room.is_customer("demo") && room.has_room("sale"));
        assert!(!room.is_customer("other") && !room.has_room("other"));
        assert!(owner(None).has_room("other"));
    }

    #[test]
    fn an_owner_is_found_however_a_request_writes_the_host() {
        let owner = Arc::new(owner(None));
        let hosts = Hosts {
            owners: [(owner.host.clone(), Arc::clone(&owner))].into(),
            ..Hosts::default()
        };
        for host in ["brand.example", "Brand.EXAMPLE"] {
            assert_eq!(hosts.owner(host), Some(&owner), "{host}");
        }
        assert_eq!(hosts.owner("other.example"), None);
        assert_eq!(hosts.owner("Other.example"), None);
    }
}
