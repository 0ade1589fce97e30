//! Checks a `queueittoken`, in the order of a connector's checks.

use std::net::IpAddr;

use protocol::queueittoken::{DEBUG_ROOM, HashedIp, TokenError, TokenFields};
use protocol::{RoomId, SecretKey, UnixSeconds};

use super::{ExplainStage, ExplainTrace, ExplainVerdict};

/// The values against which a token is checked.
#[derive(Debug, Clone, Copy)]
pub(super) struct TokenExpectation<'a> {
    /// The key that signs the room's tokens.
    pub(super) secret: &'a SecretKey,
    /// The room of the page.
    pub(super) room: &'a RoomId,
    /// The current time.
    pub(super) now: UnixSeconds,
    /// The visitor's address, if known.
    pub(super) address: Option<IpAddr>,
}

/// Performs the checks; returns the first one that fails.
pub(super) fn check(text: &str, against: &TokenExpectation<'_>, trace: &mut ExplainTrace) -> Result<(), TokenError> {
    let fields = TokenFields::parse(text);
    let redirect_type = match fields.redirect_type {
        "" => "no redirect type",
        named => named,
    };
    trace.say(
        ExplainStage::Token,
        ExplainVerdict::Note,
        format!("a token for room {:?}, {redirect_type}", fields.room),
    );
    let checks = [hash, event, time, address];
    checks.iter().try_for_each(|check| check(&fields, against, trace))
}

fn hash(fields: &TokenFields<'_>, against: &TokenExpectation<'_>, trace: &mut ExplainTrace) -> Result<(), TokenError> {
    if fields.is_signed_by(against.secret) {
        trace.say(
            ExplainStage::Token,
            ExplainVerdict::Yes,
            "hash: signed with the room's key",
        );
        return Ok(());
    }
    let says = match fields.hash {
        "" => "hash: missing, so this is not a token",
        hash if hash.bytes().any(|byte| byte.is_ascii_uppercase()) => "hash: must be in lower case",
        _ => "hash: does not match: the token was changed, or signed with another key",
    };
    trace.say(ExplainStage::Token, ExplainVerdict::No, says);
    Err(TokenError::Hash)
}

fn event(fields: &TokenFields<'_>, against: &TokenExpectation<'_>, trace: &mut ExplainTrace) -> Result<(), TokenError> {
    if fields.room == against.room.as_str() {
        trace.say(
            ExplainStage::Token,
            ExplainVerdict::Yes,
            format!("eventid: {}, the room of the page", fields.room),
        );
        return Ok(());
    }
    let says = match fields.room {
        DEBUG_ROOM => "eventid: the token belongs to a debug link, which lets nobody in".to_owned(),
        other => format!(
            "eventid: the token is for {other:?}, and the page belongs to {}",
            against.room
        ),
    };
    trace.say(ExplainStage::Token, ExplainVerdict::No, says);
    Err(TokenError::EventId)
}

fn time(fields: &TokenFields<'_>, against: &TokenExpectation<'_>, trace: &mut ExplainTrace) -> Result<(), TokenError> {
    let (until, now) = (fields.expires_at, against.now.0);
    match now.checked_sub(until) {
        Some(ago) if ago > 0 => {
            trace.say(
                ExplainStage::Token,
                ExplainVerdict::No,
                format!("timestamp: expired {ago} s ago"),
            );
            Err(TokenError::Timestamp)
        }
        _ => {
            trace.say(
                ExplainStage::Token,
                ExplainVerdict::Yes,
                format!("timestamp: good for {} s more", until.saturating_sub(now)),
            );
            Ok(())
        }
    }
}

fn address(
    fields: &TokenFields<'_>,
    against: &TokenExpectation<'_>,
    trace: &mut ExplainTrace,
) -> Result<(), TokenError> {
    let (verdict, says) = match (fields.hashed_ip, against.address) {
        (None, _) => (ExplainVerdict::Yes, "ip: not bound to an address".to_owned()),
        (Some(_), None) => (
            ExplainVerdict::No,
            "ip: bound to an address, and the request has no address: give the visitor's".to_owned(),
        ),
        (Some(bound), Some(address)) if HashedIp::new(against.secret, address).is(bound) => {
            (ExplainVerdict::Yes, format!("ip: bound to {address}"))
        }
        (Some(_), Some(address)) => (
            ExplainVerdict::No,
            format!("ip: bound to an address other than {address}"),
        ),
    };
    trace.say(ExplainStage::Token, verdict, says);
    match verdict {
        ExplainVerdict::No => Err(TokenError::Ip),
        ExplainVerdict::Yes | ExplainVerdict::Note => Ok(()),
    }
}
