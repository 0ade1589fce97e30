//! Several pool nodes serve a pool of several rooms together, while replies are late or lost, the
//! store goes away, nodes crash, clocks are slow, and the operator changes rates. Nobody gets a
//! place twice, a voucher is valid for one place, the bounds on the outflow hold over all nodes, a
//! place is let through once, never after it was given up, and in the end everybody is who asks;
//! then every node's log has every grant, and nobody counts in a line any more. The same holds for
//! one node that has the store for itself.

use std::collections::{BTreeMap, BTreeSet};

use admission::pool::LineIndex;
use admission::presence::Channel;
use admission::voucher::VoucherHash;
use admission::{Grant, Run, Sequence};
use node::Command;
use node::answer::{Possession, TurnReply};
use node::command::Newcomer;
use proptest::prelude::*;
use store::LostReply;

use super::visitor_answer::VisitorAnswer;
use super::world::World;

/// Rates of the rooms, and of the pool.
const RATES: [u32; 3] = [30, 20, 12];
const POOL_RATE: u32 = 40;
/// More than the rooms let through in a minute.
const VISITORS: u64 = 60;
/// Of this many visitors, two of a room bring the same voucher, one gives the place up, and one
/// never asks again.
const SPECIAL: u64 = 10;
/// How slow a node's clock can be, milliseconds a minute: less than the window allows for.
const SLOW_MS_A_MINUTE: u64 = 60;
const STEP_MS: u64 = 250;
/// The interval at which a visitor asks.
const POLL_MS: u64 = 2_000;
/// How long faults occur.
const FAULTS_MS: u64 = 40_000;
/// While the visitors who never ask again fall silent, replies are lost again, from and until.
const SILENT_MS: (u64, u64) = (190_000, 230_000);
/// By then nobody counts in a line.
const EMPTY_MS: u64 = 330_000;
/// By then a node has learned of the grants of the others.
const FOLLOW_MS: u64 = 5_000;
/// By then everybody is through, if nobody was forgotten.
const END_MS: u64 = 240_000;

#[derive(Debug, Clone, Copy)]
enum NodeFault {
    LoseReply(LostReply),
    Deliver,
    Away(bool),
    Crash,
    /// Rates of this part of the full ones, percent.
    Rates(u32),
}

fn fault() -> impl Strategy<Value = (u64, usize, NodeFault)> {
    let kind = prop_oneof![
        3 => Just(NodeFault::LoseReply(LostReply::Made)),
        3 => Just(NodeFault::LoseReply(LostReply::Late)),
        2 => Just(NodeFault::Deliver),
        1 => any::<bool>().prop_map(NodeFault::Away),
        1 => Just(NodeFault::Crash),
        1 => (20..=100_u32).prop_map(NodeFault::Rates),
    ];
    (0..FAULTS_MS / STEP_MS, 0..3_usize, kind)
}

struct Visitor {
    line: LineIndex,
    place: Option<(Run, Sequence)>,
    asked: Option<u64>,
    asks_at_ms: u64,
    is_through: bool,
    /// The voucher that the visitor brings.
    voucher: Option<VoucherHash>,
    /// Gives the place up, and has done so.
    cancels: bool,
    has_cancelled: bool,
    /// Takes a place, and never asks again.
    stays_away: bool,
}

impl Visitor {
    /// Whether the visitor asks for nothing any more.
    fn is_done(&self) -> bool {
        self.is_through || self.has_cancelled || self.stays_away && self.place.is_some()
    }
}

struct Crowd {
    world: World,
    visitors: Vec<Visitor>,
    /// The visitor of each request.
    requests: BTreeMap<u64, usize>,
    heard: usize,
    places: BTreeSet<(LineIndex, Run, Sequence)>,
    grants: BTreeMap<(LineIndex, Run, Sequence), Grant>,
    /// Vouchers for which a visitor learned of a place.
    spent: BTreeSet<(LineIndex, VoucherHash)>,
}

