//! Sentences about the remaining stock: a rounded number, since visitors ahead are buying, and
//! never a promise.

use super::catalog::Catalog;
use super::culture::Culture;
use super::template::Template;
use super::visitor_status::{StockStatus, StockTime};

/// Below this number the sentence contains no number.
const FEW_BELOW: u64 = 10;

/// The phrasings of a stock.
#[derive(Debug)]
pub(super) struct StockMessages {
    left: Template,
    few: String,
    as_of: Template,
}

impl StockMessages {
    pub(super) fn take(catalog: &mut Catalog<'_>) -> Self {
        Self {
            left: catalog.template("status-stock-left", &["left"]),
            few: catalog.fixed("status-stock-few"),
            as_of: catalog.template("health-updated", &["time"]),
        }
    }

    /// Returns the sentence about the remaining stock; empty if nothing remains.
    pub(super) fn left(&self, culture: &Culture, stock: &StockStatus) -> String {
        match stock.left {
            0 => String::new(),
            1..FEW_BELOW => self.few.clone(),
            left => self.left.fill(&[&culture.numbers.format(rounded(left))]),
        }
    }

    /// Returns the sentence about the remaining stock, that about the people ahead, which can be
    /// empty, and the time of the stock if it is old.
    pub(super) fn words(&self, culture: &Culture, stock: &StockStatus, ahead: &str) -> String {
        let time = match stock.as_of {
            None => None,
            Some(StockTime::Time(seconds)) => Some(time_of_day(culture, seconds)),
            Some(StockTime::Date(at)) => Some(culture.date_time_utc(at)),
        };
        let as_of = time.map(|time| format!("({})", self.as_of.fill(&[&time])));
        let parts = [self.left(culture, stock), ahead.to_owned(), as_of.unwrap_or_default()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }
}

fn time_of_day(culture: &Culture, unix_seconds: u64) -> String {
    let part = |part: u64| u8::try_from(part).expect("below 60");
    let (hour, minute, second) = (unix_seconds / 3_600 % 24, unix_seconds / 60 % 60, unix_seconds % 60);
    culture.time_utc(part(hour), part(minute), part(second))
}

/// Rounds a stock down to two digits, and below 100 to tens; below 10 it stays. Never rounds up: no
/// visitor sees more than the actual stock.
#[must_use]
pub fn rounded(left: u64) -> u64 {
    if left < FEW_BELOW {
        return left;
    }
    let mut unit = 10;
    while left / unit >= 100 {
        unit *= 10;
    }
    left / unit * unit
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn a_stock_is_rounded_down_to_two_digits() {
        for (left, said) in [
            (0, 0),
            (9, 9),
            (10, 10),
            (14, 10),
            (19, 10),
            (99, 90),
            (104, 100),
            (347, 340),
            (996, 990),
            (1_234, 1_200),
            (98_765, 98_000),
            (u64::MAX / 2, 9_200_000_000_000_000_000),
        ] {
            assert_eq!(rounded(left), said, "{left}");
        }
    }
}
