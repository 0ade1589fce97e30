//! Customers' integration configurations on the server's side: the source that operators write, its
//! checks, the files that connectors and browsers download, and publication.
//! [`protocol::integration`] defines the downloaded format, its checks and its evaluation.

pub mod build;
pub mod check;
mod pointer;
pub mod preview;
pub mod published;
pub mod references;
pub mod repository;
pub mod source;

#[cfg(test)]
mod tests;
