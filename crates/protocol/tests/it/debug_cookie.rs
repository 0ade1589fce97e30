//! Tests of the debug cookie's bounds and of the names of its fields.

use protocol::debug_cookie::{DebugCookie, DebugCookieError};

#[test]
fn a_value_of_16_kib_is_read_and_a_longer_one_refused() {
    let longest = format!("Exception={}", "x".repeat(16_384 - 10));
    assert_eq!(longest.len(), 16_384);
    let cookie = DebugCookie::parse(&longest).unwrap();
    assert_eq!(cookie.get("Exception").map(str::len), Some(16_374));
    assert_eq!(
        DebugCookie::parse(&format!("{longest}x")),
        Err(DebugCookieError::TooLong)
    );
}

#[test]
fn only_letters_digits_and_underscores_make_a_name() {
    let cookie = DebugCookie::parse("Server_Time2=now|PureUrl=https://shop.example/?a|B-c=1|D.e=2").unwrap();
    let fields: Vec<_> = cookie.fields().collect();
    assert_eq!(
        fields,
        [
            ("Server_Time2", "now"),
            ("PureUrl", "https://shop.example/?a|B-c=1|D.e=2")
        ]
    );
}
