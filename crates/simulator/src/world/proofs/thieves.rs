//! Thieves: they bring proofs of others, of their own network or another, for their room or
//! another. One brings what its owner sends at the same time, another what a node was shown
//! earlier.

use super::NewcomerProofs;
use crate::oracle::InvariantViolation;
use crate::world::World;
use crate::world::visitor::VisitorPhase;

/// The time until a thief who got nothing tries another proof, from and to, in milliseconds.
const STEALS_MS: [u64; 2] = [500, 40_000];
/// The most thieves, plus one, who bring a proof at the same time as its owner.
const THIEVES: u64 = 3;
/// Half of the other thefts are of one of this many proofs that were shown last.
const LATEST: usize = 8;

impl NewcomerProofs {
    /// Draws a proof that a node was shown; `None` if there is none.
    pub(super) fn any_shown(&mut self) -> Option<usize> {
        let from = match self.rng.chance(0.5) {
            true => self.shown.len().saturating_sub(LATEST),
            false => 0,
        };
        let index = from as u64 + self.rng.below((self.shown.len() - from) as u64);
        self.shown.get(index as usize).copied()
    }
}

impl World<'_> {
    /// Lets a thief who got no place try again with another proof, at any node, or give up.
    pub(super) fn wait_for_a_proof(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let visitor = &mut self.visitors[who];
        visitor.price.begin_anew();
        let Some(left) = visitor.price.thefts_left.and_then(|left| left.checked_sub(1)) else {
            return self.goes(who);
        };
        (visitor.price.thefts_left, visitor.node) = (Some(left), usize::MAX);
        self.proofs.idle.push(who);
        let again = self.now + self.proofs.rng.between(STEALS_MS);
        self.send(who, again)
    }

    /// Lets a few thieves bring a proof at the time at which its owner sends it. Every other thief
    /// is one of the owner's network, if there is one.
    pub(super) fn tempt_thieves(&mut self, (owner, proof): (usize, usize), at: u64) -> Result<(), InvariantViolation> {
        let network = self.visitors[owner].price.network;
        for _ in 0..self.proofs.rng.below(THIEVES) {
            let any = self.proofs.rng.below(self.proofs.idle.len() as u64) as usize;
            let is_near = self.proofs.rng.chance(0.5);
            let of_network = |thief: &usize| network > 0 && self.visitors[*thief].price.network == network;
            let near = self.proofs.idle.iter().position(of_network);
            let chosen = near.filter(|_| is_near).unwrap_or(any);
            if chosen >= self.proofs.idle.len() {
                return Ok(());
            }
            let thief = self.proofs.idle.swap_remove(chosen);
            if self.visitors[thief].phase == VisitorPhase::Outside {
                self.give_stolen(thief, proof);
                self.visitors[thief].node = usize::MAX;
                self.send(thief, at)?;
            }
        }
        Ok(())
    }

    /// Gives a thief the proof of somebody else.
    pub(super) fn give_stolen(&mut self, thief: usize, proof: usize) {
        let price = &mut self.visitors[thief].price;
        (price.solution, price.stamp) = match self.proofs.made[proof].is_stamp {
            true => (None, Some(proof)),
            false => (Some(proof), None),
        };
    }
}
