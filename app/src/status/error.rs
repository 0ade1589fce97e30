//! A refusal as the server function's error: `{"error": {"id", "code", "detail", "enterUrl"}}`.

use serde::Serialize;
use server_fn::{
    ContentType, Decodes, Encodes, Format, FormatType,
    error::{FromServerFnError, ServerFnErrorErr},
};

use crate::view::PollRefusal;

/// The error of [`super::get_status`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GetStatusError(pub PollRefusal);

impl GetStatusError {
    /// The query lacks an argument.
    fn missing(name: &str) -> Self {
        let detail = format!("The address lacks the parameter `{name}`.");
        Self(PollRefusal {
            status: 400,
            id: 0,
            code: "missing-argument",
            detail,
            enter_url: None,
        })
    }

    /// An error of this server, whose cause the answer does not reveal.
    pub(super) fn internal() -> Self {
        let detail = "The queue cannot answer just now. Please try again.".to_owned();
        Self(PollRefusal {
            status: 500,
            id: 0,
            code: "internal",
            detail,
            enter_url: None,
        })
    }
}

impl FromServerFnError for GetStatusError {
    type Encoder = RefusedEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::MissingArg(name) => Self::missing(&name),
            _ => Self::internal(),
        }
    }
}

/// Writes a [`GetStatusError`] as the error object of `docs/integrate/polling.md`.
pub struct RefusedEncoding;

impl ContentType for RefusedEncoding {
    const CONTENT_TYPE: &'static str = "application/json";
}

impl FormatType for RefusedEncoding {
    const FORMAT_TYPE: Format = Format::Text;
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    error: &'a PollRefusal,
}

impl Encodes<GetStatusError> for RefusedEncoding {
    type Error = serde_json::Error;

    fn encode(refused: &GetStatusError) -> Result<server_fn::Bytes, Self::Error> {
        serde_json::to_vec(&ErrorBody { error: &refused.0 }).map(Into::into)
    }
}

/// Decodes every refusal as the internal error: no client of this project reads refusals, since the
/// page looks at the HTTP status alone.
impl Decodes<GetStatusError> for RefusedEncoding {
    type Error = serde_json::Error;

    fn decode(_: server_fn::Bytes) -> Result<GetStatusError, Self::Error> {
        Ok(GetStatusError::internal())
    }
}
