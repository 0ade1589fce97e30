//! The wire formats that the waiting room, the protected sites and the visitors' browsers share:
//! queue id, `queueittoken`, session cookie and the redirects between them.
//!
//! Everything here is a pure function of its arguments. Time, addresses and keys are passed in;
//! nothing reads a clock, draws a random number, opens a socket or knows HTTP. Section numbers in
//! the docs (1.1, 2.2, …) are those of the project's notes on the wire protocol.
//!
//! - [`queue_id`]: a visitor's place, sealed into one AES block in the text form of a GUID.
//! - [`possession`]: what the holder of a place has besides its queue id.
//! - [`move_code`]: the code by which a place moves to another device.
//! - [`enqueue_token`]: what a site gives a visitor who may take a place.
//! - [`visitor_key`]: by what a site knows its visitors, and the hashes by which it is kept.
//! - [`queueittoken`]: the signed permission that a redirect carries to the site.
//! - [`token_url`]: putting that token into a URL and taking it out again.
//! - [`session_cookie`]: the signed cookie by which a site remembers who has passed.
//! - [`cookie_header`]: the cookies that a browser sends, whoever set them.
//! - [`debug_cookie`]: what a connector tells of itself where it meets a debug link.
//! - [`host_name`]: which texts are names of hosts and domains of cookies.
//! - [`redirect`]: the URLs that a connector sends browsers to.
//! - [`integration`]: which pages of a site belong to which room, and which of them a request is.

pub mod cookie_header;
pub mod debug_cookie;
pub mod enqueue_token;
pub mod host_name;
pub mod ids;
pub mod integration;
pub mod keys;
mod mac;
pub mod move_code;
pub mod percent;
pub mod possession;
pub mod queue_id;
pub mod queueittoken;
pub mod redirect;
pub mod redirect_type;
pub mod session_cookie;
pub mod time;
pub mod token_url;
pub mod visitor_key;

pub use enqueue_token::EnqueueToken;
pub use ids::{CustomerId, RoomId};
pub use keys::{MasterKey, SecretKey};
pub use move_code::{MoveCode, MoveCodeKey};
pub use possession::PossessionKey;
pub use queue_id::{PlaceId, QueueId, QueueIdCodec};
pub use redirect_type::RedirectType;
pub use time::{Minutes, UnixMillis, UnixSeconds};
pub use visitor_key::{VisitorHasher, VisitorKey};
