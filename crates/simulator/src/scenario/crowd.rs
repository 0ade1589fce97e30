//! The properties of a crowd. A share is the share of arriving visitors; each visitor's properties
//! are drawn once, on arrival.

use serde::Deserialize;

use super::{CodeBringers, ScenarioError, ordered, share, within};

/// How long a browser waits instead of working, in milliseconds.
pub(crate) const PATIENT_MS: u64 = protocol::proof_of_work::PATIENT_SECONDS_MIN * 1_000;

/// The properties of a crowd: `[crowds.<name>]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Crowd {
    /// Share of visitors who leave after `no_show_after_s`, whatever the page shows.
    pub no_shows: f64,
    /// The time that such visitors stay, from and to, in seconds.
    pub no_show_after_s: [u64; 2],
    /// Mean of the exponentially distributed time after which a visitor leaves, in seconds. 0:
    /// visitors have unlimited patience.
    pub patience_s: u64,
    /// Share of leaving visitors who give up their place by its link; the others just close the
    /// page.
    pub goodbyes: f64,
    /// Of the visitors who closed the page without giving up their place, the share that comes back
    /// later.
    pub come_back: f64,
    /// The time until they come back, from and to, in seconds.
    pub come_back_after_s: [u64; 2],
    /// Share of visitors whose page is in a hidden tab, where timers fire once a minute.
    pub hidden: f64,
    /// Share of visitors that cannot follow a redirect: they wait, but never ask again once it is
    /// their turn.
    pub robots: f64,
    /// Share of redirected visitors that come again to their old place for another redirect.
    pub returners: f64,
    /// The time until they request another redirect, from and to, in seconds.
    pub return_after_s: [u64; 2],
    /// The number of different keys, each valid for one place; every visitor brings one of them. 0:
    /// visitors bring no keys.
    pub keys: u64,
    /// The network from which all visitors of the crowd come; 0: each comes from a network of their
    /// own.
    pub network: u64,
    /// The provider of all networks of the crowd; 0: each network has a provider of its own.
    pub provider: u64,
    /// The subnet around all networks of the crowd, such as an IPv4 /24; 0: each network has a
    /// subnet of its own.
    #[serde(rename = "site")]
    pub subnet: u64,
    /// Whether the subnet is that of one subscriber, who can take any network in it: an IPv6 /48.
    pub subscriber: bool,
    /// The most derivations that a visitor computes for a place before giving up; by default, as
    /// many as a place costs. Attackers have such a bound, honest visitors have none.
    pub work_max: Option<u32>,
    /// The derivations that each visitor's device computes in a second; 0: those of a cheap phone,
    /// 1,000.
    pub derivations_a_second: u32,
    /// Share of visitors whose browsers run no scripts: they wait for a place instead of working.
    /// Only in rooms with `price.proofs`.
    pub scriptless: f64,
    /// Whether the visitors do no work, and bring proofs of other visitors instead. Only in rooms
    /// with `price.proofs`.
    pub steals: bool,
    /// The number of different mailboxes, of which every visitor has proved one; 0: each has proved
    /// a mailbox of their own. Only in rooms with `price.code_pays`.
    pub mailboxes: u64,
    /// The scores of their requests, from and to, 0 to 100.
    pub scores: [u64; 2],
    /// The visitors who change rooms, if there are several.
    pub changes: Option<RoomChange>,
    /// The visitors who take their place to another device.
    pub moves: Option<PlaceTransfer>,
    /// The visitors who step aside when it is nearly their turn.
    pub asides: Option<AsideTakers>,
    /// The visitors who bring a code while waiting.
    pub codes: Option<CodeBringers>,
    /// The index of the room that the visitors come for, if there are several.
    pub room: u16,
}

/// Visitors who take their place to another device: `moves` of a crowd.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceTransfer {
    /// Their share.
    pub share: f64,
    /// The time until they ask for a code, from and to, in seconds.
    pub after_s: [u64; 2],
    /// Share of the codes that two devices take.
    pub rivals: f64,
}

/// Visitors who step aside as soon as an answer says that they are among the next: `asides` of a
/// crowd.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AsideTakers {
    /// Their share.
    pub share: f64,
    /// The time that they stay away, from and to, in seconds.
    pub for_s: [u64; 2],
}

/// Visitors who give up their place for one in another room: `changes` of a crowd.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomChange {
    /// Their share.
    pub share: f64,
    /// The time that they stay in the first room, from and to, in seconds.
    pub after_s: [u64; 2],
    /// The index of the other room.
    pub room: u16,
}

impl Default for Crowd {
    fn default() -> Self {
        Self {
            no_shows: 0.0,
            no_show_after_s: [0, 60],
            patience_s: 0,
            goodbyes: 0.0,
            come_back: 0.0,
            come_back_after_s: [60, 600],
            hidden: 0.0,
            robots: 0.0,
            returners: 0.0,
            return_after_s: [200, 600],
            keys: 0,
            network: 0,
            provider: 0,
            subnet: 0,
            subscriber: false,
            work_max: None,
            derivations_a_second: 0,
            scriptless: 0.0,
            steals: false,
            mailboxes: 0,
            scores: [0, 0],
            changes: None,
            moves: None,
            asides: None,
            codes: None,
            room: 0,
        }
    }
}

impl Crowd {
    pub(super) fn check(&self, path: &str, last_room: usize) -> Result<(), ScenarioError> {
        within(&format!("{path}.room"), u64::from(self.room), 0..=last_room as u64)?;
        if let Some(changes) = &self.changes {
            within(
                &format!("{path}.changes.room"),
                u64::from(changes.room),
                0..=last_room as u64,
            )?;
            share(&format!("{path}.changes.share"), changes.share)?;
            ordered(&format!("{path}.changes.after_s"), changes.after_s)?;
        }
        if let Some(moves) = &self.moves {
            share(&format!("{path}.moves.share"), moves.share)?;
            share(&format!("{path}.moves.rivals"), moves.rivals)?;
            ordered(&format!("{path}.moves.after_s"), moves.after_s)?;
        }
        if let Some(asides) = &self.asides {
            share(&format!("{path}.asides.share"), asides.share)?;
            ordered(&format!("{path}.asides.for_s"), asides.for_s)?;
        }
        let shares = [
            ("no_shows", self.no_shows),
            ("goodbyes", self.goodbyes),
            ("come_back", self.come_back),
            ("hidden", self.hidden),
            ("robots", self.robots),
            ("returners", self.returners),
            ("scriptless", self.scriptless),
        ];
        for (key, found) in shares {
            share(&format!("{path}.{key}"), found)?;
        }
        within(&format!("{path}.scores"), self.scores[1], 0..=100)?;
        ordered(&format!("{path}.scores"), self.scores)?;
        ordered(&format!("{path}.no_show_after_s"), self.no_show_after_s)?;
        ordered(&format!("{path}.come_back_after_s"), self.come_back_after_s)?;
        ordered(&format!("{path}.return_after_s"), self.return_after_s)
    }
}
