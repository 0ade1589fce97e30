//! `POST passes/verify`: the site's checkout asks once for each order whether the buyer's pass is
//! valid for it. `GET customers/{c}/orders` shows the outcomes ([`crate::order_passes`]).
//!
//! A visitor's token of CrowdHandler's API that several rooms let through has a pass of each; an
//! order uses the first one that is not used up. A pass of an earlier visit to a room is known only
//! so that an order that it took is not counted again. An order whose passes were all used for
//! other orders is answered 409, an order without a genuine pass 404; both are listed. The same
//! order with the same pass gets its 200 again, marked `repeated`, so that a checkout that has lost
//! the answer can repeat the request; nothing is counted twice. An order is no operator's change:
//! the customer's list of orders has it, and the audit log does not.

use std::str::FromStr;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use protocol::queueittoken::TokenFields;
use protocol::{CustomerId, QueueId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::admin_store::Role;
use crate::clock::rfc3339;
use crate::config::RoomDefinition;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{CustomerPath, JsonBody, PathParams};
use crate::http::admin::problem::ProblemDetails;
use crate::http::infra::counters::OrderMetric;
use crate::http::{AppState, SharedAppState, paths};
use crate::order_passes::{
    AnyPass, CandidatePass, OrderError, OrderNumber, OrderOutcome, PassOwner, RejectedOrder, RejectionReason,
};
use crate::rooms::{RoomState, StateError, Unserved};

/// Interval between two scans of the records of passes.
const SCAN_INTERVAL: Duration = Duration::from_mins(10);
/// Pause between two commits that delete records, so that orders can be answered.
const COMMIT_PAUSE: Duration = Duration::from_secs(1);

/// An order, and the pass that it comes with.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct OrderInput {
    /// The `queueittoken` with which the visitor came to the site, or the visitor's token of
    /// CrowdHandler's API.
    token: Option<String>,
    /// The queue id in that token, or in the session that the connector made of it.
    queue_id: Option<String>,
    /// The site's number for the order.
    #[schema(min_length = 1, max_length = 128)]
    order: String,
    /// The customer; default: the token's own, or the only customer.
    customer: Option<String>,
}

/// An accepted order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct AcceptedOrder {
    /// The customer whose room let the visitor through.
    customer: String,
    /// That room.
    room: String,
    order: String,
    /// Whether the same order was accepted before.
    repeated: bool,
    /// Number of orders of the pass so far; 0 for the shared pass of a room without a line.
    orders: u8,
    /// Number of orders that the pass is good for; `null` for the shared pass of a room without a
    /// line, which does not limit orders.
    orders_max: Option<u8>,
}

/// The orders of a customer by outcome.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct OrdersView {
    /// Orders accepted, each of them once.
    accepted: u64,
    /// Orders rejected because they came without a genuine pass.
    without_pass: u64,
    /// Orders rejected because their pass was used for another order.
    used_up: u64,
    /// The last rejected orders, at most 200, the latest first.
    rejected: Vec<RejectedOrderView>,
}

/// A rejected order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RejectedOrderView {
    #[schema(format = DateTime)]
    at: String,
    /// The room, if the pass names one.
    room: Option<String>,
    order: String,
    reason: RejectionReason,
}

/// A pass as the checkout sent it.
enum SentPass<'a> {
    None,
    Token(TokenFields<'a>),
    Place(Option<QueueId>),
    /// The content of a token of CrowdHandler's API, which is valid in all rooms of a domain.
    Visitor(QueueId),
}

/// A pass of a room that let the sender of an order through.
struct RoomPass {
    state: RoomState,
    candidate: CandidatePass,
}

impl RoomPass {
    fn new(state: &RoomState, (owner, orders_max): (PassOwner, u8), order: &OrderNumber) -> Self {
        let candidate = CandidatePass {
            owner,
            order: state.order_hash(order),
            orders_max,
        };
        let state = state.clone();
        Self { state, candidate }
    }

    fn settings(&self) -> &RoomDefinition {
        &self.state.settings
    }
}

