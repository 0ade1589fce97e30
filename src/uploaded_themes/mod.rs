//! Themes that operators put into the running server: unpacked from an archive ([`archive`]), kept
//! in [the admin store](crate::admin_store) ([`repository`]), and read by every node from there.
//!
//! An uploaded theme is known by its digest. Its archive lies in parts under that digest, so that a
//! node which reads it while another version is put into the store never mixes the two.
//!
//! This module does not judge themes ([`crate::theme_check`]) and does not show them
//! (`src/http/themes_in_force.rs`).

pub mod archive;
pub mod repository;

pub use archive::{ARCHIVE_BYTES_MAX, ENTRIES_MAX};
pub use repository::{UPLOADED_MAX, UploadedTheme, UploadedThemeError, UploadedThemes};
