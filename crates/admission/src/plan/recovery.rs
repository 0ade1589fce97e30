//! The first commit after a failover, and the memories of nodes from before it: the steps of
//! [`crate::recovery`].

use super::Plan;
use crate::batch::UnseenPermits;
use crate::config::Visibility;
use crate::holders::Holders;
use crate::ledger::Ledger;
use crate::limited_rate::RiseReason;
use crate::marks::{ChunkIndex, Mark, Marks};
use crate::opening::Gate;
use crate::recovery::recovered::Recovered;
use crate::recovery::{Memory, RECORDS_AGAIN_MAX, SKIPPED_MIN};
use crate::redirects::Redirects;
use crate::state::State;
use crate::time::WallMs;
use crate::transfer::TransferRecord;
use crate::units::{Number, Sequence};

impl Plan<'_> {
    /// Restores the grants and places that the batch's node remembers, and makes the commit a
    /// recovery if the batch asks for one.
    pub(crate) fn recover(&mut self) {
        let memory = self.batch.memory.as_ref();
        if self.batch.recovery.is_some() {
            self.recover_line(memory);
        } else if let Some(memory) = memory {
            self.merge(memory);
        }
    }

    fn recover_line(&mut self, memory: Option<&Memory>) {
        let before = self.state.ledger.chain();
        match memory {
            Some(memory) if memory.is_later_than(&self.state.ledger) => self.continue_from(memory),
            // The node may have missed the previous recovery.
            Some(memory) => self.merge(memory),
            None => {}
        }
        let from = self.state.ledger.commits;
        let lifecycle = self.state.ledger.lifecycle;
        let earlier = self.state.ledger.recovered.map_or(0, |recovered| recovered.in_run);
        let skipped = self.skip();
        let ledger = &mut self.state.ledger;
        ledger
            .expectation
            .record(RiseReason::Restored, self.now.flow, ledger.next);
        ledger.recovered = Some(Recovered {
            by: (self.batch.node, self.batch.batch),
            before,
            from,
            lifecycle,
            skipped,
            in_run: earlier.saturating_add(1),
        });
    }

    /// Merges a memory into a line that another node recovered without knowing everything that this
    /// node knows.
    fn merge(&mut self, memory: &Memory) {
        let (known, ledger) = (&memory.state.ledger, &self.state.ledger);
        let Some(recovered) = ledger.recovered else {
            return self.add_marks(memory);
        };
        let knows_more = known.chain() == recovered.before && known.commits > recovered.from;
        match known.run.cmp(&ledger.run) {
            std::cmp::Ordering::Greater if knows_more => self.adopt_reset(memory),
            std::cmp::Ordering::Equal => {
                if knows_more {
                    self.adopt_windows(&memory.state);
                    self.adopt_orders(known, &recovered);
                }
                self.add_marks(memory);
            }
            _ => {}
        }
    }

    /// Continues from the node's state, which is later than the stored one and replaces it.
    fn continue_from(&mut self, memory: &Memory) {
        let known = State::clone(&memory.state);
        let State {
            ledger,
            marks,
            unnumbered,
            holders,
        } = std::mem::replace(&mut self.state, known);
        let same_run = ledger.run == self.state.ledger.run;
        let window = ledger.order.unnumbered_from().filter(|_| same_run);
        let same_window = window == self.state.ledger.order.unnumbered_from();
        let stored_marks = if same_run { marks } else { Marks::default() };
        let stored_early = if same_run && same_window {
            unnumbered
        } else {
            self.unnumbered_gone = window.map(|window| (window, unnumbered.chunk_count()));
            Marks::default()
        };
        let lacking: Vec<_> = stored_marks.lacking(&self.state.marks).collect();
        // The store has additional marks only if a node began anew; none of them is kept.
        let more = self.state.marks.lacking(&stored_marks);
        let differing = more.chain(lacking.iter().copied());
        self.changed.extend(differing.map(|(number, _)| ChunkIndex::of(number)));
        let differing_early = self.state.unnumbered.lacking(&stored_early);
        let differing_early = differing_early.chain(stored_early.lacking(&self.state.unnumbered));
        self.unnumbered_changed
            .extend(differing_early.map(|(place, _)| ChunkIndex::of(place)));
        for (number, _) in lacking.into_iter().filter(|(_, mark)| *mark == Mark::Redirected) {
            self.restore_redirects(number, memory);
        }
        self.state.holders = if same_run { holders } else { Holders::default() };
        self.restore_holders(&memory.state.holders);
        self.now.flow = self.now.flow.max(self.state.ledger.flow);
    }

    /// Adopts a reset that was lost and that only this node knows. Visitors who were given a place
    /// in the old run since then have to come again.
    fn adopt_reset(&mut self, memory: &Memory) {
        let Ledger {
            flow,
            outflow,
            nodes,
            commits,
            recovered,
            ..
        } = self.state.ledger.clone();
        self.continue_from(memory);
        let skipped = self.skip();
        let ledger = &mut self.state.ledger;
        (ledger.flow, ledger.outflow, ledger.nodes, ledger.commits) = (flow, outflow, nodes, commits);
        ledger.recovered = recovered.map(|recovered| Recovered {
            lifecycle: ledger.lifecycle,
            skipped,
            in_run: 1,
            ..recovered
        });
    }

    /// Keeps the ends of windows that ended in lost commits, because visitors have received their
    /// numbers.
    fn adopt_windows(&mut self, known: &State) {
        let ledger = &mut self.state.ledger;
        let from = ledger.order.unnumbered_from();
        if !ledger.order.follow(&known.ledger.order) {
            return;
        }
        ledger.lifecycle = ledger.lifecycle.further(known.ledger.lifecycle);
        ledger.gate = known.ledger.gate;
        ledger.shown |= known.ledger.shown;
        let unnumbered = std::mem::take(&mut self.state.unnumbered);
        self.unnumbered_changed.clear();
        if let Some(from) = from {
            self.unnumbered_gone = Some((from, unnumbered.chunk_count()));
            for mark in [Mark::Cancelled, Mark::Uncounted] {
                for place in unnumbered.places(mark) {
                    self.mark_place(Sequence(from.0 + place.0), mark);
                }
            }
        }
    }

    /// Keeps the operator's orders from lost commits, unless a newer order was given since.
    fn adopt_orders(&mut self, known: &Ledger, recovered: &Recovered) {
        let ledger = &mut self.state.ledger;
        let lifecycle = ledger.lifecycle;
        ledger.lifecycle = lifecycle.remembering(recovered.lifecycle, known.lifecycle);
    }

    /// Adds marks and holders that this node knows and the state lacks.
    fn add_marks(&mut self, memory: &Memory) {
        let known = &*memory.state;
        if known.ledger.run != self.state.ledger.run {
            return;
        }
        self.state.ledger.next = self.state.ledger.next.max(known.ledger.next);
        let agree = self.state.ledger.order.agrees_below(&known.ledger.order);
        let below = agree.unwrap_or(self.state.ledger.next);
        let lacking = self.state.marks.lacking(&known.marks);
        let lacking = lacking.filter(|(number, _)| number.0 < below.0);
        for (number, mark) in lacking.collect::<Vec<_>>() {
            self.mark(number, mark);
            if mark == Mark::Redirected {
                self.restore_redirects(number, memory);
            }
        }
        match (agree, self.state.ledger.order.unnumbered_from()) {
            (None, Some(from)) => {
                for (place, mark) in self.state.unnumbered.lacking(&known.unnumbered).collect::<Vec<_>>() {
                    self.mark_place(Sequence(from.0 + place.0), mark);
                }
            }
            (None, None) => {}
            (Some(agree), _) => self.add_marks_by_sequence(agree, memory),
        }
        let State { ledger, marks, .. } = &mut self.state;
        ledger.serving.passed.merge(&known.ledger.serving.passed, marks);
        self.restore_holders(&known.holders);
    }

    /// Adds marks from `first` on by sequence, because the node knows other numbers there than the
    /// state.
    fn add_marks_by_sequence(&mut self, first: Sequence, memory: &Memory) {
        let known = &*memory.state;
        for sequence in (first.0..known.ledger.next.0).map(Sequence) {
            for mark in Mark::ALL {
                if !known.has(sequence, mark) || self.state.has(sequence, mark) {
                    continue;
                }
                self.mark_place(sequence, mark);
                if mark == Mark::Redirected
                    && let Some(number) = self.state.ledger.number(sequence)
                {
                    self.restore_redirects(number, memory);
                }
            }
        }
    }

    /// Restores the side record of a place whose grant was lost. The next claim could not be
    /// decided without it.
    fn restore_redirects(&mut self, number: Number, memory: &Memory) {
        let forgotten = Redirects {
            count: 1,
            granted_at: WallMs(0),
            unseen: false,
        };
        if self.redirects.len() < RECORDS_AGAIN_MAX {
            let record = memory.redirects.get(&number).copied().unwrap_or(forgotten);
            self.redirects.push((number, record));
        }
    }

    /// Restores transfers of lost commits.
    fn restore_holders(&mut self, known: &Holders) {
        let holders = &self.state.holders;
        let transferred = known.devices();
        let transferred = transferred.filter(|device| device.holder > holders.of(device.sequence));
        for device in transferred.take(RECORDS_AGAIN_MAX).collect::<Vec<_>>() {
            if self.state.holders.of(device.sequence).0 > 0 || self.state.make_room_for_transfers() {
                self.state.holders.set(device);
                let record = TransferRecord {
                    holder: device.holder,
                    ..TransferRecord::default()
                };
                self.transfers.places.insert(device.sequence, Some(record));
            }
        }
    }

    /// Skips the sequences that lost commits may have given. Returns the first one, and one past
    /// the last.
    fn skip(&mut self) -> (Sequence, Sequence) {
        let ledger = &mut self.state.ledger;
        let skipped = ledger.inflow.busiest_minute().max(SKIPPED_MIN);
        let from = ledger.next;
        ledger.next.0 += skipped;
        let next = ledger.next;
        for sequence in (from.0..next.0).map(Sequence) {
            self.mark_place(sequence, Mark::Uncounted);
        }
        (from, next)
    }

    /// Counts the permits as spent that lost commits may have spent, after time has passed.
    pub(crate) fn presume_spent(&mut self, unknown_ms: Option<u64>) {
        let ledger = &mut self.state.ledger;
        // Visitors who pass unseen may not be paced; a full opening runs at twice the pace.
        let unseen = self.config.visibility != Visibility::Always && self.batch.unseen != UnseenPermits::Known;
        let double = match ledger.gate {
            Gate::Shut { full, .. } => full,
            Gate::Opened { full, .. } => full && ledger.outflow.double_left() > 0,
            Gate::Steady => false,
        };
        let unknown_ms = unknown_ms.map(|ms| match (unseen, double) {
            (true, _) => u64::MAX,
            (false, true) => ms.saturating_mul(2),
            (false, false) => ms,
        });
        self.presumed_spent = ledger
            .outflow
            .presume_spent(self.now.flow, unknown_ms)
            .unwrap_or(u64::MAX);
        if self.config.leases || !ledger.outflow.leases.is_empty() {
            ledger.outflow.lease_to_unknown();
        }
    }
}