/// Asks whether a pass is good for an order.
///
/// The site asks once for each order before it takes the money. A pass is good for one order, or
/// for as many as the room's `ordersPerPass`. The same order with the same pass is answered 200
/// again.
#[utoipa::path(
    post, path = paths::ADMIN_PASSES_VERIFY, tag = "passes", request_body = OrderInput,
    responses(
        (status = 200, body = AcceptedOrder),
        (status = 404, description = "The pass is missing, not genuine or over"),
        (status = 409, description = "The pass was used for another order"),
    ),
)]
pub(in crate::http) async fn verify(
    State(app): State<SharedAppState>,
    caller: Caller,
    JsonBody(input): JsonBody<OrderInput>,
) -> Result<Json<AcceptedOrder>, ProblemDetails> {
    caller.must_be(Role::Checkout)?;
    let order =
        OrderNumber::from_str(&input.order).map_err(|error| ProblemDetails::field("/order", error.to_string()))?;
    let customer = input.customer.as_deref().or(caller.customer());
    if let Some(customer) = customer {
        caller.must_reach(customer)?;
        if !app.rooms.has_customer(customer) {
            return Err(ProblemDetails::field(
                "/customer",
                format!("there is no customer {customer:?}"),
            ));
        }
    }
    let sent = match (input.token.as_deref(), input.queue_id.as_deref()) {
        (Some(_), Some(_)) => return Err(ProblemDetails::field("/queueId", "send either a token or a queue id")),
        (Some(token), None) => match app.tokens.open(token) {
            Some(id) => SentPass::Visitor(id),
            None => SentPass::Token(TokenFields::parse(token)),
        },
        (None, Some(id)) => SentPass::Place(id.parse().ok()),
        (None, None) => SentPass::None,
    };
    let rooms = app.rooms.all().into_iter().filter(|room| {
        let settings = room.settings();
        customer.is_none_or(|customer| settings.customer.as_str() == customer)
            && match &sent {
                SentPass::None | SentPass::Place(None) => false,
                SentPass::Place(Some(_)) => true,
                SentPass::Token(fields) => fields.room == settings.id.as_str(),
                SentPass::Visitor(_) => settings.coverage.is_some(),
            }
    });
    let mut passes: Vec<RoomPass> = Vec::new();
    for room in rooms {
        let mut state = RoomState::load(room);
        // Each customer's orders are a ledger of their own, and an order is decided in one of them.
        let customer = &state.settings.customer;
        if passes.iter().any(|pass| pass.settings().customer != *customer) {
            continue;
        }
        let found = passes_in(&mut state, &sent, &app).await?;
        // The pass of an earlier visit takes no further order, and repeats those that it took.
        let limits = std::iter::once(state.settings.orders_per_pass).chain(std::iter::repeat(0));
        for (pass, orders_max) in found.into_iter().zip(limits) {
            match pass {
                AnyPass::Uncounted => return Ok(Json(app.uncounted_order(&state, &order))),
                AnyPass::Counted(owner) => passes.push(RoomPass::new(&state, (owner, orders_max), &order)),
            }
        }
    }
    match passes.first() {
        Some(first) => app.order(first, &passes, &order).await.map(Json),
        None => app.reject(customer, &sent, order).await,
    }
}

/// Returns a customer's orders by outcome, and the last rejected ones.
#[utoipa::path(
    get, path = paths::ADMIN_ORDERS, tag = "passes", params(CustomerPath), responses((status = 200, body = OrdersView)),
)]
pub(in crate::http) async fn orders(
    State(app): State<SharedAppState>,
    PathParams(CustomerPath { customer }): PathParams<CustomerPath>,
) -> Result<Json<OrdersView>, ProblemDetails> {
    let id = customer.parse().ok().filter(|_| app.rooms.has_customer(&customer));
    let id: CustomerId = id.ok_or_else(|| ProblemDetails::not_found(format!("there is no customer {customer:?}")))?;
    let (counts, rejected) = app.order_passes.summary(&id).await.map_err(away)?;
    let rejected = rejected.into_iter().map(|rejected| RejectedOrderView {
        at: rfc3339(rejected.at),
        room: rejected.room,
        order: rejected.order.as_str().to_owned(),
        reason: rejected.reason,
    });
    Ok(Json(OrdersView {
        accepted: counts.accepted,
        without_pass: counts.without_pass,
        used_up: counts.used_up,
        rejected: rejected.collect(),
    }))
}

/// Returns the passes of a room: several only for a visitor with several visits, of which the last
/// comes first.
async fn passes_in(state: &mut RoomState, sent: &SentPass<'_>, app: &AppState) -> Result<Vec<AnyPass>, ProblemDetails> {
    let found = match sent {
        SentPass::None | SentPass::Place(None) => Ok(Vec::new()),
        SentPass::Place(Some(id)) => state.pass_of_place(*id).await.map(counted),
        SentPass::Visitor(id) => state.passes_of_visitor(*id).await.map(counted),
        SentPass::Token(fields) => {
            let pass = state.pass_of_token(fields, app.clock.unix_seconds()).await;
            pass.map(|pass| pass.into_iter().collect())
        }
    };
    found.map_err(|_: Unserved| ProblemDetails::away())
}

fn counted(owners: impl IntoIterator<Item = PassOwner>) -> Vec<AnyPass> {
    owners.into_iter().map(AnyPass::Counted).collect()
}

impl AppState {
    /// Deletes the records of passes that have ended, until the task is dropped.
    pub async fn delete_ended_passes(&self) {
        loop {
            tokio::time::sleep(SCAN_INTERVAL).await;
            while self.delete_ended_passes_once().await > 0 {
                tokio::time::sleep(COMMIT_PAUSE).await;
            }
        }
    }

