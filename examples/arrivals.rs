//! The part of `cargo xtask bench --store` that measures Anteroom without HTTP: passes newcomers
//! through a room's pool node into its store, and fills rooms.
//!
//! - `arrive` lets a number of people arrive concurrently for the given time, each as soon as the
//!   previous one has a place, and prints how many arrived, as JSON;
//! - `fill` assigns a number of places, and writes the queue ids of the first ones, and of others
//!   spread over the line, one per line, each with its entry in the cookie.
//!
//! Both open the rooms of a configuration file as the server does, on the store that the file
//! names.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anteroom::clock::Clock;
use anteroom::config::Config;
use anteroom::entropy::Entropy;
use anteroom::rooms::{EntryTicket, Room, Rooms, Unserved};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;
use protocol::{PossessionKey, QueueId};
use tokio::task::JoinSet;

/// The server's own allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The delay before a newcomer who finds the pool node busy tries again.
const AGAIN: Duration = Duration::from_millis(5);
/// The number of concurrent newcomers while a room is filled.
const FILLING: u64 = 20_000;

#[derive(Debug, Parser)]
struct ArrivalsArguments {
    /// The configuration file.
    #[arg(long)]
    config: PathBuf,
    /// Customer and room.
    #[arg(long, default_value = "bench/line")]
    room: String,
    #[command(subcommand)]
    what: ArrivalsCommand,
}

#[derive(Debug, Subcommand)]
enum ArrivalsCommand {
    /// Measure arrivals.
    Arrive {
        /// Duration in seconds.
        #[arg(long)]
        seconds: u64,
        /// Number of concurrent newcomers.
        #[arg(long)]
        people: u64,
    },
    /// Fill the room.
    Fill {
        /// Number of places.
        #[arg(long)]
        places: u64,
        /// Write this many of the first ids.
        #[arg(long)]
        first: u64,
        /// Write this many ids spread over the whole line.
        #[arg(long)]
        spread: u64,
        /// The file for the ids.
        #[arg(long)]
        ids: PathBuf,
    },
}

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
#[expect(clippy::disallowed_methods, reason = "this is where the process begins")]
async fn main() -> Result<()> {
    let arguments = ArrivalsArguments::parse();
    let config = Config::load(&arguments.config).map_err(|problems| anyhow!("{problems:?}"))?;
    let (clock, entropy) = (Clock::real(), Entropy::system());
    let store = store::open(config.server.store.as_str(), || entropy.node())?;
    let rooms = Rooms::new(&config, store, (&clock, &entropy));
    rooms.begin(&config).await?;
    let (customer, id) = arguments.room.split_once('/').context("customer/room")?;
    let room = rooms.get(customer, id).context("the file has no such room")?;
    match arguments.what {
        ArrivalsCommand::Arrive { seconds, people } => {
            // The first commit creates the pool; this must not be measured.
            arrive(&room).await?;
            let (came, micros) = measure(&room, &clock, seconds * 1_000, people).await?;
            drop(room);
            println!("{{\"times\":{came},\"micros\":{micros}}}");
        }
        ArrivalsCommand::Fill {
            places,
            first,
            spread,
            ids,
        } => {
            let key = PossessionKey::new(&config.server.master_key);
            fill((room, key), places, (first, spread), &ids).await?;
        }
    }
    rooms.close(Duration::from_secs(10)).await;
    Ok(())
}

/// Returns how many people arrived, and the time that took.
async fn measure(room: &Arc<Room>, clock: &Clock, millis: u64, people: u64) -> Result<(u64, u64)> {
    let began = clock.monotonic_ms();
    let mut tasks = JoinSet::new();
    for _ in 0..people {
        let (room, clock) = (room.clone(), clock.clone());
        tasks.spawn(async move {
            let mut came = 0_u64;
            while clock.monotonic_ms() < began + millis {
                arrive(&room).await?;
                came += 1;
            }
            Ok::<_, anyhow::Error>(came)
        });
    }
    let mut came = 0;
    while let Some(done) = tasks.join_next().await {
        came += done??;
    }
    Ok((came, (clock.monotonic_ms() - began) * 1_000))
}

/// Returns a newcomer's place.
async fn arrive(room: &Room) -> Result<QueueId> {
    loop {
        match room.join(&EntryTicket::default()).await {
            Ok(Ok((known, _))) => return Ok(known.queue_id),
            Ok(Err(spent)) => bail!("nobody brought anything to spend: {spent}"),
            Err(Unserved::Busy) => tokio::time::sleep(AGAIN).await,
            Err(error) => return Err(error.into()),
        }
    }
}

async fn fill(
    (room, key): (Arc<Room>, PossessionKey),
    places: u64,
    (first, spread): (u64, u64),
    ids: &PathBuf,
) -> Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(ids)?);
    let every = (places / spread.max(1)).max(1);
    let mut given = 0;
    while given < places {
        let many = FILLING.min(places - given);
        let mut asks = JoinSet::new();
        for _ in 0..many {
            let room = room.clone();
            asks.spawn(async move { arrive(&room).await });
        }
        let mut batch = Vec::new();
        while let Some(id) = asks.join_next().await {
            batch.push(id??);
        }
        // Places are in the order of their ids, but the answers of one commit come in any order,
        // and their ids are written in that order.
        for (at, id) in (given..).zip(batch) {
            if at < first || at % every == 0 {
                let digits = id.to_string().replace('-', "");
                writeln!(file, "{id} {digits}{}", key.cookie_tag(&id))?;
            }
        }
        given += many;
    }
    Ok(file.flush()?)
}
