//! The parts of a place besides its number: the device that holds it, its transfer to another
//! device, and the vouchers it was given for.

pub mod holders;
pub mod made_codes;
pub mod transfer;
pub mod voucher;
