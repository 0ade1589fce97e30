//! Rooms that ask who their visitors are, and give each identity one place.

mod email;
mod sign_in;
