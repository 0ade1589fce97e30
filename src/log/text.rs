//! Limits on the fields of log lines.

use std::fmt::{self, Debug, Write};

use tracing::field::Field;
use tracing_subscriber::fmt::format::Writer;

/// Maximum size of a field, bytes.
pub const FIELD_BYTES_MAX: usize = 1_024;
/// Maximum size of a visitor's text in a field, bytes.
pub const WORDS_BYTES_MAX: usize = 64;

/// Displays a visitor's text, cut at [`WORDS_BYTES_MAX`], for use in fields (`%LogText(code)`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogText<'a>(pub &'a str);

impl fmt::Display for LogText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut clean = EscapingWriter::new(f, WORDS_BYTES_MAX);
        clean.write_str(self.0)?;
        clean.end()
    }
}

/// Writes at most a given number of bytes, and escapes characters that could create lines or
/// control a terminal.
pub(super) struct EscapingWriter<W> {
    into: W,
    room: usize,
    left_out: usize,
}

impl<W: Write> EscapingWriter<W> {
    pub(super) fn new(into: W, bytes_max: usize) -> Self {
        Self {
            into,
            room: bytes_max,
            left_out: 0,
        }
    }

    /// Writes how much was omitted.
    pub(super) fn end(mut self) -> fmt::Result {
        match self.left_out {
            0 => Ok(()),
            bytes => write!(self.into, "… {bytes} bytes more"),
        }
    }

    fn pass(&mut self, piece: &str, bytes: usize) -> fmt::Result {
        if self.left_out == 0 && piece.len() <= self.room {
            self.room -= piece.len();
            return self.into.write_str(piece);
        }
        self.left_out += bytes;
        Ok(())
    }
}

impl<W: Write> Write for EscapingWriter<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            let bytes = character.len_utf8();
            match must_be_escaped(character) {
                true => self.pass(&character.escape_default().to_string(), bytes)?,
                false => self.pass(character.encode_utf8(&mut [0; 4]), bytes)?,
            }
        }
        Ok(())
    }
}

/// Returns whether a character is a control character or changes the direction of the following
/// text (Unicode's bidirectional controls).
fn must_be_escaped(character: char) -> bool {
    let turns = matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    character.is_control() || turns
}

/// Writes a field of a text line.
pub(super) fn write_field(writer: &mut Writer<'_>, field: &Field, value: &dyn Debug) -> fmt::Result {
    match field.name() {
        "message" => {}
        // Fields that lines of the `log` crate contain in addition to their message.
        name if name.starts_with("log.") => return Ok(()),
        name => write!(writer, "{name}=")?,
    }
    let mut clean = EscapingWriter::new(writer, FIELD_BYTES_MAX);
    write!(clean, "{value:?}")?;
    clean.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitors_words_are_short_and_in_one_line() {
        let show = |text: &str| LogText(text).to_string();
        assert_eq!(show("connector/sessionstate"), "connector/sessionstate");
        assert_eq!(
            show("a\nb\r\u{1b}[2J\u{9b}\u{202e}c"),
            r"a\nb\r\u{1b}[2J\u{9b}\u{202e}c"
        );
        assert_eq!(show(&"x".repeat(WORDS_BYTES_MAX)), "x".repeat(WORDS_BYTES_MAX));
        let long = show(&"x".repeat(9_000));
        assert_eq!(
            long,
            format!(
                "{}… {} bytes more",
                "x".repeat(WORDS_BYTES_MAX),
                9_000 - WORDS_BYTES_MAX
            )
        );
        let wide = show(&"\u{7}".repeat(1_000));
        assert!(
            wide.len() < WORDS_BYTES_MAX + 32,
            "escapes count as long as they are: {wide}"
        );
        assert!(show(&"待".repeat(50)).starts_with("待待"), "characters stay whole");
    }
}
