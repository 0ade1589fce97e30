//! Measures the costs of a crowd to the engine: the memory of ten million people in line, and the
//! time of an arrival, a claim, a poll and a draw. `cargo xtask bench` runs it, optimised, and
//! makes a table of the JSON that it prints.
//!
//! The room is filled only by [`admission::apply`], and published as a node publishes it. Each time
//! is compared with that of bare code in the same process, which does only the unavoidable work.
//! Rounds of both alternate, so that a busy machine slows both.
//!
//! The example uses no store, no HTTP and no queue ids, and asserts no times. It fails if the
//! engine's answers are not those of such a crowd.

mod bare;
mod draws;
mod measure;
mod room;
mod speed;

use serde::Serialize;

use measure::{MemoryUse, Speed, peak_bytes};
use room::Room;

/// People in line.
const WAITING: u64 = 10_000_000;
/// Additional people, so that one place in ten can be given up and the line is as long as before.
const MORE: u64 = WAITING / 9;
/// Sizes of the crowds that are drawn.
const DRAWN: [u64; 2] = [1_000_000, 10_000_000];

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    memory: Vec<MemoryUse>,
    /// Peak memory of the process while `memory` was measured, in bytes.
    peak_bytes: u64,
    speed: Vec<Speed>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut room = Room::open();
    // The memory of the first place belongs to the room and the program, not to the crowd.
    room.fill(1);
    let before = measure::resident_bytes()?;
    room.fill(WAITING - 1);
    let mut memory = vec![MemoryUse::of(&room, "nobody left yet", before)?];
    room.fill(MORE);
    room.leave();
    memory.push(MemoryUse::of(&room, "one place in ten given up or silent", before)?);
    let peak_bytes = peak_bytes()?;
    let mut speed = vec![
        speed::arrivals(&mut room),
        speed::polls(&room),
        speed::claims(&mut room)?,
    ];
    drop(room);
    for people in DRAWN {
        speed.extend(draws::draw(people)?);
    }
    let figures = Figures {
        memory,
        peak_bytes,
        speed,
    };
    println!("{}", serde_json::to_string(&figures)?);
    Ok(())
}
