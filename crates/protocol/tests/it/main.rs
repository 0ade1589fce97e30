//! Tests of the wire formats against their test vectors, one module per format.

mod enqueue_token;
mod queueittoken;
mod redirect;
mod session_cookie;
