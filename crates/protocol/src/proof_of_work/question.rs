//! The arithmetic question that a stamp of patience stands for, where the operator lets visitors
//! without scripts add two numbers instead of waiting.
//!
//! The numbers follow from the stamp's id by a keyed hash: nothing is stored, every node asks the
//! same, and a stamp has one question whatever is answered. A program can add, and can guess the
//! commonest sum of 64 pairs with one chance in eight, so an answer is no proof of a person.

use super::{PATIENT_SECONDS_MIN, PatienceStamp, WorkKey};
use crate::UnixSeconds;

/// The smallest number in a question.
const NUMBER_MIN: u8 = 2;
/// How many numbers can occur in a question. It divides 256, so that all are equally frequent.
const NUMBERS: u8 = 8;

/// The digit 0 of each script in Unicode 16 (general category Nd); the other nine digits follow it.
const ZEROS: [u32; 76] = [
    0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0,
    0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620,
    0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x10D40, 0x11066, 0x110F0, 0x11136,
    0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x116D0, 0x116DA, 0x11730, 0x118E0, 0x11950, 0x11BF0,
    0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16130, 0x16A60, 0x16AC0, 0x16B50, 0x16D70, 0x1CCF0, 0x1D7CE, 0x1D7D8,
    0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E5F1, 0x1E950, 0x1FBF0,
];

/// Two small numbers to add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArithmeticQuestion {
    /// The first number, 2 to 9.
    pub first: u8,
    /// The second number, 2 to 9.
    pub second: u8,
}

impl ArithmeticQuestion {
    /// Returns the right answer.
    #[must_use]
    pub fn sum(self) -> u8 {
        self.first + self.second
    }

    /// Whether a typed text is the right answer, in the digits of any script and with blanks around
    /// it.
    #[must_use]
    pub fn is_answered_by(self, typed: &str) -> bool {
        typed_number(typed) == Some(u32::from(self.sum()))
    }
}

impl WorkKey {
    /// Returns the question of a stamp.
    #[must_use]
    pub fn question(&self, stamp: &PatienceStamp) -> ArithmeticQuestion {
        let [first, second, ..] = self.0.hmac(&[b"question", stamp.id.as_bytes()]);
        let number = |byte: u8| NUMBER_MIN + byte % NUMBERS;
        ArithmeticQuestion {
            first: number(first),
            second: number(second),
        }
    }
}

impl PatienceStamp {
    /// Whether an answer to the stamp's question counts at this time: until the stamp is
    /// [`PATIENT_SECONDS_MIN`] seconds old and pays without one, and not in the case of a stamp of
    /// the future.
    #[must_use]
    pub fn takes_answer(&self, now: UnixSeconds) -> bool {
        let age = now.0.checked_sub(self.since.0);
        age.is_some_and(|age| age < PATIENT_SECONDS_MIN)
    }
}

/// Reads a whole number; `None` for any other text.
fn typed_number(typed: &str) -> Option<u32> {
    let digits = typed.trim();
    let mut number = (!digits.is_empty()).then_some(0_u32)?;
    for character in digits.chars() {
        number = number.checked_mul(10)?.checked_add(digit(character)?)?;
    }
    Some(number)
}

/// Returns the value of a decimal digit of any script.
fn digit(character: char) -> Option<u32> {
    let code = u32::from(character);
    let mut values = ZEROS.iter().filter_map(|zero| code.checked_sub(*zero));
    values.find(|value| *value < 10)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::super::{RANDOM_LENGTH, WorkContext};
    use super::*;
    use crate::MasterKey;

    const NOW: UnixSeconds = UnixSeconds(4_000_000_000);
    const CONTEXT: WorkContext = WorkContext { run: 3, network: 77 };

    fn key() -> WorkKey {
        WorkKey::new(&MasterKey::from_bytes([7; 32]))
    }

    fn question_of(stamp: &str) -> Option<ArithmeticQuestion> {
        let read = key().read_stamp(CONTEXT, stamp)?;
        Some(key().question(&read))
    }

    proptest! {
        #[test]
        fn a_stamp_has_one_question_with_small_numbers(random: [u8; RANDOM_LENGTH], made in any::<u64>()) {
            let stamp = key().stamp(CONTEXT, UnixSeconds(made), random);
            let question = question_of(&stamp).unwrap();
            prop_assert_eq!(question_of(&format!("0{stamp}")), Some(question), "another spelling");
            for number in [question.first, question.second] {
                prop_assert!((2..=9).contains(&number), "{}", number);
            }
            for typed in 0_u8..100 {
                prop_assert_eq!(question.is_answered_by(&typed.to_string()), typed == question.sum());
            }
        }

        #[test]
        fn a_forged_stamp_has_no_question(random: [u8; RANDOM_LENGTH], network in any::<u64>()) {
            let other = WorkContext { network, ..CONTEXT };
            let stamp = key().stamp(other, NOW, random);
            prop_assert_eq!(question_of(&stamp).is_some(), network == CONTEXT.network);
            let foreign = WorkKey::new(&MasterKey::from_bytes([8; 32]));
            prop_assert_eq!(question_of(&foreign.stamp(CONTEXT, NOW, random)), None);
        }

        #[test]
        fn every_decimal_digit_of_unicode_counts(digits in r"\p{Nd}{20}") {
            for character in digits.chars() {
                prop_assert!(digit(character).is_some(), "{:?}", character);
            }
        }

        #[test]
        fn any_text_is_a_number_or_none(text in ".{0,20}") {
            _ = typed_number(&text);
        }
    }

    #[test]
    fn stamps_have_all_questions() {
        let stamps = (0..4_000_u128).map(|drawn| key().stamp(CONTEXT, NOW, drawn.to_be_bytes()));
        let asked = stamps.filter_map(|stamp| question_of(&stamp));
        let seen: BTreeSet<(u8, u8)> = asked.map(|question| (question.first, question.second)).collect();
        assert_eq!(seen.len(), 64);
    }

    #[test]
    fn digits_of_every_script_count_and_blanks_around_them_do_not() {
        for typed in [
            "12",
            " 12\t",
            "012",
            "١٢",
            "۱۲",
            "१२",
            "১২",
            "௧௨",
            "๑๒",
            "１２",
            "\u{3000}１２\u{a0}",
            "\u{1e951}\u{1e952}",
            "\u{11137}\u{11138}",
            "\u{1d7d9}\u{1d7da}",
        ] {
            assert_eq!(typed_number(typed), Some(12), "{typed}");
        }
        for typed in [
            "",
            " ",
            "1 2",
            "+12",
            "-12",
            "12.0",
            "twelve",
            "Ⅻ",
            "⑫",
            "99999999999999999999",
        ] {
            assert_eq!(typed_number(typed), None, "{typed}");
        }
    }

    #[test]
    fn an_answer_counts_from_the_making_of_the_stamp_until_its_age_pays() {
        let stamp = key().stamp(CONTEXT, UnixSeconds(1_000), [1; RANDOM_LENGTH]);
        let read = key().read_stamp(CONTEXT, &stamp).unwrap();
        let at = |now| (read.takes_answer(UnixSeconds(now)), read.is_good(UnixSeconds(now)));
        assert_eq!(
            [999, 1_000, 1_059, 1_060, 4_600, 4_601].map(at),
            [
                (false, false),
                (true, false),
                (true, false),
                (false, true),
                (false, true),
                (false, false),
            ]
        );
    }
}
