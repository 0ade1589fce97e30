//! The steps of a commit: composed at the node, kept or refused at the store, answered at the node. A crash may fall between any two.

use admission::batch::Batch;
use admission::{ClaimOutcome, Control, Now, Number, Sequence, Step, apply};
use store::CommitError;

use super::World;
use super::agenda::Event;
use super::node::{Ask, Asker, Commit, Node, Reply};
use super::shelf::Fate;
use crate::oracle::{Broken, Fact};

/// A conflict or an unknown outcome is tried again so often.
const ATTEMPTS_MAX: u32 = 5;

impl World<'_> {
    /// A request reaches a desk.
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

    /// The desk wakes then, or before.
    pub(super) fn wake_at(&mut self, at: usize, ms: u64) {
        let boot = self.slots[at].boot;
        if let Some(node) = &mut self.slots[at].node
            && node.wake_at_ms.is_none_or(|planned| planned > ms)
        {
            node.wake_at_ms = Some(ms);
            self.agenda.at(ms, Event::Wake { node: at, boot });
        }
    }

    pub(super) fn wake(&mut self, at: usize) -> Result<(), Broken> {
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

    /// The desk takes what was asked and commits what there is to commit.
    fn tend(&mut self, at: usize) -> Result<(), Broken> {
        let (now, wall, config) = (self.now, self.wall(at), self.config());
        for ask in std::mem::take(&mut self.node(at).inbox) {
            if let Some((asker, number, reply)) = self.node(at).take(ask, now, wall) {
                self.answer_turn(asker, number, reply)?;
            }
        }
        let heard_flow = self.heard_flow();
        let node = self.slots[at].node.as_mut().expect("it is up");
        let silent = node.sweep(now, heard_flow, &self.seen);
        let flow = node.flow(now).0;
        let visitors = &self.visitors;
        node.forget_gone(|asker| visitors[asker.who].ticket == asker.ticket);
        let due = node.due(now, &config);
        for number in silent {
            self.tell(flow, &Fact::Silent { number: number.0 })?;
        }
        if due { self.begin_commit(at) } else { self.rest(at) }
    }

    /// Nothing to commit: lets go of claims that need not wait, and naps.
    fn rest(&mut self, at: usize) -> Result<(), Broken> {
        let (now, config) = (self.now, self.config());
        let released = self.node(at).release(now, &config);
        for (asker, number) in released {
            self.answer_turn(asker, number, Reply::NotYet)?;
        }
        let wake = self.node(at).nap(now);
        self.wake_at(at, wake);
        Ok(())
    }

    fn begin_commit(&mut self, at: usize) -> Result<(), Broken> {
        let (now_ms, wall, config) = (self.now, self.wall(at), self.config());
        let others = self.slots.iter().enumerate().filter(|(other, _)| *other != at);
        let elsewhere = others
            .filter_map(|(_, slot)| Some(slot.node.as_ref()?.front.present()))
            .sum();
        let node = self.slots[at].node.as_mut().expect("it is up");
        let claims = node.claims(now_ms, &config);
        let again = node.claimants_again(claims.iter().copied());
        let Ok(redirects) = node.keeper.redirects(&self.shelf, &again) else {
            let batch = node.batch(Vec::new(), elsewhere);
            let now = Now {
                flow: node.flow(now_ms),
                wall,
            };
            let step = apply(&node.keeper.state, &config, now, &batch);
            let (attempts, answer) = (0, None);
            return self.fail(
                at,
                Commit {
                    config,
                    now,
                    batch,
                    step,
                    attempts,
                    answer,
                },
            );
        };
        let batch = Batch {
            redirects,
            ..node.batch(claims, elsewhere)
        };
        let now = Now {
            flow: node.flow(now_ms),
            wall,
        };
        let step = apply(&node.keeper.state, &config, now, &batch);
        let (attempts, answer) = (0, None);
        node.commit = Some(Box::new(Commit {
            config,
            now,
            batch,
            step,
            attempts,
            answer,
        }));
        self.send_commit(at);
        Ok(())
    }

    fn send_commit(&mut self, at: usize) {
        let [from, to] = self.scenario.nodes.commit_ms;
        let way = self.network.between([from / 2, to.div_ceil(2)]);
        let boot = self.slots[at].boot;
        self.agenda.at(self.now + way, Event::AtStore { node: at, boot });
    }

    pub(super) fn at_store(&mut self, at: usize) -> Result<(), Broken> {
        let fate = self.fate();
        self.shelf.decide(fate);
        let node = self.slots[at].node.as_mut().expect("it is up");
        let mut commit = node.commit.take().expect("it is on its way");
        let answer = node.keeper.commit(&self.shelf, &commit.step);
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

    /// A commit is durable from this moment on: what it decided is told to the oracles, and counted.
    fn kept(&mut self, commit: &Commit) -> Result<(), Broken> {
        let Commit {
            config,
            now,
            batch,
            step,
            ..
        } = commit;
        let flow = step.state.ledger.flow.0;
        let wall = now.wall.0;
        self.tell(
            flow,
            &Fact::Rate {
                per_minute: config.max_outflow.0,
            },
        )?;
        for (control, outcome) in batch.controls.iter().zip(&step.outcome.controls) {
            let paused = *control == Control::Pause;
            let accepted = outcome.is_ok();
            self.tell(flow, &Fact::Control { paused, accepted })?;
        }
        for sequence in &batch.cancels {
            self.tell(flow, &Fact::Cancelled { number: sequence.0 })?;
        }
        let (first, count) = (first_arrival(step), u64::from(batch.arrivals));
        self.tell(flow, &Fact::Given { first, count })?;
        for (number, outcome) in &step.outcome.claims {
            self.tell_claim(flow, wall, *number, *outcome)?;
        }
        for sequence in &batch.silent {
            self.tell(flow, &Fact::Uncounted { number: sequence.0 })?;
        }
        let below = step.state.ledger.serving.told_to().0;
        self.tell(flow, &Fact::Reached { below })?;
        let granted = step.state.ledger.granted;
        self.tell(flow, &Fact::Granted { total: granted })?;
        if let Err(violation) = step.state.ledger.check(&step.state.marks, &step.state.early) {
            return self.tell(
                flow,
                &Fact::Damaged {
                    what: violation.to_string(),
                },
            );
        }
        let ledger_bytes = step.state.ledger.encode().len();
        self.record
            .kept(self.now, batch.arrivals, step.grants.len(), ledger_bytes);
        for grant in &step.grants {
            self.granted(grant.number);
        }
        Ok(())
    }

    fn tell_claim(&mut self, flow: u64, wall: u64, number: Number, outcome: ClaimOutcome) -> Result<(), Broken> {
        let number = number.0;
        match outcome {
            ClaimOutcome::Granted(_) => self.tell(flow, &Fact::Grant { number, wall }),
            ClaimOutcome::Repeated(grant) => {
                let granted_at = grant.granted_at.0;
                self.tell(
                    flow,
                    &Fact::Repeated {
                        number,
                        granted_at,
                        wall,
                    },
                )
            }
            ClaimOutcome::Unknown | ClaimOutcome::Expired => self.tell(flow, &Fact::Missing { number }),
            ClaimOutcome::Cancelled => self.tell(flow, &Fact::ToldCancelled { number }),
            ClaimOutcome::NotYet | ClaimOutcome::LimitReached => Ok(()),
        }
    }

    pub(super) fn answered(&mut self, at: usize) -> Result<(), Broken> {
        let node = self.slots[at].node.as_mut().expect("it is up");
        let mut commit = *node.commit.take().expect("it is on its way");
        match commit.answer.take().expect("the store has answered") {
            Ok(generation) => {
                node.keeper.adopt(generation, &commit.step);
                self.settle(at, &commit)
            }
            Err(CommitError::Unknown { .. }) => {
                self.tell(0, &Fact::Excused)?;
                let node = self.slots[at].node.as_mut().expect("it is up");
                match node.keeper.holds(&self.shelf, &commit.batch) {
                    Ok(true) => self.settle(at, &commit),
                    Ok(false) => self.again(at, commit),
                    Err(_) => self.fail(at, commit),
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

    /// The state is newer than the commit's: it is worked out again.
    fn again(&mut self, at: usize, mut commit: Commit) -> Result<(), Broken> {
        self.record.conflict();
        let (now, wall) = (self.now, self.wall(at));
        let node = self.slots[at].node.as_mut().expect("it is up");
        // By the old time a permit would count as spent before it can be: a minute on the wall could hold one too many.
        commit.now = Now {
            flow: node.flow(now),
            wall,
        };
        let claims: Vec<Number> = commit.batch.claims.iter().map(|claim| claim.number).collect();
        let again = node.claimants_again(claims.into_iter());
        let redirects = node.keeper.redirects(&self.shelf, &again);
        let Ok(redirects) = redirects else {
            return self.fail(at, commit);
        };
        if commit.attempts == ATTEMPTS_MAX {
            return self.fail(at, commit);
        }
        commit.attempts += 1;
        commit.batch.redirects = redirects;
        commit.step = apply(&node.keeper.state, &commit.config, commit.now, &commit.batch);
        node.commit = Some(Box::new(commit));
        self.send_commit(at);
        Ok(())
    }

    fn fail(&mut self, at: usize, commit: Commit) -> Result<(), Broken> {
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

    /// A commit is durable and its node knows: publishes it and answers everyone who waited for it.
    fn settle(&mut self, at: usize, commit: &Commit) -> Result<(), Broken> {
        let now = self.now;
        let first = first_arrival(&commit.step);
        let arrivals = u64::from(commit.batch.arrivals);
        self.seen.grow(commit.step.state.ledger.next);
        let heard_at = self.heard_flow();
        (first..first + arrivals).for_each(|number| self.seen.hear(Sequence(number), heard_at));
        let node = self.slots[at].node.as_mut().expect("it is up");
        node.settled(commit, now);
        node.publish(now, &self.seen);
        let newcomers: Vec<Asker> = node.arrivals.drain(..commit.batch.arrivals as usize).collect();
        let flow = node.flow(now).0;
        for (asker, number) in newcomers.into_iter().zip(first..) {
            self.welcome(asker, Sequence(number), flow)?;
        }
        for (number, outcome) in &commit.step.outcome.claims {
            self.answer_claim(at, *number, *outcome)?;
        }
        let cancels = commit.batch.cancels.len();
        let left: Vec<_> = self.node(at).cancels.drain(..cancels).collect();
        for (number, _) in left {
            self.node(at).dismiss(number);
            self.seen.release(Sequence(number.0));
        }
        self.tend(at)
    }

    fn answer_claim(&mut self, at: usize, number: Number, outcome: ClaimOutcome) -> Result<(), Broken> {
        let node: &mut Node = self.node(at);
        let (asker, reply) = match outcome {
            ClaimOutcome::NotYet => (node.drop_claim(number), Reply::NotYet),
            ClaimOutcome::Granted(grant) | ClaimOutcome::Repeated(grant) => {
                (node.dismiss(number), Reply::Go(grant.granted_at))
            }
            ClaimOutcome::Cancelled | ClaimOutcome::LimitReached | ClaimOutcome::Expired | ClaimOutcome::Unknown => {
                (node.dismiss(number), Reply::Over)
            }
        };
        if reply != Reply::NotYet {
            self.seen.release(Sequence(number.0));
        }
        match asker {
            Some(asker) => self.answer_turn(asker, number, reply),
            None => Ok(()),
        }
    }
}

/// The first newcomer's place; the rooms of scenarios are always open.
fn first_arrival(step: &Step) -> u64 {
    step.outcome.first_arrival.expect("the room is open").0
}
