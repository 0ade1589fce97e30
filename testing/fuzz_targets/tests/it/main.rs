//! Every decoder against the corpus and against any bytes, and the inputs that only a key can make.

mod corpus;
mod genuine;
