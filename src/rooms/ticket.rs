//! Tickets: the enqueue token, the single-use key and the identity that a newcomer can bring for a
//! place. All are vouchers to the engine, which decides together with the place whether they are
//! unspent. The settings say which of them a room requires; the HTTP layer checks whether they are
//! genuine.

use ::node::Command;
use ::node::command::Newcomer;
use admission::price::{Payment, PricedOrigin, UnpaidPrice};
use admission::snapshot::newcomer::{EntryRefused, PlaceRequest};
use admission::voucher::{ArrivalRefused, Voucher, VoucherHash, VoucherRecord};
use admission::{Grant, Number, Run, WallMs};
use protocol::VisitorKey;
use protocol::enqueue_token::{EnqueueToken, TokenIdentifier};
use protocol::identity::IdentityHash;
use store::Store;
use tokio::sync::oneshot;

use super::command::unserved;
use super::{Place, Room, RoomState, StateError, Unserved, records};

/// The credentials of a newcomer for a place: vouchers, each valid for one place, or the place's
/// price; often neither.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryTicket {
    vouchers: Vec<(Voucher, SpentCredential)>,
    identifier: Option<TokenIdentifier>,
    origin: Option<PricedOrigin>,
    /// The payment that remains without the proofs; `None` for nothing.
    without_proofs: Option<Payment>,
    demanded: Option<UnpaidPrice>,
    leaves: bool,
    /// The run by whose rules the newcomer was judged.
    run: Option<Run>,
    /// The group whose lane the newcomer joins; only in a ticket without vouchers, which each lane
    /// records separately.
    group: Option<String>,
}

impl EntryTicket {
    /// Creates the ticket of a newcomer without vouchers, who joins the lane of this group.
    #[must_use]
    pub fn in_group(group: Option<&str>) -> Self {
        Self {
            group: group.map(str::to_owned),
            ..Self::default()
        }
    }

    /// Whether the ticket has a token or a key, each of which gets one place: then the place has no
    /// price.
    #[must_use]
    pub fn is_vouched(&self) -> bool {
        !self.vouchers.is_empty()
    }

    /// Adds the newcomer's network and payment for the place, with the vouchers of the proofs that
    /// are spent on it. Of two that were used before, the first is the one that
    /// [`RoomState::arrive`] names. `without_proofs` is the payment that remains without them.
    #[must_use]
    pub fn priced(
        mut self,
        (origin, without_proofs): (PricedOrigin, Payment),
        proofs: impl IntoIterator<Item = (Voucher, SpentCredential)>,
    ) -> Self {
        (self.origin, self.without_proofs) = (Some(origin), Some(without_proofs));
        self.vouchers.extend(proofs);
        self
    }

    /// Adds the verified identity, if the room requires one. It comes before all other vouchers: a
    /// visitor whose identity has a place is led to that, whatever was spent together with it.
    #[must_use]
    pub fn identified(mut self, identity: Option<IdentityHash>) -> Self {
        if let Some(identity) = identity {
            let voucher = (VoucherHash(identity.0).into(), SpentCredential::Identity);
            self.vouchers.insert(0, voucher);
        }
        self
    }

    /// Binds the ticket to the run by whose rules the newcomer was judged: if another run has begun
    /// when the place is given, there is none ([`Unserved::RunEnded`]), and the newcomer is judged
    /// again.
    #[must_use]
    pub fn judged_in(mut self, run: Run) -> Self {
        self.run = Some(run);
        self
    }

    /// Adds a price that is demanded of this newcomer independently of the room's own price.
    #[must_use]
    pub fn demanding(mut self, demanded: Option<UnpaidPrice>) -> Self {
        self.demanded = demanded;
        self
    }

    /// The price required of this newcomer independently of the room's own price. The engine does
    /// not know it, so a proof that was used before must be replaced.
    #[must_use]
    pub fn demanded(&self) -> Option<UnpaidPrice> {
        self.demanded
    }

    /// The identifier of the enqueue token.
    #[must_use]
    pub fn identifier(&self) -> Option<&TokenIdentifier> {
        self.identifier.as_ref()
    }

    /// Marks the ticket of a visitor who gives up a place in another lane of the room for this one.
    pub(super) fn leaving(mut self) -> Self {
        self.leaves = true;
        self
    }

    /// Returns the ticket without the proofs that are spent on the place.
    #[must_use]
    pub fn unpaid(&self) -> Self {
        let mut ticket = self.clone();
        ticket.vouchers.retain(|(_, credential)| !credential.is_proof());
        if let Some(origin) = &mut ticket.origin {
            origin.payment = self.without_proofs.unwrap_or(Payment::Nothing);
        }
        ticket
    }

