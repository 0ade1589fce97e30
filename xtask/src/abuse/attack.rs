//! The attackers.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::time::{ClockId, clock_gettime};
use testkit::Moment;

use super::arena::{Arena, ArenaRoom, Asked, CROWD, Defence, Sender, TakenTicket, encoded};

/// The most tickets that an attacker takes: more would not win more of the first numbers.
const TICKETS_MAX: u64 = 20_000;
/// Connections of an attacker.
const CONNECTIONS: usize = 16;
/// Networks of an attacker with many.
const NETWORKS: u64 = 1_000;
/// Threads that solve challenges.
const SOLVERS: usize = 2;
/// Uses of one solution.
const REPLAYS: usize = 50;

/// An attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attack {
    /// One address asks as fast as it can.
    OneAddress,
    /// A thousand networks do.
    ManyNetworks,
    /// One address solves challenges.
    OneSolver,
    /// A thousand networks solve challenges, with the same machine.
    ManySolvers,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneAddress => "flood from one address",
            Self::ManyNetworks => "flood from 1,000 networks",
            Self::OneSolver => "solvers behind one address",
            Self::ManySolvers => "solvers behind 1,000 networks",
        })
    }
}

/// The gain of an attacker.
#[derive(Debug, Default)]
pub(super) struct Taken {
    pub(super) tickets: Vec<TakenTicket>,
    seconds: f64,
    cpu_seconds: f64,
}

/// The figures of an attack.
#[derive(Debug, Clone, Copy)]
pub(super) struct TakenFigures {
    pub(super) tickets: usize,
    pub(super) seconds: f64,
    pub(super) cpu_seconds: f64,
}

/// The outcome for solutions that were used again.
#[derive(Debug, Clone, Copy)]
pub(super) struct Misuse {
    pub(super) replays: usize,
    pub(super) places_by_replay: usize,
    pub(super) places_by_theft: usize,
}

impl Attack {
    pub(super) const ALL: [Self; 4] = [Self::OneAddress, Self::ManyNetworks, Self::OneSolver, Self::ManySolvers];

    /// The room in which the attack is played against a set of defences.
    pub(super) fn room(self, defence: Defence) -> String {
        let name = match self {
            Self::OneAddress => "flood",
            Self::ManyNetworks => "networks",
            Self::OneSolver => "solver",
            Self::ManySolvers => "solvers",
        };
        format!("{name}{}", defence as u8)
    }

    /// The defences against which the attack is played.
    pub(super) fn defences(self) -> &'static [Defence] {
        match self {
            Self::OneAddress | Self::ManyNetworks => &[Defence::None, Defence::Limits, Defence::LimitsAndWork],
            Self::OneSolver | Self::ManySolvers => &[Defence::LimitsAndWork],
        }
    }

    /// Plays the attack for a time.
    pub(super) async fn play(self, room: &ArenaRoom<'_>, seconds: u64, solving: u64) -> Result<Taken> {
        let (began, cpu) = (testkit::now(), cpu_seconds());
        let (workers, seconds, solves) = match self {
            Self::OneAddress | Self::ManyNetworks => (CONNECTIONS, seconds, false),
            Self::OneSolver | Self::ManySolvers => (SOLVERS, solving, true),
        };
        let until = began + Duration::from_secs(seconds);
        let given = Arc::new(AtomicU64::new(0));
        let asking = (0..workers as u64).map(|worker| self.ask_until(room, worker, (until, solves), given.clone()));
        let mut taken = Taken::default();
        for tickets in futures(asking).await {
            taken.tickets.extend(tickets?);
        }
        taken.seconds = began.elapsed().as_secs_f64();
        taken.cpu_seconds = cpu_seconds() - cpu;
        Ok(taken)
    }

    async fn ask_until(
        self,
        room: &ArenaRoom<'_>,
        worker: u64,
        (until, solves): (Moment, bool),
        given: Arc<AtomicU64>,
    ) -> Result<Vec<TakenTicket>> {
        let mut tickets = Vec::new();
        let mut turn = worker;
        while testkit::now() < until && given.load(Ordering::Relaxed) < TICKETS_MAX {
            turn += CONNECTIONS as u64;
            let from = match self {
                // It connects from there, and says that it is somebody else each time.
                Self::OneAddress | Self::OneSolver => {
                    Sender::direct([127, 0, 9, 9], &format!("203.0.{}.{}", turn / 250 % 250, turn % 250))
                }
                Self::ManyNetworks | Self::ManySolvers => {
                    let network = turn % NETWORKS;
                    Sender::proxied(room.arena, format!("172.{}.{}.9", 16 + network / 250, network % 250))
                }
            };
            let ticket = if solves {
                room.join(&from).await?.map(|(ticket, _)| ticket)
            } else {
                match room.ask(&from, &room.query()).await? {
                    Asked::Given(ticket) => Some(ticket),
                    Asked::Priced(..) | Asked::Other(_) => None,
                }
            };
            given.fetch_add(u64::from(ticket.is_some()), Ordering::Relaxed);
            tickets.extend(ticket);
        }
        Ok(tickets)
    }
}

impl Taken {
    pub(super) fn figures(&self) -> TakenFigures {
        TakenFigures {
            tickets: self.tickets.len(),
            seconds: self.seconds,
            cpu_seconds: self.cpu_seconds,
        }
    }
}

/// Uses one solution many times at once, and one of somebody else.
pub(super) async fn misuse(arena: &Arena) -> Result<Misuse> {
    let room = arena.room(CROWD.to_owned());
    let (owner, thief) = (
        Sender::proxied(arena, "198.51.100.7".to_owned()),
        Sender::proxied(arena, "203.0.113.7".to_owned()),
    );
    let mut solved = Vec::new();
    for _ in 0..2 {
        let Asked::Priced(Some(challenge), _) = room.ask(&owner, &room.query()).await? else {
            anyhow::bail!("tickets have no price");
        };
        let solution = challenge.solve().context("a challenge has a solution")?;
        solved.push(format!("{}&work={}", room.query(), encoded(&solution)));
    }
    let is_given = |asked: Result<Asked>| asked.map(|asked| usize::from(matches!(asked, Asked::Given(_))));
    let places_by_theft = is_given(room.ask(&thief, &solved[0]).await)?;
    let mut places_by_replay = 0;
    for asked in futures((0..REPLAYS).map(|_| room.ask(&owner, &solved[1]))).await {
        places_by_replay += is_given(asked)?;
    }
    Ok(Misuse {
        replays: REPLAYS,
        places_by_replay,
        places_by_theft,
    })
}

/// Waits for all of these at once.
pub(super) async fn futures<T>(all: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    futures_util::future::join_all(all).await
}

/// CPU seconds that this process has used: the attacker's, while it attacks.
pub(super) fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
