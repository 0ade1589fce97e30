//! The endpoints of visitors and their pages: the room, its status, leaving, stepping aside,
//! languages, transfers to another device, draws, and public status.

pub(in crate::http) mod about;
mod after_form;
pub(in crate::http) mod draw;
pub(in crate::http) mod email;
pub(in crate::http) mod enter;
pub(in crate::http) mod hold;
pub(in crate::http) mod language;
pub(in crate::http) mod language_choice;
pub(in crate::http) mod leave;
pub(in crate::http) mod public_status;
pub(in crate::http) mod push;
pub(in crate::http) mod status;
pub(in crate::http) mod transfer;
pub(in crate::http) mod version;
