//! Proof of work before a place is given: challenges and solutions of ALTCHA's proof of work,
//! version 2, with `PBKDF2/SHA-256`, signed by the vendor's crate.
//!
//! A challenge names a nonce, a salt and the first half of a key. Its solution is the counter for
//! which `PBKDF2-HMAC-SHA-256(password = nonce ‖ counter as big-endian u32, salt,
//! [`ITERATIONS`])` is the key that begins so. The server draws the counter itself, at most the
//! work asked for, so the work is bounded (ALTCHA's deterministic mode): a solver that counts from
//! 0 needs half of it on average and never more. `data.work` says how much that is, for solvers
//! that show their progress.
//!
//! A challenge is stateless: `signature` is an HMAC over the parameters, and `keySignature` one
//! over the whole key, so that a solution is verified by two HMACs and no derivation. Both are made
//! with secrets of one room, run and client network, so a solution is valid for no other. A
//! challenge ends at `expiresAt`. This module does not record whether a solution was used;
//! [`WorkProof::id`] identifies it.
//!
//! The crate's `verify_solution` reads the machine's clock, and its `create_challenge` draws random
//! bytes, while time and randomness are arguments here. This module therefore calls only functions
//! that do neither: `solve_challenge` derives a key, and `sign_challenge` signs a challenge, when
//! it is made and again when it comes back, once as it is and once with the key that solves it.
//!
//! A browser without scripts proves *patience* instead: a stamp of the time at which it first
//! asked, made with the same key for the same room, run and network, is valid from
//! [`PATIENT_SECONDS_MIN`] to [`PATIENT_SECONDS_MAX`] seconds later. Where the operator allows it,
//! the answer to the stamp's [`ArithmeticQuestion`] makes the stamp valid at once.
//!
//! PBKDF2 is chosen because browsers have it as native code (`crypto.subtle`), also on phones: a
//! server farm is faster than a phone by a small factor, and not by a factor of a hundred as with
//! hashing in a script.

use std::collections::BTreeMap;
use std::fmt;

use altcha::{Challenge, ChallengeParameters, HmacAlgorithm, Payload, Solution, SolveChallengeOptions};
use altcha::{sign_challenge, solve_challenge};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

use crate::mac::{self, MacKey};
use crate::{MasterKey, UnixSeconds};

mod question;

pub use question::ArithmeticQuestion;

/// The algorithm as ALTCHA names it.
pub const ALGORITHM: &str = "PBKDF2/SHA-256";
/// The iterations of one derivation.
pub const ITERATIONS: u32 = 1_000;
/// How long a challenge can be solved besides the time of its work, in seconds.
pub const VALID_SECONDS: u64 = 600;
/// The longest time that a challenge can be solved, in seconds.
pub const VALID_SECONDS_MAX: u64 = 3_600;
/// The derivations that a slow device makes in a second: half as many as a cheap phone.
pub const SLOW_DERIVATIONS_A_SECOND: u64 = 500;
/// How long a visitor waits until a stamp is valid, in seconds.
pub const PATIENT_SECONDS_MIN: u64 = 60;
/// How long a stamp is valid, in seconds.
pub const PATIENT_SECONDS_MAX: u64 = 3_600;
/// How long a used proof has to be remembered, in seconds: the longest time for which any proof is
/// valid, and a minute more, because a stamp whose question was answered is used as soon as in the
/// second in which it was made, and could be good as a wait at the end of its hour. Clocks differ,
/// too.
pub const PROOF_SECONDS_MAX: u64 = if VALID_SECONDS_MAX > PATIENT_SECONDS_MAX {
    VALID_SECONDS_MAX + 60
} else {
    PATIENT_SECONDS_MAX + 60
};
/// The time for which a page offers the stamp that its address has, in seconds. A stamp whose place
/// was given in an answer that never arrived is used up; its holder gets another one as soon as the
/// use is noticed, and at the latest then.
pub const STAMP_KEPT_SECONDS: u64 = 5 * PATIENT_SECONDS_MIN;
/// The longest payload that is read, in bytes.
pub const PAYLOAD_BYTES_MAX: usize = 2_048;
/// Length of a derived key, in bytes.
const KEY_LENGTH: usize = 32;
/// Length of the nonce and of the salt, in bytes.
const RANDOM_LENGTH: usize = 16;
/// The name of the work that a challenge asks for, in its `data`.
const WORK: &str = "work";
/// Random bytes that a challenge needs: for nonce, salt and counter.
pub const CHALLENGE_RANDOM_BYTES: usize = 2 * RANDOM_LENGTH + 8;

/// The purpose of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkContext {
    /// The run of the room.
    pub run: u16,
    /// The hash of the client's network in that run of the room.
    pub network: u64,
}

/// A signed challenge.
#[derive(Debug, Clone)]
pub struct WorkChallenge(Challenge);

/// A solved challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkProof {
    /// The work that was asked for, in derivations.
    pub work: u32,
    /// The challenge's signature, which identifies a second use.
    pub id: String,
}

