//! `/v1/account` and `/v1/account/plan`: the customer, and its limits.

use admission::PerMinute;
use serde::Serialize;
use utoipa::ToSchema;

use super::limit::CALLS_PER_MINUTE;
use super::{Answer, PrivateCaller};
use crate::http::admin::ROOMS_PER_CUSTOMER_MAX;
use crate::http::paths;

/// The plan's name: this server has no paid plans.
const PLAN: &str = "self-hosted";

/// The account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountView {
    /// The customer's id.
    id: String,
    /// The key that integrations send.
    public_key: String,
    plan: &'static str,
    /// The number of domains.
    domains: usize,
    /// The number of rooms.
    rooms: usize,
}

/// The limits of the account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlanView {
    name: &'static str,
    /// The rooms that the account can create; those of the server's operators come on top.
    rooms: usize,
    /// The highest rate of a domain, new visitors a minute.
    rate: u32,
    /// The calls of this API that each key has within a minute.
    calls_per_minute: usize,
}

/// Returns the account.
#[utoipa::path(get, path = paths::CH_ACCOUNT, tag = "account", responses((status = 200, body = AccountView)))]
pub(super) async fn get(caller: PrivateCaller) -> Answer<AccountView> {
    let account = caller.account();
    Answer(AccountView {
        id: account.customer.to_string(),
        public_key: account.public_key.to_string(),
        plan: PLAN,
        domains: account.domains.len(),
        rooms: account.rooms().count(),
    })
}

/// Returns the limits of the account.
#[utoipa::path(get, path = paths::CH_ACCOUNT_PLAN, tag = "account", responses((status = 200, body = PlanView)))]
pub(super) async fn plan(_caller: PrivateCaller) -> Answer<PlanView> {
    Answer(PlanView {
        name: PLAN,
        rooms: ROOMS_PER_CUSTOMER_MAX,
        rate: PerMinute::MAX.0,
        calls_per_minute: CALLS_PER_MINUTE,
    })
}
