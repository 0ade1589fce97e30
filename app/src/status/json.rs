//! Writes a status as JSON: the same bytes as `serde_json`, with less work for each text.
//!
//! `serde_json` looks up every byte of a text, and of every field's name, in a table of escapes,
//! which is most of the work of a reply. Here a text is checked in words of eight bytes. A text
//! that needs an escape, and every number, is left to `serde_json`. A status consists of objects,
//! texts, numbers and flags; lists, maps and variants with values are refused.

use serde::{
    Serialize, Serializer,
    ser::{Error as _, Impossible, SerializeStruct},
};
use serde_json::Error;

/// Appends the JSON of a status.
///
/// # Errors
/// Returns an error for a value that is no status.
pub(super) fn push_json(buffer: &mut Vec<u8>, status: &impl Serialize) -> Result<(), Error> {
    status.serialize(StatusSerializer(buffer))
}

fn push_text(buffer: &mut Vec<u8>, text: &str) -> Result<(), Error> {
    if needs_escape(text.as_bytes()) {
        return serde_json::to_writer(buffer, text);
    }
    buffer.reserve(text.len() + 2);
    buffer.push(b'"');
    buffer.extend_from_slice(text.as_bytes());
    buffer.push(b'"');
    Ok(())
}

/// Returns whether JSON writes any byte of a text in another way: a control character, a quote or a
/// backslash.
fn needs_escape(text: &[u8]) -> bool {
    let escapes = |word: &[u8; 8]| escapes(u64::from_le_bytes(*word));
    match text.last_chunk::<8>() {
        Some(last) => {
            let (words, _) = text.as_chunks::<8>();
            // The last word covers the remainder, and some bytes again.
            words.iter().fold(escapes(last), |found, word| found | escapes(word)) != 0
        }
        None => text.iter().any(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\')),
    }
}

/// A word with 1 in every byte.
const ONES: u64 = u64::from_le_bytes([1; 8]);

/// Returns 0 if no byte of a word needs an escape.
const fn escapes(word: u64) -> u64 {
    let quote = word ^ (ONES * b'"' as u64);
    let backslash = word ^ (ONES * b'\\' as u64);
    // A subtraction borrows from the next byte only at a byte that is less than the subtrahend, so
    // the result is 0 exactly if there is none.
    (word.wrapping_sub(ONES * b' ' as u64) & !word
        | quote.wrapping_sub(ONES) & !quote
        | backslash.wrapping_sub(ONES) & !backslash)
        & (ONES << 7)
}

fn no_status() -> Error {
    Error::custom("a status has objects, texts, numbers and flags alone")
}

struct StatusSerializer<'a>(&'a mut Vec<u8>);

/// An object that is being written.
struct OpenObject<'a> {
    buffer: &'a mut Vec<u8>,
    /// Whether a field has been written.
    has_field: bool,
}

impl SerializeStruct for OpenObject<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        if self.has_field {
            self.buffer.push(b',');
        }
        self.has_field = true;
        push_text(self.buffer, name)?;
        self.buffer.push(b':');
        value.serialize(StatusSerializer(self.buffer))
    }

    fn end(self) -> Result<(), Error> {
        self.buffer.push(b'}');
        Ok(())
    }
}

macro_rules! as_serde_json {
    ($($method:ident: $value:ty),*) => {
        $(fn $method(self, value: $value) -> Result<(), Error> {
            serde_json::to_writer(self.0, &value)
        })*
    };
}

impl<'a> Serializer for StatusSerializer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = OpenObject<'a>;
    type SerializeStructVariant = Impossible<(), Error>;

    as_serde_json! {
        serialize_bool: bool,
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_f32: f32, serialize_f64: f64, serialize_char: char
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        push_text(self.0, text)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        push_text(self.0, variant)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<OpenObject<'a>, Error> {
        self.0.push(b'{');
        Ok(OpenObject {
            buffer: self.0,
            has_field: false,
        })
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        Err(no_status())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        Err(no_status())
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, _: &T) -> Result<(), Error> {
        Err(no_status())
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        Err(no_status())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Error> {
        Err(no_status())
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Error> {
        Err(no_status())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Error> {
        Err(no_status())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        Err(no_status())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
        Err(no_status())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        Err(no_status())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{BriefTexts, PageState, StatusReply, StatusTexts, Turn};

    fn assert_same(status: &impl Serialize) {
        let mut written = Vec::new();
        push_json(&mut written, status).expect("a status");
        let expected = serde_json::to_string(status).expect("a status");
        assert_eq!(String::from_utf8(written).expect("UTF-8"), expected);
    }

    #[test]
    fn every_character_is_written_as_serde_json_writes_it_wherever_it_stands() {
        for character in (0..=u8::MAX).map(char::from).chain(['…', '待', '🙂']) {
            for length in 0..=17 {
                for at in 0..=length {
                    let text = format!("{}{character}{}", "a".repeat(at), "z".repeat(length - at));
                    assert_same(&text);
                }
            }
        }
    }

    #[test]
    fn bytes_of_any_value_beside_each_other_are_told_apart() {
        let kinds = [
            0x00, 0x1f, 0x20, 0x21, b'"', 0x23, 0x5b, b'\\', 0x5d, 0x7f, 0x80, 0xa0, 0xa2, 0xdc, 0xff,
        ];
        for one in kinds {
            for other in kinds {
                for at in 0..7 {
                    let mut bytes = [b'a'; 8];
                    (bytes[at], bytes[at + 1]) = (one, other);
                    let expected = bytes.iter().any(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\'));
                    assert_eq!(needs_escape(&bytes), expected, "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn objects_are_written_as_serde_json_writes_them() {
        #[derive(Serialize)]
        struct JsonSample {
            none: Option<u64>,
            some: Option<f64>,
            whole: f64,
            endless: f64,
            number: i64,
            flag: bool,
            #[serde(rename = "a \"name\"")]
            inner: NoFields,
            #[serde(skip_serializing_if = "Option::is_none")]
            left_out: Option<u8>,
            state: PageState,
            mark: char,
            unit: (),
        }
        #[derive(Serialize)]
        struct NoFields {}

        assert_same(&JsonSample {
            none: None,
            some: Some(0.1234),
            whole: 1.0,
            endless: f64::INFINITY,
            number: i64::MIN,
            flag: true,
            inner: NoFields {},
            left_out: None,
            state: PageState::FirstInLine,
            mark: '"',
            unit: (),
        });
        assert_same(&StatusTexts {
            title: "5 ahead of you · \"Sale\"".to_owned(),
            ..StatusTexts::default()
        });
        assert_same(&BriefTexts {
            ahead: Some("5"),
            ..BriefTexts::unchanged(PageState::Paused)
        });
        assert_same(&StatusReply::Turn(Turn {
            is_redirect_to_target: true,
            redirect_url: "https://shop.example/?a=\u{7f}".to_owned(),
        }));
    }

    #[test]
    fn a_list_is_no_status() {
        assert!(push_json(&mut Vec::new(), &["a"]).is_err());
        assert!(push_json(&mut Vec::new(), &Some(b"a".to_vec())).is_err());
    }
}
