//! Newtypes, each with its range, for the numbers and names in the crate's public interface.
//!
//! These types differ from the types of the crate `units` with the same meaning. Sequences and
//! numbers count within a draw, from its first place and not from the run's first place. All types
//! refuse values that a published document cannot represent, unlike the engine's plain integers.
//!
//! In JSON they are plain integers and strings; deserialization refuses values out of range. All
//! ranges end at or below 2^53 − 1, so that every JSON reader represents the same integer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The greatest integer that every JSON reader represents exactly.
const JSON_INTEGER_MAX: u64 = (1 << 53) - 1;

/// The error of a number above the maximum of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{figure} must not exceed {max}")]
pub struct OutOfRange {
    figure: &'static str,
    max: u64,
}

macro_rules! figure {
    ($(#[$doc:meta])* $name:ident, $words:literal, $max:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "u64", into = "u64")]
        pub struct $name(u64);

        impl $name {
            /// The maximum of this type.
            pub const MAX: Self = Self($max);

            /// Wraps a number.
            ///
            /// # Errors
            /// [`OutOfRange`] above [`Self::MAX`].
            pub const fn new(figure: u64) -> Result<Self, OutOfRange> {
                if figure > Self::MAX.0 { Err(OutOfRange { figure: $words, max: $max }) } else { Ok(Self(figure)) }
            }

            /// Returns the number.
            #[must_use]
            pub const fn get(self) -> u64 {
                self.0
            }
        }

        impl TryFrom<u64> for $name {
            type Error = OutOfRange;

            fn try_from(figure: u64) -> Result<Self, OutOfRange> {
                Self::new(figure)
            }
        }

        impl From<$name> for u64 {
            fn from(figure: $name) -> u64 {
                figure.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

figure! {
    /// Number of people drawn among each other: those in the pre-queue at the cut-off.
    Population, "a population", 1 << 36
}
figure! {
    /// Order of arrival within what is drawn, from 0. For a pre-queue, this is also the order of
    /// arrival within the run.
    DrawnSequence, "a sequence", (1 << 36) - 1
}
figure! {
    /// Order of service within what is drawn, from 0. Pages show the number plus one.
    DrawnNumber, "a number", (1 << 36) - 1
}
figure! {
    /// Run of a room: the time from one reset to the next.
    DrawnRun, "a run", u16::MAX as u64
}
figure! {
    /// A round of a public beacon, from 1.
    Round, "a round", JSON_INTEGER_MAX
}
figure! {
    /// Wall time in statements: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    StatedMs, "a time", JSON_INTEGER_MAX
}

impl StatedMs {
    /// Returns the time `ms` milliseconds later, saturating at `u64::MAX`. The sum can exceed
    /// [`Self::MAX`], hence the plain integer.
    pub(crate) const fn plus(self, ms: u64) -> u64 {
        self.0.saturating_add(ms)
    }
}

/// Maximum length of a name, in bytes.
const NAME_LENGTH_MAX: usize = 50;

/// The error of a text that is not a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a name is 1 to 50 letters, digits or hyphens")]
pub struct NameError;

/// Name of a customer, a room or a beacon's network: 1 to 50 of `A-Z a-z 0-9 -`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

impl Name {
    /// Wraps a name.
    ///
    /// # Errors
    /// Returns [`NameError`] for any other length or letter.
    pub fn new(text: impl Into<String>) -> Result<Self, NameError> {
        let text = text.into();
        let length_fits = (1..=NAME_LENGTH_MAX).contains(&text.len());
        let letters_fit = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if length_fits && letters_fit {
            Ok(Self(text))
        } else {
            Err(NameError)
        }
    }

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, NameError> {
        Self::new(text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_end_at_their_bound() {
        assert_eq!(Population::new(1 << 36).unwrap(), Population::MAX);
        assert!(Population::new((1 << 36) + 1).is_err());
        assert!(DrawnSequence::new(1 << 36).is_err());
        assert!(DrawnRun::new(65_536).is_err());
        assert_eq!(
            StatedMs::new(1 << 53).unwrap_err().to_string(),
            "a time must not exceed 9007199254740991"
        );
    }

    #[test]
    fn figures_decode_from_integers_alone() {
        assert_eq!(
            serde_json::from_str::<DrawnRun>("7").unwrap(),
            DrawnRun::new(7).unwrap()
        );
        for bad in [
            "-1",
            "-0",
            "1.0",
            "1e3",
            "\"1\"",
            "65536",
            "null",
            "18446744073709551616",
        ] {
            assert!(serde_json::from_str::<DrawnRun>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn names_are_short_and_plain() {
        for good in ["a", "Acme-Shop", &"x".repeat(50)] {
            assert_eq!(Name::new(good).unwrap().as_str(), good);
        }
        for bad in ["", "a b", "a_b", "größe", &"x".repeat(51)] {
            assert_eq!(Name::new(bad), Err(NameError), "{bad}");
        }
    }
}
