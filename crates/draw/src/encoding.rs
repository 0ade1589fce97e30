//! The single encoding of statements and hash inputs: a row of fields, each `length (u16,
//! big-endian) ‖ octets`.
//!
//! Texts are encoded as UTF-8, integers as 8 octets big-endian, hashes and secrets as their octets.
//! The first field is a label that no other kind of input shares. An absent value is a field of
//! length 0; no present field is empty, and each kind has a fixed number of fields, so two
//! different statements never share an encoding.

/// Labels: the first field of every input that is signed or hashed.
pub(crate) mod label {
    pub(crate) const SECRET: &str = "anteroom-draw-1 secret";
    pub(crate) const KEY: &str = "anteroom-draw-1 key";
    pub(crate) const COMMITMENT: &str = "anteroom-draw-1 commitment";
    pub(crate) const CUT_OFF: &str = "anteroom-draw-1 cut-off";
    pub(crate) const REVEAL: &str = "anteroom-draw-1 reveal";
    pub(crate) const ABORT: &str = "anteroom-draw-1 abort";
    pub(crate) const RECEIPT: &str = "anteroom-draw-1 receipt";
    /// A plain prefix instead of a field: inputs of the permutation have a fixed length.
    pub(crate) const ROUND: &str = "anteroom-draw-1 round";
    /// A plain prefix like [`ROUND`].
    pub(crate) const WINDOW: &str = "anteroom-draw-1 window";
    /// A plain prefix like [`ROUND`].
    pub(crate) const SWAP: &str = "anteroom-draw-1 swap";
}

/// A row of fields under construction.
pub(crate) struct FieldRow(Vec<u8>);

impl FieldRow {
    pub(crate) fn new(label: &str) -> Self {
        Self(Vec::with_capacity(256)).text(label)
    }

    pub(crate) fn octets(mut self, field: &[u8]) -> Self {
        let length = u16::try_from(field.len()).expect("names, hashes and integers are far below 64 KiB");
        self.0.extend_from_slice(&length.to_be_bytes());
        self.0.extend_from_slice(field);
        self
    }

    pub(crate) fn text(self, field: &str) -> Self {
        self.octets(field.as_bytes())
    }

    pub(crate) fn integer(self, field: impl Into<u64>) -> Self {
        self.octets(&field.into().to_be_bytes())
    }

    pub(crate) fn absent(self) -> Self {
        self.octets(&[])
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_laid_out_as_specified() {
        let row = FieldRow::new("ab").integer(258_u64).absent().octets(&[9]).finish();
        assert_eq!(row, [0, 2, b'a', b'b', 0, 8, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1, 9]);
    }
}
