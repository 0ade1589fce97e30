//! Rooms that ask for their visitors' identities, and give each identity one place.

mod code_pays;
mod code_price;
mod email;
mod language;
mod sign_in;
