//! Durations: "1 hour, 20 minutes", "2 days, 3 hours". Units, plurals and separators follow CLDR.
//!
//! On creation, every plural form of every unit is requested from ICU, both alone and after a
//! larger unit; a poll then only joins pieces. The separator belongs to the second unit's form,
//! since in Hebrew it differs between a numeral and a word. This module neither rounds durations
//! nor adds words around them.

use fixed_decimal::Decimal;
use icu_experimental::{
    dimension::units::{categorized_formatter::CategorizedFormatter, options::Width},
    measure::category::{CategorizedMeasureUnit, Duration},
};
use icu_list::{
    ListFormatter,
    options::{ListFormatterOptions, ListLength},
};
use icu_locale_core::Locale;

use crate::text::error::BundleError;
use crate::text::number::Numbers;
use crate::text::template::{PluralTemplates, Template, marker};

/// The forms of one culture.
#[derive(Debug)]
pub(in crate::text) struct Durations {
    days: Unit,
    hours: Unit,
    minutes: Unit,
}

/// The forms of a unit.
#[derive(Debug)]
struct Unit {
    alone: PluralTemplates,
    /// After a larger unit, including the separator.
    behind: PluralTemplates,
}

impl Durations {
    /// # Errors
    /// Fails if the tag is not a BCP 47 tag, there is no data for it, or the culture does not place
    /// the smaller unit after the larger.
    pub(in crate::text) fn new(tag: &str, numbers: &Numbers) -> Result<Self, BundleError> {
        let unknown = || BundleError::Culture(tag.to_owned());
        let locale: Locale = tag.parse().map_err(|_| unknown())?;
        let wide = ListFormatterOptions::default().with_length(ListLength::Wide);
        let list = ListFormatter::try_new_unit((&locale).into(), wide).map_err(|_| unknown())?;
        let unit = |unit: CategorizedMeasureUnit<Duration>| {
            let icu = CategorizedFormatter::try_new_core((&locale).into(), unit, Width::Long.into());
            Unit::new(&icu.ok()?, &list, numbers)
        };
        Ok(Self {
            days: unit(Duration::day()).ok_or_else(unknown)?,
            hours: unit(Duration::hour()).ok_or_else(unknown)?,
            minutes: unit(Duration::minute()).ok_or_else(unknown)?,
        })
    }

    pub(in crate::text) fn push_hours_and_minutes(
        &self,
        text: &mut String,
        numbers: &Numbers,
        (hours, minutes): (u64, u64),
    ) {
        push_both(text, numbers, (hours, &self.hours), (minutes, &self.minutes));
    }

    pub(in crate::text) fn push_days_and_hours(&self, text: &mut String, numbers: &Numbers, (days, hours): (u64, u64)) {
        push_both(text, numbers, (days, &self.days), (hours, &self.hours));
    }
}

impl Unit {
    fn new(icu: &CategorizedFormatter<Duration>, list: &ListFormatter, numbers: &Numbers) -> Option<Self> {
        /// Represents the larger unit.
        const LARGER: &str = "1";
        let (mut alone, mut behind) = (Vec::new(), Vec::new());
        // Samples begin at 1, since a unit of zero is omitted.
        for (category, sample) in numbers.samples() {
            let text = icu.format_fixed_decimal(&Decimal::from(sample)).to_string();
            let both = list.format([LARGER, &text].into_iter()).to_string();
            // Some forms contain no digits: the Arabic dual, the Hebrew "hour".
            let cut = |text: &str| Template::cut(&text.replacen(&numbers.format(sample), &marker(0), 1));
            alone.push((category, cut(&text)));
            behind.push((category, cut(both.strip_prefix(LARGER)?)));
        }
        Some(Self {
            alone: PluralTemplates::new(alone),
            behind: PluralTemplates::new(behind),
        })
    }
}

