//! The rules for addresses and scores, before a newcomer asks a pool node for a place. They use the
//! same functions ([`screening`]) as the server's gates. Soft blocks are in the memory of each
//! node, and end with its process.

use admission::price::Payment;
use screening::firewall::Firewall;
use screening::{AddressVerdict, Proven, Screening, SoftBlocks, SuspectAction};

use super::{BEGINS, World};
use crate::oracle::{InvariantViolation, ScreenedFact, ScreenedOutcome, ScreeningOracle};
use crate::scenario::{PATIENT_MS, Scenario, address};

/// The time after which a refused newcomer asks again, in milliseconds.
const AGAIN_MS: u64 = 20_000;

/// The rules of a run, and the soft blocks of each node.
pub(super) struct RoomScreening {
    firewall: Firewall,
    soft_blocks: Vec<SoftBlocks>,
    oracle: ScreeningOracle,
}

impl RoomScreening {
    pub(super) fn new(scenario: &Scenario) -> Option<Self> {
        let screening = scenario.room.screening.as_ref()?;
        let nodes = scenario.nodes.count;
        Some(Self {
            firewall: screening.firewall(BEGINS),
            soft_blocks: (0..nodes).map(|_| SoftBlocks::default()).collect(),
            oracle: ScreeningOracle::new(scenario, BEGINS),
        })
    }

    /// Forgets a node's memory.
    pub(super) fn restarted(&mut self, node: usize) {
        self.soft_blocks[node] = SoftBlocks::default();
        self.oracle.restarted(node);
    }
}

impl World<'_> {
    /// Leads a newcomer past the rules to a pool node, or with proofs where the room takes them.
    pub(super) fn lead_to_a_place(&mut self, who: usize, at: usize) -> Result<(), InvariantViolation> {
        if self.brings_proofs(who) {
            return self.bring_proofs(who, at);
        }
        if self.passes_screening(who, at)? {
            self.ask_for_a_place(who, at);
        }
        Ok(())
    }

    /// Leads a newcomer past the rules. Returns whether the newcomer asks for a place now.
    fn passes_screening(&mut self, who: usize, at: usize) -> Result<bool, InvariantViolation> {
        let now = self.now;
        let price = &self.visitors[who].price;
        let proven = Proven {
            work: price.work(),
            has_waited: price.patient_since.is_some_and(|since| now >= since + PATIENT_MS),
        };
        let Some((outcome, payment)) = self.screened(who, at, proven) else {
            return Ok(true);
        };
        self.visitors[who].price.payment = payment;
        let visitor = &self.visitors[who];
        let fact = ScreenedFact {
            network: visitor.price.network,
            client: visitor.price.networks(who).client.0,
            points: visitor.price.score,
            proven,
            waited_ms: now - visitor.came_at,
            node: at,
            wall: super::WALL_START_MS + self.now,
        };
        let screening = self.screening.as_mut().expect("somebody was screened");
        screening.oracle.judge(&fact, &outcome)?;
        match outcome {
            ScreenedOutcome::Passed => return Ok(true),
            ScreenedOutcome::Bypassed => self.goes(who)?,
            ScreenedOutcome::Blocked | ScreenedOutcome::Suspect => self.send(who, now + AGAIN_MS)?,
            ScreenedOutcome::Demanded(unpaid) if unpaid.work.is_some() => self.told_price(who, unpaid)?,
            ScreenedOutcome::Demanded(_) => {
                let since = *self.visitors[who].price.patient_since.get_or_insert(now);
                self.send(who, now.max(since + PATIENT_MS))?;
            }
        }
        Ok(false)
    }

    /// Returns the outcome of the rules for a newcomer at a node, and the payment with which the
    /// newcomer continues; `None` in a room without rules.
    fn screened(&mut self, who: usize, at: usize, proven: Proven) -> Option<(ScreenedOutcome, Payment)> {
        let room = &self.scenario.room;
        let (rules, price) = (room.screening.as_ref()?, room.price?);
        let (wall, visitor) = (self.wall(at), &self.visitors[who]);
        let kept = visitor.price.payment;
        let RoomScreening {
            firewall, soft_blocks, ..
        } = self.screening.as_mut()?;
        let screening = Screening {
            rule: firewall.rule(address(visitor.price.network, who), wall),
            policy: rules.policy(),
            standard: Some(price.standard()),
        };
        match screening.address_verdict() {
            AddressVerdict::Bypass(_) => return Some((ScreenedOutcome::Bypassed, kept)),
            AddressVerdict::Block(_) => return Some((ScreenedOutcome::Blocked, kept)),
            AddressVerdict::Continue => {}
        }
        let points = screening.is_scored().then_some(visitor.price.score);
        let (client, blocks) = (visitor.price.networks(who).client.0, &mut soft_blocks[at]);
        match screening.suspected(points) {
            SuspectAction::Refuse => return Some((ScreenedOutcome::Suspect, kept)),
            SuspectAction::SoftBlock => _ = blocks.add(client, wall),
            SuspectAction::Nothing | SuspectAction::Work | SuspectAction::Behind => {}
        }
        let demanded = screening.demanded(points, blocks.end(client, wall));
        Some(match (proven.spend(demanded.as_ref()), demanded) {
            (Some(spent), _) => (ScreenedOutcome::Passed, spent.payment),
            (None, unpaid) => (ScreenedOutcome::Demanded(unpaid?), kept),
        })
    }
}
