//! Order passes of a room: determines the pass of a queue id, of a token, or of a visitor with a
//! token of CrowdHandler's API.

use protocol::queueittoken::TokenFields;
use protocol::{QueueId, UnixSeconds};

use super::{PlaceLookup, RoomState, Unserved};
use crate::order_passes::{AnyPass, OrderHash, OrderNumber, PassOwner, RoomOrders, TOKEN_PASS_SECONDS};

impl RoomState {
    /// The pass of a place that was let through; `None` if the id names no such place in the
    /// current run.
    ///
    /// # Errors
    /// If this node could not read the stored state, and so cannot decide.
    pub async fn pass_of_place(&mut self, queue_id: QueueId) -> Result<Option<PassOwner>, Unserved> {
        // Another node can have given the place, or let it through, in the last moment.
        if matches!(self.look_up(queue_id), PlaceLookup::Unseen | PlaceLookup::Place(_))
            && self.let_through(queue_id).is_none()
        {
            self.read_stored().await?;
        }
        Ok(self.let_through(queue_id))
    }

    /// The passes of a visitor whose token contains this id: one for each visit to this room that
    /// was let through, the last one first. An order uses that of the last visit, also while the
    /// visitor waits for the next one; an order that an earlier one took is not counted again.
    ///
    /// # Errors
    /// If this node could not read the stored state, and so cannot decide.
    pub async fn passes_of_visitor(&mut self, id: QueueId) -> Result<Vec<PassOwner>, Unserved> {
        let further = self.given_for_token(&id).await?;
        let further = further.iter().rev().flatten().map(|place| place.queue_id);
        let mut passes = Vec::new();
        for queue_id in further.chain([id]) {
            passes.extend(self.pass_in_force(queue_id).await?);
        }
        Ok(passes)
    }

    /// The pass of a place, or of the one that its holder exchanged it for by a priority code.
    async fn pass_in_force(&mut self, queue_id: QueueId) -> Result<Option<PassOwner>, Unserved> {
        if let Some(pass) = self.pass_of_place(queue_id).await? {
            return Ok(Some(pass));
        }
        let exchanged = match self.look_up(queue_id) {
            PlaceLookup::Place(place) if self.takes_codes() && self.is_cancelled(&place) => {
                self.successor(&place).await?
            }
            _ => None,
        };
        match exchanged {
            Some(next) => self.pass_of_place(next.queue_id).await,
            None => Ok(None),
        }
    }

    /// The pass of a genuine token of this room; `None` if the token is not one, has ended as a
    /// pass, or names a place of an earlier run.
    ///
    /// # Errors
    /// If this node could not read the stored state, and so cannot decide.
    pub async fn pass_of_token(
        &mut self,
        fields: &TokenFields<'_>,
        now: UnixSeconds,
    ) -> Result<Option<AnyPass>, Unserved> {
        let room = &self.settings;
        if fields.room != room.id.as_str() || !fields.is_signed_by(&room.secret_key) {
            return Ok(None);
        }
        let Some(queue_id) = fields.queue_id.and_then(|id| id.parse::<QueueId>().ok()) else {
            return Ok(None);
        };
        if let PlaceLookup::Unseen = self.look_up(queue_id) {
            self.catch_up(std::iter::once(queue_id)).await?;
        }
        Ok(match self.look_up(queue_id) {
            PlaceLookup::Place(place) if self.is_cancelled(&place) => None,
            PlaceLookup::Place(_) => self.owner(queue_id).map(AnyPass::Counted),
            PlaceLookup::PastRun | PlaceLookup::Unseen => None,
            PlaceLookup::Nothing => self.pass_without_place((fields, queue_id), now),
        })
    }

    /// The hash of an order in a record of this run.
    #[must_use]
    pub fn order_hash(&self, order: &OrderNumber) -> OrderHash {
        let run = self.published.snapshot.run();
        self.room().shared.visitors.order(run.0, order.as_str())
    }

    /// The room's run, for the deletion of records of earlier ones.
    #[must_use]
    pub fn orders_of_run(&self) -> RoomOrders {
        RoomOrders {
            room: self.settings.id.clone(),
            run: self.published.snapshot.run(),
        }
    }

    /// Tokens of links that skip the room have an id of their own, and those of visitors who bypass
    /// it by their address are bound to that address. All other tokens without a place are shared
    /// by all visitors who arrived within the same second while the room had no line.
    fn pass_without_place(&self, (fields, queue_id): (&TokenFields<'_>, QueueId), now: UnixSeconds) -> Option<AnyPass> {
        let session = fields.fixed_validity.map(|minutes| u64::from(minutes.get()) * 60);
        let ends = fields.expires_at.saturating_add(session.unwrap_or(TOKEN_PASS_SECONDS));
        if ends < now.0 {
            return None;
        }
        if queue_id == QueueId::NIL && fields.hashed_ip.is_none() {
            return Some(AnyPass::Uncounted);
        }
        Some(AnyPass::Counted(PassOwner::Token {
            hash: self.room().shared.visitors.token_pass(fields.hash),
            expires_at: UnixSeconds(fields.expires_at),
        }))
    }

    fn let_through(&self, queue_id: QueueId) -> Option<PassOwner> {
        let place = self.open_id(queue_id)?;
        let is_through = self.was_redirected(&place) && !self.is_cancelled(&place);
        is_through.then(|| self.owner(queue_id))?
    }

    fn owner(&self, queue_id: QueueId) -> Option<PassOwner> {
        let place = self.open_id(queue_id)?;
        Some(PassOwner::Place {
            room: self.settings.id.clone(),
            run: place.run,
            lane: place.lane,
            sequence: place.device.sequence,
        })
    }
}
