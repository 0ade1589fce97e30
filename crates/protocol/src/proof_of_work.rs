//! Proof of work before a place is given: challenges and solutions in the format of ALTCHA's
//! proof of work, version 2, with `PBKDF2/SHA-256`.
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
//! with secrets of one room, run and client network, so a solution is good for no other. A
//! challenge ends at `expiresAt`. Whether a solution was used is not known here: [`WorkProof::id`].
//!
//! A browser without scripts proves *patience* instead: a stamp of the time at which it first
//! asked, made with the same key for the same room, run and network, is good from
//! [`PATIENT_SECONDS_MIN`] to [`PATIENT_SECONDS_MAX`] seconds later.
//!
//! PBKDF2 is chosen because browsers have it as native code (`crypto.subtle`), on phones too: what
//! takes a phone a second costs a server farm less by a factor of a few, not of a hundred as with
//! hashing in a script.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::mac::{self, MacKey};
use crate::{MasterKey, UnixSeconds};

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
/// How long a visitor waits for a stamp to be good, in seconds.
pub const PATIENT_SECONDS_MIN: u64 = 60;
/// How long a stamp is good, in seconds.
pub const PATIENT_SECONDS_MAX: u64 = 3_600;
/// The longest payload that is read, in bytes.
pub const PAYLOAD_BYTES_MAX: usize = 2_048;
/// Length of a derived key, in bytes.
const KEY_LENGTH: usize = 32;
/// Length of the nonce and of the salt, in bytes.
const RANDOM_LENGTH: usize = 16;
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

/// The parameters of a challenge, in the order in which they are signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WorkParameters {
    algorithm: String,
    cost: u32,
    data: WorkData,
    expires_at: u64,
    key_length: usize,
    key_prefix: String,
    key_signature: String,
    nonce: String,
    salt: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct WorkData {
    work: u32,
}

/// A signed challenge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkChallenge {
    parameters: WorkParameters,
    signature: String,
}

#[derive(Debug, Deserialize)]
struct WorkSolution {
    #[serde(rename = "derivedKey")]
    derived_key: String,
}

#[derive(Debug, Deserialize)]
struct WorkPayload {
    challenge: WorkChallenge,
    solution: WorkSolution,
}

/// A solved challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkProof {
    /// The work that was asked for, in derivations.
    pub work: u32,
    /// The challenge's signature, by which a second use is noticed.
    pub id: String,
}

/// Why a payload proves no work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WorkError {
    /// It is not a payload of this format.
    #[error("the payload cannot be read")]
    Unreadable,
    /// The challenge was made for another room, run or network, or by nobody here.
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
        let key = derive(nonce, counter, salt);
        let secrets = self.secrets(context);
        let parameters = WorkParameters {
            algorithm: ALGORITHM.to_owned(),
            cost: ITERATIONS,
            data: WorkData { work },
            expires_at: now.0 + (VALID_SECONDS + u64::from(work) / SLOW_DERIVATIONS_A_SECOND).min(VALID_SECONDS_MAX),
            key_length: KEY_LENGTH,
            key_prefix: mac::hex(&key[..KEY_LENGTH / 2]),
            key_signature: mac::hex(&mac::hmac(secrets.of_keys.as_bytes(), &[&key])),
            nonce: mac::hex(nonce),
            salt: mac::hex(salt),
        };
        let signature = signature(&parameters, &secrets);
        WorkChallenge { parameters, signature }
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
        let WorkPayload { challenge, solution } = serde_json::from_slice(&json).map_err(|_| WorkError::Unreadable)?;
        let (parameters, secrets) = (&challenge.parameters, self.secrets(context));
        if !mac::same_text(&signature(parameters, &secrets), &challenge.signature) {
            return Err(WorkError::Foreign);
        }
        if parameters.expires_at < now.0 {
            return Err(WorkError::Ended);
        }
        let key = unhex(&solution.derived_key).ok_or(WorkError::Wrong)?;
        let signed = mac::hex(&mac::hmac(secrets.of_keys.as_bytes(), &[&key]));
        if !mac::same_text(&signed, &parameters.key_signature) {
            return Err(WorkError::Wrong);
        }
        Ok(WorkProof {
            work: parameters.data.work,
            id: challenge.signature,
        })
    }

    /// Makes a stamp of the time at which a visitor asked for the first time. `random` tells apart
    /// visitors of one network who ask in the same second: each stamp is good for one place.
    #[must_use]
    pub fn stamp(&self, context: WorkContext, now: UnixSeconds, random: [u8; RANDOM_LENGTH]) -> String {
        let random = mac::hex(&random);
        format!("{}.{random}.{}", now.0, self.stamp_proof(context, now, &random))
    }

    /// Reads a stamp. `None` if it was made for another room, run or network, or by nobody here.
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
    /// Names the stamp however its time is spelled, so that it is good once.
    pub id: String,
}

