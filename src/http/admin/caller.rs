//! Who calls the admin API, and what they may: the bearer check, and the least role of a route.
//!
//! `server.admin_token` may everything. A token that the API made has a role and perhaps a customer
//! ([`ApiToken`]). Who shows no good token is told 401; who shows one that does not suffice, 403
//! and what would. Who was wrong too often lately is told 429 (`src/http/infra/wrong_tokens.rs`).

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
use crate::http::{Edge, SharedEdge};

/// The name of `server.admin_token` in the audit log; no other token may have it.
pub(in crate::http) const ROOT: &str = "admin_token";

/// Who calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::http) struct Caller {
    name: String,
    role: Role,
    customer: Option<String>,
}

/// For whom a route is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum RouteScope {
    /// For the customer in its path; a caller of another customer is refused.
    Customer,
    /// For everybody: the handler leaves out what a caller of one customer may not see, or refuses
    /// by [`Caller::must_reach`].
    Everybody,
    /// It concerns all customers: a caller of one is refused.
    All,
}

/// What a route asks of its callers.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) struct Guard {
    pub(in crate::http) role: Role,
    pub(in crate::http) reach: RouteScope,
}

impl Caller {
    /// As the audit log has them.
    pub(in crate::http) fn name(&self) -> &str {
        &self.name
    }

    /// In whose log their doings are kept.
    pub(in crate::http) fn author(&self) -> Author<'_> {
        Author {
            name: &self.name,
            customer: self.customer(),
        }
    }

    /// The only customer they may reach, if there is one.
    pub(in crate::http) fn customer(&self) -> Option<&str> {
        self.customer.as_deref()
    }

    /// Whether what is a customer's is theirs to see.
    pub(in crate::http) fn reaches(&self, customer: &str) -> bool {
        self.customer().is_none_or(|own| own == customer)
    }

    /// Refuses callers of another customer.
    pub(in crate::http) fn must_reach(&self, customer: &str) -> Result<(), ProblemDetails> {
        match self.reaches(customer) {
            true => Ok(()),
            false => Err(ProblemDetails::forbidden("this token is for another customer")),
        }
    }

    /// Refuses callers with a lesser role.
    pub(in crate::http) fn must_be(&self, least: Role) -> Result<(), ProblemDetails> {
        if self.role >= least {
            return Ok(());
        }
        let detail = format!(
            "this needs a token with the role {}, and this one has {}",
            name_of(least),
            name_of(self.role)
        );
        Err(ProblemDetails::forbidden(&detail))
    }

    fn root() -> Self {
        Self {
            name: ROOT.to_owned(),
            role: Role::Admin,
            customer: None,
        }
    }
}

/// A role as the API writes it.
pub(in crate::http) fn name_of(role: Role) -> &'static str {
    match role {
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

/// Nothing can be said or changed before the store was read.
pub(in crate::http) async fn refuse_while_starting(
    State(edge): State<SharedEdge>,
    request: Request,
    next: Next,
) -> Response {
    match edge.readiness.is_starting() {
        true => ProblemDetails::starting().into_response(),
        false => next.run(request).await,
    }
}

/// Lets requests with a good token through, and notes whose it is.
pub(in crate::http) async fn authenticate(State(edge): State<SharedEdge>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    match edge.caller(&parts) {
        Ok(caller) => {
            parts.extensions.insert(caller);
            next.run(Request::from_parts(parts, body)).await
        }
        Err(problem) => problem.into_response(),
    }
}

impl Edge {
    /// Who calls.
    ///
    /// # Errors
    /// 401 without a good token; 429 from an address that showed too many wrong ones lately, unless
    /// the token is one that nobody guesses.
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
            return Ok(Caller {
                name: token.name,
                role: token.role,
                customer: token.customer,
            });
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
        Err(ProblemDetails::unauthorized(detail))
    }

    fn refused(&self, why: AdminRefusal, now_ms: u64) {
        self.metrics.admin_refused(why);
        if let Some(times) = self.wrong_tokens.told(now_ms) {
            tracing::warn!(times, "wrong tokens for the admin API within a minute");
        }
    }
}

/// The token that a request shows.
pub(in crate::http) fn bearer(parts: &Parts) -> Option<&[u8]> {
    let given = parts.headers.get(AUTHORIZATION)?.as_bytes();
    let (scheme, token) = given.split_at_checked(b"Bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then_some(token)
}

/// Lets callers through who may use the route.
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
                "this concerns all customers, and this token is for one",
            )),
        },
    };
    match caller.must_be(guard.role).and(reached) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
