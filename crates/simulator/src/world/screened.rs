//! The rules for addresses and scores, before a newcomer asks a pool node for a place. They use the
//! same functions ([`screening`]) as the server's gates. Soft blocks are in the memory of each
//! node, and end with its process.

use admission::pool::LineIndex;
use admission::price::UnpaidPrice;
use screening::firewall::{AddressRule, Firewall};
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
        self.join_line_by_rules(who, at)?;
        if self.passes_screening(who, at)? {
            self.ask_for_a_place(who, at);
        }
        Ok(())
    }

    /// Lets a newcomer of a room with groups choose the line by the rule for the address: that of
    /// the rule's group, or the ordinary one.
    fn join_line_by_rules(&mut self, who: usize, at: usize) -> Result<(), InvariantViolation> {
        let (wall, visitor) = (self.wall(at), &self.visitors[who]);
        let (line, network) = (visitor.line, visitor.price.network);
        let home = self.line(line).room.group_of.unwrap_or(line.0);
        // The rules are those of the first room.
        let has_groups = home == 0 && self.scenario.has_groups(&self.scenario.room);
        let Some(screening) = self.screening.as_ref().filter(|_| has_groups) else {
            return Ok(());
        };
        let group = screening
            .firewall
            .rule(address(network, who), wall)
            .and_then(AddressRule::group)
            .map(|group| group.parse::<u16>().expect("the index of a line"));
        if network > 0 {
            self.visitors[who].line = LineIndex(group.unwrap_or(home));
        }
        let outcome = group.map_or(ScreenedOutcome::Passed, ScreenedOutcome::Prioritised);
        self.judge_screening((who, at), (Proven::default(), 0), outcome)
    }

    /// Leads a newcomer past the rules. Returns whether the newcomer asks for a place now.
    fn passes_screening(&mut self, who: usize, at: usize) -> Result<bool, InvariantViolation> {
        let now = self.now;
        let price = &self.visitors[who].price;
        let proven = Proven {
            work: price.work(),
            is_patient: price.patient_since.is_some_and(|since| now >= since + PATIENT_MS),
        };
        let kept = price.payment;
        let (outcome, payment) = match self.demanded(who, at) {
            None => return Ok(true),
            Some(Err(outcome)) => (outcome, kept),
            Some(Ok(demanded)) => match (proven.spend(demanded.as_ref()), demanded) {
                (Some(spent), _) => (ScreenedOutcome::Passed, spent.payment),
                (None, Some(unpaid)) => (ScreenedOutcome::Demanded(unpaid), kept),
                (None, None) => unreachable!("nothing is demanded"),
            },
        };
        self.visitors[who].price.payment = payment;
        let waited_ms = now - self.visitors[who].came_at;
        self.judge_screening((who, at), (proven, waited_ms), outcome)?;
        self.led_by_rules(who, outcome)
    }

    /// Handles the answer of the rules to a newcomer. Returns whether the newcomer asks for a place
    /// now.
    pub(super) fn led_by_rules(&mut self, who: usize, outcome: ScreenedOutcome) -> Result<bool, InvariantViolation> {
        let now = self.now;
        match outcome {
            ScreenedOutcome::Passed | ScreenedOutcome::Prioritised(_) => return Ok(true),
            ScreenedOutcome::Bypassed => self.goes(who)?,
            ScreenedOutcome::Blocked | ScreenedOutcome::Suspect => self.send(who, now + AGAIN_MS)?,
            ScreenedOutcome::Demanded(unpaid) if unpaid.work.is_some() || self.brings_proofs(who) => {
                self.told_price(who, unpaid)?;
            }
            ScreenedOutcome::Demanded(_) => {
                let since = *self.visitors[who].price.patient_since.get_or_insert(now);
                self.send(who, now.max(since + PATIENT_MS))?;
            }
        }
        Ok(false)
    }

    /// Reports the answer of the rules to the oracle; `proven`: the proofs that the node accepts,
    /// and how long their bearer has waited.
    pub(super) fn judge_screening(
        &mut self,
        (who, at): (usize, usize),
        (proven, waited_ms): (Proven, u64),
        outcome: ScreenedOutcome,
    ) -> Result<(), InvariantViolation> {
        let price = &self.visitors[who].price;
        let fact = ScreenedFact {
            network: price.network,
            client: price.networks(who).client.0,
            points: price.score,
            proven,
            waited_ms,
            node: at,
            wall: super::WALL_START_MS + self.now,
        };
        let screening = self.screening.as_mut().expect("somebody was screened");
        screening.oracle.judge(&fact, &outcome)
    }

    /// Returns the price that the rules demand of a newcomer at a node, or the answer that they
    /// give at once; `None` in a room without rules.
    pub(super) fn demanded(&mut self, who: usize, at: usize) -> Option<Result<Option<UnpaidPrice>, ScreenedOutcome>> {
        let (wall, visitor) = (self.wall(at), &self.visitors[who]);
        let room = self.line(visitor.line).room;
        let (rules, price) = (room.screening.as_ref()?, room.price?);
        let RoomScreening {
            firewall, soft_blocks, ..
        } = self.screening.as_mut()?;
        let screening = Screening {
            rule: firewall.rule(address(visitor.price.network, who), wall),
            policy: rules.policy(),
            standard: Some(price.standard()),
        };
        match screening.address_verdict() {
            AddressVerdict::Bypass(_) => return Some(Err(ScreenedOutcome::Bypassed)),
            AddressVerdict::Block(_) => return Some(Err(ScreenedOutcome::Blocked)),
            AddressVerdict::Continue => {}
        }
        let points = screening.is_scored().then_some(visitor.price.score);
        let (client, blocks) = (visitor.price.networks(who).client.0, &mut soft_blocks[at]);
        match screening.suspected(points) {
            SuspectAction::Refuse => return Some(Err(ScreenedOutcome::Suspect)),
            SuspectAction::SoftBlock => _ = blocks.add(client, wall),
            SuspectAction::Nothing | SuspectAction::Work | SuspectAction::Behind => {}
        }
        Some(Ok(screening.demanded(points, blocks.end(client, wall))))
    }
}
