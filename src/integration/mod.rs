//! Customers' integration configurations on the server's side: what operators write, how it is
//! checked and made into what connectors and browsers download, and how it is published. The format
//! that is downloaded, its checks and its evaluation are [`protocol::integration`]'s.

pub mod build;
pub mod check;
pub mod kept;
mod pointer;
pub mod preview;
pub mod references;
pub mod served;
pub mod source;

#[cfg(test)]
mod tests;
