//! An operator with a sale on 1 December 2026, whose key signs any statement a test needs.

use draw::{
    Abort, AbortReason, BeaconChain, BeaconValue, Commitment, CutOff, DrawDocument, DrawKey, DrawnRun, DrawnSequence,
    Name, Population, Receipt, ReceiptDocument, Reveal, RunRecord, Secret, Signed, Signer, StatedMs,
};

/// T: 2026-12-01T10:00:00Z.
pub(crate) const START_MS: u64 = 1_796_119_200_000;
const HOUR_MS: u64 = 3_600_000;

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

pub(crate) fn run(run: u64) -> DrawnRun {
    DrawnRun::new(run).unwrap()
}

pub(crate) fn at(ms: u64) -> StatedMs {
    StatedMs::new(ms).unwrap()
}

/// Returns the time `ms` after T.
pub(crate) fn after_start(ms: u64) -> StatedMs {
    at(START_MS + ms)
}

pub(crate) fn signer() -> Signer {
    Signer::from_seed(&[0x5a; 32])
}

/// Returns the secret of a run; each run has its own.
pub(crate) fn secret(run: u8) -> Secret {
    Secret::new([run; 32])
}

pub(crate) const BEACON_VALUE: BeaconValue = BeaconValue([0xbe; 32]);

/// One draw's statements before they are signed, so that tests can change them.
#[derive(Clone)]
pub(crate) struct UnsignedDraw {
    pub(crate) commitment: Commitment,
    pub(crate) cut_off: Option<CutOff>,
    pub(crate) reveal: Option<Reveal>,
    pub(crate) abort: Option<Abort>,
}

impl UnsignedDraw {
    /// Makes a draw committed to in time, with drand's quicknet.
    pub(crate) fn committed(number: u8) -> Self {
        let commitment = Commitment {
            customer: name("demo"),
            room: name("sale"),
            run: run(u64::from(number)),
            secret_hash: secret(number).hash(),
            committed_at_ms: at(START_MS - 3 * HOUR_MS),
            opens_at_ms: at(START_MS - HOUR_MS),
            starts_at_ms: at(START_MS),
            beacon: BeaconChain::drand_quicknet().first_round_after(after_start(20_000)),
        };
        Self {
            commitment,
            cut_off: None,
            reveal: None,
            abort: None,
        }
    }

    pub(crate) fn without_beacon(mut self) -> Self {
        self.commitment.beacon = None;
        self
    }

    pub(crate) fn cut_off(mut self, population: u64) -> Self {
        let population = Population::new(population).unwrap();
        let commitment = self.commitment.hash();
        self.cut_off = Some(CutOff {
            run: self.commitment.run,
            population,
            commitment,
            at_ms: after_start(15_040),
        });
        self
    }

    pub(crate) fn revealed(mut self, secret: Secret) -> Self {
        self.reveal = Some(Reveal {
            run: self.commitment.run,
            commitment: self.commitment.hash(),
            cut_off: self.cut_off.as_ref().unwrap().hash(),
            secret,
            beacon_value: self.commitment.beacon.as_ref().map(|_| BEACON_VALUE),
            at_ms: after_start(24_500),
        });
        self
    }

    pub(crate) fn aborted(mut self, reason: AbortReason) -> Self {
        let commitment = self.commitment.hash();
        self.abort = Some(Abort {
            run: self.commitment.run,
            commitment,
            reason,
            at_ms: after_start(26_000),
        });
        self
    }

    pub(crate) fn sign(self) -> RunRecord {
        let signer = signer();
        RunRecord::new(
            Signed::new(self.commitment, &signer),
            self.cut_off.map(|statement| Signed::new(statement, &signer)),
            self.reveal.map(|statement| Signed::new(statement, &signer)),
            self.abort.map(|statement| Signed::new(statement, &signer)),
        )
    }

    /// Returns the receipt of a visitor who joined under this draw.
    pub(crate) fn receipt(&self, sequence: u64, joined: StatedMs) -> Receipt {
        let Commitment {
            customer, room, run, ..
        } = self.commitment.clone();
        let sequence = DrawnSequence::new(sequence).unwrap();
        Receipt {
            customer,
            room,
            run,
            sequence,
            at_ms: joined,
            commitment: self.commitment.hash(),
        }
    }

    pub(crate) fn key(&self) -> DrawKey {
        let (cut_off, reveal) = (self.cut_off.as_ref().unwrap(), self.reveal.as_ref().unwrap());
        DrawKey::derive(
            &reveal.secret,
            cut_off.run,
            cut_off.population,
            reveal.beacon_value.as_ref(),
        )
    }
}

pub(crate) fn document(runs: Vec<RunRecord>) -> DrawDocument {
    DrawDocument::new(name("demo"), name("sale"), signer().public_key(), runs)
}

pub(crate) fn handed_out(receipt: Receipt) -> ReceiptDocument {
    ReceiptDocument::new(signer().public_key(), Signed::new(receipt, &signer()))
}

/// Returns an honest draw of 1,000 people with a beacon.
pub(crate) fn honest() -> UnsignedDraw {
    UnsignedDraw::committed(1).cut_off(1000).revealed(secret(1))
}
