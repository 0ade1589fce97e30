//! A visitor: properties that are drawn once, and the visitor's progress.

use std::rc::Rc;

use admission::networks::{ClientNetworks, NetworkHash};
use admission::pool::LineIndex;
use admission::price::{Payment, WorkUnits};
use admission::voucher::VoucherHash;
use admission::{Device, Holder, Run, Sequence};

use crate::oracle::Fact;
use crate::scenario::Crowd;
use crate::sim_rng::SimRng;

/// The derivations that a cheap phone makes in a second.
const PHONE_DERIVATIONS_A_SECOND: u64 = 1_000;

/// How many times a thief tries to get a place with the proofs of others.
const THEFTS_MAX: u8 = 12;

/// The progress of a visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VisitorPhase {
    /// The visitor has no place yet and asks for one.
    Outside,
    /// The visitor has a place; the next poll is on its way, or to come.
    Waiting,
    /// A pool node holds the visitor's request.
    Asking,
    /// The visitor left without giving up the place, and comes back.
    Away,
    /// The visitor was let through.
    Through,
    /// The visitor does not come any more.
    Gone,
}

/// A place of a run of a line, as a queue id names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VisitorPlace {
    pub(crate) line: LineIndex,
    pub(crate) run: Run,
    pub(crate) sequence: Sequence,
    /// The device of the place that asks.
    pub(crate) holder: Holder,
}

impl VisitorPlace {
    pub(crate) fn device(self) -> Device {
        Device {
            sequence: self.sequence,
            holder: self.holder,
        }
    }
}

/// The network from which a visitor comes, and the visitor's payments for a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct VisitorPrice {
    /// The network that the visitor shares with others; 0 for one of their own.
    pub(crate) network: u64,
    /// The provider that the visitor's network shares with others; 0 for one of its own.
    pub(crate) provider: u64,
    /// The subnet that the visitor's network shares with others; 0 for one of its own.
    subnet: u64,
    /// Whether the subnet is that of one subscriber.
    is_subnet_of_one: bool,
    /// The most derivations that the visitor works; `None` for any number.
    pub(crate) work_max: Option<u32>,
    derivations_a_second: u64,
    /// The payment for the next place.
    pub(crate) payment: Payment,
    /// How often the visitor was shown a price since the last place.
    pub(crate) told: u32,
    /// The score of the visitor's requests, 0 to 100.
    pub(crate) score: u8,
    /// The time of the stamp, since which the visitor waits instead of working.
    pub(crate) patient_since: Option<u64>,
    /// Whether the visitor's browser runs no scripts.
    pub(crate) is_scriptless: bool,
    /// How many times a thief still tries to get a place; `None` for a visitor who is no thief.
    pub(crate) thefts_left: Option<u8>,
    /// The solution and the stamp that the visitor brings, by their indices.
    pub(crate) solution: Option<usize>,
    pub(crate) stamp: Option<usize>,
    /// The mailbox that the visitor has proved, where a code pays for the place.
    pub(crate) mailbox: u64,
}

impl VisitorPrice {
    fn of(crowd: &Crowd) -> Self {
        Self {
            network: crowd.network,
            provider: crowd.provider,
            subnet: crowd.subnet,
            is_subnet_of_one: crowd.subscriber,
            work_max: crowd.work_max,
            derivations_a_second: match crowd.derivations_a_second {
                0 => PHONE_DERIVATIONS_A_SECOND,
                own => u64::from(own),
            },
            payment: Payment::Nothing,
            told: 0,
            score: 0,
            patient_since: None,
            is_scriptless: false,
            thefts_left: crowd.steals.then_some(THEFTS_MAX),
            solution: None,
            stamp: None,
            mailbox: 0,
        }
    }

    /// Forgets the price of a place that the visitor has received.
    pub(crate) fn begin_anew(&mut self) {
        (self.told, self.patient_since) = (0, None);
        (self.solution, self.stamp) = (None, None);
    }

    /// Returns the work that was done for the next place.
    pub(crate) fn work(&self) -> Option<WorkUnits> {
        match self.payment {
            Payment::Work(work) => Some(work),
            Payment::Nothing | Payment::Patience | Payment::Code => None,
        }
    }

