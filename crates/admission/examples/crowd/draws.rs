//! Times of a draw: the computation of all numbers, and the commit that draws a pre-queue which one
//! in ten has left.

use std::hint::black_box;

use admission::{Batch, Sequence};
use draw::{DrawKey, Permutation, Population};

use crate::bare;
use crate::measure::{Speed, each_ns, timed};
use crate::room::Room;

const ROUNDS: usize = 3;
const KEY: [u8; 32] = [7; 32];

/// Measures a draw of `people`.
pub(crate) fn draw(people: u64) -> Result<[Speed; 2], Box<dyn std::error::Error>> {
    let population = Population::new(people)?;
    let mut numbers = speed("everybody's number", people);
    for _ in 0..ROUNDS {
        let (sum, seconds) = timed(|| sum_of_numbers(population));
        if sum? != people * (people - 1) / 2 {
            return Err("a number is missing or was given twice".into());
        }
        numbers.ours_ns.push(each_ns(seconds, people));
        let (order, seconds) = timed(|| bare::shuffle(people));
        black_box(order);
        numbers.bare_ns.push(each_ns(seconds, people));
    }
    let mut commit = speed("the commit that draws", people);
    commit.bare_ns.clone_from(&numbers.bare_ns);
    let mut room = Room::prequeue();
    room.fill(people);
    room.leave();
    room.close();
    let batch = Batch {
        draw_key: Some(KEY),
        ..Batch::default()
    };
    let seconds = timed(|| room.commit(batch)).1;
    if room.published().ledger().number(Sequence(0)).is_none() {
        return Err("the pre-queue was not drawn".into());
    }
    commit.ours_ns.push(each_ns(seconds, people));
    Ok([numbers, commit])
}

fn sum_of_numbers(population: Population) -> Result<u64, draw::OutOfRange> {
    let order = Permutation::new(&DrawKey::from_bytes(KEY), population).with_table();
    let numbers = (0..population.get()).map(|sequence| Ok(order.number(draw::DrawnSequence::new(sequence)?).get()));
    numbers.sum()
}

fn speed(what: &str, people: u64) -> Speed {
    Speed {
        what: format!("{what}, {} million drawn", people / 1_000_000),
        bare_does: "shuffle a list in memory",
        times: people,
        ours_ns: Vec::new(),
        bare_ns: Vec::new(),
    }
}
