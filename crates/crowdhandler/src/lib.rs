//! The wire formats of CrowdHandler's API, as used by its unmodified integrations: visitor token,
//! signature, URLs, calls and answers.
//!
//! Everything here is a pure function of its arguments. Time, keys and random bytes are passed in;
//! nothing reads a clock, draws a random number, opens a socket or knows an HTTP framework.
//!
//! - [`token`]: the visitor token, a queue id encrypted once more.
//! - [`signature`]: the keys of an account, and the signature of an answer.
//! - [`utc_time`]: points in time as answers and signatures write them.
//! - [`parameters`]: the `ch-*` parameters of URLs, and the URLs that carry them.
//! - [`call_url`]: the URL of the page that a visitor asks for.
//! - [`domain`]: the domains that an account registers.
//! - [`rooms`]: which room covers a page.
//! - [`call`]: the fields by which an integration asks about a visitor.
//! - [`performance`]: the report of how long a page took.
//! - [`result`]: the answers.
//!
//! The crate does not decide which visitors are let in, and it stores nothing.

pub mod call;
pub mod call_url;
pub mod domain;
pub mod parameters;
pub mod performance;
pub mod result;
pub mod rooms;
pub mod signature;
pub mod token;
pub mod utc_time;

pub use call::{VisitCall, VisitCallError};
pub use call_url::{CallUrl, CallUrlError};
pub use domain::{DomainPattern, DomainPatternError};
pub use performance::PerformanceReport;
pub use result::{CallStatus, Envelope, FeedRoom, VisitResult};
pub use rooms::{RoomPattern, RoomPatternError, UrlMatch};
pub use signature::{AccountPublicKey, AccountSigner, PrivateKey, Signature};
pub use token::{TokenCodec, VisitorToken};
pub use utc_time::UtcTime;
