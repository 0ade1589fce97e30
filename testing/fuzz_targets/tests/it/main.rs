//! Tests every decoder with the corpus and with arbitrary bytes, and writes the inputs that need a
//! key.

mod corpus;
mod decoders;
mod genuine;
