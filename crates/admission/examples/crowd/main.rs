//! What a crowd costs the engine: the memory of ten million people in line, and the time of an
//! arrival, a claim, a poll and a draw. `cargo xtask bench` runs it, optimised, and makes a table
//! of the JSON that it prints.
//!
//! The room is grown by [`admission::apply`] alone, and published as a node publishes it. Beside
//! each time stands that of bare code in the same process, which does only what nobody could leave
//! out; rounds of both follow each other, so that a machine that is busy slows both.
//!
//! What it is not: no store, no HTTP, no queue ids; and no assertion on time. It fails where the
//! engine's answers are not those of such a crowd.

mod bare;
mod draws;
mod measure;
mod room;
mod speed;

use serde::Serialize;

use measure::{Memory, Speed, peak_bytes};
use room::Room;

/// People in line.
const WAITING: u64 = 10_000_000;
/// People who came beyond those, so many that one place in ten can be given up and the line is as
/// long as before.
const MORE: u64 = WAITING / 9;
/// Crowds that are drawn.
const DRAWN: [u64; 2] = [1_000_000, 10_000_000];

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    memory: Vec<Memory>,
    /// Most that the process ever held while these were measured, bytes.
    peak_bytes: u64,
    speed: Vec<Speed>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut room = Room::open();
    // What the first in line costs is the room's and the program's, not the crowd's.
    room.fill(1);
    let before = measure::resident_bytes()?;
    room.fill(WAITING - 1);
    let mut memory = vec![Memory::of(&room, "nobody left yet", before)?];
    room.fill(MORE);
    room.leave();
    memory.push(Memory::of(&room, "one place in ten given up or silent", before)?);
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