/// Why a payload proves no work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WorkError {
    /// It is not a payload of this format.
    #[error("the payload cannot be read")]
    Unreadable,
    /// The challenge was made for another room, run or network, or by another server.
    #[error("the challenge is not one for this client")]
    Foreign,
    /// The challenge is too old.
    #[error("the challenge has ended")]
    Ended,
    /// The solution is wrong.
    #[error("the solution is wrong")]
    Wrong,
}

/// The server's key for challenges and for proofs of patience.
#[derive(Clone)]
pub struct WorkKey(MacKey);

impl WorkKey {
    /// Derives the key.
    #[must_use]
    pub fn new(master: &MasterKey) -> Self {
        Self(MacKey::new(&master.derive("anteroom work 1", &[])))
    }

    /// Makes a challenge that takes at most `work` derivations, and at least one. Derives one key.
    #[must_use]
    pub fn challenge(
        &self,
        context: WorkContext,
        work: u32,
        now: UnixSeconds,
        random: [u8; CHALLENGE_RANDOM_BYTES],
    ) -> WorkChallenge {
        let (nonce, rest) = random.split_at(RANDOM_LENGTH);
        let (salt, rest) = rest.split_at(RANDOM_LENGTH);
        let drawn = u64::from_be_bytes(*rest.first_chunk().expect("eight bytes are left"));
        let work = work.max(1);
        let counter = u32::try_from(drawn % u64::from(work)).expect("less than the work");
        let seconds = (VALID_SECONDS + u64::from(work) / SLOW_DERIVATIONS_A_SECOND).min(VALID_SECONDS_MAX);
        let mut challenge = Challenge {
            parameters: ChallengeParameters {
                algorithm: ALGORITHM.to_owned(),
                cost: ITERATIONS,
                data: Some(BTreeMap::from([(WORK.to_owned(), work.into())])),
                expires_at: Some(i64::try_from(now.0.saturating_add(seconds)).unwrap_or(i64::MAX)),
                key_length: KEY_LENGTH,
                key_prefix: String::new(),
                key_signature: None,
                memory_cost: None,
                nonce: mac::hex(nonce),
                parallelism: None,
                salt: mac::hex(salt),
            },
            signature: None,
        };
        let Solution { derived_key, .. } = tried(&challenge, counter).expect("nonce and salt are hex");
        challenge.parameters.key_prefix = derived_key[..KEY_LENGTH].to_owned();
        let key = unhex(&derived_key).expect("a key is hex");
        let signed = self.secrets(context).sign(challenge.parameters, Some(&key));
        WorkChallenge(signed.expect("texts and numbers can be written"))
    }

    /// Verifies a payload: Base64 of a JSON object with a challenge and its solution.
    ///
    /// # Errors
    /// If the payload proves no work for this context.
    pub fn verify(&self, context: WorkContext, now: UnixSeconds, payload: &str) -> Result<WorkProof, WorkError> {
        if payload.len() > PAYLOAD_BYTES_MAX {
            return Err(WorkError::Unreadable);
        }
        let json = STANDARD.decode(payload).or_else(|_| URL_SAFE_NO_PAD.decode(payload));
        let json = json.map_err(|_| WorkError::Unreadable)?;
        let Payload { challenge, solution } = serde_json::from_slice(&json).map_err(|_| WorkError::Unreadable)?;
        let (parameters, secrets) = (challenge.parameters, self.secrets(context));
        let signature = challenge.signature.ok_or(WorkError::Foreign)?;
        let work = work_of(&parameters).ok_or(WorkError::Foreign)?;
        let is_signed = |key: Option<&[u8]>| {
            let signed = secrets
                .sign(parameters.clone(), key)
                .and_then(|signed| signed.signature);
            signed.is_some_and(|ours| mac::same_text(&ours, &signature))
        };
        if !is_signed(None) {
            return Err(WorkError::Foreign);
        }
        let end = parameters.expires_at.and_then(|end| u64::try_from(end).ok());
        if end.is_none_or(|end| end < now.0) {
            return Err(WorkError::Ended);
        }
        // The signature covers that of the key.
        let key = unhex(&solution.derived_key).ok_or(WorkError::Wrong)?;
        if !is_signed(Some(&key)) {
            return Err(WorkError::Wrong);
        }
        Ok(WorkProof { work, id: signature })
    }

    /// Makes a stamp of the time at which a visitor asked for the first time. `random`
    /// distinguishes visitors of one network who ask in the same second, because each stamp is
    /// valid for one place.
    #[must_use]
    pub fn stamp(&self, context: WorkContext, now: UnixSeconds, random: [u8; RANDOM_LENGTH]) -> String {
        let random = mac::hex(&random);
        format!("{}.{random}.{}", now.0, self.stamp_proof(context, now, &random))
    }

    /// Reads a stamp. `None` if it was made for another room, run or network, or by another server.
    #[must_use]
    pub fn read_stamp(&self, context: WorkContext, stamp: &str) -> Option<PatienceStamp> {
        let (seconds, rest) = stamp.split_once('.')?;
        let (random, proof) = rest.split_once('.')?;
        let since = UnixSeconds(seconds.parse().ok()?);
        let id = self.stamp_proof(context, since, random);
        mac::same_text(&id, proof).then_some(PatienceStamp { since, id })
    }