    /// Deletes some of the records of passes that have ended, and returns how many.
    pub async fn delete_ended_passes_once(&self) -> usize {
        let config = self.running.config();
        let states: Vec<RoomState> = self.states().collect();
        let mut deleted = 0;
        for customer in config.customers.iter().map(|customer| &customer.id) {
            let own = states.iter().filter(|state| state.settings.customer == *customer);
            let rooms: Vec<_> = own.map(RoomState::orders_of_run).collect();
            let deletion = self
                .order_passes
                .delete_ended(customer, &rooms, self.clock.unix_seconds());
            match deletion.await {
                Ok(some) => deleted += some,
                // The store is unavailable, or another commit came first.
                Err(error) => tracing::debug!(%error, "records of ended passes stay for now"),
            }
        }
        deleted
    }

    /// Accepts an order with the pass that all visitors of a room without a line share.
    fn uncounted_order(&self, state: &RoomState, order: &OrderNumber) -> AcceptedOrder {
        self.metrics.order(OrderMetric::Uncounted);
        AcceptedOrder {
            customer: state.settings.customer.as_str().to_owned(),
            room: state.settings.id.as_str().to_owned(),
            order: order.as_str().to_owned(),
            repeated: false,
            orders: 0,
            orders_max: None,
        }
    }

    async fn order(
        &self,
        first: &RoomPass,
        passes: &[RoomPass],
        order: &OrderNumber,
    ) -> Result<AcceptedOrder, ProblemDetails> {
        let rejection = RejectedOrder {
            at: self.clock.wall(),
            room: Some(first.settings().id.as_str().to_owned()),
            order: order.clone(),
            reason: RejectionReason::UsedPass,
        };
        let candidates: Vec<CandidatePass> = passes.iter().map(|pass| pass.candidate.clone()).collect();
        let customer = &first.settings().customer;
        let decided = self.order_passes.decide(customer, &candidates, &rejection).await;
        let decision = decided.map_err(unanswered)?;
        let room = passes[decision.candidate].settings();
        let accepted = |repeated, orders| AcceptedOrder {
            customer: customer.as_str().to_owned(),
            room: room.id.as_str().to_owned(),
            order: order.as_str().to_owned(),
            repeated,
            orders,
            orders_max: Some(room.orders_per_pass),
        };
        match decision.outcome {
            OrderOutcome::Accepted { orders } => {
                self.metrics.order(OrderMetric::Accepted);
                Ok(accepted(false, orders))
            }
            OrderOutcome::Repeated { orders } => {
                self.metrics.order(OrderMetric::Repeated);
                Ok(accepted(true, orders))
            }
            OrderOutcome::UsedUp => {
                self.metrics.order(OrderMetric::UsedUp);
                tracing::info!(
                    room = first.state.room().name(),
                    "an order came with a pass that was used for another one"
                );
                let detail = "the pass was used for another order";
                Err(ProblemDetails::conflict(detail.to_owned()))
            }
        }
    }

    /// Refuses an order without a genuine pass, and lists it for the customer to whom it belongs,
    /// if that customer is known.
    async fn reject(
        &self,
        customer: Option<&str>,
        sent: &SentPass<'_>,
        order: OrderNumber,
    ) -> Result<Json<AcceptedOrder>, ProblemDetails> {
        self.metrics.order(OrderMetric::WithoutPass);
        let config = self.running.config();
        let only = || match config.customers.as_slice() {
            [only] => Some(only.id.clone()),
            _ => None,
        };
        let customer = customer.and_then(|customer| customer.parse().ok()).or_else(only);
        let named = match sent {
            SentPass::Token(fields) => Some(fields.room),
            SentPass::Place(_) | SentPass::Visitor(_) | SentPass::None => None,
        };
        let known = customer.as_ref().zip(named);
        let known = known.filter(|(customer, room)| self.rooms.get(customer.as_str(), room).is_some());
        let rejection = RejectedOrder {
            at: self.clock.wall(),
            room: known.map(|(_, room)| room.to_owned()),
            order,
            reason: match sent {
                SentPass::None => RejectionReason::NoPass,
                SentPass::Token(_) | SentPass::Place(_) | SentPass::Visitor(_) => RejectionReason::UnknownPass,
            },
        };
        tracing::info!(
            customer = customer.as_ref().map(CustomerId::as_str),
            "an order came without a genuine pass"
        );
        if let Some(customer) = &customer {
            self.order_passes
                .reject(customer, &rejection)
                .await
                .map_err(unanswered)?;
        }
        Err(ProblemDetails::no_such_pass())
    }
}

fn unanswered(error: OrderError) -> ProblemDetails {
    match error {
        OrderError::Full => {
            tracing::error!(error = %error, "no more passes can be recorded");
            ProblemDetails::away()
        }
        OrderError::Keep(error) => away(error),
    }
}

fn away(error: StateError) -> ProblemDetails {
    tracing::error!(error = %error, "the orders cannot be read or written");
    ProblemDetails::away()
}
