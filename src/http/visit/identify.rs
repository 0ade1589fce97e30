//! Identifies the visitor: a newcomer, the holder of a place, or a visitor who only has the address
//! of a place. A browser holds a place by its cookie, or by the link proof beside `q`
//! ([`protocol::possession`]). `q` alone, which people share, shows the status of the place and
//! claims nothing.
//!
//! A valid cookie takes precedence over `q`, and `q` never takes part in a race: any client can put
//! its own id into a link. A race of two tabs is recognized by the browser's cookies alone, which
//! hold both places for a while (`cookie`), and by the times of the ids: both were given within
//! [`RACE_MS`] of each other and both are alive. The place with the lower sequence stays; the other
//! one is cancelled.
//!
//! Another node can have given the place a moment ago. If an id is valid and names a place that
//! this node does not know, this node first catches up with the store. While the store is away that
//! is impossible, and the place must not be treated as unknown.

use http::request::Parts;
use protocol::QueueId;

use crate::http::visit::cookie::{Places, RACE_MS};
use crate::http::visit::query::{HOLDER_PARAMETER, Query};
use crate::http::visit::{Identified, Visit};
use crate::http::{AppState, RoomNotFound};
use crate::rooms::{Place, PlaceLookup, Possession, RoomState};

/// The visitor, as identified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Visitor {
    /// A visitor without a place.
    Newcomer,
    /// The holder of a place.
    Holder {
        /// The place.
        place: Place,
        /// The proof by which the visitor holds the place.
        possession: Possession,
        /// Whether the browser's lasting cookie lacks this place and has to be written.
        remember: bool,
        /// The other place of a race, which is to be given up.
        give_up: Option<Place>,
    },
    /// `q` names this place, and nothing proves that this browser holds it.
    Viewer(Place),
    /// `q` names a place that was cancelled.
    Cancelled,
    /// `q` names a place that was cancelled, but the place is at most [`RACE_MS`] old and this
    /// browser remembers it: another tab gave it up in a race, and the next request brings the
    /// place that stayed.
    Outraced,
    /// `q` names a place of a past run: the room was reset, and its visitors enter again.
    PastRun,
    /// `q` names a place that was transferred to another device.
    Transferred,
    /// An id names a place that this node does not know while the store is away; the place may be
    /// valid.
    Unseen,
    /// `q` is not an id of this room.
    Foreign,
}

impl Visitor {
    /// Returns the place that the visitor holds.
    #[must_use]
    pub(in crate::http) fn place(&self) -> Option<&Place> {
        match self {
            Self::Holder { place, .. } => Some(place),
            _ => None,
        }
    }
}

/// The place that an address names.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::http) struct LinkedPlace<'a> {
    /// The value of `q`, as received.
    pub(in crate::http) q: Option<&'a str>,
    /// The parsed queue id, if `q` is one.
    id: Option<QueueId>,
    /// Whether the proof beside `q` belongs to this place.
    proven: bool,
}

impl LinkedPlace<'_> {
    /// Returns the place, if the address proves possession of it.
    #[must_use]
    pub(in crate::http) fn proven(&self) -> Option<QueueId> {
        self.id.filter(|_| self.proven)
    }
}

impl AppState {
    /// Reads the place that a page's query names.
    #[must_use]
    pub(in crate::http) fn linked<'a>(&self, query: &'a Query<'_>) -> LinkedPlace<'a> {
        let q = query.get("q");
        let proof = query.get(HOLDER_PARAMETER);
        let id = q.and_then(|text| text.parse().ok());
        let proven = id
            .zip(proof)
            .is_some_and(|(id, proof)| self.possession.is_link_proof(&id, proof));
        LinkedPlace { q, id, proven }
    }
}

impl AppState {
    /// Finds a room and identifies the visitor of one of its pages.
    ///
    /// # Errors
    /// Those of [`AppState::find`].
    pub(in crate::http) async fn identified<'a>(
        &'a self,
        (parts, query): (&'a Parts, &'a Query<'a>),
        (customer, room): (&str, &str),
        linked: LinkedPlace<'_>,
    ) -> Result<Identified<'a>, RoomNotFound> {
        let visit = self.visit((parts, query), (customer, room))?;
        Ok(visit.identify(&self.places(&parts.headers), linked).await)
    }
}

impl<'a> Visit<'a> {
    /// Identifies the visitor by the places of the browser and the place that the address names.
    pub(in crate::http) async fn identify(mut self, places: &Places<'_>, linked: LinkedPlace<'_>) -> Identified<'a> {
        // Most addresses name the same place as the cookie.
        let other = linked.id.filter(|id| !places.iter().any(|held| held == *id));
        let is_only = places.iter().chain(other).nth(1).is_none();
        let found = is_only.then(|| known_here(&self.state, places, linked));
        let (visitor, caught_up) = match found {
            // The only id names a place that this node knows: there is nothing to catch up with,
            // and the id is opened once.
            Some(visitor @ (Visitor::Holder { .. } | Visitor::Viewer(_))) => (visitor, Ok(())),
            _ => {
                let caught_up = self.state.catch_up(places.iter().chain(other)).await;
                (known_here(&self.state, places, linked), caught_up)
            }
        };
        let state = &self.state;
        let unseen = || places.iter().any(|id| state.look_up(id) == PlaceLookup::Unseen);
        let visitor = match (visitor, caught_up) {
            (Visitor::Unseen, Ok(())) => Visitor::Foreign,
            (Visitor::Newcomer | Visitor::Foreign, Err(_)) if unseen() => Visitor::Unseen,
            (visitor, _) => visitor,
        };
        let visitor = match visitor {
            Visitor::Holder { .. } | Visitor::Unseen => visitor,
            other => self.moved_up(places, linked).await.unwrap_or(other),
        };
        let visitor = self.unless_over(visitor).await;
        Identified { visit: self, visitor }
    }
}

