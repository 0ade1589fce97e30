//! Builds a page in brotli without compressing it for each visitor: shared text is compressed once,
//! and a visitor's own text is inserted uncompressed.
//!
//! A brotli stream (RFC 7932) is a chain of meta-blocks. Fixed HTML becomes meta-blocks that refer
//! to no earlier data and end on a whole byte; they are made once, at the highest quality. A
//! visitor's values become *uncompressed* meta-blocks: three bytes and the text. A page then costs
//! a few copies. It is some hundred bytes larger than a page compressed as a whole, because
//! repetitions between pieces are not used.
//!
//! This module is not a compressor: the `brotli` crate compresses, and its catable bare streams
//! make pieces that can be joined.

use brotli::enc::BrotliEncoderParams;

/// The highest quality: each page is compressed only once.
const QUALITY: i32 = 11;
/// Window of the whole stream, log2 of bytes. No piece is longer, and 16 is the value that the
/// stream encodes in a single bit.
const WINDOW_LOG2: i32 = 16;
/// The maximum length of an uncompressed meta-block with a header of three bytes.
const RUN_BYTES_MAX: usize = 1 << 16;
/// The length of an uncompressed meta-block's header: 20 bits, padded to whole bytes.
const RUN_HEADER_BYTES: usize = 3;
/// The minimum length of a compressed piece; shorter ones are not worth the headers.
const PIECE_BYTES_MIN: usize = 64;

/// A window of 2^16 bytes (bit 0), then an empty metadata block (`0`, `11`, `0`, `00`), which fills
/// the byte.
const BEGIN: u8 = 0b0000_1100;
/// The last meta-block, empty.
const END: u8 = 0b11;

/// A piece of fixed text, compressed if that makes it smaller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece(Option<Box<[u8]>>);

impl Piece {
    /// Compresses a text.
    pub(super) fn new(text: &str) -> Self {
        let worth_it = (PIECE_BYTES_MIN..=RUN_BYTES_MAX).contains(&text.len());
        let compressed = worth_it.then(|| compress(text.as_bytes()));
        let smaller = compressed.filter(|compressed| compressed.len() < text.len());
        Self(smaller.map(Vec::into_boxed_slice))
    }
}

/// Compresses a text for [`Stream::compressed`].
pub(super) fn compress(mut text: &[u8]) -> Vec<u8> {
    let params = BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW_LOG2,
        size_hint: text.len(),
        catable: true,
        bare_stream: true,
        ..Default::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut text, &mut compressed, &params).expect("memory does not fail to be written");
    compressed
}

/// A stream being written.
#[derive(Debug)]
pub(super) struct Stream {
    bytes: Vec<u8>,
    /// The position of the header of the current uncompressed meta-block.
    run: Option<usize>,
}

impl Stream {
    /// Creates an empty stream with this capacity, in bytes.
    pub(super) fn with_capacity(bytes: usize) -> Self {
        let mut stream = Vec::with_capacity(bytes);
        stream.push(BEGIN);
        Self {
            bytes: stream,
            run: None,
        }
    }

    /// Appends fixed text; `piece` must have been made from the same text.
    pub(super) fn fixed(&mut self, piece: &Piece, text: &str) {
        match &piece.0 {
            Some(compressed) => self.compressed(compressed),
            None => self.plain(text),
        }
    }

    /// Appends a text that [`compress`] has compressed.
    pub(super) fn compressed(&mut self, compressed: &[u8]) {
        self.end_run();
        self.bytes.extend_from_slice(compressed);
    }

    /// Appends uncompressed text.
    pub(super) fn plain(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let header = *self.run.get_or_insert_with(|| {
                self.bytes.extend([0; RUN_HEADER_BYTES]);
                self.bytes.len() - RUN_HEADER_BYTES
            });
            let room = RUN_BYTES_MAX - (self.bytes.len() - header - RUN_HEADER_BYTES);
            let (now, later) = rest.split_at(room.min(rest.len()));
            self.bytes.extend_from_slice(now);
            if !later.is_empty() {
                self.end_run();
            }
            rest = later;
        }
    }

    /// Ends the stream and returns its bytes.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.end_run();
        self.bytes.push(END);
        self.bytes
    }

    /// Writes the header of the current run: not the last block (1 bit), length minus one in four
    /// nibbles (2 + 16 bits), uncompressed (1 bit).
    fn end_run(&mut self) {
        if let Some(header) = self.run.take() {
            let length = self.bytes.len() - header - RUN_HEADER_BYTES;
            let bits = u32::try_from(length - 1).expect("a run has 1 to 65,536 bytes") << 3 | 1 << 19;
            let [first, second, third, _] = bits.to_le_bytes();
            self.bytes[header..header + RUN_HEADER_BYTES].copy_from_slice(&[first, second, third]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn decompressed(stream: Stream) -> String {
        let stream = stream.end();
        let mut text = String::new();
        let mut reader = brotli::Decompressor::new(stream.as_slice(), 4_096);
        reader.read_to_string(&mut text).expect("a brotli stream");
        text
    }

    #[test]
    fn pieces_and_values_come_out_as_they_went_in() {
        let fixed = [
            "<p class=\"a\">the same again and again, the same again and again, the same again and again</p>",
            "",
            "<b>",
            "other words, other words, other words, other words, other words, other words, and so on",
        ];
        let pieces = fixed.map(Piece::new);
        assert!(pieces[0].0.is_some() && pieces[2].0.is_none(), "both kinds are tried");
        let long = "ü".repeat(RUN_BYTES_MAX);
        for values in [["", "", ""], ["1,234", "", "<待ち>"], ["x", &long, "the same again"]] {
            let mut stream = Stream::with_capacity(0);
            let mut expected = String::new();
            for (index, text) in fixed.iter().enumerate() {
                let value = values.get(index).copied().unwrap_or_default();
                stream.fixed(&pieces[index], text);
                stream.plain(value);
                expected.extend([text, value]);
            }
            assert!(decompressed(stream) == expected);
        }
    }

    #[test]
    fn runs_may_be_as_long_as_a_meta_block_and_one_longer() {
        for length in [
            1,
            RUN_BYTES_MAX - 1,
            RUN_BYTES_MAX,
            RUN_BYTES_MAX + 1,
            2 * RUN_BYTES_MAX,
        ] {
            let mut stream = Stream::with_capacity(length);
            let text = "x".repeat(length);
            stream.plain(&text);
            assert!(decompressed(stream) == text, "{length}");
        }
        assert_eq!(decompressed(Stream::with_capacity(0)), "");
    }
}