    /// Returns the fact that a place was paid in this way. Waiting pays for a provider, too, and
    /// leaves nothing to judge of it.
    pub(crate) fn paid(&self, payment: Payment) -> Fact {
        let (provider, work) = match payment {
            Payment::Work(work) => (self.provider, work.0),
            Payment::Nothing => (self.provider, 0),
            Payment::Patience | Payment::Code => (0, 0),
        };
        Fact::Paid {
            network: self.network,
            subnet: self.subnet,
            is_subnet_of_one: self.is_subnet_of_one,
            provider,
            work,
        }
    }

    /// Returns how long the work takes, in milliseconds.
    pub(crate) fn work_ms(&self, work: WorkUnits) -> u64 {
        u64::from(work.0) * 1_000 / self.derivations_a_second
    }

    /// Returns the networks of a visitor, as hashes.
    pub(crate) fn networks(&self, who: usize) -> ClientNetworks {
        let own = 1 << 32 | who as u64;
        let client = if self.network == 0 { own } else { self.network };
        let provider = if self.provider == 0 { client } else { self.provider };
        let subnet = match self.subnet {
            0 => 1 << 40 | client,
            subnet => 1 << 42 | subnet,
        };
        ClientNetworks {
            client: hash(client),
            subnet: hash(subnet),
            is_subnet_of_one: self.is_subnet_of_one,
            provider: hash(1 << 41 | provider),
        }
    }
}

/// Mixes a number as a keyed hash would.
fn hash(number: u64) -> NetworkHash {
    NetworkHash(splitmix::mix(number.wrapping_add(1)))
}

/// A code that a visitor brings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BroughtCode {
    /// Its index.
    pub(crate) code: usize,
    /// When the visitor brings it.
    pub(crate) at_ms: u64,
    /// Whether two requests are sent at once.
    pub(crate) twice: bool,
    /// Whether the visitor keeps to the poll interval and stays in the group's line.
    pub(crate) diligent: bool,
    /// Whether a node was asked.
    pub(crate) asked: bool,
    /// Whether the visitor knows its outcome.
    pub(crate) is_told: bool,
}

/// A visitor.
#[derive(Debug, Clone)]
pub(crate) struct SimVisitor {
    pub(crate) phase: VisitorPhase,
    /// The line in which the visitor wants a place.
    pub(crate) line: LineIndex,
    pub(crate) place: Option<VisitorPlace>,
    pub(crate) node: usize,
    /// The number of requests so far. An answer to an earlier request is ignored.
    pub(crate) ticket: u32,
    /// The connection of a request that waits for its answer.
    connection: Option<Rc<()>>,
    /// The time of the last request.
    pub(crate) asked_at: u64,
    /// The time of the first request for a place.
    pub(crate) came_at: u64,
    pub(crate) interval_ms: u64,
    /// Whether the visitor's page says that it is their turn.
    pub(crate) shows_turn: bool,
    /// The time at which the visitor closes the page unless let through by then.
    pub(crate) leaves_at: Option<u64>,
    pub(crate) says_goodbye: bool,
    /// The time after which the visitor comes back from being away.
    pub(crate) comes_back_ms: Option<u64>,
    /// The time after which the visitor comes again after a redirect.
    pub(crate) returns_ms: Option<u64>,
    pub(crate) hidden: bool,
    pub(crate) robot: bool,
    /// When the visitor goes to another room, and to which.
    pub(crate) changes_room: Option<(u64, LineIndex)>,
    /// When the visitor takes the place to another device, and whether two devices try.
    pub(crate) transfer: Option<(u64, bool)>,
    /// How long the visitor is aside once they step aside, in milliseconds.
    pub(crate) aside_ms: Option<u64>,
    /// Whether the visitor is aside.
    pub(crate) is_aside: bool,
    /// The connection that was open when the visitor stepped aside: it is never closed.
    aside_connection: Option<Rc<()>>,
    /// The code that the visitor brings while waiting.
    pub(crate) code: Option<BroughtCode>,
    /// The key that the visitor brings for a place.
    pub(crate) key: Option<VoucherHash>,
    /// The price of a place as the visitor knows it.
    pub(crate) price: VisitorPrice,
    /// Whether the visitor keeps to the poll interval and stays: the oracles then judge the
    /// visitor's view, and the estimates are compared with the truth.
    pub(crate) diligent: bool,
    /// The time of the last sample of the visitor's estimates, if the visitor is sampled.
    pub(crate) sampled_at: Option<u64>,
    /// The time at which the visitor received the place.
    pub(crate) placed_at: Option<u64>,
    /// The time at which the visitor lost the place to a new run.
    pub(crate) rejoined_at: Option<u64>,
    /// The time at which the visitor closed the page, or learned that the run is over.
    pub(crate) left_at: Option<u64>,
    /// The time of the first grant.
    pub(crate) granted_at: Option<u64>,
    pub(crate) through: bool,
}

