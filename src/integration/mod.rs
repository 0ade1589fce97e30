//! Customers' integration configurations on the server's side. The format and its evaluation are [`protocol::integration`]'s.

pub mod preview;