impl Crowd {
    /// A crowd before several nodes, or one that has the store for itself.
    fn new(nodes: usize, seed: u64) -> Self {
        let mut world = match nodes {
            1 => World::embedded(&RATES, Some(POOL_RATE), seed),
            _ => World::new(nodes, &RATES, Some(POOL_RATE), seed),
        };
        let visitors = (0..VISITORS).map(|visitor| Visitor {
            line: LineIndex((visitor % 3) as u16),
            place: None,
            asked: None,
            asks_at_ms: world.rng.below(20_000),
            is_through: false,
            // The two are three apart, in the same room.
            voucher: matches!(visitor % SPECIAL, 0 | 3)
                .then(|| VoucherHash(u128::from(visitor / SPECIAL).to_be_bytes())),
            cancels: visitor % SPECIAL == 2,
            has_cancelled: false,
            stays_away: visitor % SPECIAL == 5,
        });
        let visitors = visitors.collect();
        world.slow_ms_a_minute_max = SLOW_MS_A_MINUTE;
        (0..nodes).for_each(|at| world.start(at));
        Self {
            visitors,
            world,
            requests: BTreeMap::new(),
            heard: 0,
            places: BTreeSet::new(),
            grants: BTreeMap::new(),
            spent: BTreeSet::new(),
        }
    }

    fn step(&mut self) {
        for who in 0..self.visitors.len() {
            self.ask(who);
        }
        self.world.play_until(self.world.now_ms + STEP_MS);
        for at in self.heard..self.world.answers.len() {
            let (_, request, answer) = self.world.answers[at];
            if let Some(who) = self.requests.remove(&request) {
                self.take_answer(who, answer);
            }
        }
        self.heard = self.world.answers.len();
    }

    fn ask(&mut self, who: usize) {
        let now_ms = self.world.now_ms;
        let visitor = &mut self.visitors[who];
        if visitor.is_done() || visitor.asks_at_ms > now_ms {
            return;
        }
        let at = self.world.rng.below(self.world.machines.len() as u64) as usize;
        let Some(machine) = &self.world.machines[at] else {
            return;
        };
        visitor.asks_at_ms = now_ms + POLL_MS;
        let request = self.requests.len() as u64 + now_ms * 1_000 + who as u64 * 1_000_000_000;
        let line = visitor.line;
        let command = match visitor.place {
            // A visitor who waits for a place asks once, until turned away.
            None if visitor.asked.is_some() => return,
            None => {
                let newcomer = Newcomer {
                    vouchers: visitor.voucher.into_iter().map(Into::into).collect(),
                    origin: None,
                    leaves: false,
                    run: None,
                };
                Command::Arrive(newcomer, request)
            }
            Some((run, sequence)) if visitor.cancels && !visitor.has_cancelled => {
                Command::Cancel(machine.place(line, run, sequence), request)
            }
            Some((run, sequence)) => {
                let published = &machine.published[&line];
                published
                    .snapshot
                    .seen()
                    .record_poll(sequence, published.flow.now(now_ms));
                let notified_to = published.snapshot.ledger().serving.notified_to();
                let Some(number) = machine.number(line, sequence).filter(|number| *number < notified_to) else {
                    return;
                };
                Command::Turn {
                    place: machine.place(line, run, sequence),
                    number,
                    possession: Possession::Cookie,
                    channel: Channel::Poll,
                    reply: request,
                }
            }
        };
        visitor.asked = Some(request);
        self.requests.insert(request, who);
        self.world.ask(at, line, command);
    }

    fn take_answer(&mut self, who: usize, answer: VisitorAnswer) {
        let visitor = &mut self.visitors[who];
        match answer {
            VisitorAnswer::Place(run, sequence) => {
                assert!(self.places.insert((visitor.line, run, sequence)), "a place for each");
                visitor.place = Some((run, sequence));
                let voucher = visitor.voucher.map(|voucher| (visitor.line, voucher));
                assert!(
                    voucher.is_none_or(|voucher| self.spent.insert(voucher)),
                    "a place for a voucher"
                );
            }
            VisitorAnswer::Unserved(_) => visitor.asked = None,
            VisitorAnswer::Turn(TurnReply::Go(grant)) => {
                assert!(!visitor.has_cancelled, "a place that was given up passes");
                let (run, sequence) = visitor.place.expect("a place");
                let before = self.grants.insert((visitor.line, run, sequence), grant);
                assert!(
                    before.is_none_or(|before| before.granted_at == grant.granted_at),
                    "one grant for each"
                );
                visitor.is_through = true;
            }
            VisitorAnswer::Turn(TurnReply::NotYet { .. }) => {}
            // Another visitor has the voucher's place, or this one's answer was lost with a node.
            VisitorAnswer::Spent => (visitor.is_through, visitor.place) = (true, None),
            VisitorAnswer::Turn(TurnReply::Cancelled) => assert!(visitor.cancels, "nobody gave this place up"),
            VisitorAnswer::Turn(reply) => panic!("{reply:?} to somebody with a place"),
            VisitorAnswer::Done => visitor.has_cancelled = visitor.cancels,
        }
    }

