//! The wire formats that the waiting room, the protected sites and the visitors' browsers share:
//! queue id, `queueittoken`, session cookie and the redirects between them.
//!
//! Everything here is a pure function of its arguments. Time, addresses and keys are passed in;
//! nothing reads a clock, draws a random number, opens a socket or knows HTTP.
//!
//! - [`queue_id`]: a visitor's place, sealed into one AES block in the text form of a GUID.
//! - [`possession`]: the proofs that a client holds a place.
//! - [`proof_of_work`]: challenges that cost a browser work, and their solutions.
//! - [`transfer_code`]: the code that transfers a place to another device.
//! - [`email_link`]: the proof in an e-mail by which a visitor continues on another device.
//! - [`identity`]: the code that is sent to a visitor, and the proof of an identity.
//! - [`enqueue_token`]: the token by which a site permits a visitor to take a place.
//! - [`visitor_key`]: the keys by which a site identifies its visitors, and the hashes stored of
//!   them.
//! - [`queueittoken`]: the signed permission that a redirect carries to the site.
//! - [`token_url`]: insertion of that token into a URL, and its removal.
//! - [`session_cookie`]: the signed cookie by which a site recognizes visitors who have passed.
//! - [`cookie_header`]: the name-value pairs of a `Cookie` header.
//! - [`debug_cookie`]: the cookie in which a connector reports its state at a debug link.
//! - [`host_name`]: the validation of host names and cookie domains.
//! - [`redirect`]: the URLs to which a connector redirects browsers.
//! - [`timing_batch`]: a site's report about how long its pages took.
//! - [`integration`]: the configuration that assigns a site's pages to rooms, and its evaluation.

pub mod cookie_header;
pub mod debug_cookie;
pub mod email_link;
pub mod enqueue_token;
pub mod host_name;
pub mod identity;
pub mod ids;
pub mod integration;
pub mod keys;
mod mac;
pub mod percent;
pub mod possession;
#[cfg(feature = "work")]
pub mod proof_of_work;
pub mod queue_id;
pub mod queueittoken;
pub mod redirect;
pub mod redirect_type;
pub mod session_cookie;
pub mod time;
pub mod timing_batch;
pub mod token_url;
pub mod transfer_code;
pub mod visitor_key;

pub use email_link::EmailLinkKey;
pub use enqueue_token::EnqueueToken;
pub use identity::IdentityKey;
pub use ids::{CustomerId, RoomId};
pub use keys::{MasterKey, SecretKey};
pub use possession::PossessionKey;
#[cfg(feature = "work")]
pub use proof_of_work::WorkKey;
pub use queue_id::{PlaceId, QueueId, QueueIdCodec, QueueIdText};
pub use redirect_type::RedirectType;
pub use time::{Minutes, UnixMillis, UnixSeconds};
pub use transfer_code::{TransferCode, TransferCodeKey};
pub use visitor_key::{VisitorHasher, VisitorKey};
