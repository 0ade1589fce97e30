//! Tests of the `Cookie` header's pairs in the form in which the browser wrote them.

use protocol::cookie_header::written_pairs;

#[test]
fn written_pairs_keep_their_order_bytes_and_white_space() {
    let pairs: Vec<_> = written_pairs(b"a=1; b = \xfc ;;c").collect();
    assert_eq!(pairs, [b"a=1".as_slice(), b" b = \xfc ", b"", b"c"]);
}
