//! The attackers: each takes tickets for a time, on separate threads whose time is counted.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};
use testkit::Moment;

use super::attacked_server::Defence;
use super::room::{AttackedRoom, PlaceAnswer, Sender, TakenTicket, WorksOn};

/// The most tickets that an attacker takes: more tickets would not win more of the first numbers.
const TICKETS_MAX: u64 = 20_000;
/// Connections of an attacker who floods.
const CONNECTIONS: u64 = 16;
/// Networks of an attacker with many: loopback addresses, each in a separate /24.
const NETWORKS: u64 = 1_000;
/// Threads that solve challenges.
const SOLVERS: u64 = 2;
/// The approximate number of derivations that this machine computes in a second: an attacker begins
/// no work that would exceed the time.
const DERIVATIONS: u64 = 5_000;
/// The time between two requests of one network of an attacker who stays below every limit.
const DRIP: Duration = Duration::from_secs(30);

/// An attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attack {
    /// One address asks as fast as it can.
    OneAddress,
    /// A thousand networks ask as fast as they can.
    ManyNetworks,
    /// A thousand networks ask twice a minute each, and wait instead of working, so that they never
    /// reach a limit.
    Drip,
    /// One address solves challenges.
    OneSolver,
    /// A thousand networks solve challenges, all on the same machine.
    ManySolvers,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneAddress => "flood from one address",
            Self::ManyNetworks => "flood from 1,000 networks",
            Self::Drip => "slow drip from 1,000 networks",
            Self::OneSolver => "solvers behind one address",
            Self::ManySolvers => "solvers behind 1,000 networks",
        })
    }
}

/// The durations of attacks, in seconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct AttackSeconds {
    pub(super) floods: u64,
    pub(super) solvers: u64,
    pub(super) drips: u64,
}

/// The gain of an attacker.
#[derive(Debug, Default)]
pub(super) struct AttackGain {
    pub(super) tickets: Vec<TakenTicket>,
    seconds: f64,
    cpu_seconds: f64,
}

/// The figures of an attack.
#[derive(Debug, Clone, Copy)]
pub(super) struct GainFigures {
    pub(super) tickets: usize,
    pub(super) seconds: f64,
    pub(super) cpu_seconds: f64,
}

/// One thread of an attacker.
#[derive(Debug, Clone, Copy)]
struct Attacker {
    attack: Attack,
    number: u64,
    until: Moment,
}

impl Attack {
    pub(super) const ALL: [Self; 5] = [
        Self::Drip,
        Self::OneAddress,
        Self::ManyNetworks,
        Self::OneSolver,
        Self::ManySolvers,
    ];

    /// Returns the room in which the attack is played against a set of defences.
    pub(super) fn room(self, defence: Defence) -> String {
        let name = match self {
            Self::OneAddress => "flood",
            Self::ManyNetworks => "networks",
            Self::Drip => "drip",
            Self::OneSolver => "solver",
            Self::ManySolvers => "solvers",
        };
        format!("{name}{}", defence as u8)
    }

    /// Returns the defences against which the attack is played.
    pub(super) fn defences(self) -> &'static [Defence] {
        match self {
            Self::OneAddress => &[Defence::None, Defence::Limits, Defence::LimitsAndWork],
            Self::ManyNetworks => &[
                Defence::None,
                Defence::Limits,
                Defence::Defaults,
                Defence::LimitsAndWork,
            ],
            Self::Drip => &[Defence::Limits, Defence::Defaults, Defence::LimitsAndWork],
            Self::OneSolver | Self::ManySolvers => &[Defence::LimitsAndWork],
        }
    }

    /// Returns the largest share of the tickets that the attacker is allowed to have against all
    /// defences and beside 500 honest visitors, in hundredths.
    pub(super) fn share_max(self) -> f64 {
        match self {
            Self::OneAddress | Self::ManyNetworks => 1.0,
            // Twelve places a minute are for those who wait: 36 beside 500 people, in the three
            // minutes of the attack. Those of honest visitors without scripts are among them.
            Self::Drip => 6.8,
            Self::OneSolver => 6.0,
            // The attacker gets as many tickets as the machine solves in the time.
            Self::ManySolvers => 100.0,
        }
    }

    /// Returns the duration of the attack.
    pub(super) fn duration(self, seconds: AttackSeconds) -> Duration {
        Duration::from_secs(match self {
            Self::OneAddress | Self::ManyNetworks => seconds.floods,
            Self::Drip => seconds.drips,
            Self::OneSolver | Self::ManySolvers => seconds.solvers,
        })
    }

    /// Plays the attack for its duration.
    pub(super) async fn play(self, room: &AttackedRoom, duration: Duration) -> Result<AttackGain> {
        let began = testkit::now();
        let threads = match self {
            Self::OneAddress | Self::ManyNetworks => CONNECTIONS,
            Self::Drip => 1,
            Self::OneSolver | Self::ManySolvers => SOLVERS,
        };
        let given = Arc::new(AtomicU64::new(0));
        let threads: Vec<_> = (0..threads)
            .map(|number| {
                let attacker = Attacker {
                    attack: self,
                    number,
                    until: began + duration,
                };
                let (room, given) = (room.clone(), given.clone());
                tokio::task::spawn_blocking(move || {
                    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
                    let cpu = seconds_of(ClockId::ThreadCPUTime);
                    let tickets = runtime.block_on(attacker.take(&room, &given))?;
                    anyhow::Ok((tickets, seconds_of(ClockId::ThreadCPUTime) - cpu))
                })
            })
            .collect();
        let mut taken = AttackGain::default();
        for thread in threads {
            let (tickets, cpu_seconds) = thread.await??;
            taken.tickets.extend(tickets);
            taken.cpu_seconds += cpu_seconds;
        }
        taken.seconds = began.elapsed().as_secs_f64();
        Ok(taken)
    }
}

