//! The queue server's library: texts, themes and pages, the HTTP edge and its wiring.

pub mod text;
