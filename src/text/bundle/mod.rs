//! The sources of messages and their resolution: embedded files, overrides, templates.

pub(super) mod catalog;
pub(super) mod error;
pub(super) mod locales;
pub(super) mod overrides;
pub(super) mod pseudo;
pub(super) mod template;
