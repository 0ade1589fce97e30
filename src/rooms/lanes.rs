//! The lanes of a room: the line of ordinary visitors, and one for each priority group of the
//! room's pool. For the engine each is a separate line; a queue id names its lane.

use ::node::priority::{PriorityMove, PriorityStep};
use admission::{Number, Phase, Snapshot, WallMs};
use protocol::QueueId;

use super::codes::{CodeRefused, Codes, PriorityCode};
use super::ticket::{EntryTicket, SpentCredential};
use super::{Place, Published, Room, RoomState, StateError, Unserved};
use crate::config::PriorityGroup;

impl Room {
    /// The lanes of the room's priority groups, in no particular order; none if the pool has no
    /// groups.
    #[must_use]
    pub fn lanes(&self) -> &[Self] {
        &self.lanes
    }

    /// The id of the group whose lane this is; `None` for the room itself.
    #[must_use]
    pub fn group(&self) -> Option<&str> {
        self.shared.group.as_deref()
    }

    /// The lane of a group.
    #[must_use]
    pub fn lane_of_group(&self, group: &str) -> Option<&Self> {
        self.lanes.iter().find(|lane| lane.group() == Some(group))
    }

    /// The line of ordinary visitors, then the lanes of groups.
    pub fn all_lanes(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.lanes)
    }

    /// The lane that holds a place of this room; `None` if its group is gone.
    pub(super) fn lane_of(&self, place: &Place) -> Option<&Self> {
        self.lane_numbered(place.lane)
    }

    pub(super) fn lane_numbered(&self, number: u8) -> Option<&Self> {
        self.all_lanes().find(|lane| lane.shared.line.lane == number)
    }
}

impl RoomState {
    /// The group in which a place has priority; `None` for an ordinary one.
    #[must_use]
    pub fn group_of(&self, place: &Place) -> Option<&PriorityGroup> {
        let group = self.room().lane_of(place)?.group()?;
        let mut groups = self.settings.groups().iter();
        groups.find(|own| own.id == group).map(AsRef::as_ref)
    }

    /// The numbers of the room's lanes: 0 for ordinary visitors, then those of the groups.
    pub fn lane_numbers(&self) -> impl Iterator<Item = u8> {
        self.room().all_lanes().map(|lane| lane.shared.line.lane)
    }

    /// A figure of all lanes together.
    pub fn sum(&self, figure: impl Fn(&Published) -> u64) -> u64 {
        self.all_published().map(figure).sum()
    }

    /// The commit of a group's lane; `None` if the room has no such group.
    #[must_use]
    pub fn of_group(&self, group: &str) -> Option<&Published> {
        self.published_in(self.room().lane_of_group(group)?.lane())
    }

    /// Visitors who are aside in all lanes together, as far as this node knows.
    #[must_use]
    pub fn aside(&self) -> u64 {
        let aside = |(lane, published): (&Room, &Published)| {
            let snapshot = &published.snapshot;
            let everybody = Number(0)..Number(u64::MAX);
            let memory = lane.shared.line.aside();
            // A node does not learn of every visitor who leaves the line or is let in by another
            // node.
            let numbers = memory.numbers(snapshot.run(), everybody, self.now().wall);
            numbers.filter(|number| !snapshot.marks().settled(*number)).count() as u64
        };
        self.room().all_lanes().zip(self.all_published()).map(aside).sum()
    }

    /// The number of visitors who wait in all lanes together.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.snapshots().map(Snapshot::waiting).sum()
    }

    /// Places that count towards the room's capacity, in all lanes together.
    #[must_use]
    pub fn places(&self) -> u64 {
        self.snapshots().map(Snapshot::places).sum()
    }
}

impl RoomState {
    /// Whether the room has codes: its pool has priority groups.
    #[must_use]
    pub fn takes_codes(&self) -> bool {
        !self.room().lanes.is_empty()
    }

    /// Whether the room accepts codes now: from its start on, and not while it is disabled.
    #[must_use]
    pub fn accepts_codes(&self) -> bool {
        let lifecycle = self.published.snapshot.ledger().lifecycle;
        self.takes_codes() && lifecycle.phase() == Phase::Queue && !lifecycle.is_disabled()
    }

