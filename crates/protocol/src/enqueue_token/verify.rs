//! Parsing and verification of a token, in the order of [`EnqueueTokenError`].

use std::net::IpAddr;

use subtle::ConstantTimeEq;

use super::cipher::{SIGNATURE_LENGTH, decrypt, signature};
use super::wire::{self, ENCRYPTION, Header, RawContent, TYPE};
use super::{Content, EnqueueToken, TOKEN_BYTES_MAX, TokenIdentifier};
use crate::time::UnixMillis;
use crate::{CustomerId, RoomId, SecretKey};

/// Why a token is refused: the first check that fails, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EnqueueTokenError {
    /// Too long, not three parts of base64, or the header is not a JSON object of the format.
    #[error("it is no enqueue token")]
    Malformed,
    /// Altered, or signed with another key than the expected one.
    #[error("the signature does not match")]
    Signature,
    /// The type is not `QT1`, or the encryption is not `AES256`.
    #[error("its type or its encryption is not known")]
    Kind,
    /// `iss` or `ti` is missing.
    #[error("it does not say when it was made, or by what it is known")]
    Incomplete,
    /// The token is for another customer.
    #[error("it is for another customer")]
    Customer,
    /// The token is for another room.
    #[error("it is for another waiting room")]
    Room,
    /// The current time is at or past `exp`.
    #[error("it has expired")]
    Expired,
    /// Bound to another address, or to a text that is not an address.
    #[error("it is bound to another address")]
    Address,
    /// The encrypted part cannot be read.
    #[error("its content cannot be read")]
    Content,
}

/// The keys that sign tokens.
#[derive(Debug, Clone, Copy)]
pub struct EnqueueTokenKeys<'a> {
    /// Signs tokens that name a room.
    pub room: &'a SecretKey,
    /// Signs tokens that name none.
    pub customer: &'a SecretKey,
}

/// The values that a token is checked against.
#[derive(Debug, Clone, Copy)]
pub struct EnqueueTokenContext<'a> {
    /// The customer that receives the token.
    pub customer: &'a CustomerId,
    /// The room that receives the token.
    pub room: &'a RoomId,
    /// The current time.
    pub now: UnixMillis,
    /// The visitor's address. While it is unknown, a token bound to an address is refused.
    pub address: Option<IpAddr>,
}

/// A parsed token that has not been verified: nothing in it can be trusted yet.
#[derive(Debug)]
pub struct Unverified<'a> {
    signed: &'a str,
    signature: Vec<u8>,
    header: Header,
    content: Vec<u8>,
}

impl<'a> Unverified<'a> {
    /// Splits a token's text into its parts and decodes them.
    ///
    /// # Errors
    /// [`EnqueueTokenError::Malformed`].
    pub fn parse(text: &'a str) -> Result<Self, EnqueueTokenError> {
        let parts = || {
            let (signed, signature) = text.rsplit_once('.').filter(|_| text.len() <= TOKEN_BYTES_MAX)?;
            let (header, content) = signed.split_once('.')?;
            Some(Self {
                signed,
                signature: wire::bytes(signature)?,
                header: wire::read(&wire::bytes(header)?)?,
                content: wire::bytes(content)?,
            })
        };
        parts().ok_or(EnqueueTokenError::Malformed)
    }

    /// Checks signature, type, customer, room, time and address, in this order, and decrypts the
    /// content.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn verify(
        self,
        keys: &EnqueueTokenKeys<'_>,
        expected: &EnqueueTokenContext<'_>,
    ) -> Result<EnqueueToken, EnqueueTokenError> {
        let header = &self.header;
        let secret = if header.e.is_some() { keys.room } else { keys.customer };
        if !self.is_signed_with(secret) {
            return Err(EnqueueTokenError::Signature);
        }
        if header.typ.as_deref() != Some(TYPE) || header.enc.as_deref() != Some(ENCRYPTION) {
            return Err(EnqueueTokenError::Kind);
        }
        let identifier = header.ti.clone().and_then(TokenIdentifier::new);
        let made = header.iss.zip(identifier);
        let (issued_ms, identifier) = made.ok_or(EnqueueTokenError::Incomplete)?;
        if header.c.as_deref() != Some(expected.customer.as_str()) {
            return Err(EnqueueTokenError::Customer);
        }
        if header.e.as_deref().is_some_and(|room| room != expected.room.as_str()) {
            return Err(EnqueueTokenError::Room);
        }
        if header.exp.is_some_and(|end| expected.now.0 >= end) {
            return Err(EnqueueTokenError::Expired);
        }
        let address = bound_to(header.ip.as_deref(), expected.address)?;
        Ok(EnqueueToken {
            issued_at: UnixMillis(issued_ms),
            expires_at: header.exp.map(UnixMillis),
            content: self.content(secret, &identifier).ok_or(EnqueueTokenError::Content)?,
            identifier,
            customer: expected.customer.clone(),
            room: header.e.is_some().then(|| expected.room.clone()),
            address,
            forwarded_for: self.header.xff.map(String::into_boxed_str),
        })
    }

    fn is_signed_with(&self, secret: &SecretKey) -> bool {
        let right = signature(secret, self.signed);
        self.signature.len() == SIGNATURE_LENGTH && bool::from(right.as_slice().ct_eq(&self.signature))
    }

    fn content(&self, secret: &SecretKey, identifier: &TokenIdentifier) -> Option<Content> {
        if self.content.is_empty() {
            return Some(Content::default());
        }
        let plain = decrypt(secret, identifier, &self.content)?;
        Some(wire::read::<RawContent>(&plain)?.read())
    }
}

/// Returns the address that a token is bound to, when it is the visitor's. IPv4-mapped IPv6
/// addresses equal the IPv4 address.
fn bound_to(bound: Option<&str>, visitor: Option<IpAddr>) -> Result<Option<IpAddr>, EnqueueTokenError> {
    let Some(bound) = bound else { return Ok(None) };
    let address: Option<IpAddr> = bound.trim().parse().ok();
    let same = address
        .zip(visitor)
        .filter(|(bound, visitor)| bound.to_canonical() == visitor.to_canonical());
    same.map(|(address, _)| Some(address)).ok_or(EnqueueTokenError::Address)
}
