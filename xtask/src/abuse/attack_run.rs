//! One attack on one room: honest visitors join, the attacker and further honest visitors come, and
//! after the draw the holders of the first numbers are counted.

use anyhow::Result;
use tokio::task::JoinHandle;

use super::attack::{Attack, AttackGain, AttackSeconds};
use super::attacked_server::{AttackedServer, Defence};
use super::honest::{self, CrowdOptions, HonestFigures, HonestGroup};
use super::report::AbuseRow;
use super::room::{AttackedRoom, TakenTicket, first_numbers};

/// An attack that goes on.
pub(super) struct AttackRun {
    attack: Attack,
    defence: Defence,
    room: AttackedRoom,
    /// The tickets of those who joined before it.
    before: Vec<TakenTicket>,
    coming: JoinHandle<Result<Vec<HonestGroup>>>,
    waiting: JoinHandle<Result<HonestGroup>>,
    attacking: JoinHandle<Result<AttackGain>>,
}

/// An attack that has ended, before the draw.
pub(super) struct EndedAttack {
    attack: Attack,
    defence: Defence,
    room: AttackedRoom,
    before: Vec<TakenTicket>,
    came: Vec<HonestGroup>,
    waiting: JoinHandle<Result<HonestGroup>>,
    taken: AttackGain,
}

/// An attack after the draw, while the visitors come late who were put off.
pub(super) struct DrawnAttack {
    attack: Attack,
    defence: Defence,
    tickets: Vec<TakenTicket>,
    late: JoinHandle<Result<Vec<HonestFigures>>>,
    waiting: JoinHandle<Result<HonestGroup>>,
    taken: AttackGain,
}

impl AttackRun {
    /// Lets the first visitors join, and begins the attack.
    pub(super) async fn start(
        room: AttackedRoom,
        (attack, defence): (Attack, Defence),
        crowd: CrowdOptions,
        seconds: AttackSeconds,
    ) -> Result<Self> {
        let (crowd, duration) = (crowd.against(defence), attack.duration(seconds));
        let before = honest::join(&room, crowd.before()).await?;
        let attacked = room.clone();
        Ok(Self {
            attack,
            defence,
            before,
            coming: tokio::spawn(honest::come(room.clone(), crowd, duration)),
            waiting: tokio::spawn(honest::wait(room.clone(), crowd, duration)),
            attacking: tokio::spawn(async move { attack.play(&attacked, duration).await }),
            room,
        })
    }

    /// Waits until the attack is over, and until the visitors with scripts have an answer.
    pub(super) async fn end(self) -> Result<EndedAttack> {
        Ok(EndedAttack {
            attack: self.attack,
            defence: self.defence,
            room: self.room,
            before: self.before,
            taken: self.attacking.await??,
            came: self.coming.await??,
            waiting: self.waiting,
        })
    }
}

impl EndedAttack {
    /// Lets the visitors come again who were put off until after the draw.
    pub(super) fn drawn(mut self) -> DrawnAttack {
        let mut tickets = self.before;
        for group in &mut self.came {
            tickets.append(&mut group.tickets);
        }
        DrawnAttack {
            attack: self.attack,
            defence: self.defence,
            tickets,
            late: tokio::spawn(honest::come_late(self.room, self.came)),
            waiting: self.waiting,
            taken: self.taken,
        }
    }
}

impl DrawnAttack {
    /// Counts the holders of the first numbers, and waits for the last visitors.
    pub(super) async fn count(self, server: &AttackedServer) -> Result<AbuseRow> {
        let mut first_honest = first_numbers(server, &self.tickets).await?;
        let first_attackers = first_numbers(server, &self.taken.tickets).await?;
        let waited = self.waiting.await??;
        first_honest += first_numbers(server, &waited.tickets).await?;
        let mut during = self.late.await??;
        during.push(waited.figures);
        Ok(AbuseRow {
            attack: self.attack,
            defence: self.defence,
            honest: self.tickets.len() + waited.tickets.len(),
            first_honest,
            first_attackers,
            taken: self.taken.figures(),
            during,
        })
    }
}
