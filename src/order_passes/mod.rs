//! Order passes: the site's checkout asks once for each order whether the buyer's pass is valid for
//! it, so that a pass that was sold or shared cannot be used twice.
//!
//! A pass is the place with which a visitor was let through. All tokens of one place, on any
//! device, are one pass. A token without a place, such as that of a link that skips the room, is a
//! pass of its own. [`AnyPass::Uncounted`] is the pass of visitors who pass while a room has no
//! line: they share one queue id, and there are no waiting visitors whom they could overtake.
//!
//! The records are deleted with the run of the place, or [`TOKEN_PASS_SECONDS`] after the token's
//! own end. They contain no order and no queue id, only a keyed hash for each order. The list of
//! rejected orders contains the site's order numbers as the site sent them.

mod pass;
mod repository;

use admission::WallMs;
use serde::{Deserialize, Serialize};

use crate::rooms::StateError;

pub use pass::{AnyPass, CandidatePass, OrderHash, PassOwner, RoomOrders};
pub use repository::OrderPasses;

/// The validity of a pass without a place, counted from the end of its token, seconds.
pub const TOKEN_PASS_SECONDS: u64 = 3_600;
/// The longest order number, bytes.
pub const ORDER_BYTES_MAX: usize = 128;
/// The maximum number of orders that a room can allow for one pass.
pub const ORDERS_PER_PASS_MAX: u8 = 20;
/// The maximum number of passes of one customer that are recorded at the same time.
pub const PASSES_MAX: u64 = 5_000_000;
/// The number of rejected orders that are listed.
pub const REJECTED_MAX: u64 = 200;

/// The number that the site gives an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OrderNumber(String);

/// The error for a text that is not an [`OrderNumber`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an order is 1 to {ORDER_BYTES_MAX} bytes of text without control characters")]
pub struct OrderNumberError;

impl std::str::FromStr for OrderNumber {
    type Err = OrderNumberError;

    fn from_str(text: &str) -> Result<Self, OrderNumberError> {
        let fits = (1..=ORDER_BYTES_MAX).contains(&text.len()) && !text.chars().any(char::is_control);
        fits.then(|| Self(text.to_owned())).ok_or(OrderNumberError)
    }
}

impl OrderNumber {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The answer about an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderOutcome {
    /// The pass is valid for the order, which is checked for the first time.
    Accepted {
        /// The number of orders of the pass, including this one.
        orders: u8,
    },
    /// The same order was accepted before; nothing changed.
    Repeated {
        /// The number of orders of the pass.
        orders: u8,
    },
    /// The pass was used for other orders up to the room's limit.
    UsedUp,
}

/// The answer about an order for which several passes can be good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderDecision {
    /// The index of the candidate that the outcome is about; the first one if all are used up.
    pub candidate: usize,
    /// The outcome.
    pub outcome: OrderOutcome,
}

/// Why an order was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RejectionReason {
    /// The order came without a pass.
    NoPass,
    /// The pass is not genuine, has ended, or its visitor was not let through.
    UnknownPass,
    /// The pass was used for another order.
    UsedPass,
}

/// A rejected order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectedOrder {
    /// The time of the rejection.
    pub at: WallMs,
    /// The room, if the pass or the caller names one.
    pub room: Option<String>,
    /// The order.
    pub order: OrderNumber,
    /// The reason.
    pub reason: RejectionReason,
}

/// The number of orders of a customer by outcome, since the customer's first order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OrderCounts {
    /// Orders accepted, each of them once.
    pub accepted: u64,
    /// Orders rejected because they had no pass, or an unknown one.
    pub without_pass: u64,
    /// Orders rejected because their pass was used for another order.
    pub used_up: u64,
}

/// Why an order cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// The customer has [`PASSES_MAX`] recorded passes.
    #[error("{PASSES_MAX} passes are recorded at most; end the runs of rooms that are over")]
    Full,
    /// The store does not answer, or its records cannot be read.
    #[error(transparent)]
    Keep(#[from] StateError),
}

impl From<store::CommitError> for OrderError {
    fn from(error: store::CommitError) -> Self {
        Self::Keep(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_numbers_are_bounded_text() {
        assert!("A-1".parse::<OrderNumber>().is_ok());
        assert!("x".repeat(ORDER_BYTES_MAX).parse::<OrderNumber>().is_ok());
        for bad in ["", "a\nb", "a\0", &"x".repeat(ORDER_BYTES_MAX + 1)] {
            assert_eq!(bad.parse::<OrderNumber>(), Err(OrderNumberError), "{bad:?}");
        }
    }
}
