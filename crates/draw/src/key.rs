//! The key of one draw: `BLAKE2s-256(secret, run, population, beacon)`, encoded as specified in
//! `docs/draw.md`.

use std::fmt;

use crate::encoding::{FieldRow, label};
use crate::{BeaconValue, DrawnRun, Population, Secret, hash};

/// The key that determines the order of one pre-queue. It cannot be known before the secret, the
/// population and the beacon's value are all fixed. `Debug` does not print it: until the reveal it
/// is as confidential as the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct DrawKey([u8; 32]);

impl DrawKey {
    /// Derives the key according to the published rules.
    #[must_use]
    pub fn derive(secret: &Secret, run: DrawnRun, population: Population, beacon: Option<&BeaconValue>) -> Self {
        let fields = FieldRow::new(label::KEY)
            .octets(secret.as_bytes())
            .integer(run)
            .integer(population);
        let fields = match beacon {
            Some(value) => fields.octets(&value.0),
            None => fields.absent(),
        };
        Self(hash::plain(&fields.finish()))
    }

    /// Derives the key of a fairness window (`fairness_seconds`) that begins at sequence `from`,
    /// from a secret of the run. Not part of the published rules: visitors cannot check the order
    /// of such windows.
    #[must_use]
    pub fn of_window(secret: &[u8; 32], from: u64) -> Self {
        let input = [label::WINDOW.as_bytes(), &from.to_be_bytes()].concat();
        Self(hash::Keyed::new(secret).digest(&input))
    }

    /// Wraps a stored key.
    #[must_use]
    pub const fn from_bytes(octets: [u8; 32]) -> Self {
        Self(octets)
    }

    /// Returns the octets, to be stored or, after the reveal, shown.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for DrawKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DrawKey(…)")
    }
}
