//! Priority codes: whether a code is valid for a visitor, and the steps by which a waiting visitor
//! moves to the line of the code's group. Pure: the caller reads and writes the code's record, and
//! sends the commands to the pool node; the simulator plays the same steps.
//!
//! A visitor who asks again, because the answer was lost or a node was killed, gets the same place.
//! A code for several visitors remembers only the last of them: if another one used it before the
//! visitor had the place, asking again takes a second use, and is refused if there is none left.
//!
//! - The use of the code is counted before the place is given, together with the visitor who used
//!   it. So of two visitors who bring a single-use code, on any nodes, one enters the group.
//! - The old place is the voucher for the new one, so it gives only one place.
//! - The old place is given up after the new one is durable, so the visitor always has a place.

use admission::WallMs;
use serde::{Deserialize, Serialize};

use crate::place::Place;

/// The stored values of a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriorityCodeRecord {
    /// The group that the code leads to.
    pub group: String,
    /// The name that the operator gave the batch; may be empty.
    pub batch: String,
    /// How many visitors can use the code; `None` for any number.
    pub uses_max: Option<u32>,
    /// How many visitors have used it; not counted without a limit.
    pub uses: u32,
    /// The visitor who used it last.
    pub last_by: Option<[u8; 16]>,
    /// The time at which the code was added.
    pub added_at: WallMs,
    /// The time from which the code is no longer valid.
    pub ends_at: Option<WallMs>,
}

impl PriorityCodeRecord {
    /// How many visitors have used the code; `None` if any number can, which is not counted.
    #[must_use]
    pub fn counted_uses(&self) -> Option<u32> {
        self.uses_max.map(|_| self.uses)
    }
}

/// The reason why a code was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CodeRefused {
    /// The group has no such code, or no such code yet or any more.
    #[error("the code is not good")]
    Unknown,
    /// All uses of the code are taken.
    #[error("the code has been used")]
    Used,
    /// Codes are not accepted before the room's start.
    #[error("codes are accepted from the room's start on")]
    TooEarly,
}

/// Returns the record if the code is valid for this visitor; `by`: the visitor, `None` for a
/// visitor without a place.
///
/// # Errors
/// The reason why the code is not valid.
pub fn check_code(
    found: Option<&PriorityCodeRecord>,
    by: Option<[u8; 16]>,
    now: WallMs,
) -> Result<&PriorityCodeRecord, CodeRefused> {
    let record = found.filter(|record| record.ends_at.is_none_or(|end| now < end));
    let record = record.ok_or(CodeRefused::Unknown)?;
    let is_used = record.uses_max.is_some_and(|most| record.uses >= most);
    match is_used && (by.is_none() || record.last_by != by) {
        true => Err(CodeRefused::Used),
        false => Ok(record),
    }
}

/// Counts a visitor's use of a code. Returns the record to write; `None` if the use counts already,
/// or the code has no limit.
///
/// # Errors
/// The reason why the code is not valid for the visitor.
pub fn redeemed(
    found: Option<&PriorityCodeRecord>,
    by: [u8; 16],
    now: WallMs,
) -> Result<Option<PriorityCodeRecord>, CodeRefused> {
    let record = check_code(found, Some(by), now)?;
    if record.uses_max.is_none() || record.last_by == Some(by) {
        return Ok(None);
    }
    Ok(Some(PriorityCodeRecord {
        uses: record.uses + 1,
        last_by: Some(by),
        ..record.clone()
    }))
}

/// The next step of a [`PriorityMove`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriorityStep {
    /// Looks for a place that the group's line gave in exchange for the old place.
    FindTaken,
    /// Counts the visitor's use of the code.
    Redeem,
    /// Takes a place in the group's line, with the old place as the voucher.
    TakePlace,
    /// Gives up a place.
    GiveUp(Place),
    /// Checks whether the old place has been let through.
    LookAgain,
    /// Ends, because another request of the visitor is under way: the visitor asks again.
    Later,
    /// Ends, with the place that the visitor holds.
    Done(Result<Place, CodeRefused>),
}

/// The move of a waiting visitor to the line of a code's group.
#[derive(Debug, Clone, Copy)]
pub struct PriorityMove {
    left: Place,
    taken: Option<Place>,
    /// Whether a place was taken for the voucher by another request.
    was_overtaken: bool,
    step: PriorityStep,
}

impl PriorityMove {
    /// Begins the move of the holder of a place that ranks below the group.
    #[must_use]
    pub fn new(left: Place) -> Self {
        Self {
            left,
            taken: None,
            was_overtaken: false,
            step: PriorityStep::FindTaken,
        }
    }

    /// Returns the next step.
    #[must_use]
    pub fn step(&self) -> PriorityStep {
        self.step
    }

    /// Continues after [`PriorityStep::FindTaken`].
    pub fn place_found(&mut self, taken: Option<Place>) {
        match taken {
            Some(taken) => self.takes(taken),
            None if self.was_overtaken => self.step = PriorityStep::Later,
            None => self.step = PriorityStep::Redeem,
        }
    }

    /// Continues after [`PriorityStep::Redeem`].
    pub fn code_redeemed(&mut self, outcome: Result<(), CodeRefused>) {
        self.step = match outcome {
            Ok(()) => PriorityStep::TakePlace,
            Err(refused) => PriorityStep::Done(Err(refused)),
        };
    }

