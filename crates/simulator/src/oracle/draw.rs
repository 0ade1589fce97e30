//! Invariant 7, and the numbers that other oracles need: the number under which each place is
//! served.
//!
//! Without a draw a place's number is its sequence. Otherwise the world reports numbers as they
//! become known ([`Fact::Numbered`]). They must be a permutation of the places that were drawn
//! together, and must not be known before the pre-queue closed. A visitor who came after the
//! pre-queue has the sequence as number, unless the room draws among visitors who come within a few
//! seconds. The number shown to a visitor must be that number.

use super::{Fact, FactTime, OracleContext, index};

/// Marks an unknown number or place.
const NONE: u64 = u64::MAX;

#[derive(Debug)]
pub(super) struct Numbering {
    world: OracleContext,
    wall: u64,
    /// Whether a commit was made at or after the moment at which the pre-queue closes.
    closed: bool,
    /// The number of places given so far.
    given: u64,
    /// The first place that was given after the pre-queue.
    late_from: Option<u64>,
    numbers: Vec<u64>,
    places: Vec<u64>,
}

impl Numbering {
    pub(super) fn new(world: &OracleContext) -> Self {
        Self {
            world: *world,
            wall: 0,
            closed: false,
            given: 0,
            late_from: None,
            numbers: Vec::new(),
            places: Vec::new(),
        }
    }

    pub(super) fn begin_run(&mut self) {
        let wall = self.wall;
        *self = Self::new(&self.world);
        self.kept(wall);
    }

    fn kept(&mut self, wall: u64) {
        self.wall = wall;
        self.closed |= self.world.cut_off_wall.is_none_or(|moment| moment <= wall);
    }

    /// Returns the number of a place, if it is known.
    pub(super) fn number(&self, place: u64) -> Option<u64> {
        if !self.world.draws {
            return Some(place);
        }
        self.numbers.get(index(place)).copied().filter(|number| *number != NONE)
    }

    /// Returns the place with that number, if it is known.
    pub(super) fn place(&self, number: u64) -> Option<u64> {
        if !self.world.draws {
            return Some(number);
        }
        self.places.get(index(number)).copied().filter(|place| *place != NONE)
    }

    pub(super) fn witness(&mut self, _: FactTime, fact: &Fact) -> Result<(), String> {
        match fact {
            Fact::Durable { wall, .. } => self.kept(*wall),
            Fact::Given { first, count } => {
                self.given = first + count;
                if self.closed && *count > 0 {
                    self.late_from.get_or_insert(*first);
                }
            }
            Fact::Numbered { first, numbers } => return self.numbered(*first, numbers),
            Fact::Shown { place, number, .. } if self.number(*place) != Some(*number) => {
                return Err(format!(
                    "place {place} is shown the number {number} and has {:?}",
                    self.number(*place)
                ));
            }
            _ => {}
        }
        Ok(())
    }

    fn numbered(&mut self, first: u64, numbers: &[u64]) -> Result<(), String> {
        let end = first + numbers.len() as u64;
        if end > self.given {
            return Err(format!("place {} has a number and was not given", end - 1));
        }
        let late_from = self.late_from.unwrap_or(self.given);
        if !self.closed {
            return Err(format!(
                "numbers of {first} to {end} are known while people may still join their draw"
            ));
        }
        self.numbers.resize(self.numbers.len().max(index(end)), NONE);
        self.places.resize(self.places.len().max(index(end)), NONE);
        for (place, number) in (first..).zip(numbers.iter().copied()) {
            if !(first..end).contains(&number) {
                return Err(format!(
                    "{place} is drawn among {first} to {end} and gets the number {number}"
                ));
            }
            if place >= late_from && !self.world.windows && number != place {
                return Err(format!("{place} came after the pre-queue and gets the number {number}"));
            }
            if self.numbers[index(place)] != NONE || self.places[index(number)] != NONE {
                return Err(format!("{place} or its number {number} was drawn before"));
            }
            self.numbers[index(place)] = number;
            self.places[index(number)] = place;
        }
        Ok(())
    }
}
