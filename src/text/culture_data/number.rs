//! Numbers of one culture: digits, grouping, and the plural category of a count. The data is
//! CLDR's, compiled in by ICU4X.
//!
//! On creation, ICU provides each digit and the separators of numbers with 1 to 20 digits; a poll
//! then composes numbers from these. The positions of the separators depend only on the number of
//! digits.

use fixed_decimal::Decimal;
use icu_decimal::DecimalFormatter;
use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

use crate::text::error::BundleError;

/// A formatted number for a message that selects on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    pub(in crate::text) category: PluralCategory,
    /// The number in the culture's format.
    pub(in crate::text) shown: String,
}

/// Number of digits of the greatest `u64`.
const DIGITS_MAX: usize = u64::MAX.ilog10() as usize + 1;

/// The number format and plural rules of one culture.
#[derive(Debug)]
pub(in crate::text) struct Numbers {
    digits: [char; 10],
    /// For each number of digits, from 1, the text before each digit: empty or a separator.
    parted: Vec<Vec<Box<str>>>,
    plural: PluralRules,
}

impl Numbers {
    /// # Errors
    /// Fails if the tag is not a BCP 47 tag, or there is no data for it.
    pub(in crate::text) fn new(tag: &str) -> Result<Self, BundleError> {
        let unknown = || BundleError::Culture(tag.to_owned());
        let locale: Locale = tag.parse().map_err(|_| unknown())?;
        let decimal = DecimalFormatter::try_new((&locale).into(), Default::default()).map_err(|_| unknown())?;
        let mut digits = ['0'; 10];
        for (value, digit) in (0_usize..).zip(&mut digits) {
            let text = decimal.format(&Decimal::from(value)).to_string();
            *digit = text.parse().map_err(|_| unknown())?;
        }
        Ok(Self {
            parted: (1..=DIGITS_MAX)
                .map(|count| separators(&decimal, &digits, count))
                .collect::<Option<_>>()
                .ok_or_else(unknown)?,
            digits,
            plural: PluralRules::try_new_cardinal((&locale).into()).map_err(|_| unknown())?,
        })
    }

    /// Formats a whole number with the culture's digits and grouping.
    pub(in crate::text) fn format(&self, number: u64) -> String {
        let mut text = String::with_capacity(2 * digits_of(number));
        self.push(&mut text, number);
        text
    }

    /// Appends [`Self::format`] to a text.
    pub(in crate::text) fn push(&self, text: &mut String, number: u64) {
        let parts = &self.parted[digits_of(number) - 1];
        let mut values = [0; DIGITS_MAX];
        let mut rest = number;
        for value in values[..parts.len()].iter_mut().rev() {
            *value = rest;
            rest /= 10;
        }
        for (part, value) in parts.iter().zip(values) {
            // Most digits follow another one directly.
            if !part.is_empty() {
                text.push_str(part);
            }
            text.push(self.digit(value));
        }
    }

    /// Appends the last two digits of a number, with a leading zero if needed, as in a time of day.
    pub(in crate::text) fn push_two_digits(&self, text: &mut String, number: u8) {
        text.push(self.digit(u64::from(number / 10)));
        text.push(self.digit(u64::from(number)));
    }

    /// Returns the last digit of a number.
    fn digit(&self, number: u64) -> char {
        self.digits[(number % 10) as usize]
    }

    pub(in crate::text) fn category(&self, number: u64) -> PluralCategory {
        self.plural.category_for(number)
    }

    /// Returns the language's plural categories, including those that apply to fractions only.
    pub(in crate::text) fn categories(&self) -> impl Iterator<Item = PluralCategory> + '_ {
        self.plural.categories()
    }

    /// Returns the least number from 1 in each category; categories without such a number are
    /// omitted.
    pub(in crate::text) fn samples(&self) -> Vec<(PluralCategory, u64)> {
        self.plural
            .categories()
            .filter_map(|category| {
                // 1,000,000 is the first `many` of the Romance languages.
                (1..=1_000)
                    .chain([1_000_000])
                    .find(|number| self.category(*number) == category)
                    .map(|number| (category, number))
            })
            .collect()
    }
}

/// Returns the number of digits of a number.
fn digits_of(number: u64) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// Returns the text before each digit of a number with that many digits; `None` if text follows the
/// last digit.
fn separators(decimal: &DecimalFormatter, digits: &[char; 10], count: usize) -> Option<Vec<Box<str>>> {
    let sample = 10_u64.pow(u32::try_from(count - 1).ok()?);
    let text = decimal.format(&Decimal::from(sample)).to_string();
    let mut rest = text.as_str();
    let mut parts = Vec::with_capacity(count);
    for place in 0..count {
        let (part, behind) = rest.split_once(digits[usize::from(place == 0)])?;
        parts.push(part.into());
        rest = behind;
    }
    rest.is_empty().then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_icu_writes_them() {
        for tag in [
            "en-US", "en-IN", "de-DE", "de-CH", "de-AT", "ja-JP", "ar", "ar-EG", "ar-MA", "es-ES", "hi-IN",
        ] {
            let numbers = Numbers::new(tag).expect("a culture");
            let locale: Locale = tag.parse().expect("a tag");
            let icu = DecimalFormatter::try_new((&locale).into(), Default::default()).expect("data");
            let powers = (0..20).map(|exponent| 10_u64.pow(exponent));
            let samples = powers.flat_map(|power| [power - 1, power, power.saturating_mul(7) / 3, power / 9 * 8]);
            for number in samples.chain([u64::MAX, 1_234_567_890]) {
                assert_eq!(
                    numbers.format(number),
                    icu.format(&Decimal::from(number)).to_string(),
                    "{tag}"
                );
            }
        }
    }

    #[test]
    fn times_have_two_digits() {
        let mut text = String::new();
        let numbers = Numbers::new("ar-EG").expect("a culture");
        numbers.push_two_digits(&mut text, 7);
        numbers.push_two_digits(&mut text, 59);
        assert_eq!(text, "٠٧٥٩");
    }
}
