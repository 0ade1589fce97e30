//! The pools in which only the account has rooms. A pool belongs to no customer: the holder of a
//! key can change a pool, and open rooms in it, only while all rooms in it belong to the account.

use super::ApiFault;
use crate::admin_store::Draft;
use crate::config::Config;
use crate::http::AppState;
use crate::http::admin::ProblemDetails;

const SHARED: &str = "another account has rooms in this domain; only the operators of the server can change it";

/// Refuses a change of a pool in which another customer has a room. To be called within the change,
/// so that no room can be added in between.
pub(super) fn must_own(app: &AppState, draft: &Draft, customer: &str, pool: &str) -> Result<(), ProblemDetails> {
    let config = app.running.candidate(draft.documents());
    let config = config.map_err(|problems| ProblemDetails::invalid_configuration(problems, None))?;
    match owns(&config, customer, pool) {
        true => Ok(()),
        false => Err(ProblemDetails::forbidden(SHARED)),
    }
}

/// Refuses codes of a pool in which another customer has a room.
pub(super) fn must_own_now(app: &AppState, customer: &str, pool: &str) -> Result<(), ApiFault> {
    match owns_now(app, customer, pool) {
        true => Ok(()),
        false => Err(ApiFault::forbidden(SHARED)),
    }
}

/// Whether no other customer has a room in a pool, by the configuration in force.
pub(super) fn owns_now(app: &AppState, customer: &str, pool: &str) -> bool {
    owns(&app.running.config(), customer, pool)
}

/// Refuses an action that is reserved for the server's operators. `how`: the call of the admin API
/// for it.
pub(super) fn operators_only(what: &str, how: &str) -> ApiFault {
    ApiFault::forbidden(format!(
        "{what} only by the operators of the server, with the admin API: {how}."
    ))
}

fn owns(config: &Config, customer: &str, pool: &str) -> bool {
    let mut rooms = config.rooms.iter();
    rooms.all(|room| {
        let is_there = room.share.as_ref().is_some_and(|share| share.pool == pool);
        !is_there || room.customer.as_str() == customer
    })
}
