//! Authenticates the callers of the admin API and checks their permissions: the bearer token, and
//! the least role of each route.
//!
//! `server.admin_token` has every permission. A token made by the API has a role, and perhaps a
//! customer ([`ApiToken`]). A caller without a valid token gets 401; one whose token does not
//! suffice gets 403 with the permission that is missing. After too many wrong tokens, a caller gets
//! 429 (`src/http/infra/wrong_tokens.rs`).

use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::AUTHORIZATION;
use http::request::Parts;
use subtle::ConstantTimeEq;

use crate::admin_store::{ApiToken, Author, Role};
use crate::http::admin::problem::ProblemDetails;
use crate::http::infra::client::RequestClient;
use crate::http::infra::counters::AdminRefusal;
use crate::http::{AppState, SharedAppState};

/// The name of `server.admin_token` in the audit log; no other token can have this name.
pub(in crate::http) const ROOT: &str = "admin_token";
/// The name of a customer's private key of CrowdHandler's API in the audit log; no token can have
/// this name.
pub(in crate::http) const PRIVATE_KEY: &str = "private_key";

/// The caller of the admin API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::http) struct Caller {
    name: String,
    role: Role,
    customer: Option<String>,
    /// The pool that the caller may give to rooms, besides the right to assign all.
    pool: Option<String>,
}

/// The callers that a route accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum RouteScope {
    /// Callers that reach the customer in the route's path.
    Customer,
    /// All callers: the handler omits what a caller of one customer may not see, or refuses the
    /// caller by [`Caller::must_reach`].
    Everybody,
    /// Callers that reach all customers.
    All,
}

/// The requirements of a route.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) struct Guard {
    pub(in crate::http) role: Role,
    pub(in crate::http) reach: RouteScope,
}

impl Caller {
    /// Returns the caller's name in the audit log.
    pub(in crate::http) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the author under which the audit log stores the caller's changes.
    pub(in crate::http) fn author(&self) -> Author<'_> {
        Author {
            name: &self.name,
            customer: self.customer(),
        }
    }

    /// Returns the only customer that the caller reaches, if there is one.
    pub(in crate::http) fn customer(&self) -> Option<&str> {
        self.customer.as_deref()
    }

    /// Returns whether the caller reaches this customer.
    pub(in crate::http) fn reaches(&self, customer: &str) -> bool {
        self.customer().is_none_or(|own| own == customer)
    }

    /// Refuses callers that do not reach this customer.
    pub(in crate::http) fn must_reach(&self, customer: &str) -> Result<(), ProblemDetails> {
        match self.reaches(customer) {
            true => Ok(()),
            false => Err(ProblemDetails::forbidden("this token is for another customer")),
        }
    }

    /// Refuses callers with a lesser role.
    pub(in crate::http) fn must_be(&self, least: Role) -> Result<(), ProblemDetails> {
        if self.role.includes(least) {
            return Ok(());
        }
        let detail = format!(
            "this requires a token with the role {}; the token has the role {}",
            name_of(least),
            name_of(self.role)
        );
        Err(ProblemDetails::forbidden(&detail))
    }

    /// Returns the holder of a customer's private key, in CrowdHandler's API.
    pub(in crate::http) fn private_key(customer: &str, role: Role) -> Self {
        Self {
            name: PRIVATE_KEY.to_owned(),
            role,
            customer: Some(customer.to_owned()),
            pool: None,
        }
    }

    /// Returns the caller who, in one change, may give this pool to rooms. To be called after a
    /// check that no other customer has a room in the pool.
    pub(in crate::http) fn assigning(&self, pool: &str) -> Self {
        Self {
            pool: Some(pool.to_owned()),
            ..self.clone()
        }
    }

    /// Returns whether the caller may give this pool to rooms.
    pub(in crate::http) fn assigns(&self, pool: Option<&str>) -> bool {
        self.customer.is_none() || (pool.is_some() && self.pool.as_deref() == pool)
    }

    fn root() -> Self {
        Self {
            name: ROOT.to_owned(),
            role: Role::Admin,
            customer: None,
            pool: None,
        }
    }
}

