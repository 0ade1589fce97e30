//! Tests of the wire formats through their public items, one module per format; where a format has
//! test vectors, against these.

mod cookie_header;
mod debug_cookie;
mod enqueue_token;
mod keys;
mod possession;
#[cfg(feature = "work")]
mod proof_of_work;
mod queueittoken;
mod redirect;
mod session_cookie;
mod timing_batch;
mod transfer_code;
mod visitor_key;
