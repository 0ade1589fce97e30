//! Priority codes: whether a visitor can use one, and how often an address can try.

use std::net::IpAddr;

use protocol::{QueueId, VisitorKey};

use crate::email::{CarriedEmail, Emails};
use crate::http::infra::client::RequestClient;
use crate::http::visit::Identified;
use crate::push::{CarriedPush, WebPushes};
use crate::reminders::{ReminderListError, ReminderRefused};
use crate::rooms::codes::{CodeRefused, PriorityCode};
use crate::rooms::{Place, Unserved};

/// The reason why a code cannot be used now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum PriorityError {
    /// The code is not valid for this visitor.
    Refused(CodeRefused),
    /// The visitor's address has recently tried too many wrong codes.
    TooManyAttempts,
    /// The store does not answer.
    Away,
}

impl PriorityError {
    /// Whether the code may have been a guess.
    pub(in crate::http) fn is_guess(&self) -> bool {
        matches!(self, Self::Refused(CodeRefused::Unknown | CodeRefused::Used))
    }
}

impl Identified<'_> {
    /// Moves the holder of a place to the line of a code's group
    /// ([`crate::rooms::RoomState::prioritize`]). The address for the e-mail before the turn moves
    /// along.
    ///
    /// # Errors
    /// Returns the errors of that method.
    pub(in crate::http) async fn prioritize(
        &self,
        place: &Place,
        code: &PriorityCode,
        user: &QueueId,
    ) -> Result<Result<Place, CodeRefused>, Unserved> {
        // This is read before the place is given up, because a request that finds a cancelled place
        // deletes its address.
        let carried = self.carried_email(place).await;
        let carried_push = self.carried_push(place).await;
        let taken = self.state().prioritize(place, code, user).await?;
        if let Ok(taken) = &taken
            && !taken.is_same_place(place)
        {
            let state = self.visit.newer().state;
            if let Some((emails, carried)) = carried {
                self.log_uncarried("e-mail address", emails.carry(&carried, (&state, taken)).await);
            }
            if let Some((pushes, carried)) = carried_push {
                self.log_uncarried("subscription", pushes.carry(carried, (&state, taken)).await);
            }
        }
        Ok(taken)
    }

    /// Logs why a recipient of reminders could not be moved to the new place. The visitor's move is
    /// valid all the same.
    fn log_uncarried(&self, recipient: &str, carried: Result<Result<(), ReminderRefused>, ReminderListError>) {
        let room = self.visit.room().name();
        match carried {
            Ok(Ok(())) => {}
            Ok(Err(reason)) => tracing::info!(room, recipient, %reason, "a recipient was not carried to another lane"),
            Err(error) => tracing::warn!(room, recipient, %error, "a recipient was not carried to another lane"),
        }
    }

    async fn carried_push(&self, place: &Place) -> Option<(&WebPushes, CarriedPush)> {
        self.state().settings.push_lead?;
        let pushes = self.visit.app.pushes.as_ref()?;
        match pushes.recipient_to_carry(self.state(), place).await {
            Ok(carried) => Some((pushes, carried?)),
            Err(error) => {
                let room = self.visit.room().name();
                tracing::warn!(room, %error, "a subscription cannot be read before its visitor moves");
                None
            }
        }
    }

    async fn carried_email(&self, place: &Place) -> Option<(&Emails, CarriedEmail)> {
        self.state().settings.email_lead?;
        let emails = self.visit.app.emails.as_ref()?;
        match emails.recipient_to_carry(self.state(), place).await {
            Ok(carried) => Some((emails, carried?)),
            Err(error) => {
                let room = self.visit.room().name();
                tracing::warn!(room, %error, "an e-mail address cannot be read before its visitor moves");
                None
            }
        }
    }

    /// Like [`Self::checked_code`], as long as the visitor's address has not tried too many wrong
    /// codes.
    ///
    /// # Errors
    /// Returns the reason why the code cannot be used now.
    pub(in crate::http) async fn priority_code(
        &self,
        place: Option<&Place>,
        text: &str,
    ) -> Result<Option<PriorityCode>, PriorityError> {
        let state = self.state();
        if !state.takes_codes() {
            return Ok(None);
        }
        if self.tried_too_many_codes() {
            tracing::info!(room = state.room().name(), "too many codes were tried");
            return Err(PriorityError::TooManyAttempts);
        }
        let user = place.map(|place| place.queue_id);
        let found = self.checked_code(place, text, user.as_ref()).await;
        if found.as_ref().is_err_and(PriorityError::is_guess) {
            self.note_wrong_code();
        }
        found
    }

    /// Returns a code that is valid for the holder of a place, or for a newcomer. Returns `None` if
    /// the room accepts no codes, or if the text is the key of a room with a list of invitations.
    /// Does not limit attempts. `user` is the place for which the use of a code counts.
    ///
    /// # Errors
    /// Returns the reason why the code cannot be used now.
    pub(in crate::http) async fn checked_code(
        &self,
        place: Option<&Place>,
        text: &str,
        user: Option<&QueueId>,
    ) -> Result<Option<PriorityCode>, PriorityError> {
        let state = self.state();
        if !state.takes_codes() {
            return Ok(None);
        }
        let Ok(code) = text.parse::<PriorityCode>() else {
            return Err(PriorityError::Refused(CodeRefused::Unknown));
        };
        let refused = match state.group_of_code(place, &code, user).await {
            Ok(Ok(_)) => return Ok(Some(code)),
            Ok(Err(refused)) => refused,
            Err(
                Unserved::Away
                | Unserved::Busy
                | Unserved::NotOpen
                | Unserved::RoomFull
                | Unserved::Unpaid(_)
                | Unserved::RunEnded,
            ) => return Err(PriorityError::Away),
        };
        if refused != CodeRefused::Used && self.can_be_invitation(place, text).await? {
            return Ok(None);
        }
        tracing::info!(room = state.room().name(), reason = %refused, "a code does nothing");
        Err(PriorityError::Refused(refused))
    }

    /// Returns whether a text that is no valid code can be the key of an invited visitor. The gates
    /// look up the key of a newcomer who needs one, and count it if it is a guess. Any other text
    /// is looked up here, since it would not be counted anywhere.
    async fn can_be_invitation(&self, place: Option<&Place>, text: &str) -> Result<bool, PriorityError> {
        let state = self.state();
        let joining = &state.settings.joining;
        let Some(key) = text.parse::<VisitorKey>().ok().filter(|_| joining.invite_only) else {
            return Ok(false);
        };
        let phase = state.published.snapshot.ledger().lifecycle.phase();
        if place.is_none() && joining.asks_for_invitations(phase) {
            return Ok(true);
        }
        let invites = state.room().invites();
        let listed = invites.since(invites.id(&key)).await.map_err(|error| {
            tracing::error!(room = state.room().name(), error = %error, "the list of invites cannot be read");
            PriorityError::Away
        })?;
        Ok(listed.is_some())
    }

    /// Whether the visitor's address, if known, recently tried too many wrong codes.
    pub(in crate::http) fn tried_too_many_codes(&self) -> bool {
        let app = self.visit.app;
        let wrong_keys = app.wrong_keys_of(self.visit.parts);
        wrong_keys.are_too_many(self.client(), app.clock.monotonic_ms())
    }

    /// Counts a wrong code of the visitor's address.
    pub(in crate::http) fn note_wrong_code(&self) {
        let app = self.visit.app;
        let wrong_keys = app.wrong_keys_of(self.visit.parts);
        wrong_keys.note(self.client(), app.clock.monotonic_ms());
    }

    fn client(&self) -> Option<IpAddr> {
        RequestClient::of(self.visit.parts, &self.visit.app.trusted_proxies).address
    }
}