/// The secrets of one context; ALTCHA uses them as text.
struct ContextSecrets {
    of_challenges: String,
    of_keys: String,
}

impl WorkChallenge {
    /// Returns the challenge as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }

    /// Reads a challenge as JSON; `None` if it is none of this format.
    #[must_use]
    pub fn read(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// Returns the payload of a derived key: of the solution, if it is the right one.
    #[must_use]
    pub fn payload(&self, counter: u32, key: &[u8]) -> String {
        let solution = serde_json::json!({ "counter": counter, "derivedKey": mac::hex(key) });
        let payload = serde_json::json!({ "challenge": self, "solution": solution });
        STANDARD.encode(payload.to_string())
    }

    /// Solves the challenge like a client, counting from 0; `None` if no counter up to the work
    /// asked for does. For tests and load generators.
    #[must_use]
    pub fn solve(&self) -> Option<String> {
        let (nonce, salt) = (unhex(&self.parameters.nonce)?, unhex(&self.parameters.salt)?);
        let prefix = unhex(&self.parameters.key_prefix)?;
        (0..self.parameters.data.work).find_map(|counter| {
            let key = derive(&nonce, counter, &salt);
            key.starts_with(&prefix).then(|| self.payload(counter, &key))
        })
    }

    /// The work that the challenge asks for, in derivations.
    #[must_use]
    pub fn work(&self) -> u32 {
        self.parameters.data.work
    }
}

/// Signs parameters: the HMAC over their JSON, keys in alphabetical order.
fn signature(parameters: &WorkParameters, secrets: &ContextSecrets) -> String {
    let json = serde_json::to_string(parameters).expect("texts and numbers can be written");
    mac::hex(&mac::hmac(secrets.of_challenges.as_bytes(), &[json.as_bytes()]))
}

fn derive(nonce: &[u8], counter: u32, salt: &[u8]) -> [u8; KEY_LENGTH] {
    let password = [nonce, &counter.to_be_bytes()].concat();
    pbkdf2::pbkdf2_hmac_array::<Sha256, KEY_LENGTH>(&password, salt, ITERATIONS)
}

fn unhex(hex: &str) -> Option<Vec<u8>> {
    let pairs = hex.as_bytes().chunks(2);
    pairs.map(|pair| mac::hex_byte(pair[0], *pair.get(1)?)).collect()
}

#[cfg(test)]
mod tests {
    use altcha::{Challenge, SolveChallengeOptions, VerifySolutionOptions, solve_challenge, verify_solution};
    use proptest::prelude::*;

    use super::*;

    const NOW: UnixSeconds = UnixSeconds(4_000_000_000);
    const CONTEXT: WorkContext = WorkContext { run: 3, network: 77 };

    fn key() -> WorkKey {
        WorkKey::new(&MasterKey::from_bytes([7; 32]))
    }

    fn challenge(work: u32) -> WorkChallenge {
        key().challenge(
            CONTEXT,
            work,
            NOW,
            std::array::from_fn(|at| u8::try_from(at * 5 + 1).unwrap()),
        )
    }

    #[test]
    fn a_solution_is_good_for_its_room_run_network_and_time_alone() {
        let challenge = challenge(8);
        let payload = challenge.solve().expect("there is a solution");
        let proof = key().verify(CONTEXT, NOW, &payload).expect("the work is done");
        assert_eq!((proof.work, &proof.id), (8, &challenge.signature));
        let later = UnixSeconds(NOW.0 + VALID_SECONDS);
        assert!(key().verify(CONTEXT, later, &payload).is_ok());
        let end = UnixSeconds(later.0 + 1);
        assert_eq!(key().verify(CONTEXT, end, &payload), Err(WorkError::Ended));
        let other = WorkKey::new(&MasterKey::from_bytes([8; 32]));
        assert_eq!(other.verify(CONTEXT, NOW, &payload), Err(WorkError::Foreign));
        for context in [
            WorkContext { run: 4, ..CONTEXT },
            WorkContext { network: 78, ..CONTEXT },
        ] {
            assert_eq!(key().verify(context, NOW, &payload), Err(WorkError::Foreign));
        }
    }

