//! Numbers of one culture: digits and grouping, and the plural category of a count. Data: CLDR, compiled in by ICU4X.

use fixed_decimal::Decimal;
use icu_decimal::DecimalFormatter;
use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

use super::catalog::TextError;

/// How one culture writes and counts.
#[derive(Debug)]
pub(super) struct Numbers {
    decimal: DecimalFormatter,
    plural: PluralRules,
}

impl Numbers {
    /// # Errors
    /// The tag is no BCP 47 tag, or there is no data for it.
    pub(super) fn new(tag: &str) -> Result<Self, TextError> {
        let unknown = || TextError::Culture(tag.to_owned());
        let locale: Locale = tag.parse().map_err(|_| unknown())?;
        Ok(Self {
            decimal: DecimalFormatter::try_new((&locale).into(), Default::default()).map_err(|_| unknown())?,
            plural: PluralRules::try_new_cardinal((&locale).into()).map_err(|_| unknown())?,
        })
    }

    /// A whole number with the culture's digits and grouping.
    pub(super) fn format(&self, number: u64) -> String {
        self.decimal.format(&Decimal::from(number)).to_string()
    }

    /// A number of at least two digits, as in a time of day.
    pub(super) fn two_digits(&self, number: u8) -> String {
        let mut decimal = Decimal::from(number);
        decimal.pad_start(2);
        self.decimal.format(&decimal).to_string()
    }

    pub(super) fn category(&self, number: u64) -> PluralCategory {
        self.plural.category_for(number)
    }

    /// For each category of the language the least number that falls into it.
    pub(super) fn samples(&self) -> Vec<(PluralCategory, u64)> {
        self.plural
            .categories()
            .filter_map(|category| {
                // 1,000,000 is the first `many` of the Romance languages.
                (0..=1_000)
                    .chain([1_000_000])
                    .find(|number| self.category(*number) == category)
                    .map(|number| (category, number))
            })
            .collect()
    }
}