impl SimVisitor {
    /// Draws a visitor of a crowd.
    pub(crate) fn draw(crowd: &Crowd, now: u64, rng: &mut SimRng) -> Self {
        // Every property is drawn for every visitor, so that a change of one share affects only the
        // visitors in that share.
        let no_show = rng
            .chance(crowd.no_shows)
            .then(|| rng.between(crowd.no_show_after_s.map(ms)));
        let patience = rng.exponential(1.0);
        let patience = (crowd.patience_s > 0).then_some((patience * crowd.patience_s as f64 * 1_000.0) as u64);
        let leaves_ms = [no_show, patience].into_iter().flatten().min();
        let says_goodbye = rng.chance(crowd.goodbyes);
        let comes_back = rng.chance(crowd.come_back);
        let comes_back_ms = rng.between(crowd.come_back_after_s.map(ms));
        let returns = rng.chance(crowd.returners);
        let returns_ms = rng.between(crowd.return_after_s.map(ms));
        let (hidden, robot) = (rng.chance(crowd.hidden), rng.chance(crowd.robots));
        Self {
            phase: VisitorPhase::Outside,
            line: LineIndex(crowd.room),
            place: None,
            node: usize::MAX,
            ticket: 0,
            connection: None,
            asked_at: now,
            came_at: now,
            interval_ms: 0,
            shows_turn: false,
            leaves_at: leaves_ms.map(|after| now + after),
            says_goodbye,
            comes_back_ms: comes_back.then_some(comes_back_ms),
            returns_ms: returns.then_some(returns_ms),
            hidden,
            robot,
            changes_room: None,
            transfer: None,
            aside_ms: None,
            is_aside: false,
            aside_connection: None,
            code: None,
            key: None,
            price: VisitorPrice::of(crowd),
            diligent: !(hidden || robot || leaves_ms.is_some()),
            sampled_at: None,
            placed_at: None,
            rejoined_at: None,
            left_at: None,
            granted_at: None,
            through: false,
        }
    }

    /// Adds the key that the visitor brings. A separate generator draws it, so that keys do not
    /// change other properties.
    pub(crate) fn with_key(self, crowd: &Crowd, rng: &mut SimRng) -> Self {
        let key = (crowd.keys > 0).then(|| u128::from(rng.below(crowd.keys)));
        Self {
            key: key.map(|key| VoucherHash(key.to_be_bytes())),
            ..self
        }
    }

    /// Adds the visitor's change to another room, after which the oracles expect nothing of the
    /// visitor. A separate generator draws it, as for keys.
    pub(crate) fn with_room_change(self, crowd: &Crowd, now: u64, rng: &mut SimRng) -> Self {
        let changes = crowd.changes.filter(|changes| rng.chance(changes.share));
        let changes_room = changes.map(|changes| (now + rng.between(changes.after_s.map(ms)), LineIndex(changes.room)));
        Self {
            diligent: self.diligent && changes_room.is_none(),
            changes_room,
            ..self
        }
    }

