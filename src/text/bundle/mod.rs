//! Where messages come from and how they are read: the embedded files, overrides, templates.

pub(super) mod catalog;
pub(super) mod error;
pub(super) mod locales;
pub(super) mod overrides;
pub(super) mod pseudo;
pub(super) mod template;
