//! Determines the pass of a token or a queue id, and makes the pure decision about an order.
//!
//! The key of a record begins with a letter, followed by the part that orders the records by their
//! end, so that those that have ended come first:
//!
//! | | |
//! | --- | --- |
//! | `p` room `\0` run lane sequence | a place |
//! | `t` end hash | a token without a place; the end in hours |

use admission::{Run, Sequence};
use protocol::{RoomId, UnixSeconds};
use serde::{Deserialize, Serialize};
use store::RecordKey;

use super::{ORDERS_PER_PASS_MAX, OrderOutcome, TOKEN_PASS_SECONDS};

pub(super) const PLACE: u8 = b'p';
pub(super) const TOKEN: u8 = b't';
const HOUR_SECONDS: u64 = 3_600;

/// The keyed hash of an order or of a token, under a key of the room and its run.
pub type OrderHash = [u8; 16];

/// The record by which a pass is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PassOwner {
    /// A place of a room.
    Place {
        /// The room.
        room: RoomId,
        /// The run of the place.
        run: Run,
        /// The lane of the place.
        lane: u8,
        /// The place.
        sequence: Sequence,
    },
    /// A token without a place.
    Token {
        /// The hash of the token.
        hash: OrderHash,
        /// The time at which the token expires.
        expires_at: UnixSeconds,
    },
}

/// A genuine pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyPass {
    /// A pass that is valid for a limited number of orders.
    Counted(PassOwner),
    /// The pass of all visitors who arrive while the room has no line.
    Uncounted,
}

/// A room and its current run: records of earlier runs are deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomOrders {
    /// The room.
    pub room: RoomId,
    /// The room's current run.
    pub run: Run,
}

/// The orders of a pass, as stored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct PassRecord {
    orders: Vec<OrderHash>,
}

impl PassOwner {
    pub(super) fn record_key(&self) -> RecordKey {
        let bytes = match self {
            Self::Place {
                room,
                run,
                lane,
                sequence,
            } => [
                &prefix_of_places(room)[..],
                &run.0.to_be_bytes(),
                &[*lane],
                &sequence.0.to_be_bytes(),
            ]
            .concat(),
            Self::Token { hash, expires_at } => [&[TOKEN][..], &end_hour(*expires_at).to_be_bytes(), hash].concat(),
        };
        RecordKey::new(bytes).expect("at most 33 bytes")
    }
}

pub(super) fn prefix_of_places(room: &RoomId) -> Vec<u8> {
    [&[PLACE][..], room.as_str().as_bytes(), &[0]].concat()
}

/// The run of a place's record.
pub(super) fn run_of(key: &RecordKey, room: &RoomId) -> Option<Run> {
    let rest = key.as_bytes().strip_prefix(&prefix_of_places(room)[..])?;
    Some(Run(u16::from_be_bytes(*rest.first_chunk()?)))
}

/// Whether the record of a token is no longer needed.
pub(super) fn has_ended(key: &RecordKey, now: UnixSeconds) -> bool {
    let hour = key.as_bytes().get(1..).and_then(|rest| rest.first_chunk());
    hour.is_some_and(|hour| u64::from(u32::from_be_bytes(*hour)) * HOUR_SECONDS < now.0)
}

/// The first full hour at which the pass of a token has ended.
fn end_hour(expires_at: UnixSeconds) -> u32 {
    let hours = expires_at.0.saturating_add(TOKEN_PASS_SECONDS) / HOUR_SECONDS + 1;
    u32::try_from(hours).unwrap_or(u32::MAX)
}

impl PassRecord {
    /// Decides about an order, and changes the record if the order is accepted.
    pub(super) fn decide(&mut self, order: OrderHash, orders_max: u8) -> OrderOutcome {
        let count = |orders: &[OrderHash]| u8::try_from(orders.len()).unwrap_or(u8::MAX);
        if self.orders.contains(&order) {
            let orders = count(&self.orders);
            return OrderOutcome::Repeated { orders };
        }
        if count(&self.orders) >= orders_max.min(ORDERS_PER_PASS_MAX) {
            return OrderOutcome::UsedUp;
        }
        self.orders.push(order);
        OrderOutcome::Accepted {
            orders: count(&self.orders),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn place(room: &str, run: u16, sequence: u64) -> PassOwner {
        PassOwner::Place {
            room: room.parse().unwrap(),
            run: Run(run),
            lane: 0,
            sequence: Sequence(sequence),
        }
    }

    #[test]
    fn records_are_ordered_by_their_end_and_no_room_is_a_prefix_of_another() {
        let sale: RoomId = "sale".parse().unwrap();
        let (first, second) = (place("sale", 1, 900).record_key(), place("sale", 2, 0).record_key());
        assert!(first < second);
        assert_eq!(
            (run_of(&first, &sale), run_of(&second, &sale)),
            (Some(Run(1)), Some(Run(2)))
        );
        assert_eq!(run_of(&place("sale2", 1, 0).record_key(), &sale), None);
    }

    #[test]
    fn the_record_of_a_token_outlasts_its_pass() {
        let expires_at = UnixSeconds(1_700_000_000);
        let hash = [7; 16];
        let key = PassOwner::Token { hash, expires_at }.record_key();
        assert!(!has_ended(&key, UnixSeconds(expires_at.0 + TOKEN_PASS_SECONDS)));
        assert!(has_ended(
            &key,
            UnixSeconds(expires_at.0 + TOKEN_PASS_SECONDS + 2 * HOUR_SECONDS)
        ));
    }

    proptest! {
        #[test]
        fn a_pass_is_good_for_as_many_orders_as_the_room_allows(
            asked in prop::collection::vec(0u8..6, 0..40),
            orders_max in 1u8..5,
        ) {
            let mut record = PassRecord::default();
            let mut accepted: Vec<u8> = Vec::new();
            for order in asked {
                let outcome = record.decide([order; 16], orders_max);
                let before = u8::try_from(accepted.len()).unwrap();
                let expected = match accepted.contains(&order) {
                    true => OrderOutcome::Repeated { orders: before },
                    false if before == orders_max => OrderOutcome::UsedUp,
                    false => OrderOutcome::Accepted { orders: before + 1 },
                };
                prop_assert_eq!(outcome, expected);
                if matches!(outcome, OrderOutcome::Accepted { .. }) {
                    accepted.push(order);
                }
            }
        }
    }
}