    /// Moves the holder of a place who presents a code to the end of the line of the code's group,
    /// and gives up the place. Returns the place that the visitor holds after that: the same one if
    /// the visitor is already in that group or a higher one, or was let through.
    ///
    /// A visitor who repeats the request, because the reply was lost, gets the same place: the
    /// first place is a voucher for the new one. The use of the code counts for `user`: the place
    /// that identifies the visitor in all rooms of the pool, so that one code leads to its group in
    /// each.
    ///
    /// # Errors
    /// If the store is unavailable or too many requests wait; the inner error is the reason why the
    /// code has no effect.
    pub async fn prioritize(
        &self,
        place: &Place,
        code: &PriorityCode,
        user: &QueueId,
    ) -> Result<Result<Place, CodeRefused>, Unserved> {
        let (state, place, code, user) = (self.clone(), *place, code.clone(), *user);
        // A visitor who disconnects meanwhile must not be left with two places.
        let moved = tokio::spawn(async move { state.move_to_group(&place, &code, &user).await });
        moved.await.unwrap_or(Err(Unserved::Away))
    }

    /// Returns the group to which a code would lead the holder of a place, or a newcomer, without
    /// using the code. `user` is that of [`Self::prioritize`], if the visitor has one.
    ///
    /// # Errors
    /// If the store cannot be read; the inner error is the reason why the code has no effect.
    pub async fn group_of_code(
        &self,
        place: Option<&Place>,
        code: &PriorityCode,
        user: Option<&QueueId>,
    ) -> Result<Result<String, CodeRefused>, Unserved> {
        let (group, verdict) = match self.look_up_code(code, user).await? {
            Ok(found) => found,
            Err(refused) => return Ok(Err(refused)),
        };
        // A client sends its code with every call: a visitor who is already in the group has used
        // it.
        let is_there = place.is_some_and(|place| !self.is_below(place, &group));
        if is_there || (verdict == Err(CodeRefused::Used) && self.has_used(place, &group).await?) {
            return Ok(Ok(group));
        }
        Ok(verdict.map(|()| group))
    }

    /// Whether the holder of a place has already got one in a group's line by a code, although the
    /// answer was lost and the first place is not given up yet.
    async fn has_used(&self, place: Option<&Place>, group: &str) -> Result<bool, Unserved> {
        let Some((place, lane)) = place.zip(self.room().lane_of_group(group)) else {
            return Ok(false);
        };
        Ok(self.place_in_exchange(lane, &place.queue_id).await?.is_some())
    }

    /// Returns the group of a code, and whether the code is valid for a user, or for a newcomer.
    async fn look_up_code(
        &self,
        code: &PriorityCode,
        user: Option<&QueueId>,
    ) -> Result<Result<(String, Result<(), CodeRefused>), CodeRefused>, Unserved> {
        let room = self.room();
        let Some(codes) = room.shared.priority_codes.as_ref().filter(|_| self.takes_codes()) else {
            return Ok(Err(CodeRefused::Unknown));
        };
        if !self.accepts_codes() {
            return Ok(Err(CodeRefused::TooEarly));
        }
        let by = user.map(|user| codes.user(user));
        let found = codes.look_up(codes.id(code), by, self.now().wall).await;
        let found = found.map_err(|error| room.unread(&error))?;
        let found = found.filter(|(group, _)| room.lane_of_group(group).is_some());
        Ok(found.ok_or(CodeRefused::Unknown))
    }

