//! A run: visitors who arrive, poll, hang up, step aside, give up and come back, operators who
//! change their minds, and a store that fails.

use std::collections::{BTreeMap, BTreeSet};

use admission::pool::LineIndex;
use admission::presence::Channel;
use admission::transfer::{CodeHash, TransferOutcome};
use admission::voucher::{Voucher, VoucherHash};
use admission::{Control, Device, PerMinute, Run, Visibility};
use node::Command;
use node::answer::{AnswerTo, Possession, TurnReply};
use node::command::{Newcomer, SessionEnd};
use node::place::Place;
use store::LostReply;

use super::world::{World, hang_up};

/// The note that goes with transfers, which no recording may have.
pub(crate) const NOTE: &[u8] = b"https://shop.example/?to=somebody-private";

/// The parts of a run beside visitors who come and poll.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RunPlan {
    /// Whether the store fails now and then.
    pub(crate) store_fails: bool,
    /// Whether operators change rates and give orders.
    pub(crate) operators: bool,
    /// Whether the wall clock is set.
    pub(crate) clock_steps: bool,
    /// Mean milliseconds between arrivals.
    pub(crate) arrival_ms: u64,
    /// How long it takes, in milliseconds.
    pub(crate) lasts_ms: u64,
}

#[derive(Debug, Clone, Copy)]
struct Visitor {
    line: LineIndex,
    node: usize,
    place: Option<(Run, Device)>,
    next_ms: u64,
    /// The request that is open.
    request: Option<u64>,
    is_link: bool,
    is_over: bool,
}

/// Visitors of a world.
pub(crate) struct Crowd {
    pub(crate) world: World,
    plan: RunPlan,
    visitors: Vec<Visitor>,
    by_request: BTreeMap<u64, usize>,
    requests: u64,
    arrival_ms: u64,
    next_fault_ms: u64,
    /// All queue ids that a request named.
    pub(crate) ids: BTreeSet<[u8; 16]>,
    pub(crate) let_in: u64,
    codes: Vec<(LineIndex, CodeHash)>,
}

impl Crowd {
    pub(crate) fn new(world: World, plan: RunPlan) -> Self {
        Self {
            arrival_ms: world.now_ms,
            next_fault_ms: world.now_ms + 7_000,
            world,
            plan,
            visitors: Vec::new(),
            by_request: BTreeMap::new(),
            requests: 0,
            ids: BTreeSet::new(),
            let_in: 0,
            codes: Vec::new(),
        }
    }

    /// Plays the run.
    pub(crate) fn play(&mut self) {
        let end_ms = self.world.now_ms + self.plan.lasts_ms;
        while self.world.now_ms < end_ms {
            self.act();
            let due_ms = self.world.move_on();
            self.take_answers();
            let next = self
                .visitors
                .iter()
                .filter(|visitor| !visitor.is_over && visitor.request.is_none());
            let next = next.map(|visitor| visitor.next_ms).chain(due_ms);
            let next = next
                .chain([self.arrival_ms, self.next_fault_ms])
                .min()
                .unwrap_or(end_ms);
            self.world.now_ms = next.clamp(self.world.now_ms + 1, end_ms);
        }
    }

    fn below(&mut self, end: u64) -> u64 {
        self.world.rng.below(end)
    }

    fn act(&mut self) {
        let now_ms = self.world.now_ms;
        if now_ms >= self.arrival_ms {
            self.arrival_ms = now_ms + 1 + self.below(2 * self.plan.arrival_ms);
            self.arrive();
        }
        if now_ms >= self.next_fault_ms {
            self.next_fault_ms = now_ms + 1_000 + self.below(9_000);
            self.inject_fault();
        }
        for who in 0..self.visitors.len() {
            let visitor = self.visitors[who];
            if !visitor.is_over && visitor.request.is_none() && visitor.next_ms <= now_ms {
                self.visit(who);
            }
        }
    }

