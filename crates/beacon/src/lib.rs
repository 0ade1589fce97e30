//! Rounds of drand's public beacon *quicknet*: the signature that the network publishes for each
//! round, its form on the wire, and its verification.
//!
//! drand's scheme `bls-unchained-g1-rfc9380`: the message of round `r` is SHA-256 of `r` as 8
//! octets, big-endian; the signature is a point of G1 (48 octets, compressed), hashed to the curve
//! as specified in RFC 9380, under the scheme's domain; the network's public key is a point of G2.
//! The round's value (drand's `randomness`) is SHA-256 of the signature. No other party can make a
//! signature before the network does, and each round has only one, so the signature is the same
//! from every source.
//!
//! Everything here is a pure function: no request to a relay, no clock. Chains that sign each round
//! over the previous one, such as drand's `default`, are not supported.

use std::fmt;
use std::str::FromStr;

use blst::BLST_ERROR;
use blst::min_sig::{PublicKey, Signature};
use draw::{BeaconChain, BeaconRound, BeaconValue};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The public key of quicknet, from the chain's information.
const QUICKNET_KEY: [u8; 96] = hex_of(
    b"83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c\
      8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb\
      5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
);
/// The domain under which messages are hashed to G1.
const DOMAIN: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
/// The longest answer of a relay that is read, in bytes; genuine ones have about 250.
pub const RELAY_ANSWER_BYTES_MAX: usize = 4_096;

/// The network's signature of one round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RoundSignature([u8; 48]);

/// The error of a text that is not a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a signature of a round is 96 hexadecimal digits")]
pub struct SignatureFormatError;

/// The reason why a signature is not a round's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RoundError {
    /// The round is not quicknet's.
    #[error("only rounds of drand's quicknet can be verified")]
    OtherChain,
    /// The octets are not a point of the curve.
    #[error("the signature is not a point of the curve")]
    NotAPoint,
    /// The signature is not the network's signature of this round.
    #[error("the signature is not the network's of this round")]
    NotSigned,
}

/// The reason why a relay's answer is refused.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    /// The answer is not the JSON of a round.
    #[error("the answer is not a round: {0}")]
    Form(String),
    /// The answer is about another round.
    #[error("the answer is about round {0}")]
    OtherRound(u64),
    /// The signature does not verify.
    #[error(transparent)]
    Round(#[from] RoundError),
}

/// A relay's answer; other members are ignored. That includes the value, which follows from the
/// signature.
#[derive(Deserialize)]
struct RelayAnswer {
    round: u64,
    signature: String,
}

impl RoundSignature {
    /// Wraps octets, compressed as the network publishes them.
    #[must_use]
    pub const fn from_bytes(octets: [u8; 48]) -> Self {
        Self(octets)
    }

    /// Returns the octets.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 48] {
        &self.0
    }

    /// Returns the round's value. Meaningful only if the signature verifies.
    #[must_use]
    pub fn value(&self) -> BeaconValue {
        BeaconValue(Sha256::digest(self.0).into())
    }

    /// Verifies that the network signed this round.
    ///
    /// # Errors
    /// Returns an error if the signature is not the round's.
    pub fn verify(&self, round: &BeaconRound) -> Result<(), RoundError> {
        if !BeaconChain::drand_quicknet().has(round) {
            return Err(RoundError::OtherChain);
        }
        let message = Sha256::digest(round.round.get().to_be_bytes());
        let key = PublicKey::from_bytes(&QUICKNET_KEY).expect("the network's key is a point");
        let signature = Signature::from_bytes(&self.0).map_err(|_| RoundError::NotAPoint)?;
        // Both arguments of `true` enable the check that the points are in their groups.
        match signature.verify(true, &message, DOMAIN, &[], &key, true) {
            BLST_ERROR::BLST_SUCCESS => Ok(()),
            _ => Err(RoundError::NotSigned),
        }
    }
}

impl FromStr for RoundSignature {
    type Err = SignatureFormatError;

    /// Reads 96 hexadecimal digits in either case; people paste them, so white space around them
    /// is ignored.
    fn from_str(text: &str) -> Result<Self, SignatureFormatError> {
        let digits = text.trim().as_bytes();
        let (pairs, []) = digits.as_chunks::<2>() else {
            return Err(SignatureFormatError);
        };
        let mut octets = [0; 48];
        if pairs.len() != octets.len() {
            return Err(SignatureFormatError);
        }
        for (octet, [high, low]) in octets.iter_mut().zip(pairs) {
            *octet = digit(*high)
                .zip(digit(*low))
                .map_or(Err(SignatureFormatError), |(high, low)| Ok(high << 4 | low))?;
        }
        Ok(Self(octets))
    }
}

impl fmt::Display for RoundSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|octet| write!(f, "{octet:02x}"))
    }
}

impl fmt::Debug for RoundSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoundSignature({self})")
    }
}

/// Reads a relay's answer about a round, `{"round", "signature", …}`, and verifies it.
///
/// # Errors
/// Says why the answer is not taken.
pub fn from_relay(answer: &[u8], round: &BeaconRound) -> Result<RoundSignature, RelayError> {
    if answer.len() > RELAY_ANSWER_BYTES_MAX {
        return Err(RelayError::Form(format!("longer than {RELAY_ANSWER_BYTES_MAX} bytes")));
    }
    let answer: RelayAnswer = serde_json::from_slice(answer).map_err(|error| RelayError::Form(error.to_string()))?;
    if answer.round != round.round.get() {
        return Err(RelayError::OtherRound(answer.round));
    }
    let signature: RoundSignature = answer
        .signature
        .parse()
        .map_err(|error: SignatureFormatError| RelayError::Form(error.to_string()))?;
    signature.verify(round)?;
    Ok(signature)
}

/// Returns the path of a round at a relay, without a slash at the beginning.
#[must_use]
pub fn relay_path(round: &BeaconRound) -> String {
    format!("{}/public/{}", round.chain, round.round)
}

const fn hex_of<const N: usize>(digits: &[u8]) -> [u8; N] {
    let mut octets = [0; N];
    let mut at = 0;
    while at < N {
        let (Some(high), Some(low)) = (digit(digits[2 * at]), digit(digits[2 * at + 1])) else {
            panic!("these are digits")
        };
        octets[at] = high << 4 | low;
        at += 1;
    }
    octets
}

const fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        b'A'..=b'F' => Some(letter - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