    /// Carries out the steps of [`PriorityMove`].
    async fn move_to_group(
        &self,
        place: &Place,
        code: &PriorityCode,
        user: &QueueId,
    ) -> Result<Result<Place, CodeRefused>, Unserved> {
        let room = self.room();
        let (group, verdict) = match self.look_up_code(code, Some(user)).await? {
            Ok(found) => found,
            Err(refused) => return Ok(Err(refused)),
        };
        let found = room.lane_of_group(&group).zip(room.shared.priority_codes.as_ref());
        let Some((lane, codes)) = found else {
            return Ok(Err(CodeRefused::Unknown));
        };
        if !self.is_below(place, &group) {
            return Ok(Ok(*place));
        }
        if self.was_redirected(place) {
            let is_counted = verdict == Err(CodeRefused::Used) && self.has_used(Some(place), &group).await?;
            return Ok(if is_counted {
                Ok(*place)
            } else {
                verdict.map(|()| *place)
            });
        }
        let mut priority_move = PriorityMove::new(*place);
        loop {
            match priority_move.step() {
                PriorityStep::FindTaken => {
                    priority_move.place_found(self.place_in_exchange(lane, &place.queue_id).await?)
                }
                PriorityStep::Redeem => {
                    let wall = self.now().wall;
                    priority_move.code_redeemed(lane.redeem((codes, code), user, wall).await?);
                }
                PriorityStep::TakePlace => priority_move.place_taken(lane.take_in_exchange(place).await?),
                PriorityStep::GiveUp(left) => {
                    room.cancel(&left).await?;
                    priority_move.place_given_up();
                }
                PriorityStep::LookAgain => priority_move.looked_again(self.clone().newer().was_redirected(place)),
                PriorityStep::Later => return Err(Unserved::Away),
                PriorityStep::Done(done) => {
                    if let Some(taken) = done.as_ref().ok().filter(|held| *held != place) {
                        let visitor = room.log_hash(&taken.queue_id);
                        tracing::info!(room = room.name(), group, visitor.hash = %visitor, "a code gave priority");
                    }
                    return Ok(done);
                }
            }
        }
    }

    /// Returns the place that a visitor took with a code in exchange for a place that is now
    /// cancelled; `None` if there is none.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn successor(&self, place: &Place) -> Result<Option<Place>, Unserved> {
        let mut last = *place;
        // Each step leads to a higher group.
        for _ in self.room().lanes() {
            if !self.is_cancelled(&last) {
                break;
            }
            let mut next = None;
            for lane in self.room().lanes() {
                next = self.place_in_exchange(lane, &last.queue_id).await?;
                if next.is_some() {
                    break;
                }
            }
            match next {
                Some(higher) => last = higher,
                None => break,
            }
        }
        Ok(Some(last).filter(|last| last != place && self.is_alive(last)))
    }

    /// Whether a place ranks below a group.
    fn is_below(&self, place: &Place, group: &str) -> bool {
        match self.group_of(place) {
            Some(own) => self.rank(group) < self.rank(&own.id),
            None => true,
        }
    }

    /// The rank of a group, from 0 for the highest.
    fn rank(&self, group: &str) -> Option<usize> {
        self.settings.groups().iter().position(|own| own.id == group)
    }
}

impl Room {
    /// Counts the use of a code by a user.
    async fn redeem(
        &self,
        (codes, code): (&Codes, &PriorityCode),
        user: &QueueId,
        wall: WallMs,
    ) -> Result<Result<(), CodeRefused>, Unserved> {
        let redeemed = codes.redeem(codes.id(code), codes.user(user), wall).await;
        redeemed.map_err(|error| self.unread(&error))
    }

    /// Gives a place in this lane for the one that the visitor leaves; `None` if a place was given
    /// for it before.
    async fn take_in_exchange(&self, leaves: &Place) -> Result<Option<Place>, Unserved> {
        let ticket = EntryTicket::default().leaving().judged_in(leaves.run);
        let ticket = self.with_token(ticket, self.exchange_voucher(&leaves.queue_id));
        match self.join(&ticket).await? {
            Ok((taken, _)) => Ok(Some(taken)),
            Err(SpentCredential::VisitorToken) => Ok(None),
            Err(
                SpentCredential::Token
                | SpentCredential::Key
                | SpentCredential::Work
                | SpentCredential::Stamp
                | SpentCredential::Identity,
            ) => Err(Unserved::Away),
        }
    }

    fn unread(&self, error: &StateError) -> Unserved {
        tracing::warn!(room = self.name(), error = %error, "a code cannot be checked");
        Unserved::Away
    }
}
