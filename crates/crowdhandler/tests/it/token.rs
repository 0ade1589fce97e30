//! Tests of visitor tokens, with any block and any time.

use crowdhandler::token::TOKEN_LENGTH;
use crowdhandler::{TokenCodec, VisitorToken};
use proptest::prelude::*;
use protocol::{MasterKey, QueueId, UnixSeconds};

/// Where the time starts, and where the block starts.
const TIME_AT: usize = 4;
const BLOCK_AT: usize = 10;

fn codec() -> TokenCodec {
    TokenCodec::new(&MasterKey::from_bytes([7; 32]))
}

/// Returns the token's text with another character at one position.
fn changed(token: VisitorToken, at: usize, to: char) -> String {
    let mut text = token.to_string();
    text.replace_range(at..=at, &to.to_string());
    text
}

proptest! {
    #[test]
    fn sealed_ids_open_again(bytes: [u8; 16], seconds: u64) {
        let id = QueueId::from_bytes(bytes);
        let token = codec().seal(&id, UnixSeconds(seconds));
        prop_assert_eq!(codec().open(token.as_str()), Some(id));
        prop_assert_eq!(token.as_str().parse(), Ok(token));
        prop_assert_eq!(token.as_str().len(), TOKEN_LENGTH);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        prop_assert!(token.as_str().starts_with("tok0") && token.as_str().chars().all(is_plain));
    }

    #[test]
    fn a_changed_character_of_the_block_does_not_open_to_the_same_id(
        bytes: [u8; 16],
        at in BLOCK_AT..TOKEN_LENGTH,
        to in any::<char>(),
    ) {
        let id = QueueId::from_bytes(bytes);
        let token = codec().seal(&id, UnixSeconds(1_700_000_000));
        let text = changed(token, at, to);
        prop_assume!(text != token.as_str());
        prop_assert_ne!(codec().open(&text), Some(id));
    }

    #[test]
    fn a_changed_character_of_the_block_s_alphabet_does_not_open_to_the_same_id(
        bytes: [u8; 16],
        at in BLOCK_AT..TOKEN_LENGTH,
        to in "[A-Za-z0-9_-]",
    ) {
        let id = QueueId::from_bytes(bytes);
        let token = codec().seal(&id, UnixSeconds(1_700_000_000));
        let text = changed(token, at, to.chars().next().expect("one character"));
        prop_assume!(text != token.as_str());
        prop_assert_ne!(codec().open(&text), Some(id));
    }

    /// The time is not authenticated, but it must consist of valid digits.
    #[test]
    fn a_changed_character_of_the_time_opens_to_the_same_id_or_not_at_all(
        bytes: [u8; 16],
        at in TIME_AT..BLOCK_AT,
        to in prop_oneof!["[A-Za-z0-9_-]", "."],
    ) {
        let id = QueueId::from_bytes(bytes);
        let token = codec().seal(&id, UnixSeconds(1_700_000_000));
        let to = to.chars().next().expect("one character");
        let is_digit = to.is_ascii_alphanumeric() && !matches!(to, 'O' | 'o');
        let opened = codec().open(&changed(token, at, to));
        prop_assert_eq!(opened, is_digit.then_some(id));
    }

    #[test]
    fn a_changed_version_does_not_open(bytes: [u8; 16], at in 0..TIME_AT, to in any::<char>()) {
        let token = codec().seal(&QueueId::from_bytes(bytes), UnixSeconds(1_700_000_000));
        let text = changed(token, at, to);
        prop_assume!(text != token.as_str());
        prop_assert_eq!(codec().open(&text), None);
    }

    #[test]
    fn a_token_without_a_place_has_the_same_shape(bytes: [u8; 16], seconds: u64) {
        let token = TokenCodec::without_place(bytes, UnixSeconds(seconds));
        prop_assert_eq!(token.as_str().parse(), Ok(token));
        prop_assert_ne!(codec().open(token.as_str()), None);
        let of_a_place = codec().seal(&QueueId::from_bytes(bytes), UnixSeconds(seconds));
        prop_assert_eq!(&token.as_str()[..BLOCK_AT], &of_a_place.as_str()[..BLOCK_AT]);
    }

    #[test]
    fn any_text_is_taken(text in any::<String>()) {
        prop_assert_eq!(codec().open(&text).is_some(), text.parse::<VisitorToken>().is_ok());
    }
}