/// Appends two units to a text; a unit of zero is omitted.
fn push_both(
    text: &mut String,
    numbers: &Numbers,
    (large, large_unit): (u64, &Unit),
    (small, small_unit): (u64, &Unit),
) {
    let mut push = |count: u64, form: &PluralTemplates| {
        form.push(numbers.category(count), text, |text, _| numbers.push(text, count));
    };
    match (large, small) {
        (0, 0) => {}
        (0, _) => push(small, &small_unit.alone),
        (_, 0) => push(large, &large_unit.alone),
        (_, _) => {
            push(large, &large_unit.alone);
            push(small, &small_unit.behind);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::text::culture::Culture;

    /// From Node's `Intl` (`NumberFormat` with `style: "unit"` in a `ListFormat` of type `unit`):
    /// 80 minutes, 51 hours, 25 hours.
    const BY_INTL: &[(&str, [&str; 3])] = &[
        ("en", ["1 hour, 20 minutes", "2 days, 3 hours", "1 day, 1 hour"]),
        ("de", ["1 Stunde, 20 Minuten", "2 Tage, 3 Stunden", "1 Tag, 1 Stunde"]),
        (
            "de-CH",
            ["1 Stunde, 20 Minuten", "2 Tage, 3 Stunden", "1 Tag, 1 Stunde"],
        ),
        ("ja", ["1 時間 20 分", "2 日 3 時間", "1 日 1 時間"]),
        ("ar-EG", ["ساعة و٢٠ دقيقة", "يومان و٣ ساعات", "يوم وساعة"]),
        ("ar-AE", ["ساعة و20 دقيقة", "يومان و3 ساعات", "يوم وساعة"]),
        (
            "fr",
            [
                "1\u{a0}heure et 20 minutes",
                "2\u{a0}jours et 3\u{a0}heures",
                "1\u{a0}jour et 1\u{a0}heure",
            ],
        ),
        ("es", ["1 hora y 20 minutos", "2 días y 3 horas", "1 día y 1 hora"]),
        (
            "pl",
            ["1 godzina i 20 minut", "2 dni i 3 godziny", "1 dzień i 1 godzina"],
        ),
        ("ru", ["1 час 20 минут", "2 дня 3 часа", "1 день 1 час"]),
        ("he", ["1 שעה, 20 דקות", "יומיים, 3 שעות", "1 יום, 1 שעה"]),
        ("sl", ["1 ura in 20 minut", "2 dneva in 3 ure", "1 dan in 1 ura"]),
        ("hi", ["1 घंटा और 20 मिनट", "2 दिन और 3 घंटे", "1 दिन और 1 घंटा"]),
        ("zh-Hant", ["1 小時 20 分鐘", "2 天 3 小時", "1 天 1 小時"]),
        ("pt-PT", ["1 hora e 20 minutos", "2 dias e 3 horas", "1 dia e 1 hora"]),
        (
            "lv",
            ["1 stunda un 20 minūšu", "2 dienas un 3 stundas", "1 diena un 1 stunda"],
        ),
        (
            "lt",
            [
                "1 valanda ir 20 minučių",
                "2 dienos ir 3 valandos",
                "1 diena ir 1 valanda",
            ],
        ),
        (
            "cs",
            [
                "1 hodina a\u{a0}20 minut",
                "2 dny a\u{a0}3 hodiny",
                "1 den a\u{a0}1 hodina",
            ],
        ),
        (
            "is",
            [
                "1 klukkustund og 20 mínútur",
                "2 dagar og 3 klukkustundir",
                "1 dagur og 1 klukkustund",
            ],
        ),
        ("th", ["1 ชั่วโมง และ 20 นาที", "2 วัน และ 3 ชั่วโมง", "1 วัน และ 1 ชั่วโมง"]),
        ("fa", ["۱ ساعت و ۲۰ دقیقه", "۲ روز و ۳ ساعت", "۱ روز و ۱ ساعت"]),
    ];

    #[test]
    fn lengths_of_time_are_written_as_another_implementation_writes_them() {
        for (tag, [minutes, days, day]) in BY_INTL {
            let culture = Culture::new(tag).expect("a culture");
            assert_eq!(culture.minutes(80), *minutes, "{tag}");
            assert_eq!(culture.days(2, 3), *days, "{tag}");
            assert_eq!(culture.days(1, 1), *day, "{tag}");
        }
    }
}