    /// Adds the visitor's transfer to another device, after which the oracles expect nothing of the
    /// visitor. A separate generator draws it, as for keys.
    pub(crate) fn with_transfer(self, crowd: &Crowd, now: u64, rng: &mut SimRng) -> Self {
        let transfer = crowd.moves.filter(|transfer| rng.chance(transfer.share));
        let transfer =
            transfer.map(|transfer| (now + rng.between(transfer.after_s.map(ms)), rng.chance(transfer.rivals)));
        Self {
            diligent: self.diligent && transfer.is_none(),
            transfer,
            ..self
        }
    }

    /// Adds a time aside, because of which the oracles expect nothing of the visitor. A separate
    /// generator draws it, as for keys.
    pub(crate) fn with_aside(self, crowd: &Crowd, rng: &mut SimRng) -> Self {
        let asides = crowd.asides.filter(|asides| rng.chance(asides.share));
        let aside_ms = asides.map(|asides| rng.between(asides.for_s.map(ms)));
        // A visitor who takes the place elsewhere does not step aside.
        let is_elsewhere = self.transfer.is_some() || self.code.is_some() || self.changes_room.is_some();
        let aside_ms = aside_ms.filter(|_| !is_elsewhere);
        Self {
            diligent: self.diligent && aside_ms.is_none(),
            aside_ms,
            ..self
        }
    }

    /// Adds the code that the visitor brings while waiting; in the group's line, the oracles judge
    /// the visitor again. A separate generator draws it, as for keys.
    pub(crate) fn with_code(self, crowd: &Crowd, now: u64, (rng, codes): (&mut SimRng, usize)) -> Self {
        let brings = crowd.codes.filter(|brings| rng.chance(brings.share));
        let code = brings.map(|brings| BroughtCode {
            code: rng.below(codes as u64) as usize,
            at_ms: now + rng.between(brings.after_s.map(ms)),
            twice: rng.chance(brings.twice),
            diligent: self.diligent,
            asked: false,
            is_told: false,
        });
        Self {
            diligent: self.diligent && code.is_none(),
            code,
            ..self
        }
    }

    /// Adds the score of the visitor's requests. A separate generator draws it, as for keys.
    pub(crate) fn with_score(mut self, crowd: &Crowd, rng: &mut SimRng) -> Self {
        self.price.score = u8::try_from(rng.between(crowd.scores)).expect("at most 100");
        self
    }

    /// Draws whether the visitor's browser runs scripts, by a generator of its own, as for keys.
    pub(crate) fn with_scripts(mut self, crowd: &Crowd, rng: &mut SimRng) -> Self {
        self.price.is_scriptless = rng.chance(crowd.scriptless);
        self
    }

    /// Draws the mailbox that the visitor has proved, by a generator of its own, as for keys;
    /// `who`: the index of the visitor, who has a mailbox of their own if the crowd shares none.
    pub(crate) fn with_mailbox(mut self, crowd: &Crowd, who: usize, rng: &mut SimRng) -> Self {
        self.price.mailbox = match crowd.mailboxes {
            0 => 1 << 32 | who as u64,
            shared => rng.below(shared),
        };
        self
    }

    /// Begins a new request: an answer to an earlier one is ignored, and its connection is closed.
    pub(crate) fn ask_anew(&mut self) {
        self.ticket += 1;
        self.connection = None;
    }

    /// Steps aside: an answer to an open request is ignored, and its connection stays open, as a
    /// second tab's does. Returns the number of the request that steps aside.
    pub(crate) fn step_aside(&mut self) -> u32 {
        self.aside_connection = self.connection.take();
        (self.phase, self.is_aside) = (VisitorPhase::Away, true);
        self.ask_anew();
        self.ticket
    }

    /// Comes back from being aside.
    pub(crate) fn come_back(&mut self) {
        (self.is_aside, self.aside_connection) = (false, None);
    }

    /// Opens the connection of the present request.
    pub(crate) fn open(&mut self) -> Rc<()> {
        self.connection.insert(Rc::new(())).clone()
    }

    /// Returns whether the visitor has a place and waits.
    pub(crate) fn waits(&self) -> bool {
        self.place.is_some() && !self.through && matches!(self.phase, VisitorPhase::Waiting | VisitorPhase::Asking)
    }
}

fn ms(seconds: u64) -> u64 {
    seconds * 1_000
}
