//! The ways to visitors who are not on the page: `[smtp]` and `[push]`.

pub(super) mod push;
pub(super) mod smtp;
