//! The wire formats against their test vectors, one format a module.

mod enqueue_token;
mod queueittoken;
mod redirect;
mod session_cookie;
