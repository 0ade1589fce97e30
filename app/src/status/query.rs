//! The input encoding of `getStatus`: the query of a page's URL, read leniently.
//!
//! That query is whatever a connector, a mail programme or a person put there. Leptos' own `GetUrl`
//! reads nested structures (`a[b]=c`) and refuses what is malformed or named twice; here a name is
//! a name, the first value that is not empty counts (as on the page itself), bytes that are not
//! UTF-8 are replaced, and unknown names are passed over.
//!
//! Not here: what an argument means.

use http::Method;
use server_fn::{
    ContentType,
    codec::{Encoding, FromReq, GetUrl, IntoReq},
    error::{FromServerFnError, ServerFnErrorErr},
    request::{ClientReq, Req},
};

use super::{GetStatus, Refused};

/// A flat, lenient query string.
pub struct PageQuery;

impl ContentType for PageQuery {
    const CONTENT_TYPE: &'static str = GetUrl::CONTENT_TYPE;
}

impl Encoding for PageQuery {
    const METHOD: Method = Method::GET;
}

impl<R: Req<Refused> + Send + 'static> FromReq<PageQuery, R, Refused> for GetStatus {
    async fn from_req(request: R) -> Result<Self, Refused> {
        read(request.as_query().unwrap_or_default())
            .map_err(|missing| Refused::from_server_fn_error(ServerFnErrorErr::MissingArg(missing.to_owned())))
    }
}

/// The arguments; what is flat and well-formed needs no special care.
impl<R: ClientReq<Refused>> IntoReq<PageQuery, R, Refused> for GetStatus {
    fn into_req(self, path: &str, accepts: &str) -> Result<R, Refused> {
        IntoReq::<GetUrl, R, Refused>::into_req(self, path, accepts)
    }
}

/// Reads the arguments, or names the one that is missing.
fn read(query: &str) -> Result<GetStatus, &'static str> {
    let [mut c, mut e, mut q, mut t, mut cid, mut shown, mut brief] = [const { None }; 7];
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let place = match &*name {
            "c" => &mut c,
            "e" => &mut e,
            "q" => &mut q,
            "t" => &mut t,
            "cid" => &mut cid,
            "shown" => &mut shown,
            "brief" => &mut brief,
            _ => continue,
        };
        if !value.is_empty() {
            place.get_or_insert_with(|| value.into_owned());
        }
    }
    Ok(GetStatus {
        c: c.ok_or("c")?,
        e: e.ok_or("e")?,
        q,
        t,
        cid,
        shown,
        brief,
    })
}
