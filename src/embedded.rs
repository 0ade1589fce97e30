//! Reads texts that `build.rs` compressed into the program.

use std::io::Read;

use flate2::read::DeflateDecoder;

/// Embeds a file that `build.rs` wrote.
macro_rules! embedded {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name))
    };
}
pub(crate) use embedded;

/// Decompresses an embedded text.
///
/// # Panics
///
/// If the bytes are not such a text, which only another build script could cause.
pub(crate) fn inflate(compressed: &[u8]) -> String {
    let mut text = String::new();
    let read = DeflateDecoder::new(compressed).read_to_string(&mut text);
    read.expect("build.rs compressed a text");
    text
}
