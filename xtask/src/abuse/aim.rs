//! The aim of `docs/abuse.md`, attacked: one address that computes, beside honest visitors of whom
//! some share an address. To fit into minutes, work and the attacker's time are a fiftieth of those
//! in a room with default settings; everything else is equal.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, ensure};

use super::arena::{Arena, FIRST, SCALE, STANDARD_WORK};
use super::attack::{cpu_seconds, futures};
use super::room::{ArenaRoom, Sender, TakenTicket, WorksOn};

/// The room.
pub(super) const AIM: &str = "aim";
/// The processor seconds of the attacker that the aim names.
const CPU_SECONDS: u64 = 1_000;
/// Honest visitors who join at once.
const AT_ONCE: usize = 8;
/// Threads of the attacker.
const SOLVERS: usize = 2;
/// The largest share of the tickets that the attacker may have, in hundredths.
const SHARE_MAX: f64 = 1.0;

/// The results of the attack on a draw.
#[derive(Debug)]
pub(super) struct AimFigures {
    honest: usize,
    behind_one_address: usize,
    barred: usize,
    /// Standard works of those behind one address, fewest first.
    works: Vec<u64>,
    tickets: usize,
    cpu_seconds: f64,
    first_honest: usize,
    first_attacker: usize,
}

/// The tickets of a crowd and of an attacker, before the draw.
pub(super) struct AimTickets {
    honest: Vec<TakenTicket>,
    attacker: Vec<TakenTicket>,
    figures: AimFigures,
}

/// Lets the crowd in, then attacks.
pub(super) async fn play(arena: &Arc<Arena>, honest: usize, behind_one_address: usize) -> Result<AimTickets> {
    let room = arena.room(AIM);
    let each = |person: usize| Sender::proxied(arena, format!("10.{}.{}.1", 1 + person / 250, person % 250));
    let shared = || Sender::proxied(arena, "192.0.2.50".to_owned());
    // Evenly among the others, as they come.
    let every = honest / behind_one_address.max(1);
    let senders: Vec<(bool, Sender)> = (0..honest)
        .map(
            |person| match person % every.max(1) == 0 && person / every.max(1) < behind_one_address {
                true => (true, shared()),
                false => (false, each(person)),
            },
        )
        .collect();
    let (mut tickets, mut works, mut barred) = (Vec::new(), Vec::new(), 0);
    for part in senders.chunks(AT_ONCE) {
        let joining = part.iter().map(|(_, from)| room.join(from, WorksOn::Another, u64::MAX));
        for ((is_shared, _), joined) in part.iter().zip(futures(joining).await) {
            let joined = joined?;
            match joined.ticket {
                Some(ticket) => {
                    tickets.push(ticket);
                    if *is_shared {
                        works.push(joined.asked * SCALE / STANDARD_WORK);
                    }
                }
                None => barred += 1,
            }
        }
    }
    works.sort_unstable();
    let (attacker, cpu_seconds) = attack(&room).await?;
    ensure!(
        !arena.has_begun(),
        "the sale began before the attack was over; give it more --aim-seconds"
    );
    let figures = AimFigures {
        honest,
        behind_one_address: works.len(),
        barred,
        works,
        tickets: attacker.len(),
        cpu_seconds,
        first_honest: 0,
        first_attacker: 0,
    };
    Ok(AimTickets {
        honest: tickets,
        attacker,
        figures,
    })
}

/// Takes tickets from one address until the attacker's time is over.
async fn attack(room: &ArenaRoom) -> Result<(Vec<TakenTicket>, f64)> {
    let began = cpu_seconds();
    let budget = (CPU_SECONDS / SCALE) as f64;
    let (tickets, is_over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let solve = async || {
        // It connects from there, and says that it is somebody else.
        let address = IpAddr::V4(Ipv4Addr::new(127, 0, 9, 9));
        let from = Sender::direct(address, "203.0.113.1");
        while !is_over.load(Ordering::Relaxed) {
            let ticket = room.join(&from, WorksOn::Another, u64::MAX).await?.ticket;
            if cpu_seconds() - began > budget {
                is_over.store(true, Ordering::Relaxed);
                break;
            }
            let mut tickets = tickets.lock().unwrap_or_else(PoisonError::into_inner);
            tickets.extend(ticket);
        }
        anyhow::Ok(())
    };
    for solved in futures((0..SOLVERS).map(|_| solve())).await {
        solved?;
    }
    let used = cpu_seconds() - began;
    let tickets = tickets.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((tickets, used))
}

impl AimTickets {
    /// Counts who has the first numbers, after the draw.
    pub(super) async fn finish(self, arena: &Arena) -> Result<AimFigures> {
        Ok(AimFigures {
            first_honest: arena.first_numbers(&self.honest).await?,
            first_attacker: arena.first_numbers(&self.attacker).await?,
            ..self.figures
        })
    }
}

impl AimFigures {
    /// Fails if somebody honest was barred, or the attacker has more than the aim allows.
    pub(super) fn judge(&self) -> Result<()> {
        ensure!(self.barred == 0, "{} honest visitors were barred", self.barred);
        let share = self.share();
        ensure!(share <= SHARE_MAX, "the attacker has {share:.2} % of the tickets");
        Ok(())
    }

    fn share(&self) -> f64 {
        self.tickets as f64 * 100.0 / (self.tickets + self.honest).max(1) as f64
    }

    fn works_at(&self, percentile: usize) -> u64 {
        let index = (self.works.len() * percentile).div_ceil(100).saturating_sub(1);
        self.works.get(index).copied().unwrap_or(0)
    }
}

impl fmt::Display for AimFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = (self.first_attacker + self.first_honest).max(1);
        writeln!(
            f,
            "| Attacker | Honest visitors | CPU-seconds, at a fiftieth of the work | Tickets | Share of the tickets | Share of the first {FIRST} numbers |"
        )?;
        writeln!(f, "| --- | --- | --- | --- | --- | --- |")?;
        writeln!(
            f,
            "| one address that computes | {} | {:.0} | {} | {:.2} % | {:.1} % |",
            self.honest,
            self.cpu_seconds,
            self.tickets,
            self.share(),
            self.first_attacker as f64 * 100.0 / first as f64
        )?;
        writeln!(
            f,
            "\n| Honest visitors among them | People | Barred | Standard works at most, median | 95th percentile |"
        )?;
        writeln!(f, "| --- | --- | --- | --- | --- |")?;
        writeln!(
            f,
            "| phones behind one address | {} | {} | {} | {} |",
            self.behind_one_address,
            self.barred,
            self.works_at(50),
            self.works_at(95)
        )
    }
}