    /// Returns the ticket of a newcomer who joins the room's own line, regardless of priority by
    /// address.
    pub(super) fn in_own_line(mut self) -> Self {
        self.group = None;
        self
    }

    /// Adds a voucher.
    pub(super) fn with(mut self, voucher: (Voucher, SpentCredential)) -> Self {
        self.vouchers.push(voucher);
        self
    }
}

/// A new place with the grant of a newcomer who passes at once, or the voucher that was spent
/// before.
pub type Joined = Result<(Place, Option<Grant>), SpentCredential>;

/// The voucher that was spent before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SpentCredential {
    /// The enqueue token.
    #[error("the enqueue token was used before")]
    Token,
    /// The visitor's key.
    #[error("the visitor's key has a place already")]
    Key,
    /// The visitor's token, which contains a place in another room.
    #[error("the visitor's token has a place already")]
    VisitorToken,
    /// The proof of work.
    #[error("the work was used before")]
    Work,
    /// The stamp of patience.
    #[error("the stamp was used before")]
    Stamp,
    /// The verified identity.
    #[error("the identity has a place already")]
    Identity,
}

impl SpentCredential {
    /// Whether it pays the price of a place.
    #[must_use]
    pub fn is_proof(self) -> bool {
        matches!(self, Self::Work | Self::Stamp)
    }
}

impl Room {
    /// Creates a ticket from an enqueue token and a single-use key.
    #[must_use]
    pub fn ticket(&self, token: Option<&EnqueueToken>, key: Option<&VisitorKey>) -> EntryTicket {
        let hasher = &self.shared.visitors;
        let identifier = token.map(|token| token.identifier.clone());
        let token = token.map(|token| {
            let hash = VoucherHash(hasher.identifier(&token.identifier));
            let expires_at = token.expires_at.map(|expires_at| WallMs(expires_at.0));
            (Voucher::not_accepted_from(hash, expires_at), SpentCredential::Token)
        });
        let key = key.map(|key| (VoucherHash(hasher.key(key)).into(), SpentCredential::Key));
        EntryTicket {
            vouchers: token.into_iter().chain(key).collect(),
            identifier,
            origin: None,
            without_proofs: None,
            demanded: None,
            leaves: false,
            run: None,
            group: None,
        }
    }

    /// Returns the identifier of the enqueue token that a place was given for, with a proof that it
    /// belongs to this place, for the place's link: the site gets the identifier back at the end,
    /// and the server does not store it. `None` if no part of the identifier is returned to the
    /// site.
    #[must_use]
    pub fn seal_identifier(&self, place: &Place, identifier: Option<&TokenIdentifier>) -> Option<String> {
        self.shared.visitors.seal(place_of(place), identifier?)
    }

    /// Returns the identifier in a link of this place; `None` if the proof is that of another
    /// place.
    #[must_use]
    pub fn open_identifier(&self, place: &Place, sealed: Option<&str>) -> Option<TokenIdentifier> {
        self.shared.visitors.open(place_of(place), sealed?)
    }

    /// Asks the pool node for a place in this lane, which is durable when this returns. Requests
    /// call [`RoomState::arrive`], which refuses without a commit if possible.
    ///
    /// # Errors
    /// Returns the errors of [`RoomState::arrive`].
    pub async fn join(&self, ticket: &EntryTicket) -> Result<Joined, Unserved> {
        let newcomer = Newcomer {
            vouchers: ticket.vouchers.iter().map(|(voucher, _)| *voucher).collect(),
            origin: ticket.origin,
            leaves: ticket.leaves,
            run: ticket.run,
        };
        let (reply, answer) = oneshot::channel();
        self.node
            .try_send((self.line, Command::Arrive(newcomer, reply)))
            .map_err(unserved)?;
        let arrived = match answer.await.map_err(|_| Unserved::Away)?? {
            Ok(arrived) => arrived,
            Err(ArrivalRefused::Spent(at)) => return Ok(Err(ticket.vouchers[at].1)),
            Err(ArrivalRefused::Stale) => return Err(Unserved::RunEnded),
            Err(ArrivalRefused::RoomFull) => return Err(Unserved::RoomFull),
            Err(ArrivalRefused::Unpaid(unpaid)) => return Err(Unserved::Unpaid(unpaid)),
        };
        let grant = arrived.unseen.then_some(Grant {
            number: Number(arrived.sequence.0),
            granted_at: arrived.at,
            unseen: true,
        });
        Ok(Ok((self.shared.line.name_place(&arrived), grant)))
    }