impl Attacker {
    async fn take(self, room: &AttackedRoom, given: &AtomicU64) -> Result<Vec<TakenTicket>> {
        match self.attack {
            Attack::Drip => self.drip(room).await,
            _ => self.ask(room, given).await,
        }
    }

    /// Asks as fast as it can.
    async fn ask(self, room: &AttackedRoom, given: &AtomicU64) -> Result<Vec<TakenTicket>> {
        let solves = matches!(self.attack, Attack::OneSolver | Attack::ManySolvers);
        let networks = match self.attack {
            Attack::OneAddress | Attack::OneSolver => 1,
            _ => NETWORKS,
        };
        let (mut senders, mut tickets) = (HashMap::new(), Vec::new());
        let mut turn = self.number;
        while testkit::now() < self.until && given.load(Ordering::Relaxed) < TICKETS_MAX {
            turn += CONNECTIONS;
            let network = turn % networks;
            let from = senders.entry(network).or_insert_with(|| sender(network));
            let ticket = if solves {
                let left = self.until.saturating_duration_since(testkit::now());
                let work_max = left.as_secs() * DERIVATIONS;
                room.join(from, WorksOn::ThisThread, work_max).await?.ticket
            } else {
                match room.ask(from, &room.query()).await? {
                    PlaceAnswer::Given(ticket) => Some(ticket),
                    PlaceAnswer::Priced(..) | PlaceAnswer::Other(_) => None,
                }
            };
            given.fetch_add(u64::from(ticket.is_some()), Ordering::Relaxed);
            tickets.extend(ticket);
        }
        Ok(tickets)
    }

    /// Asks from each network in turn, with the proof of waiting that the page contains.
    async fn drip(self, room: &AttackedRoom) -> Result<Vec<TakenTicket>> {
        let mut networks: Vec<(Sender, String)> =
            (0..NETWORKS).map(|network| (sender(network), room.query())).collect();
        let mut tickets = Vec::new();
        let each = DRIP / u32::try_from(NETWORKS)?;
        let mut next = testkit::now();
        'drips: loop {
            for (from, query) in &mut networks {
                tokio::time::sleep_until(next).await;
                next += each;
                if testkit::now() >= self.until {
                    break 'drips;
                }
                match room.ask(from, query).await? {
                    PlaceAnswer::Given(ticket) => {
                        tickets.push(ticket);
                        *query = room.query();
                    }
                    PlaceAnswer::Priced(_, again) => *query = again,
                    PlaceAnswer::Other(_) => {}
                }
            }
        }
        Ok(tickets)
    }
}

/// Returns a client in one of an attacker's networks, which connects from there and claims another
/// address.
fn sender(network: u64) -> Sender {
    let octet = |number: u64| u8::try_from(number).expect("a thousand networks have small numbers");
    let address = Ipv4Addr::new(127, 16 + octet(network / 250), octet(network % 250), 9);
    Sender::direct(IpAddr::V4(address), &format!("203.0.113.{}", network % 250))
}

impl AttackGain {
    pub(super) fn figures(&self) -> GainFigures {
        GainFigures {
            tickets: self.tickets.len(),
            seconds: self.seconds,
            cpu_seconds: self.cpu_seconds,
        }
    }
}

/// Waits for all of these at once.
pub(super) async fn futures<T>(all: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    futures_util::future::join_all(all).await
}

/// CPU seconds that this process has used.
pub(super) fn cpu_seconds() -> f64 {
    seconds_of(ClockId::ProcessCPUTime)
}

fn seconds_of(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
