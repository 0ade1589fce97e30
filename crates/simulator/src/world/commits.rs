//! The steps of a commit: composed at the node, accepted or refused at the store, answered at the
//! node. A crash may happen between any two steps.

use admission::batch::ArrivalOutcome;
use admission::voucher::VoucherRefused;
use admission::{Batch, ClaimOutcome, Now, Number, RoomConfig, Sequence, WallMs, apply};
use store::CommitError;

use super::World;
use super::agenda::Event;
use super::ask::{Ask, Asker, Reply};
use super::node::{Commit, Node, RETRY_MS, SiteBatch};
use super::shelf::Fate;
use super::visitor::Place;
use crate::dice::{Dice, Part};
use crate::oracle::{Fact, InvariantViolation};

/// Most attempts of a commit after conflicts and unknown outcomes.
const ATTEMPTS_MAX: u32 = 5;

impl World<'_> {
    /// Delivers a request to a pool node.
    pub(super) fn ask(&mut self, at: usize, ask: Ask) {
        let busy = {
            let node = self.node(at);
            node.inbox.push(ask);
            node.commit.is_some()
        };
        if !busy {
            self.wake_at(at, self.now);
        }
    }

    /// Wakes the pool node at that moment at the latest.
    pub(super) fn wake_at(&mut self, at: usize, ms: u64) {
        let boot = self.slots[at].boot;
        if let Some(node) = &mut self.slots[at].node
            && node.wake_at_ms.is_none_or(|planned| planned > ms)
        {
            node.wake_at_ms = Some(ms);
            self.agenda.at(ms, Event::Wake { node: at, boot });
        }
    }

    pub(super) fn wake(&mut self, at: usize) -> Result<(), InvariantViolation> {
        let now = self.now;
        let node = self.node(at);
        if node.wake_at_ms != Some(now) {
            return Ok(());
        }
        node.wake_at_ms = None;
        if node.commit.is_some() {
            return Ok(());
        }
        self.tend(at)
    }

    /// Handles the pending requests and commits if there is something to commit.
    fn tend(&mut self, at: usize) -> Result<(), InvariantViolation> {
        let (now, wall, config) = (self.now, self.wall(at), self.config());
        self.follow_run(at)?;
        for ask in std::mem::take(&mut self.node(at).inbox) {
            if let Some((asker, number, reply)) = self.node(at).take(ask, now, wall, &config) {
                self.answer_turn(asker, number, reply)?;
            }
        }
        let heard_flow = self.heard_flow();
        let pool = self.pool();
        let node = self.slots[at].node.as_mut().expect("it is up");
        node.site = pool;
        // A node that does not know the new run yet must not judge silence.
        let silent = match node.run() == self.run {
            true => node.sweep(now, heard_flow, &self.seen),
            false => Vec::new(),
        };
        let flow = node.flow(now).0;
        let visitors = &self.visitors;
        node.forget_gone(|asker| visitors[asker.who].ticket == asker.ticket);
        let due = node.due(now, wall, &config);
        for number in silent {
            self.tell(flow, &Fact::Silent { place: number.0 })?;
        }
        if self.node(at).is_away() {
            self.spend_lease(at)?;
            if due && !self.finds_store(at) {
                self.node(at).retry_at_ms = now + RETRY_MS;
                return self.rest(at);
            }
        }
        if due { self.begin_commit(at) } else { self.rest(at) }
    }

    /// Releases claims that need not wait, and schedules the next look. Called when there is
    /// nothing to commit.
    fn rest(&mut self, at: usize) -> Result<(), InvariantViolation> {
        let (now, wall, config) = (self.now, self.wall(at), self.config());
        let released = self.node(at).release(now, &config);
        for (asker, number) in released {
            self.answer_turn(asker, number, Reply::NotYet)?;
        }
        let wake = self.node(at).nap(now, wall, &config);
        self.wake_at(at, wake);
        Ok(())
    }

    fn begin_commit(&mut self, at: usize) -> Result<(), InvariantViolation> {
        let (now_ms, wall, config) = (self.now, self.wall(at), self.config());
        let others = self.slots.iter().enumerate().filter(|(other, _)| *other != at);
        let elsewhere = others
            .filter_map(|(_, slot)| Some(slot.node.as_ref()?.front.present()))
            .sum();
        self.connect(at);
        let pool = self.pool();
        let node = self.slots[at].node.as_mut().expect("it is up");
        node.site.clone_from(&pool);
        node.know_outcomes();
        let claims = node.claims(now_ms, &config);
        let again = node.claimants_again(claims.iter().copied());
        let mut batch = Batch {
            draw_key: draw_key(node, &config, wall, self.seed),
            seed: Dice::of(self.seed, Part::Draws(u64::from(node.run().0) << 1 | 1)).key(),
            ..node.batch(claims, elsewhere, &config)
        };
        node.remember(&mut batch);
        let loaded = node.keeper.load_records(&self.shelf, &again, &mut batch);
        let now = Now {
            flow: node.flow(now_ms),
            wall,
        };
        let site = node.take_for_site(pool);
        let decided = node.decide(&self.shelf, (&config, now), &batch, site);
        let is_away = loaded.is_err() || decided.is_err();
        let (step, site) = decided.unwrap_or_else(|_| (apply(&node.keeper.state, &config, now, &batch), None));
        let (attempts, answer) = (0, None);
        let commit = Commit {
            config,
            now,
            batch,
            step,
            site,
            attempts,
            answer,
        };
        if is_away {
            return self.fail(at, commit);
        }
        node.commit = Some(Box::new(commit));
        self.send_commit(at);
        Ok(())
    }

    fn send_commit(&mut self, at: usize) {
        let [from, to] = self.scenario.nodes.commit_ms;
        let way = self.network.between([from / 2, to.div_ceil(2)]);
        let boot = self.slots[at].boot;
        self.agenda.at(self.now + way, Event::AtStore { node: at, boot });
    }

    pub(super) fn at_store(&mut self, at: usize) -> Result<(), InvariantViolation> {
        self.connect(at);
        let fate = if self.is_cut(at) { Fate::Lost } else { self.fate() };
        self.shelf.decide(fate);
        let node = self.slots[at].node.as_mut().expect("it is up");
        let mut commit = node.commit.take().expect("it is on its way");
        let recovers = commit.batch.recovery.is_some();
        let shared = commit.site.as_ref().map(|site| &site.step);
        let answer = node.keeper.commit(&self.shelf, &commit.step, shared, recovers);
        let kept = match &answer {
            Ok(generation) => Some(*generation),
            Err(CommitError::Unknown { .. }) if fate == Fate::Unheard => {
                let mut keeper = node.keeper.clone();
                let holds = keeper.holds(&self.shelf, &commit.batch).is_ok_and(|holds| holds);
                holds.then_some(keeper.generation)
            }
            Err(_) => None,
        };
        commit.answer = Some(answer);
        if let Some(generation) = kept {
            let flow = commit.step.state.ledger.flow.0;
            self.tell(
                flow,
                &Fact::Kept {
                    generation: generation.0,
                    wall: commit.now.wall.0,
                },
            )?;
            self.kept(&commit)?;
        }
        self.node(at).commit = Some(commit);
        let [from, to] = self.scenario.nodes.commit_ms;
        let way = self.network.between([from / 2, to.div_ceil(2)]);
        let boot = self.slots[at].boot;
        self.agenda.at(self.now + way, Event::Answered { node: at, boot });
        Ok(())
    }

    /// Tells visitors who waited at this node for an earlier run that the run is over.
    fn follow_run(&mut self, at: usize) -> Result<(), InvariantViolation> {
        for (asker, number) in self.node(at).follow_run() {
            self.answer_turn(asker, number, Reply::Unknown)?;
        }
        Ok(())
    }

    pub(super) fn answered(&mut self, at: usize) -> Result<(), InvariantViolation> {
        self.connect(at);
        let cut = self.is_cut(at);
        let node = self.slots[at].node.as_mut().expect("it is up");
        let mut commit = *node.commit.take().expect("it is on its way");
        if let Some(answer) = commit.answer.as_mut().filter(|_| cut) {
            *answer = Err(CommitError::Unknown {
                cause: "the answer does not arrive".into(),
            });
        }
        match commit.answer.take().expect("the store has answered") {
            Ok(generation) => {
                node.keeper
                    .adopt(generation, &commit.step, commit.site.as_ref().map(|site| &site.step));
                self.settle(at, &commit)
            }
            Err(CommitError::Unknown { .. }) => {
                self.tell(0, &Fact::Excused)?;
                let node = self.slots[at].node.as_mut().expect("it is up");
                match node.keeper.holds(&self.shelf, &commit.batch) {
                    Ok(true) => self.settle(at, &commit),
                    Ok(false) => self.again(at, commit),
                    Err(_) => {
                        node.not_known(&commit);
                        self.fail(at, commit)
                    }
                }
            }
            Err(CommitError::Conflict { .. }) => match node.keeper.reload(&self.shelf) {
                Ok(()) => self.again(at, commit),
                Err(_) => self.fail(at, commit),
            },
            Err(CommitError::Unavailable { .. }) => self.fail(at, commit),
            Err(CommitError::TooLarge(excess)) => self.tell(
                0,
                &Fact::Damaged {
                    what: excess.to_string(),
                },
            ),
        }
    }

    /// Applies the batch again to the newer state and commits it.
    fn again(&mut self, at: usize, mut commit: Commit) -> Result<(), InvariantViolation> {
        self.record.conflict();
        let (now, wall) = (self.now, self.wall(at));
        self.connect(at);
        let node = self.slots[at].node.as_mut().expect("it is up");
        node.know_outcomes();
        commit.batch.leased = node.leased.clone();
        // With the old time a permit would count as spent too early, and a minute of real time
        // could hold one grant too many.
        commit.now = Now {
            flow: node.flow(now),
            wall,
        };
        node.remember(&mut commit.batch);
        let claims: Vec<Number> = commit.batch.claims.iter().map(|claim| claim.number).collect();
        let again = node.claimants_again(claims.into_iter());
        let loaded = node.keeper.load_records(&self.shelf, &again, &mut commit.batch);
        if loaded.is_err() || commit.attempts == ATTEMPTS_MAX {
            return self.fail(at, commit);
        }
        commit.attempts += 1;
        let site = commit.site.take().map(SiteBatch::from);
        let decided = node.decide(&self.shelf, (&commit.config, commit.now), &commit.batch, site);
        let Ok((step, site)) = decided else {
            return self.fail(at, commit);
        };
        (commit.step, commit.site) = (step, site);
        node.commit = Some(Box::new(commit));
        self.send_commit(at);
        Ok(())
    }

    fn fail(&mut self, at: usize, commit: Commit) -> Result<(), InvariantViolation> {
        let now = self.now;
        let node = self.slots[at].node.as_mut().expect("it is up");
        let refused = node.failed(commit, now);
        self.record.failed();
        self.tell(0, &Fact::Excused)?;
        for asker in refused {
            self.refused(asker)?;
        }
        self.rest(at)
    }

    /// Publishes a durable commit at its node and answers the visitors who waited for it.
    fn settle(&mut self, at: usize, commit: &Commit) -> Result<(), InvariantViolation> {
        let (now, outcome) = (self.now, &commit.step.outcome);
        let node = self.slots[at].node.as_mut().expect("it is up");
        let newcomers = node.arrivals.drain(..commit.batch.arrivals as usize);
        let newcomers: Vec<Asker> = newcomers.map(|(asker, _)| asker).collect();
        let left: Vec<_> = node.cancels.drain(..commit.batch.cancels.len()).collect();
        self.follow_run(at)?;
        self.hear_newcomers(commit);
        let node = self.slots[at].node.as_mut().expect("it is up");
        node.settled(commit, now);
        node.publish(now, &self.seen);
        self.answer_newcomers(at, newcomers, commit)?;
        if commit.batch.run == outcome.run {
            for (number, outcome) in &outcome.claims {
                self.answer_claim(at, *number, *outcome)?;
            }
        }
        for (place, _) in left.into_iter().filter(|(place, _)| place.run == self.run) {
            let node = self.slots[at].node.as_mut().expect("it is up");
            if let Some(number) = node.keeper.state.ledger.number(place.sequence) {
                node.dismiss(number);
            }
            self.seen.release(place.sequence);
        }
        self.tend(at)
    }

    /// Records newcomers as heard, except those who passed at once.
    fn hear_newcomers(&mut self, commit: &Commit) {
        let outcome = &commit.step.outcome;
        let Some(first) = outcome.first_arrival.filter(|_| outcome.run == self.run) else {
            return;
        };
        self.seen.grow(commit.step.state.ledger.next);
        let heard_at = self.heard_flow();
        let waiting = u64::from(outcome.unseen)..given(commit);
        waiting.for_each(|index| self.seen.hear(Sequence(first.0 + index), heard_at));
    }

    fn answer_newcomers(
        &mut self,
        at: usize,
        newcomers: Vec<Asker>,
        commit: &Commit,
    ) -> Result<(), InvariantViolation> {
        let outcome = &commit.step.outcome;
        let now = self.now;
        let flow = self.node(at).flow(now).0;
        let unseen_end = outcome
            .first_arrival
            .map_or(0, |first| first.0 + u64::from(outcome.unseen));
        for (asker, arrival) in newcomers.into_iter().zip(outcome.arrivals(&commit.batch)) {
            match arrival {
                ArrivalOutcome::NotOpen => self.not_open(asker, at)?,
                // As in the server, a voucher checked against another run's records is tried again.
                ArrivalOutcome::Refused(
                    VoucherRefused::Stale | VoucherRefused::RoomFull | VoucherRefused::Unpaid(_),
                ) => self.refused(asker)?,
                ArrivalOutcome::Refused(VoucherRefused::Spent(_)) => self.key_taken(asker)?,
                ArrivalOutcome::Given(sequence) => {
                    let run = outcome.run;
                    let unseen = (sequence.0 < unseen_end).then_some(commit.now.wall);
                    self.welcome(asker, Place { run, sequence }, flow, unseen)?;
                }
            }
        }
        Ok(())
    }

    fn answer_claim(&mut self, at: usize, number: Number, outcome: ClaimOutcome) -> Result<(), InvariantViolation> {
        let node: &mut Node = self.node(at);
        let (asker, reply) = match outcome {
            ClaimOutcome::NotYet => (node.drop_claim(number), Reply::NotYet),
            ClaimOutcome::Granted(grant) | ClaimOutcome::Repeated(grant) => {
                (node.dismiss(number), Reply::Go(grant.granted_at))
            }
            ClaimOutcome::Cancelled
            | ClaimOutcome::Moved
            | ClaimOutcome::LimitReached
            | ClaimOutcome::Expired
            | ClaimOutcome::Unknown => (node.dismiss(number), Reply::Over),
        };
        if reply != Reply::NotYet {
            self.seen.release(Sequence(self.place_of(number.0)));
        }
        match asker {
            Some(asker) => self.answer_turn(asker, number, reply),
            None => Ok(()),
        }
    }
}

/// Returns the key of a pre-queue's draw once it is known; it is the same at every node.
fn draw_key(node: &Node, config: &RoomConfig, wall: WallMs, seed: u64) -> Option<[u8; 32]> {
    node.draws_at(config).filter(|moment| *moment <= wall)?;
    Some(Dice::of(seed, Part::Draws(u64::from(node.run().0) << 1)).key())
}

/// Returns how many of a commit's newcomers got a place.
pub(super) fn given(commit: &Commit) -> u64 {
    let arrivals = commit.step.outcome.arrivals(&commit.batch);
    arrivals
        .filter(|arrival| matches!(arrival, ArrivalOutcome::Given(_)))
        .count() as u64
}
