//! The signing key of a room's draws and the root of their secrets. Both derive from the master
//! key, so that nothing secret is ever stored.
//!
//! There is one signing key per customer, so that a customer who publishes it on a website does so
//! only once for all rooms. A draw's secret derives from the whole content of its commitment except
//! the secret's hash, and from its serial among the room's draws. So no two commitments share a
//! secret, even if a start is moved back and forth, or if a store is emptied and the runs count
//! from the beginning.

use draw::{DrawnRun, Name, PublicKey, Round, Secret, Signer, StatedMs};
use protocol::{CustomerId, MasterKey, RoomId};

use super::record::Serial;

const SIGNING: &str = "anteroom draw signing key 1";
const SECRETS: &str = "anteroom draw secrets 1";
const SECRET: &str = "anteroom draw secret 1";

/// A room's names on its documents, its signing key, and the root of its secrets. `Debug` shows no
/// secret.
#[derive(Debug, Clone)]
pub(super) struct SigningKeys {
    pub(super) customer: Name,
    pub(super) room: Name,
    pub(super) signer: Signer,
    secrets: MasterKey,
}

/// The terms of a commitment: its content except the names and the hash of the secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CommitmentTerms {
    pub(super) run: DrawnRun,
    pub(super) committed_at_ms: StatedMs,
    pub(super) opens_at_ms: StatedMs,
    pub(super) starts_at_ms: StatedMs,
    /// The beacon's round, if the commitment names one.
    pub(super) round: Option<Round>,
}

impl SigningKeys {
    /// Derives the keys of one room.
    pub(super) fn new(master: &MasterKey, customer: &CustomerId, room: &RoomId) -> Self {
        let (customer, room) = (customer.as_str(), room.as_str());
        let name = |id: &str| Name::new(id).expect("ids of customers and rooms keep to a narrower alphabet than names");
        Self {
            customer: name(customer),
            room: name(room),
            signer: Signer::from_seed(&master.derive(SIGNING, &[customer])),
            secrets: MasterKey::from_bytes(master.derive(SECRETS, &[customer, room])),
        }
    }

    /// The key that verifies what these keys sign.
    pub(super) fn public_key(&self) -> PublicKey {
        self.signer.public_key()
    }

    /// Derives the secret of one commitment.
    pub(super) fn secret(&self, serial: Serial, terms: &CommitmentTerms) -> Secret {
        let figures = [
            serial.0,
            terms.run.get(),
            terms.committed_at_ms.get(),
            terms.opens_at_ms.get(),
            terms.starts_at_ms.get(),
        ];
        // Without a beacon nothing is added, as in the secrets of earlier versions.
        let figures = figures.into_iter().chain(terms.round.map(Round::get));
        let figures: Vec<String> = figures.map(|figure| figure.to_string()).collect();
        let figures: Vec<&str> = figures.iter().map(String::as_str).collect();
        Secret::new(self.secrets.derive(SECRET, &figures))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(customer: &str, room: &str) -> SigningKeys {
        let master = MasterKey::from_bytes([7; 32]);
        SigningKeys::new(
            &master,
            &customer.parse().expect("an id"),
            &room.parse().expect("an id"),
        )
    }

    fn terms([run, committed, opens, starts]: [u64; 4]) -> CommitmentTerms {
        let at = |ms| StatedMs::new(ms).expect("in range");
        CommitmentTerms {
            run: DrawnRun::new(run).expect("in range"),
            committed_at_ms: at(committed),
            opens_at_ms: at(opens),
            starts_at_ms: at(starts),
            round: None,
        }
    }

    #[test]
    fn a_customer_has_one_key_and_no_two_customers_share_one() {
        assert_eq!(keys("demo", "sale").public_key(), keys("demo", "second").public_key());
        assert_ne!(keys("demo", "sale").public_key(), keys("Demo", "sale").public_key());
    }

    #[test]
    fn no_two_commitments_share_a_secret() {
        let mut hashes = Vec::new();
        for room in ["sale", "second"] {
            for (serial, figures) in [
                (0, [1, 2, 3, 4]),
                (1, [1, 2, 3, 4]),
                (0, [2, 2, 3, 4]),
                (0, [1, 3, 3, 4]),
                (0, [1, 2, 4, 4]),
                (0, [1, 2, 3, 5]),
            ] {
                let secret = keys("demo", room).secret(Serial(serial), &terms(figures));
                hashes.push(secret.hash().to_string());
            }
        }
        let with_beacon = CommitmentTerms {
            round: Some(draw::Round::new(5).expect("in range")),
            ..terms([1, 2, 3, 4])
        };
        hashes.push(keys("demo", "sale").secret(Serial(0), &with_beacon).hash().to_string());
        let all = hashes.len();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), all);
        let again = keys("demo", "sale").secret(Serial(0), &terms([1, 2, 3, 4]));
        assert!(hashes.contains(&again.hash().to_string()));
    }

    #[test]
    fn debug_shows_no_secret() {
        let shown = format!("{:?}", keys("demo", "sale"));
        assert!(
            shown.contains("Signer(") && shown.contains("MasterKey(redacted)"),
            "{shown}"
        );
    }
}