    /// Frees a spent key, so that it is valid for another place.
    ///
    /// # Errors
    /// If the store is unavailable or too many requests wait.
    pub async fn free(&self, key: &VisitorKey) -> Result<(), Unserved> {
        let voucher = VoucherHash(self.shared.visitors.key(key));
        let (reply, answer) = oneshot::channel();
        self.node
            .try_send((self.line, Command::Free(voucher, reply)))
            .map_err(unserved)?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    /// The room's own lane, in which identities have their places.
    #[must_use]
    pub fn lane(&self) -> u8 {
        self.shared.line.lane
    }

    /// The hash of an identity in a run of the room; `kind` is how it was verified.
    #[must_use]
    pub fn hash_of_identity(&self, run: Run, kind: &str, identity: &str) -> IdentityHash {
        IdentityHash(self.shared.visitors.identity(run.0, kind, identity))
    }

    /// The records of the places given in this run for keys with these hashes, read from the store.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn given_for(&self, keys: &[[u8; 16]]) -> Result<Vec<Option<VoucherRecord>>, StateError> {
        let run = self.published().snapshot.run();
        self.given_in(run, keys).await
    }

    /// The records of [`Self::given_for`] in a run.
    pub(super) async fn given_in(&self, run: Run, keys: &[[u8; 16]]) -> Result<Vec<Option<VoucherRecord>>, StateError> {
        let keys = keys
            .iter()
            .map(|key| records::voucher_key(self.line, run, VoucherHash(*key)));
        let (store, pool) = &self.shared.pool_store;
        let loaded = store.load(pool, &keys.collect::<Vec<_>>()).await?;
        let records = loaded.records.into_iter();
        Ok(records
            .map(|value| value.and_then(|bytes| VoucherRecord::decode(&bytes)))
            .collect())
    }
}

impl RoomState {
    /// Gives a newcomer a place, which is durable when this returns, and a grant if the newcomer
    /// passes at once without seeing the line. If a voucher of the ticket was spent before, no
    /// place is given, and the inner error names that voucher.
    ///
    /// # Errors
    /// If the store is unavailable, too many requests wait, the room is full, it gives no places
    /// now, the place has a price that is not paid, or the room has begun a new run meanwhile.
    pub async fn arrive(&self, ticket: &EntryTicket) -> Result<Joined, Unserved> {
        let request = PlaceRequest {
            places: self.places(),
            leaves: ticket.leaves,
            origin: ticket.origin,
        };
        let snapshot = &self.published.snapshot;
        match snapshot.refusal(&self.settings.engine(), &request, self.now()) {
            Some(EntryRefused::RoomFull) => return Err(Unserved::RoomFull),
            Some(EntryRefused::Unpaid(unpaid)) => {
                self.room().note_slowed(unpaid);
                return Err(Unserved::Unpaid(unpaid));
            }
            None => {}
        }
        let lane = ticket
            .group
            .as_deref()
            .and_then(|group| self.room().lane_of_group(group));
        let joined = lane.unwrap_or(self.room()).join(ticket).await;
        if let Err(Unserved::Unpaid(unpaid)) = &joined {
            self.room().note_slowed(*unpaid);
        }
        joined
    }
}

/// The run, and the sequence with the lane above its 36 bits, to which an identifier is bound: the
/// same for every device of a place.
pub(super) fn place_of(place: &Place) -> (u16, u64) {
    (place.run.0, u64::from(place.lane) << 36 | place.device.sequence.0)
}

#[cfg(test)]
mod tests {
    use admission::networks::{ClientNetworks, NetworkHash};
    use admission::price::WorkUnits;

    use super::*;

    #[test]
    fn a_code_still_pays_when_the_work_beside_it_was_used_before() {
        let networks = ClientNetworks {
            client: NetworkHash(1),
            subnet: NetworkHash(2),
            is_subnet_of_one: false,
            provider: NetworkHash(3),
        };
        let payment = Payment::Work(WorkUnits(8));
        let origin = PricedOrigin { networks, payment };
        let identity = Some(IdentityHash([7; 16]));
        let remaining = |without_proofs| {
            let proofs = [SpentCredential::Stamp, SpentCredential::Work];
            let proofs = proofs.map(|proof| (Voucher::from(VoucherHash([9; 16])), proof));
            let ticket = EntryTicket::default().priced((origin, without_proofs), proofs);
            let unpaid = ticket.identified(identity).unpaid();
            let credentials: Vec<SpentCredential> = unpaid.vouchers.iter().map(|(_, credential)| *credential).collect();
            (unpaid.origin.map(|origin| origin.payment), credentials)
        };
        for without_proofs in [Payment::Code, Payment::Nothing] {
            let expected = (Some(without_proofs), vec![SpentCredential::Identity]);
            assert_eq!(remaining(without_proofs), expected);
        }
    }
}
