//! Versions of the stored form of a pool's ledger.

/// Version of the stored form.
pub const POOL_LEDGER_FORMAT: u8 = 2;
/// The stored form before autotune, which is read but never written.
pub(super) const FORMAT_1: u8 = 1;

/// Error: a stored pool ledger could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PoolDecodeError {
    /// Another version wrote the ledger.
    #[error("the stored pool has format {0}, this version reads formats {FORMAT_1} and {POOL_LEDGER_FORMAT}")]
    Format(u8),
    /// The bytes are not a pool's ledger.
    #[error("the stored pool is damaged: {0}")]
    Damaged(String),
}
