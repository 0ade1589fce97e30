//! The key of one draw: `BLAKE2s-256(secret, run, population, beacon)`, encoded as `docs/draw.md`
//! says.

use std::fmt;

use crate::encoding::{Fields, label};
use crate::{BeaconValue, Population, Run, Secret, hash};

/// What fixes the order of one pre-queue. Nobody can know it before secret, population and beacon's
/// value are all fixed. Silent in `Debug`: until the reveal it is as secret as the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct DrawKey([u8; 32]);

impl DrawKey {
    /// The key that the published rules demand.
    #[must_use]
    pub fn derive(secret: &Secret, run: Run, population: Population, beacon: Option<&BeaconValue>) -> Self {
        let fields = Fields::new(label::KEY)
            .octets(secret.as_bytes())
            .integer(run)
            .integer(population);
        let fields = match beacon {
            Some(value) => fields.octets(&value.0),
            None => fields.absent(),
        };
        Self(hash::plain(&fields.finish()))
    }

    /// The key of a window of the fairness dial that begins at a sequence: from a secret of the
    /// run's own. Not part of the published rules: nobody is promised that such a window can be
    /// checked.
    #[must_use]
    pub fn of_window(secret: &[u8; 32], from: u64) -> Self {
        let input = [label::WINDOW.as_bytes(), &from.to_be_bytes()].concat();
        Self(hash::Keyed::new(secret).digest(&input))
    }

    /// A key kept elsewhere.
    #[must_use]
    pub const fn from_bytes(octets: [u8; 32]) -> Self {
        Self(octets)
    }

    /// Its octets, to be kept or, after the reveal, shown.
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
