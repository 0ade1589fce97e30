//! Honest visitors during an attack: most with a network each, phones behind one address, and
//! browsers without scripts.

use std::time::Duration;

use anyhow::{Context, Result};

use super::attack::futures;
use super::attacked_server::{AttackedServer, STANDARD_WORK};
use super::room::{Asked, AttackedRoom, Sender, TakenTicket, WorksOn};

/// Derivations that a cheap phone computes in a second: `cargo xtask abuse --phone` measures them.
pub(super) const PHONE_DERIVATIONS: f64 = 1_000.0;
/// Visitors without scripts.
pub(super) const WITHOUT_SCRIPTS: usize = 5;
/// The time after which browsers without scripts have certainly waited long enough.
pub(super) const PATIENCE: Duration = Duration::from_secs(75);
/// Visitors who join at once.
const AT_ONCE: usize = 4;
/// The longest time that visitors wait after the sale has begun, in seconds.
const LATE_SECONDS: u64 = 90;
/// The most work that this machine computes for a place: 64 standard works. Tickets for a draw can
/// cost 800; for dozens of people, that would take hours here.
const WORK_MAX: u64 = 64 * STANDARD_WORK;

/// Visitors of one kind.
#[derive(Debug, Clone, Default)]
pub(super) struct Kind {
    pub(super) people: usize,
    /// Delays of visitors with a ticket for the draw, in seconds, shortest first.
    pub(super) seconds: Vec<f64>,
    /// The prices of visitors who were asked for more than [`WORK_MAX`], in derivations.
    pub(super) dear: Vec<u64>,
    /// The number of visitors who got their place only after the sale had begun.
    pub(super) late: usize,
    /// The number of visitors who never got a place.
    pub(super) barred: usize,
}

/// The experience of honest visitors during one attack.
#[derive(Debug, Clone, Default)]
pub(super) struct HonestFigures {
    pub(super) phones: Kind,
    pub(super) without_scripts: Kind,
}

/// Lets honest visitors join, each from a separate network; the room must refuse none of them.
pub(super) async fn join(room: &AttackedRoom, people: usize) -> Result<Vec<TakenTicket>> {
    let mut tickets = Vec::new();
    let senders: Vec<Sender> = (0..people)
        .map(|person| Sender::proxied(&room.server, format!("10.{}.{}.1", 1 + person / 250, person % 250)))
        .collect();
    for part in senders.chunks(AT_ONCE) {
        for joined in futures(part.iter().map(|from| room.join(from, WorksOn::Another, WORK_MAX))).await {
            let ticket = joined?.ticket;
            tickets.push(ticket.with_context(|| format!("an honest visitor got no place in {}", room.id))?);
        }
    }
    Ok(tickets)
}

/// Sends phones behind one address and browsers without scripts into a room. They come during the
/// attack, and stay until they have a place or until some time after the sale has begun.
pub(super) async fn beside(room: AttackedRoom, behind_one_address: usize) -> Result<HonestFigures> {
    let (phones, without_scripts) = tokio::try_join!(phones(&room, behind_one_address), without_scripts(&room))?;
    Ok(HonestFigures {
        phones,
        without_scripts,
    })
}

async fn phones(room: &AttackedRoom, people: usize) -> Result<Kind> {
    let mut kind = Kind {
        people,
        ..Kind::default()
    };
    let address = Sender::proxied(&room.server, "192.0.2.50".to_owned());
    for _ in 0..people {
        let joined = room.join(&address, WorksOn::Another, WORK_MAX).await?;
        match (joined.ticket, joined.too_dear) {
            (Some(_), _) => kind
                .seconds
                .push(joined.seconds + joined.done as f64 / PHONE_DERIVATIONS),
            (None, Some(price)) => kind.dear.push(price),
            (None, None) => kind.barred += 1,
        }
    }
    kind.seconds.sort_by(f64::total_cmp);
    kind.dear.sort_unstable();
    until_begun(&room.server).await;
    // A visitor who does not do that much work gets a place when the line opens.
    for _ in 0..kind.dear.len() {
        match room.join(&address, WorksOn::Another, WORK_MAX).await?.ticket {
            Some(_) => kind.late += 1,
            None => kind.barred += 1,
        }
    }
    Ok(kind)
}

async fn without_scripts(room: &AttackedRoom) -> Result<Kind> {
    let mut kind = Kind {
        people: WITHOUT_SCRIPTS,
        ..Kind::default()
    };
    let began = testkit::now();
    let mut waiting: Vec<(Sender, String)> = (0..WITHOUT_SCRIPTS)
        .map(|person| {
            (
                Sender::proxied(&room.server, format!("198.18.{person}.1")),
                room.query(),
            )
        })
        .collect();
    let mut begun = None;
    while !waiting.is_empty() {
        let mut still = Vec::new();
        for (from, query) in waiting {
            let is_late = room.server.has_begun();
            match room.ask(&from, &query).await? {
                Asked::Given(_) if is_late => kind.late += 1,
                Asked::Given(_) => kind.seconds.push(began.elapsed().as_secs_f64()),
                Asked::Priced(_, again) => still.push((from, again)),
                Asked::Other(_) => still.push((from, query)),
            }
        }
        waiting = still;
        if room.server.has_begun() {
            let since = *begun.get_or_insert_with(testkit::now);
            if since.elapsed() > Duration::from_secs(LATE_SECONDS) {
                break;
            }
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    kind.barred = waiting.len();
    kind.seconds.sort_by(f64::total_cmp);
    Ok(kind)
}

async fn until_begun(server: &AttackedServer) {
    while !server.has_begun() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    // Numbers are drawn first.
    server.until_drawn().await;
}