    #[test]
    fn a_wrong_solution_and_changed_work_are_refused() {
        let challenge = challenge(8);
        let guessed = challenge.payload(0, &[0; KEY_LENGTH]);
        assert_eq!(key().verify(CONTEXT, NOW, &guessed), Err(WorkError::Wrong));
        let mut prefix = unhex(&challenge.parameters.key_prefix).unwrap();
        prefix.resize(KEY_LENGTH, 0);
        assert_eq!(
            key().verify(CONTEXT, NOW, &challenge.payload(0, &prefix)),
            Err(WorkError::Wrong)
        );
        let mut cheaper = challenge.clone();
        cheaper.parameters.data.work = 1;
        let dear = challenge.solve().unwrap();
        let json = String::from_utf8(STANDARD.decode(dear).unwrap()).unwrap();
        let forged = STANDARD.encode(json.replace("\"work\":8", "\"work\":800"));
        assert_eq!(key().verify(CONTEXT, NOW, &forged), Err(WorkError::Foreign));
        assert_eq!(
            key().verify(CONTEXT, NOW, &cheaper.payload(0, &[1])),
            Err(WorkError::Foreign)
        );
    }

    #[test]
    fn a_stamp_names_the_time_of_its_network_alone() {
        let stamp = key().stamp(CONTEXT, NOW, [1; RANDOM_LENGTH]);
        let read = |stamp: &str| key().read_stamp(CONTEXT, stamp);
        assert_eq!(read(&stamp).map(|stamp| stamp.since), Some(NOW));
        assert_eq!(key().read_stamp(WorkContext { network: 78, ..CONTEXT }, &stamp), None);
        assert_eq!(read(&stamp.replace("4000000000", "4000000")), None);
        for bad in ["", ".", "..", "1", "1.", "1..", "x.y.z", "18446744073709551616.a.b"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn stamps_of_one_second_differ_and_another_spelling_is_the_same_stamp() {
        let stamp = |random| key().stamp(CONTEXT, NOW, [random; RANDOM_LENGTH]);
        let read = |stamp: &str| key().read_stamp(CONTEXT, stamp);
        assert_ne!(read(&stamp(1)), read(&stamp(2)));
        for before in ["+", "0"] {
            assert_eq!(read(&format!("{before}{}", stamp(1))), read(&stamp(1)), "{before}");
        }
        assert_eq!(read(&stamp(1).replace(".01", ".02")), None);
    }

    /// The vendor's own library solves our challenges, and its verification accepts the solutions.
    #[test]
    fn the_vendors_library_solves_and_verifies() {
        for work in [1, 7, 40] {
            let ours = challenge(work);
            let theirs: Challenge = serde_json::from_str(&ours.to_json()).unwrap();
            let solution = solve_challenge(SolveChallengeOptions::new(&theirs)).unwrap().unwrap();
            assert!(solution.counter < work);
            let secrets = key().secrets(CONTEXT);
            let mut options = VerifySolutionOptions::new(&theirs, &solution, secrets.of_challenges.clone());
            assert!(verify_solution(options).unwrap().verified, "by deriving the key");
            options = VerifySolutionOptions::new(&theirs, &solution, secrets.of_challenges.clone());
            options.hmac_key_signature_secret = Some(secrets.of_keys.clone());
            assert!(verify_solution(options).unwrap().verified, "by the key's signature");
            let payload = serde_json::json!({ "challenge": theirs, "solution": solution }).to_string();
            let proof = key().verify(CONTEXT, NOW, &STANDARD.encode(&payload));
            assert_eq!(proof.map(|proof| proof.work), Ok(work));
            assert!(key().verify(CONTEXT, NOW, &URL_SAFE_NO_PAD.encode(&payload)).is_ok());
        }
    }

    proptest! {
        #[test]
        fn no_bytes_prove_work(payload in any::<Vec<u8>>(), text in "\\PC*") {
            for payload in [STANDARD.encode(payload), text] {
                prop_assert!(key().verify(CONTEXT, NOW, &payload).is_err());
            }
        }

        #[test]
        fn no_change_of_a_payload_proves_work(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let challenge = challenge(2);
            let payload = challenge.solve().unwrap();
            let mut json = STANDARD.decode(&payload).unwrap();
            let at = at.index(json.len());
            let before = json[at];
            json[at] = byte;
            if let Ok(proof) = key().verify(CONTEXT, NOW, &STANDARD.encode(&json)) {
                // The counter is not signed: the key is, and proves the same work.
                prop_assert!(before == byte || proof.id == challenge.signature);
            }
        }
    }
}
