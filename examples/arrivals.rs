//! What `cargo xtask bench --store` measures of ours without HTTP: newcomers through a room's desk
//! into its store, and rooms full of people.
//!
//! - `arrive` lets so many people at a time come as long as told, each as soon as the one before
//!   has a place, and prints how many came, as JSON;
//! - `fill` gives so many places, and writes the queue ids of the first ones, and of others spread
//!   over the line, one a line, each with its entry in the cookie.
//!
//! Both open the rooms of a configuration file as the server does, on the store that it names.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anteroom::clock::Clock;
use anteroom::config::Config;
use anteroom::rooms::{EntryTicket, Room, Rooms, Unserved};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;
use protocol::{PossessionKey, QueueId};
use tokio::task::JoinSet;

/// The server's own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Whoever finds the desk busy asks again so much later.
const AGAIN: Duration = Duration::from_millis(5);
/// People who come at a time while a room is filled.
const FILLING: u64 = 20_000;

#[derive(Debug, Parser)]
struct Arguments {
    /// The configuration file.
    #[arg(long)]
    config: PathBuf,
    /// Customer and room.
    #[arg(long, default_value = "bench/line")]
    room: String,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Measure arrivals.
    Arrive {
        /// How long, seconds.
        #[arg(long)]
        seconds: u64,
        /// How many come at a time.
        #[arg(long)]
        people: u64,
    },
    /// Fill the room.
    Fill {
        /// How many.
        #[arg(long)]
        places: u64,
        /// The first so many ids are written.
        #[arg(long)]
        first: u64,
        /// And so many of all.
        #[arg(long)]
        spread: u64,
        /// Where to.
        #[arg(long)]
        ids: PathBuf,
    },
}

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let config = Config::load(&arguments.config).map_err(|problems| anyhow!("{problems:?}"))?;
    let clock = Clock::real();
    let rooms = Rooms::new(&config, store::open(config.server.store.as_str())?, &clock);
    rooms.begin(&config).await?;
    let (customer, id) = arguments.room.split_once('/').context("customer/room")?;
    let room = rooms.get(customer, id).context("the file has no such room")?;
    match arguments.what {
        What::Arrive { seconds, people } => {
            // The first commit makes the pool; it is not what is measured.
            arrive(&room).await?;
            let (came, micros) = measure(&room, &clock, seconds * 1_000, people).await?;
            drop(room);
            println!("{{\"times\":{came},\"micros\":{micros}}}");
        }
        What::Fill {
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

/// How many came, and in which time.
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

/// One newcomer's place.
async fn arrive(room: &Room) -> Result<QueueId> {
    loop {
        match room.arrive(&EntryTicket::default()).await {
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
        // A place has its id's order, an answer has not: ids of one commit are written as they
        // come.
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