    /// Continues after [`PriorityStep::TakePlace`]; `None` if another request of the visitor was
    /// faster.
    pub fn place_taken(&mut self, taken: Option<Place>) {
        match taken {
            Some(taken) => self.takes(taken),
            None => {
                self.was_overtaken = true;
                self.step = PriorityStep::FindTaken;
            }
        }
    }

    fn takes(&mut self, taken: Place) {
        self.taken = Some(taken);
        self.step = PriorityStep::GiveUp(self.left);
    }

    /// Continues after [`PriorityStep::GiveUp`].
    pub fn place_given_up(&mut self) {
        self.step = match self.step {
            PriorityStep::GiveUp(place) if place == self.left => PriorityStep::LookAgain,
            _ => PriorityStep::Done(Ok(self.left)),
        };
    }

    /// Continues after [`PriorityStep::LookAgain`]. The old place can have got a permit while the
    /// visitor changed lanes: that permit admits one visitor, and no later permit goes to a place
    /// that was given up.
    pub fn looked_again(&mut self, was_let_through: bool) {
        self.step = match self.taken {
            Some(taken) if was_let_through => PriorityStep::GiveUp(taken),
            taken => PriorityStep::Done(Ok(taken.unwrap_or(self.left))),
        };
    }
}

#[cfg(test)]
mod tests {
    use admission::{Device, Run, Sequence};
    use protocol::QueueId;

    use super::*;

    const NOW: WallMs = WallMs(1_000);
    const ONE: [u8; 16] = [1; 16];
    const TWO: [u8; 16] = [2; 16];

    fn record(uses_max: Option<u32>) -> PriorityCodeRecord {
        PriorityCodeRecord {
            group: "vip".to_owned(),
            batch: String::new(),
            uses_max,
            uses: 0,
            last_by: None,
            added_at: WallMs(0),
            ends_at: Some(WallMs(2_000)),
        }
    }

    fn place(lane: u8, sequence: u64) -> Place {
        Place {
            queue_id: QueueId::NIL,
            lane,
            run: Run(0),
            device: Device::first(Sequence(sequence)),
            since: NOW,
        }
    }

    #[test]
    fn a_use_counts_once_for_whoever_asks_again_and_codes_end() {
        let stored = redeemed(Some(&record(Some(1))), ONE, NOW)
            .expect("it is good")
            .expect("it is counted");
        assert_eq!((stored.uses, stored.last_by), (1, Some(ONE)));
        assert_eq!(redeemed(Some(&stored), ONE, NOW), Ok(None));
        assert_eq!(redeemed(Some(&stored), TWO, NOW), Err(CodeRefused::Used));
        assert_eq!(check_code(Some(&stored), None, NOW), Err(CodeRefused::Used));
        assert_eq!(redeemed(Some(&record(None)), ONE, NOW), Ok(None), "not counted");
        assert_eq!(
            redeemed(Some(&record(None)), ONE, WallMs(2_000)),
            Err(CodeRefused::Unknown)
        );
        assert_eq!(redeemed(None, ONE, NOW), Err(CodeRefused::Unknown));
    }

    #[test]
    fn a_place_is_given_up_once_there_is_another_one() {
        let (left, taken) = (place(0, 5), place(1, 0));
        let mut moving = PriorityMove::new(left);
        assert_eq!(moving.step(), PriorityStep::FindTaken);
        moving.place_found(None);
        assert_eq!(moving.step(), PriorityStep::Redeem);
        moving.code_redeemed(Ok(()));
        assert_eq!(moving.step(), PriorityStep::TakePlace);
        moving.place_taken(Some(taken));
        assert_eq!(moving.step(), PriorityStep::GiveUp(left));
        moving.place_given_up();
        assert_eq!(moving.step(), PriorityStep::LookAgain);
        moving.looked_again(false);
        assert_eq!(moving.step(), PriorityStep::Done(Ok(taken)));
    }

    #[test]
    fn a_visitor_let_through_during_the_move_keeps_only_the_old_place() {
        let (left, taken) = (place(0, 5), place(1, 0));
        let mut moving = PriorityMove::new(left);
        moving.place_found(Some(taken));
        moving.place_given_up();
        moving.looked_again(true);
        assert_eq!(moving.step(), PriorityStep::GiveUp(taken));
        moving.place_given_up();
        assert_eq!(moving.step(), PriorityStep::Done(Ok(left)));
    }

    #[test]
    fn a_refused_code_costs_nothing_and_a_faster_request_is_found() {
        let (left, taken) = (place(0, 5), place(1, 0));
        let mut moving = PriorityMove::new(left);
        moving.place_found(None);
        moving.code_redeemed(Err(CodeRefused::Used));
        assert_eq!(moving.step(), PriorityStep::Done(Err(CodeRefused::Used)));
        let overtaken = || {
            let mut moving = PriorityMove::new(left);
            moving.place_found(None);
            moving.code_redeemed(Ok(()));
            moving.place_taken(None);
            assert_eq!(moving.step(), PriorityStep::FindTaken);
            moving
        };
        let (mut found, mut missed) = (overtaken(), overtaken());
        found.place_found(Some(taken));
        assert_eq!(found.step(), PriorityStep::GiveUp(left));
        missed.place_found(None);
        assert_eq!(missed.step(), PriorityStep::Later);
    }
}
