//! The output encoding of `getStatus`: JSON, written into one allocation of about the right size.
//!
//! The encoding of `server_fn` begins with 128 bytes and doubles them; a full reply for a visitor
//! in line takes about a thousand.

use server_fn::{ContentType, Decodes, Encodes, Format, FormatType};

use crate::view::StatusReply;

/// Initial capacity in bytes, enough for most full replies.
const REPLY_BYTES_GUESS: usize = 1_536;
/// Initial capacity in bytes for brief replies and redirects.
const BRIEF_BYTES_GUESS: usize = 384;

/// Writes a [`StatusReply`] as JSON.
pub struct ReplyEncoding;

impl ContentType for ReplyEncoding {
    const CONTENT_TYPE: &'static str = "application/json";
}

impl FormatType for ReplyEncoding {
    const FORMAT_TYPE: Format = Format::Text;
}

impl Encodes<StatusReply> for ReplyEncoding {
    type Error = serde_json::Error;

    fn encode(reply: &StatusReply) -> Result<server_fn::Bytes, Self::Error> {
        let guess = match reply {
            StatusReply::Waiting(_) => REPLY_BYTES_GUESS,
            StatusReply::Brief(_) | StatusReply::Turn(_) => BRIEF_BYTES_GUESS,
        };
        let mut json = Vec::with_capacity(guess);
        serde_json::to_writer(&mut json, reply)?;
        Ok(json.into())
    }
}

impl Decodes<StatusReply> for ReplyEncoding {
    type Error = serde_json::Error;

    fn decode(json: server_fn::Bytes) -> Result<StatusReply, Self::Error> {
        serde_json::from_slice(&json)
    }
}