impl Visit<'_> {
    /// Returns a newcomer in place of a visitor whose place's visit to the site is over. In rooms
    /// where the site's calls determine how long a visit lasts, the next visit starts at the end of
    /// the line: the page decides this like the calls.
    async fn unless_over(&self, visitor: Visitor) -> Visitor {
        let state = &self.state;
        match visitor {
            Visitor::Holder { place, .. } | Visitor::Viewer(place)
                if state.settings.coverage.is_some() && state.was_redirected(&place) =>
            {
                match state.is_inside(&place).await {
                    Ok(true) => visitor,
                    Ok(false) => Visitor::Newcomer,
                    Err(_) => Visitor::Unseen,
                }
            }
            _ => visitor,
        }
    }

    /// Returns the holder of a place that was taken by a priority code, in exchange for one that
    /// the browser still names because the reply was lost.
    async fn moved_up(&self, places: &Places<'_>, linked: LinkedPlace<'_>) -> Option<Visitor> {
        if !self.state.takes_codes() {
            return None;
        }
        let held = places.iter().map(|id| (id, Possession::Cookie));
        let proven = linked.proven().map(|id| (id, Possession::Link));
        for (id, possession) in held.chain(proven) {
            let given_up = self.state.open_id(id).filter(|place| self.state.is_cancelled(place));
            let Some(given_up) = given_up else { continue };
            // While the store is unavailable, the visitor is identified by the cookie alone:
            // without a place.
            if let Ok(Some(place)) = self.state.successor(&given_up).await {
                return Some(Visitor::Holder {
                    place,
                    possession,
                    remember: possession == Possession::Cookie,
                    give_up: None,
                });
            }
        }
        None
    }
}

/// Identifies the visitor by this state alone.
fn known_here(room: &RoomState, places: &Places<'_>, linked: LinkedPlace<'_>) -> Visitor {
    let alive = |place: &Place| room.is_alive(place);
    let held = || places.iter().filter_map(|id| room.open_id(id)).filter(alive);
    let is_ambiguous = places.is_ambiguous();
    let named = linked.id.filter(|_| is_ambiguous);
    let named = named.and_then(|id| held().find(|place| place.queue_id == id));
    // The last one comes from the lasting cookie, if that has one.
    let remembered = named.or_else(|| held().last());
    if let Some(place) = remembered {
        // Opening an id costs an AES block, and a single id cannot be in a race.
        let races = !is_ambiguous && places.iter().nth(1).is_some();
        let other = races.then(|| held().find(|other| raced(room, &place, other))).flatten();
        let lower = other.filter(|other| other.device.sequence < place.device.sequence);
        let stays = lower.unwrap_or(place);
        return Visitor::Holder {
            place: stays,
            possession: Possession::Cookie,
            remember: !places.remembers(stays.queue_id),
            give_up: other.map(|other| lower.map_or(other, |_| place)),
        };
    }
    let proven = linked.proven;
    let look_up = |_| linked.id.map_or(PlaceLookup::Nothing, |id| room.look_up(id));
    match linked.q.map(look_up) {
        Some(PlaceLookup::Place(place)) if room.is_transferred(&place) => Visitor::Transferred,
        Some(PlaceLookup::Place(place)) if room.is_cancelled(&place) => {
            let remembers = places.iter().any(|id| id == place.queue_id);
            let young = room.now().wall.0.saturating_sub(place.since.0) <= RACE_MS;
            if remembers && young {
                Visitor::Outraced
            } else {
                Visitor::Cancelled
            }
        }
        Some(PlaceLookup::Place(place)) if proven => Visitor::Holder {
            place,
            possession: Possession::Link,
            // The address may have been shared; a cookie made from it would let others repeat the
            // place's grants.
            remember: false,
            give_up: None,
        },
        Some(PlaceLookup::Place(place)) => Visitor::Viewer(place),
        Some(PlaceLookup::PastRun) => Visitor::PastRun,
        Some(PlaceLookup::Unseen) => Visitor::Unseen,
        Some(PlaceLookup::Nothing) => Visitor::Foreign,
        None => Visitor::Newcomer,
    }
}

fn raced(room: &RoomState, one: &Place, other: &Place) -> bool {
    let settled = |place: &Place| room.was_redirected(place) || !room.is_alive(place);
    one.lane == other.lane
        && one.device.sequence != other.device.sequence
        && one.since.0.abs_diff(other.since.0) <= RACE_MS
        && !settled(one)
        && !settled(other)
}
