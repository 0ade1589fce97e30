//! A visitor: what they are like, drawn once, and where they are on their way.

use admission::voucher::VoucherHash;
use admission::{Run, Sequence};

use crate::dice::Dice;
use crate::scenario::Crowd;

/// Where somebody is on their way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VisitorPhase {
    /// Has no place yet, and asks for one.
    Outside,
    /// Has a place; the next poll is on its way, or to come.
    Waiting,
    /// A desk has the request.
    Asking,
    /// Left without a word, and comes back.
    Away,
    /// Was let through.
    Through,
    /// Does not come any more.
    Gone,
}

/// A place of a run, as a queue id names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) run: Run,
    pub(crate) sequence: Sequence,
}

/// A visitor.
#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    pub(crate) phase: VisitorPhase,
    pub(crate) place: Option<Place>,
    pub(crate) node: usize,
    /// Requests so far: an answer to an earlier one is not heard.
    pub(crate) ticket: u32,
    /// When the last request was sent.
    pub(crate) asked_at: u64,
    /// When the first request for a place was sent.
    pub(crate) came_at: u64,
    pub(crate) interval_ms: u64,
    /// When they close the page unless they are through.
    pub(crate) leaves_at: Option<u64>,
    pub(crate) says_goodbye: bool,
    /// After how long they come back from being away.
    pub(crate) comes_back_ms: Option<u64>,
    /// After how long they come again once they were let through.
    pub(crate) returns_ms: Option<u64>,
    pub(crate) hidden: bool,
    pub(crate) robot: bool,
    /// What they bring for a place.
    pub(crate) key: Option<VoucherHash>,
    /// Polls as told and stays: what they see is judged, and what they were told is compared with
    /// the truth.
    pub(crate) diligent: bool,
    /// Figures are taken of them.
    pub(crate) sampled_at: Option<u64>,
    /// When they were given their place.
    pub(crate) placed_at: Option<u64>,
    /// When they lost their place to a new run.
    pub(crate) rejoined_at: Option<u64>,
    /// When they closed the page, or were told that there is nothing more to come.
    pub(crate) left_at: Option<u64>,
    /// When the first grant was given.
    pub(crate) granted_at: Option<u64>,
    pub(crate) through: bool,
}

impl Visitor {
    /// Somebody of a crowd.
    pub(crate) fn draw(crowd: &Crowd, now: u64, dice: &mut Dice) -> Self {
        // Everything is drawn for everybody: a share that changes changes only those whom it is
        // about.
        let no_show = dice
            .chance(crowd.no_shows)
            .then(|| dice.between(crowd.no_show_after_s.map(ms)));
        let patience = dice.exponential(1.0);
        let patience = (crowd.patience_s > 0).then_some((patience * crowd.patience_s as f64 * 1_000.0) as u64);
        let leaves_ms = [no_show, patience].into_iter().flatten().min();
        let says_goodbye = dice.chance(crowd.goodbyes);
        let comes_back = dice.chance(crowd.come_back);
        let comes_back_ms = dice.between(crowd.come_back_after_s.map(ms));
        let returns = dice.chance(crowd.returners);
        let returns_ms = dice.between(crowd.return_after_s.map(ms));
        let (hidden, robot) = (dice.chance(crowd.hidden), dice.chance(crowd.robots));
        Self {
            phase: VisitorPhase::Outside,
            place: None,
            node: usize::MAX,
            ticket: 0,
            asked_at: now,
            came_at: now,
            interval_ms: 0,
            leaves_at: leaves_ms.map(|after| now + after),
            says_goodbye,
            comes_back_ms: comes_back.then_some(comes_back_ms),
            returns_ms: returns.then_some(returns_ms),
            hidden,
            robot,
            key: None,
            diligent: !(hidden || robot || leaves_ms.is_some()),
            sampled_at: None,
            placed_at: None,
            rejoined_at: None,
            left_at: None,
            granted_at: None,
            through: false,
        }
    }

    /// With the key that they bring; from dice of its own, so that keys change nobody.
    pub(crate) fn with_key(self, crowd: &Crowd, dice: &mut Dice) -> Self {
        let key = (crowd.keys > 0).then(|| u128::from(dice.below(crowd.keys)));
        Self {
            key: key.map(|key| VoucherHash(key.to_be_bytes())),
            ..self
        }
    }

    /// Whether they wait, with a place.
    pub(crate) fn waits(&self) -> bool {
        self.place.is_some() && !self.through && matches!(self.phase, VisitorPhase::Waiting | VisitorPhase::Asking)
    }
}

fn ms(seconds: u64) -> u64 {
    seconds * 1_000
}