impl From<ApiToken> for Caller {
    fn from(token: ApiToken) -> Self {
        Self {
            name: token.name,
            role: token.role,
            customer: token.customer,
            pool: None,
        }
    }
}

/// Returns a role's name in the API.
pub(in crate::http) fn name_of(role: Role) -> &'static str {
    match role {
        Role::Checkout => "checkout",
        Role::Read => "read",
        Role::Operate => "operate",
        Role::Admin => "admin",
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ProblemDetails;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ProblemDetails> {
        let caller = parts.extensions.get::<Self>().cloned();
        Ok(caller.expect("every route lies behind the bearer check"))
    }
}

/// Refuses requests until the node has read the store.
pub(in crate::http) async fn refuse_while_starting(
    State(app): State<SharedAppState>,
    request: Request,
    next: Next,
) -> Response {
    match app.readiness.is_starting() {
        true => ProblemDetails::starting().into_response(),
        false => next.run(request).await,
    }
}

/// Passes requests with a valid token on, and adds the [`Caller`] to them.
pub(in crate::http) async fn authenticate(State(app): State<SharedAppState>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    match app.caller(&parts) {
        Ok(caller) => {
            parts.extensions.insert(caller);
            next.run(Request::from_parts(parts, body)).await
        }
        Err(problem) => problem.into_response(),
    }
}

impl AppState {
    /// Authenticates the caller.
    ///
    /// # Errors
    /// 401 without a valid token; 429 from an address with too many recent wrong tokens, unless the
    /// token is one made by the API.
    pub(in crate::http) fn caller(&self, parts: &Parts) -> Result<Caller, ProblemDetails> {
        let detail = match self.admin_token {
            Some(_) => "send a token as Authorization: Bearer …",
            None => "the admin API is off; set server.admin_token",
        };
        let Some(given) = bearer(parts) else {
            return Err(ProblemDetails::unauthorized(detail));
        };
        let token = ApiToken::presented(&self.running.admin_store().documents(), given, self.clock.wall().0);
        if let Ok(token) = token {
            return Ok(token.into());
        }
        let client = RequestClient::of(parts, &self.trusted_proxies).address;
        let now_ms = self.clock.monotonic_ms();
        if let Some(wait_ms) = self.wrong_tokens.wait_ms(client, now_ms) {
            self.refused(AdminRefusal::TooMany, now_ms);
            return Err(ProblemDetails::too_many(wait_ms));
        }
        let root = self.admin_token.as_ref();
        if root.is_some_and(|root| bool::from(root.as_bytes().ct_eq(given))) {
            return Ok(Caller::root());
        }
        self.wrong_tokens.note(client, now_ms);
        self.refused(AdminRefusal::WrongToken, now_ms);
        Err(ProblemDetails::unauthorized(match self.admin_token {
            Some(_) => "this token is not known: it is mistyped, was deleted or has expired",
            None => detail,
        }))
    }

    fn refused(&self, why: AdminRefusal, now_ms: u64) {
        self.metrics.admin_refused(why);
        if let Some(times) = self.wrong_tokens.count_for_log(now_ms) {
            tracing::warn!(times, "wrong tokens for the admin API within a minute");
        }
    }
}

/// Returns the bearer token of a request.
pub(in crate::http) fn bearer(parts: &Parts) -> Option<&[u8]> {
    let given = parts.headers.get(AUTHORIZATION)?.as_bytes();
    let (scheme, token) = given.split_at_checked(b"Bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then_some(token)
}

/// Passes requests on if their caller may use the route.
pub(in crate::http) async fn authorize(
    State(guard): State<Guard>,
    caller: Caller,
    path: RawPathParams,
    request: Request,
    next: Next,
) -> Response {
    let mut of_customer = path.iter().filter(|(name, _)| *name == "customer");
    let reached = match guard.reach {
        RouteScope::Everybody => Ok(()),
        RouteScope::Customer => of_customer.try_for_each(|(_, customer)| caller.must_reach(customer)),
        RouteScope::All => match caller.customer() {
            None => Ok(()),
            Some(_) => Err(ProblemDetails::forbidden(
                "this requires a token for all customers; the token is for one customer",
            )),
        },
    };
    match caller.must_be(guard.role).and(reached) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
