//! Tests of the comparison of secret keys.

use protocol::SecretKey;

#[test]
fn a_secret_key_is_its_own_text_alone() {
    let key = SecretKey::new("hunter2").unwrap();
    assert!(key.is(b"hunter2"));
    assert_eq!(key, SecretKey::new("hunter2").unwrap());
    for other in ["hunter3", "Hunter2", "hunter", "hunter22", " hunter2"] {
        assert!(!key.is(other.as_bytes()), "{other}");
        assert_ne!(key, SecretKey::new(other).unwrap(), "{other}");
    }
    assert!(!key.is(b""));
}
