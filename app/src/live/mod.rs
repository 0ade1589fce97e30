//! The live part of the waiting page: one island that polls and repaints.

#[cfg(not(feature = "ssr"))]
mod browser;
mod given;
pub mod island;
#[cfg(not(feature = "ssr"))]
mod poll;
mod signals;

#[cfg(feature = "ssr")]
pub(crate) use given::Given;
#[cfg(not(feature = "ssr"))]
use given::Given;
use signals::Live;
