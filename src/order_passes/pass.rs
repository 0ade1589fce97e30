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

use super::{ORDERS_PER_PASS_MAX, OrderDecision, OrderOutcome, TOKEN_PASS_SECONDS};

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

/// A genuine pass that an order can use, or that can have taken it before: a visitor whom several
/// rooms let through has one of each, and one for each visit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidatePass {
    /// The record by which the pass is counted.
    pub owner: PassOwner,
    /// The hash of the order under the key of the pass's room and its run.
    pub order: OrderHash,
    /// The number of orders that the room allows for the pass; 0 for a pass that takes no further
    /// order.
    pub orders_max: u8,
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
    /// Decides about an order, and changes the record of the candidate that takes it: the first one
    /// that is not used up. An order that any candidate took before is repeated, so that a visitor
    /// who was let through once more since then does not spend a second pass on it.
    pub(super) fn decide(records: &mut [Self], candidates: &[CandidatePass]) -> OrderDecision {
        let took = |(record, pass): (&Self, &CandidatePass)| record.orders.contains(&pass.order);
        if let Some(candidate) = records.iter().zip(candidates).position(took) {
            let orders = records[candidate].count();
            let outcome = OrderOutcome::Repeated { orders };
            return OrderDecision { candidate, outcome };
        }
        let is_free =
            |(record, pass): (&Self, &CandidatePass)| record.count() < pass.orders_max.min(ORDERS_PER_PASS_MAX);
        let Some(candidate) = records.iter().zip(candidates).position(is_free) else {
            let outcome = OrderOutcome::UsedUp;
            return OrderDecision { candidate: 0, outcome };
        };
        records[candidate].orders.push(candidates[candidate].order);
        let orders = records[candidate].count();
        let outcome = OrderOutcome::Accepted { orders };
        OrderDecision { candidate, outcome }
    }

    fn count(&self) -> u8 {
        u8::try_from(self.orders.len()).unwrap_or(u8::MAX)
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

    fn candidate(room: &str, order: u8, orders_max: u8) -> CandidatePass {
        CandidatePass {
            owner: place(room, 1, 7),
            order: [order; 16],
            orders_max,
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

    #[test]
    fn a_pass_that_takes_no_further_order_repeats_those_that_it_took() {
        let mut records = [PassRecord::default(), PassRecord::default()];
        records[1].orders.push([5; 16]);
        let mut decide = |order, orders_max| {
            let earlier = CandidatePass {
                owner: place("sale", 1, 3),
                ..candidate("sale", order, 0)
            };
            let decision = PassRecord::decide(&mut records, &[candidate("sale", order, orders_max), earlier]);
            (decision.candidate, decision.outcome)
        };
        assert_eq!(decide(5, 1), (1, OrderOutcome::Repeated { orders: 1 }));
        assert_eq!(decide(6, 1), (0, OrderOutcome::Accepted { orders: 1 }));
        assert_eq!(decide(7, 1), (0, OrderOutcome::UsedUp));
    }

    proptest! {
        #[test]
        fn a_pass_is_good_for_as_many_orders_as_the_room_allows(
            asked in prop::collection::vec(0u8..6, 0..40),
            orders_max in 1u8..5,
        ) {
            let mut records = [PassRecord::default()];
            let mut accepted: Vec<u8> = Vec::new();
            for order in asked {
                let outcome = PassRecord::decide(&mut records, &[candidate("sale", order, orders_max)]).outcome;
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

        #[test]
        fn several_passes_are_good_for_the_orders_of_all_in_turn_and_each_order_uses_one(
            asked in prop::collection::vec(0u8..9, 0..40),
            limits in (1u8..4, 1u8..4),
        ) {
            let mut records = [PassRecord::default(), PassRecord::default()];
            let mut accepted: Vec<u8> = Vec::new();
            for order in asked {
                let candidates = [candidate("help", order, limits.0), candidate("sale", order, limits.1)];
                let decision = PassRecord::decide(&mut records, &candidates);
                let before = accepted.iter().position(|taken| *taken == order);
                let index = before.unwrap_or(accepted.len());
                let expected = match index < usize::from(limits.0) {
                    true => 0,
                    false => 1,
                };
                match decision.outcome {
                    OrderOutcome::Repeated { .. } => prop_assert!(before.is_some()),
                    OrderOutcome::Accepted { .. } => {
                        prop_assert!(before.is_none());
                        accepted.push(order);
                    }
                    OrderOutcome::UsedUp => {
                        prop_assert!(before.is_none());
                        prop_assert_eq!(accepted.len(), usize::from(limits.0 + limits.1));
                        continue;
                    }
                }
                prop_assert_eq!(decision.candidate, expected);
            }
        }
    }
}