    fn stamp_proof(&self, WorkContext { run, network }: WorkContext, since: UnixSeconds, random: &str) -> String {
        let context = [
            run.to_be_bytes().as_slice(),
            &network.to_be_bytes(),
            &since.0.to_be_bytes(),
            random.as_bytes(),
        ]
        .concat();
        mac::hex(&self.0.hmac(&[b"stamp", &context])[..RANDOM_LENGTH])
    }

    fn secrets(&self, WorkContext { run, network }: WorkContext) -> ContextSecrets {
        let context = [run.to_be_bytes().as_slice(), &network.to_be_bytes()].concat();
        let secret = |kind: &[u8]| mac::hex(&self.0.hmac(&[kind, &context]));
        ContextSecrets {
            of_challenges: secret(b"challenge"),
            of_keys: secret(b"key"),
        }
    }
}

impl fmt::Debug for WorkKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WorkKey(redacted)")
    }
}

/// A stamp that was made here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatienceStamp {
    /// When the visitor asked for the first time.
    pub since: UnixSeconds,
    /// Identifies the stamp, whatever the spelling of its time, so that it can be used once.
    pub id: String,
}

impl PatienceStamp {
    /// Whether the stamp pays at this time: [`PATIENT_SECONDS_MIN`] to [`PATIENT_SECONDS_MAX`]
    /// seconds after it was made. A stamp of the future, from a clock that is ahead, does not.
    #[must_use]
    pub fn is_good(&self, now: UnixSeconds) -> bool {
        let waited = now.0.checked_sub(self.since.0);
        waited.is_some_and(|waited| (PATIENT_SECONDS_MIN..=PATIENT_SECONDS_MAX).contains(&waited))
    }

    /// Whether a page still offers the stamp at this time, instead of a new one: until
    /// [`STAMP_KEPT_SECONDS`] seconds after it was made. So it does one of the future.
    #[must_use]
    pub fn is_kept(&self, now: UnixSeconds) -> bool {
        now.0.saturating_sub(self.since.0) <= STAMP_KEPT_SECONDS
    }
}

/// The secrets of one context; ALTCHA uses them as text.
struct ContextSecrets {
    of_challenges: String,
    of_keys: String,
}

impl ContextSecrets {
    /// Signs parameters, and before them this key, if there is one; `None` if they cannot be
    /// written.
    fn sign(&self, mut parameters: ChallengeParameters, key: Option<&[u8]>) -> Option<Challenge> {
        let hmac = HmacAlgorithm::Sha256;
        sign_challenge(&hmac, &mut parameters, key, &self.of_challenges, Some(&self.of_keys)).ok()
    }
}

impl WorkChallenge {
    /// Returns the challenge as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.0).expect("texts and numbers can be written")
    }

    /// Reads a challenge as JSON; `None` if it is none of this format.
    #[must_use]
    pub fn read(json: &str) -> Option<Self> {
        let challenge: Challenge = serde_json::from_str(json).ok()?;
        work_of(&challenge.parameters)?;
        Some(Self(challenge))
    }

    /// Returns the payload of a solution, whether it is right or wrong.
    fn payload(&self, solution: Solution) -> String {
        let challenge = self.0.clone();
        let json = serde_json::to_string(&Payload { challenge, solution });
        STANDARD.encode(json.expect("texts and numbers can be written"))
    }

    /// Solves the challenge like a client, counting from 0; `None` if no counter up to the work
    /// asked for does. For tests and load generators.
    #[must_use]
    pub fn solve(&self) -> Option<String> {
        let mut open = self.0.clone();
        let prefix = std::mem::take(&mut open.parameters.key_prefix);
        (0..self.work()).find_map(|counter| {
            let solution = tried(&open, counter)?;
            solution
                .derived_key
                .starts_with(&prefix)
                .then(|| self.payload(solution))
        })
    }

    /// The work that the challenge asks for, in derivations.
    #[must_use]
    pub fn work(&self) -> u32 {
        work_of(&self.0.parameters).unwrap_or_default()
    }
}

fn work_of(parameters: &ChallengeParameters) -> Option<u32> {
    let work = parameters.data.as_ref()?.get(WORK)?;
    u32::try_from(work.as_u64()?).ok()
}

/// Derives the key of one counter: a challenge without a prefix is solved by the first counter.
fn tried(without_prefix: &Challenge, counter: u32) -> Option<Solution> {
    let options = SolveChallengeOptions {
        counter_start: counter,
        timeout_ms: 0,
        ..SolveChallengeOptions::new(without_prefix)
    };
    let solution = solve_challenge(options).ok()??;
    Some(Solution { time: None, ..solution })
}

fn unhex(hex: &str) -> Option<Vec<u8>> {
    let pairs = hex.as_bytes().chunks(2);
    pairs.map(|pair| mac::hex_byte(pair[0], *pair.get(1)?)).collect()
}

#[cfg(test)]
mod tests;
