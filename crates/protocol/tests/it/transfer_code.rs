//! Tests of how a transfer code is made, shown and typed.

use std::collections::BTreeSet;

use protocol::TransferCode;

fn code(random: u128) -> TransferCode {
    TransferCode::from_random(random.to_be_bytes())
}

#[test]
fn a_code_is_shown_in_two_groups_of_four() {
    let shown = code(u128::MAX).to_string();
    assert_eq!(shown.split('-').map(str::len).collect::<Vec<_>>(), [4, 4], "{shown}");
}

#[test]
fn the_characters_of_a_code_do_not_follow_from_each_other() {
    let pairs: BTreeSet<String> = (0..27 * 27).map(|random| code(random).to_string()).collect();
    assert_eq!(pairs.len(), 27 * 27);
}

#[test]
fn a_code_is_typed_in_up_to_32_bytes() {
    let shown = code(u128::MAX).to_string();
    let typed = |bytes: usize| format!("{shown:bytes$}");
    assert_eq!(typed(32).parse(), Ok(code(u128::MAX)));
    assert!(typed(33).parse::<TransferCode>().is_err());
}
