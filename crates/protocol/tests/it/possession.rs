//! Tests of the form of the tags that cookies and links carry.

use protocol::possession::COOKIE_TAG_HEX_LENGTH;
use protocol::{MasterKey, PossessionKey, QueueId};

#[test]
fn every_tag_has_16_hex_digits() {
    let key = PossessionKey::new(&MasterKey::from_bytes([7; 32]));
    let id = QueueId::from_bytes([1; 16]);
    for tag in [
        key.cookie_tag(&id),
        key.grant_tag(&id, 5_000),
        key.leaving_tag(&id, 5_000),
    ] {
        assert_eq!((tag.len(), COOKIE_TAG_HEX_LENGTH), (16, 16), "{tag}");
        assert!(tag.bytes().all(|digit| digit.is_ascii_hexdigit()), "{tag}");
    }
}
