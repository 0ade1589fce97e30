//! The late grants of all outflows of a pool ([`crate::outflow::late`]), and their stored form.
//! They are stored beside the ledgers, so that versions that do not know late grants still read and
//! write the ledgers; such versions drop late grants.

use serde::{Deserialize, Serialize};

use super::{PoolLedger, PoolState};
use crate::ledger::Ledger;
use crate::outflow::Outflow;
use crate::outflow::late::{LateGrants, Learned};

/// The grants of a pool that a node knew of.
#[derive(Debug, Clone)]
pub struct KnownGrants {
    shared: PoolLedger,
    lines: Vec<Outflow>,
}

/// The late grants of a pool, as stored: those of the shared outflows, then those of each line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolLateGrants {
    shared: Vec<LateGrants>,
    lines: Vec<LateGrants>,
}

impl PoolState {
    /// Returns the known grants.
    #[must_use]
    pub fn known_grants(&self) -> KnownGrants {
        let lines = self.lines.iter().map(|line| line.ledger.outflow.clone());
        KnownGrants {
            shared: self.ledger.clone(),
            lines: lines.collect(),
        }
    }

    /// Records when a node that knew `known` learned of the other grants.
    pub fn learn(&mut self, known: &KnownGrants, when: &Learned<'_>) {
        self.ledger.learn(&known.shared, when);
        for (line, known) in self.lines.iter_mut().zip(&known.lines) {
            line.ledger.outflow.learn(known, when);
        }
    }
}

impl PoolLateGrants {
    /// Returns the late grants of a pool with these ledgers.
    pub fn of<'a>(shared: &PoolLedger, lines: impl Iterator<Item = &'a Ledger>) -> Self {
        Self {
            shared: shared.outflows().map(Outflow::late).collect(),
            lines: lines.map(|ledger| ledger.outflow.late()).collect(),
        }
    }

    /// Returns whether no grant is late.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shared.iter().chain(&self.lines).all(LateGrants::is_empty)
    }

    /// Puts the late grants into the ledgers that were stored with them.
    pub fn restore<'a>(&self, shared: &mut PoolLedger, lines: impl Iterator<Item = &'a mut Ledger>) {
        for (outflow, late) in shared.outflows_mut().zip(&self.shared) {
            outflow.set_late(late);
        }
        for (ledger, late) in lines.zip(&self.lines) {
            ledger.outflow.set_late(late);
        }
    }
}
