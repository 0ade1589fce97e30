//! What a newcomer brings for a place beside the wish: an enqueue token, and a key that is good
//! once. Both are vouchers to the engine, which decides with the place whether they are good still.
//! What a room asks for is its settings' matter, and whether a token or a key is genuine the
//! edge's.

use admission::voucher::{VoucherHash, VoucherRecord, VoucherRefused};
use admission::{Grant, Number};
use protocol::VisitorKey;
use protocol::enqueue_token::TokenIdentifier;
use store::Store;
use tokio::sync::oneshot;

use super::command::Command;
use super::{KeepError, Place, Room, Unserved, records};

/// What a newcomer's place is given for, once; often nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryTicket {
    vouchers: Vec<(VoucherHash, SpentCredential)>,
    identifier: Option<TokenIdentifier>,
}

impl EntryTicket {
    /// The identifier of the enqueue token.
    #[must_use]
    pub fn identifier(&self) -> Option<&TokenIdentifier> {
        self.identifier.as_ref()
    }
}

/// What was spent before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SpentCredential {
    /// The enqueue token.
    #[error("the enqueue token was used before")]
    Token,
    /// The visitor's key.
    #[error("the visitor's key has a place already")]
    Key,
}

impl Room {
    /// A ticket of a token's identifier and of a key that is good once.
    #[must_use]
    pub fn ticket(&self, token: Option<&TokenIdentifier>, key: Option<&VisitorKey>) -> EntryTicket {
        let hasher = &self.shared.visitors;
        let identifier = token.cloned();
        let token = token.map(|identifier| (VoucherHash(hasher.identifier(identifier)), SpentCredential::Token));
        let key = key.map(|key| (VoucherHash(hasher.key(key)), SpentCredential::Key));
        EntryTicket {
            vouchers: token.into_iter().chain(key).collect(),
            identifier,
        }
    }

    /// What the link of a place says of the enqueue token that it was given for, so that the site
    /// is told of it in the end. Nothing is kept of it here.
    #[must_use]
    pub fn seal_identifier(&self, known: &Place, identifier: Option<&TokenIdentifier>) -> Option<String> {
        self.shared.visitors.seal(place_of(known), identifier?)
    }

    /// The identifier in a link of this place; `None` for anybody else's.
    #[must_use]
    pub fn open_identifier(&self, known: &Place, sealed: Option<&str>) -> Option<TokenIdentifier> {
        self.shared.visitors.open(place_of(known), sealed?)
    }

    /// Gives a newcomer a place, durable when this returns; also whether it passes at once, unseen.
    /// A place is given for a ticket only if nothing of it was spent.
    ///
    /// # Errors
    /// If the store is away, too many wait, or nobody gets a place now.
    pub async fn arrive(
        &self,
        ticket: &EntryTicket,
    ) -> Result<Result<(Place, Option<Grant>), SpentCredential>, Unserved> {
        let vouchers = ticket.vouchers.iter().map(|(voucher, _)| *voucher).collect();
        let (reply, answer) = oneshot::channel();
        self.node.try_send((self.line, Command::Arrive(vouchers, reply)))?;
        let arrived = match answer.await.map_err(|_| Unserved::Away)?? {
            Ok(arrived) => arrived,
            Err(VoucherRefused::Spent(at)) => return Ok(Err(ticket.vouchers[at].1)),
            Err(VoucherRefused::Stale) => return Err(Unserved::Away),
        };
        let grant = arrived.unseen.then_some(Grant {
            number: Number(arrived.sequence.0),
            granted_at: arrived.at,
            unseen: true,
        });
        Ok(Ok((self.shared.name_place(&arrived), grant)))
    }

    /// Lets a key that has had its place have another.
    ///
    /// # Errors
    /// If the store is away or too many wait.
    pub async fn free(&self, key: &VisitorKey) -> Result<(), Unserved> {
        let voucher = VoucherHash(self.shared.visitors.key(key));
        let (reply, answer) = oneshot::channel();
        self.node.try_send((self.line, Command::Free(voucher, reply)))?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    /// What was given in this run for keys of these hashes; read from the store.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn given_for(&self, keys: &[[u8; 16]]) -> Result<Vec<Option<VoucherRecord>>, KeepError> {
        let run = self.published().snapshot.run();
        let keys = keys
            .iter()
            .map(|key| records::voucher_key(self.line, run, VoucherHash(*key)));
        let (store, pool) = &self.shared.kept;
        let loaded = store.load(pool, &keys.collect::<Vec<_>>()).await?;
        let records = loaded.records.into_iter();
        Ok(records
            .map(|value| value.and_then(|bytes| VoucherRecord::decode(&bytes)))
            .collect())
    }
}

/// By what an identifier is bound to a place: the same for every device that holds it.
fn place_of(known: &Place) -> (u16, u64) {
    (known.run.0, known.device.sequence.0)
}
