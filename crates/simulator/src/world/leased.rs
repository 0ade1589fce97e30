//! Grants by lease while a node cannot reach the store.

use admission::{Now, Sequence};

use super::World;
use super::ask::Reply;
use crate::oracle::{Fact, InvariantViolation};

impl World<'_> {
    /// Returns whether the store answers a node.
    pub(super) fn finds_store(&mut self, at: usize) -> bool {
        self.connect(at);
        self.slots[at]
            .node
            .as_ref()
            .is_some_and(|node| node.keeper.is_answered(&self.shelf))
    }

    /// Grants by the node's lease to the visitors who may pass at this moment.
    pub(super) fn spend_lease(&mut self, at: usize) -> Result<(), InvariantViolation> {
        let (now_ms, wall, config) = (self.now, self.wall(at), self.config());
        let node = self.node(at);
        let flow = node.flow(now_ms);
        let (now, current) = (Now { flow, wall }, node.run());
        for number in node.by_lease(now, &config) {
            let Some(asker) = self.node(at).grant_alone(number, now) else {
                break;
            };
            let fact = Fact::Leased {
                number: number.0,
                wall: wall.0,
                current: current == self.run,
            };
            self.tell(flow.0, &fact)?;
            self.record.leased(now_ms);
            if current == self.run {
                self.granted(number);
                self.seen.release(Sequence(self.place_of(number.0)));
            }
            self.answer_turn(asker, number, Reply::Go(wall))?;
        }
        Ok(())
    }
}