    fn inject(&mut self, at: usize, fault: NodeFault) {
        let at = at % self.world.machines.len();
        let line = self.world.machines[at].as_ref().map(|machine| machine.line.clone());
        match (fault, line) {
            (NodeFault::LoseReply(lost), Some(line)) => line.lose_reply(lost),
            (NodeFault::Deliver, Some(line)) => line.deliver(),
            (NodeFault::Away(is_away), Some(line)) => line.set_away(is_away),
            (NodeFault::Crash, _) => {
                self.world.start(at);
                // Visitors who waited for an answer ask again.
                for visitor in &mut self.visitors {
                    visitor.asked = None;
                }
            }
            (NodeFault::Rates(percent), _) => self.world.change(&RATES.map(|rate| rate * percent / 100)),
            (_, None) => {}
        }
    }

    fn most_in_a_minute(&self, of: impl Fn(LineIndex) -> bool) -> usize {
        let times = self
            .grants
            .iter()
            .filter(|((line, ..), _)| of(*line))
            .map(|(_, grant)| grant.granted_at.0);
        let mut times: Vec<u64> = times.collect();
        times.sort_unstable();
        let until = |from: u64| {
            times
                .iter()
                .filter(move |at| (from..from + 60_000).contains(*at))
                .count()
        };
        times.iter().map(|from| until(*from)).max().unwrap_or(0)
    }
}

/// Returns how many cases are played: `POOL_NODES_CASES`, or a few.
fn cases() -> u32 {
    let wanted = std::env::var("POOL_NODES_CASES");
    wanted.ok().and_then(|cases| cases.parse().ok()).unwrap_or(12)
}

/// Plays until everybody is let through, and judges.
fn play(nodes: usize, seed: u64, mut faults: Vec<(u64, usize, NodeFault)>) {
    faults.sort_by_key(|(step, ..)| *step);
    let mut crowd = Crowd::new(nodes, seed);
    let mut faults = faults.into_iter().peekable();
    while crowd.world.now_ms < FAULTS_MS {
        while let Some((_, at, fault)) = faults.next_if(|(step, ..)| step * STEP_MS <= crowd.world.now_ms) {
            crowd.inject(at, fault);
        }
        crowd.step();
    }
    crowd.world.change(&RATES);
    for machine in crowd.world.machines.iter().flatten() {
        machine.line.set_away(false);
        machine.line.deliver();
        machine.line.forget_loss();
    }
    while crowd.world.now_ms < END_MS && crowd.visitors.iter().any(|visitor| !visitor.is_done()) {
        crowd.step();
    }
    let left = crowd.visitors.iter().filter(|visitor| !visitor.is_done()).count();
    assert_eq!(left, 0, "everybody is let through in the end");
    for (line, rate) in (0..).map(LineIndex).zip(RATES) {
        assert!(crowd.most_in_a_minute(|of| of == line) <= rate as usize);
    }
    assert!(crowd.most_in_a_minute(|_| true) <= POOL_RATE as usize);
    while crowd.world.now_ms < EMPTY_MS {
        let now_ms = crowd.world.now_ms;
        if (SILENT_MS.0..SILENT_MS.1).contains(&now_ms) && (now_ms / STEP_MS).is_multiple_of(3) {
            (0..nodes).for_each(|at| crowd.inject(at, NodeFault::LoseReply(LostReply::Late)));
        }
        crowd.step();
    }
    crowd.world.play_until(crowd.world.now_ms + FOLLOW_MS);
    for machine in crowd.world.machines.iter().flatten() {
        for (line, published) in &machine.published {
            assert_eq!(published.snapshot.waiting(), 0, "nobody is left in line {line:?}");
        }
    }
    for machine in crowd.world.machines.iter().flatten() {
        for ((line, run, _), grant) in &crowd.grants {
            assert!(machine.has_logged(*line, *run, *grant), "{grant:?} is not in the log");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn everybody_gets_one_place_and_is_let_through_once_within_the_bounds(
        seed in any::<u64>(),
        faults in prop::collection::vec(fault(), 0..25),
    ) {
        play(3, seed, faults);
    }

    #[test]
    fn everybody_is_let_through_once_where_one_node_has_the_store_for_itself(
        seed in any::<u64>(),
        faults in prop::collection::vec(fault(), 0..25),
    ) {
        play(1, seed, faults);
    }
}