    fn request(&mut self, who: usize) -> u64 {
        self.requests += 1;
        self.by_request.insert(self.requests, who);
        self.visitors[who].request = Some(self.requests);
        self.requests
    }

    fn arrive(&mut self) {
        let nodes = self.world.machines.len() as u64;
        let lines = self.world.settings.lines.len() as u64;
        let visitor = Visitor {
            line: LineIndex(u16::try_from(self.below(lines)).expect("few")),
            node: usize::try_from(self.below(nodes)).expect("few"),
            place: None,
            next_ms: 0,
            request: None,
            is_link: self.below(10) == 0,
            is_over: false,
        };
        self.visitors.push(visitor);
        let reply = self.request(self.visitors.len() - 1);
        let mut newcomer = Newcomer::default();
        if self.below(4) == 0 {
            let hash = VoucherHash([u8::try_from(self.below(40)).expect("a byte"); 16]);
            newcomer.vouchers.push(Voucher { hash, ends_at: None });
        }
        self.world
            .ask(visitor.node, visitor.line, Command::Arrive(newcomer, reply));
    }

    fn place_of(&mut self, visitor: Visitor) -> Option<Place> {
        let (run, device) = visitor.place?;
        let machine = self.world.machines[visitor.node].as_ref()?;
        let began = machine.published[&visitor.line].snapshot.ledger().run_began;
        let place = machine.shared[usize::from(visitor.line.0)].name_device((run, began), device, began);
        self.ids.insert(*place.queue_id.as_bytes());
        Some(place)
    }

    /// A visitor with a place polls, or does something else.
    fn visit(&mut self, who: usize) {
        let visitor = self.visitors[who];
        self.visitors[who].next_ms = self.world.now_ms + 2_000 + self.world.rng.below(3_000);
        let Some(place) = self.place_of(visitor) else { return };
        let (now_ms, line) = (self.world.now_ms, visitor.line);
        let Some(machine) = self.world.machines[visitor.node].as_ref() else {
            return;
        };
        let (snapshot, flow) = (&machine.published[&line].snapshot, machine.published[&line].flow);
        snapshot.seen().record_poll(place.device.sequence, flow.now(now_ms));
        if let Some(sessions) = &machine.shared[usize::from(line.0)].sessions {
            sessions.touch(place.run, admission::Number(place.device.sequence.0), flow.now(now_ms));
        }
        let number = snapshot.ledger().number(place.device.sequence);
        let Some(number) = number.filter(|number| *number < snapshot.ledger().serving.notified_to()) else {
            if self.below(200) == 0 {
                self.offer(who, place);
            }
            return;
        };
        let until = self.world.clocks().wall.plus_ms(60_000);
        let reply = self.request(who);
        let command = match self.below(60) {
            0 => Command::Cancel(place, reply),
            1 => Command::StepAside {
                place,
                number,
                until,
                reply,
            },
            // The server asks for it where sessions are counted.
            2 if self.world.settings.pool.sessions.is_some() => Command::EndSession {
                run: place.run,
                number,
                kind: SessionEnd::Checkout,
                reply,
            },
            _ => Command::Turn {
                place,
                number,
                possession: if visitor.is_link {
                    Possession::Link
                } else {
                    Possession::Cookie
                },
                channel: Channel::Poll,
                reply,
            },
        };
        self.world.ask(visitor.node, line, command);
        if self.below(30) == 0 {
            hang_up(reply);
            self.by_request.remove(&reply);
            self.visitors[who].request = None;
        }
    }

    fn offer(&mut self, who: usize, place: Place) {
        let visitor = self.visitors[who];
        let code = CodeHash([u8::try_from(self.below(256)).expect("a byte"); 16]);
        let reply = self.request(who);
        let note = NOTE.to_vec();
        self.codes.push((visitor.line, code));
        let offer = Command::Offer {
            place,
            code,
            note,
            reply,
        };
        self.world.ask(visitor.node, visitor.line, offer);
    }

