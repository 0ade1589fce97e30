//! Tests of CrowdHandler's wire formats against any input, and of whole answers, one module per
//! format.

mod call;
mod parameters;
mod result;
mod token;
