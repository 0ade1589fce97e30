//! The comparison of texts by a trigger part, including the quirks of the vendor's connectors.
//!
//! Comparison without regard to case converts both texts to upper case by Unicode's full mapping,
//! so that `straße` equals `STRASSE`. Pure ASCII texts, which nearly all are, are compared in
//! place.

use memchr::memchr2_iter;

use super::model::TriggerPart;
use super::vocabulary::Operator;

/// The text to compare with that matches every text except the empty one.
pub(super) const ANY_TEXT: &str = "*";

/// Whether the part holds for the value that it examines.
pub(super) fn holds(part: &TriggerPart, value: &str) -> bool {
    let ignore_case = part.is_ignore_case;
    let wanted = part.value_to_compare.as_deref().unwrap_or_default();
    let listed = part.values_to_compare.as_deref().unwrap_or_default();
    let found = match &part.operator {
        // `is_negative` does not invert this result, but inverts `*` in a list.
        Some(Operator::Contains) if is_any_text(wanted, value) => return true,
        Some(Operator::Contains) => contains(value, wanted, ignore_case),
        Some(Operator::Equals) => equals(value, wanted, ignore_case),
        Some(Operator::EqualsAny) => listed.iter().any(|wanted| equals(value, wanted, ignore_case)),
        Some(Operator::ContainsAny) => {
            (listed.iter()).any(|wanted| is_any_text(wanted, value) || contains(value, wanted, ignore_case))
        }
        Some(Operator::Other(_)) | None => return false,
    };
    found != part.is_negative
}

fn is_any_text(wanted: &str, value: &str) -> bool {
    wanted == ANY_TEXT && !value.is_empty()
}

fn equals(value: &str, wanted: &str, ignore_case: bool) -> bool {
    match ignore_case {
        false => value == wanted,
        true if value.is_ascii() && wanted.is_ascii() => value.eq_ignore_ascii_case(wanted),
        true => upper_case(value).eq(upper_case(wanted)),
    }
}

fn upper_case(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_uppercase)
}

fn contains(value: &str, wanted: &str, ignore_case: bool) -> bool {
    match ignore_case {
        false => value.contains(wanted),
        true if value.is_ascii() && wanted.is_ascii() => contains_ascii(value.as_bytes(), wanted.as_bytes()),
        true => value.to_uppercase().contains(&wanted.to_uppercase()),
    }
}

fn contains_ascii(value: &[u8], wanted: &[u8]) -> bool {
    let Some(first) = wanted.first() else {
        return true;
    };
    memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), value).any(|at| {
        value
            .get(at..at + wanted.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(wanted))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(operator: &str, is_negative: bool, is_ignore_case: bool, wanted: &str) -> TriggerPart {
        TriggerPart {
            operator: Some(operator.into()),
            value_to_compare: Some(wanted.to_owned()),
            is_negative,
            is_ignore_case,
            ..TriggerPart::default()
        }
    }

    fn listed(operator: &str, is_negative: bool, is_ignore_case: bool, wanted: &[&str]) -> TriggerPart {
        TriggerPart {
            values_to_compare: Some(wanted.iter().map(ToString::to_string).collect()),
            ..part(operator, is_negative, is_ignore_case, "")
        }
    }

    /// The table was observed by running the vendor's connector.
    #[test]
    fn compares_as_the_vendors_connector_was_seen_to() {
        for (operator, negative, ignore_case, value, wanted, holds_there) in [
            ("Equals", false, true, "ABC", "abc", true),
            ("Equals", true, false, "abc", "abc", false),
            ("Contains", false, false, "abc", "*", true),
            ("Contains", false, false, "", "*", false),
            ("Contains", true, false, "abc", "*", true),
            ("Contains", true, false, "", "*", true),
            ("Contains", false, false, "abc", "", true),
            ("Contains", true, false, "abc", "", false),
            ("NotEquals", false, false, "a", "b", false),
            ("NotEquals", true, false, "a", "b", false),
            ("equals", false, false, "a", "a", false),
            ("Equals", false, true, "straße", "STRASSE", true),
            ("Contains", false, true, "Hauptstraße 5", "STRASSE", true),
            (
                "Contains",
                false,
                true,
                "https://shop.example/CheckOut",
                "/checkout",
                true,
            ),
            (
                "Contains",
                false,
                false,
                "https://shop.example/CheckOut",
                "/checkout",
                false,
            ),
            ("Contains", false, true, "ab", "abc", false),
        ] {
            let part = part(operator, negative, ignore_case, wanted);
            assert_eq!(holds(&part, value), holds_there, "{part:?} of {value:?}");
        }
        for (operator, negative, ignore_case, value, wanted, holds_there) in [
            ("EqualsAny", false, true, "B", &["a", "b"][..], true),
            ("EqualsAny", false, false, "x", &[], false),
            ("EqualsAny", true, false, "x", &[], true),
            ("ContainsAny", true, false, "xyz", &["*"], false),
            ("ContainsAny", true, false, "", &["*"], true),
            ("ContainsAny", false, false, "xyz", &["a", "y"], true),
        ] {
            let part = listed(operator, negative, ignore_case, wanted);
            assert_eq!(holds(&part, value), holds_there, "{part:?} of {value:?}");
        }
    }

    #[test]
    fn missing_values_are_the_empty_text_and_the_empty_list() {
        let mut part = part("Equals", false, false, "");
        part.value_to_compare = None;
        assert!(holds(&part, ""));
        part.operator = Some(Operator::ContainsAny);
        assert!(!holds(&part, ""));
        part.operator = None;
        part.is_negative = true;
        assert!(!holds(&part, ""));
    }

    #[test]
    fn comparing_in_place_finds_what_comparing_in_upper_case_finds() {
        proptest::proptest!(|(value in "[a-cA-C/*]{0,8}", wanted in "[a-cA-C/]{0,3}")| {
            let slow = value.to_uppercase().contains(&wanted.to_uppercase());
            proptest::prop_assert_eq!(contains(&value, &wanted, true), slow);
            proptest::prop_assert_eq!(equals(&value, &wanted, true), value.to_uppercase() == wanted.to_uppercase());
        });
    }

    #[test]
    fn texts_beyond_ascii_are_compared_by_the_same_mapping() {
        proptest::proptest!(|(value in "[aAsSßſıİﬁΐſǆ]{0,6}", wanted in "[aAsSßſıIﬁFǅ]{0,4}")| {
            proptest::prop_assert_eq!(equals(&value, &wanted, true), value.to_uppercase() == wanted.to_uppercase());
        });
    }
}
