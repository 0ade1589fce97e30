//! A place beyond its number: who holds it, how it goes to another device, what it was given for.

pub mod holders;
pub mod made_codes;
pub mod transfer;
pub mod voucher;
