//! `POST explain`: explains why this server lets a request in, queues, refuses or cancels it.

use axum::Json;
use axum::extract::State;
use protocol::CustomerId;

use crate::config::RoomDefinition;
use crate::explain::{CannotExplain, ExplainContext, ExplainRequest, Explanation, customer_id, explain};
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::JsonBody;
use crate::http::admin::problem::ProblemDetails;
use crate::http::{SharedAppState, paths};
use crate::integration::repository::IntegrationKeys;

/// Explains a request step by step: rule, room, session and token, result.
///
/// Nothing is changed.
#[utoipa::path(post, path = paths::ADMIN_EXPLAIN, tag = "explain", request_body = ExplainRequest, responses((status = 200, body = Explanation)))]
pub(in crate::http) async fn post(
    State(app): State<SharedAppState>,
    caller: Caller,
    JsonBody(mut asked): JsonBody<ExplainRequest>,
) -> Result<Json<Explanation>, ProblemDetails> {
    let config = app.running.config();
    asked.customer = asked.customer.or_else(|| caller.customer().map(str::to_owned));
    let customer = customer_id(&asked, &config, caller.customer())?;
    caller.must_reach(&customer)?;
    let lifecycle_of = |room: &RoomDefinition| {
        let room = app.rooms.get(room.customer.as_str(), room.id.as_str())?;
        Some(room.published().snapshot.ledger().lifecycle)
    };
    let documents = app.running.admin_store().documents();
    let id: Option<CustomerId> = customer.parse().ok();
    let published = id.and_then(|id| Some(IntegrationKeys::of(&id).live(&documents)?.build(&id).for_servers()));
    let context = ExplainContext {
        config: &config,
        published: published.as_ref(),
        reach: caller.customer(),
        now: app.clock.wall(),
        lifecycle_of: &lifecycle_of,
    };
    Ok(Json(explain(&asked, &context)?))
}

impl From<CannotExplain> for ProblemDetails {
    fn from(error: CannotExplain) -> Self {
        Self::field(&format!("/{}", error.field()), error.to_string())
    }
}