    /// Something happens that is no visitor's doing.
    fn inject_fault(&mut self) {
        match self.below(8) {
            0 if self.plan.store_fails => {
                let is_away = self.below(2) == 0;
                self.world
                    .machines
                    .iter()
                    .flatten()
                    .for_each(|machine| machine.line.set_away(is_away));
            }
            1 if self.plan.store_fails => {
                if let Some(machine) = &self.world.machines[0] {
                    machine.line.lose_reply(LostReply::Made);
                }
            }
            2 | 3 if self.plan.operators => {
                let rate = [30, 60, 120, 600][usize::try_from(self.below(4)).expect("few")];
                let is_hidden = self.below(3) == 0;
                for line in self.world.settings.lines.iter_mut().flatten() {
                    line.room.config.max_outflow = PerMinute(rate);
                    line.room.config.visibility = match is_hidden {
                        true => Visibility::AtPeak,
                        false => Visibility::Always,
                    };
                }
                self.world.tell_settings();
            }
            4 | 5 if self.plan.operators => {
                let controls = [Control::Pause, Control::Resume, Control::Resume, Control::Reset];
                let control = controls[usize::try_from(self.below(40).min(3)).expect("few")];
                let control = if self.below(30) == 0 { Control::Reset } else { control };
                self.requests += 1;
                self.world
                    .ask(0, LineIndex(0), Command::Control(control, self.requests));
            }
            6 if self.plan.clock_steps => self.world.wall_off_ms += self.below(5_000),
            7 => {
                if let Some((line, code)) = self.codes.pop() {
                    self.requests += 1;
                    self.world.ask(0, line, Command::TakeOver(code, self.requests));
                }
            }
            _ => {}
        }
    }

    fn take_answers(&mut self) {
        let now_ms = self.world.now_ms;
        for answer in std::mem::take(&mut self.world.answers) {
            match answer {
                AnswerTo::Arrive(to, result) => {
                    let Some(who) = self.by_request.remove(&to.to) else {
                        continue;
                    };
                    let place = result.ok().and_then(Result::ok);
                    let visitor = &mut self.visitors[who];
                    visitor.place = place.map(|place| (place.run, Device::first(place.sequence)));
                    visitor.is_over = place.is_none_or(|place| place.unseen);
                    (visitor.request, visitor.next_ms) = (None, now_ms + 500);
                }
                AnswerTo::Turn(to, reply) => {
                    let later_ms = self.below(300);
                    let Some(who) = self.by_request.remove(&to.to) else {
                        continue;
                    };
                    let visitor = &mut self.visitors[who];
                    visitor.request = None;
                    visitor.next_ms = match reply {
                        TurnReply::NotYet { poll_after_ms } => now_ms + poll_after_ms + later_ms,
                        // Some come back, while their token holds and after that.
                        _ => now_ms + 30_000 + 1_000 * later_ms,
                    };
                    self.let_in += u64::from(matches!(reply, TurnReply::Go(_)));
                    visitor.is_over |= matches!(
                        reply,
                        TurnReply::Cancelled | TurnReply::Unknown | TurnReply::Transferred
                    );
                }
                AnswerTo::Done(to, _) => self.free(to.to),
                AnswerTo::SessionEnd(to, _) => self.free(to.to),
                AnswerTo::Transfer(to, result) => {
                    if let Ok(decision) = &result
                        && let TransferOutcome::Taken { note, .. } = &decision.outcome
                    {
                        assert_eq!(note, NOTE, "the pool node itself hands the note on");
                    }
                    self.free(to.to);
                }
                AnswerTo::Control(..) | AnswerTo::Ticked(_) => {}
            }
        }
    }

    fn free(&mut self, request: u64) {
        if let Some(who) = self.by_request.remove(&request) {
            self.visitors[who].request = None;
        }
    }
}
