//! A transferred place belongs to one device at a time.

use simulator::oracle::Fact;

use super::{breaks, given, grant, tell};

fn transferred(ms: u64, place: u64, holder: u8, code: u8) -> (u64, Fact) {
    let code = [code; 16];
    (ms, Fact::Transferred { place, holder, code })
}

fn claimed(ms: u64, place: u64, holder: u8) -> (u64, Fact) {
    (ms, Fact::Claimed { place, holder })
}

#[test]
fn a_place_belongs_to_the_device_that_it_was_transferred_to() {
    let story = |then: &[(u64, Fact)]| [&[given(3), transferred(10, 0, 1, 7)], then].concat();
    assert_eq!(tell(&story(&[claimed(20, 0, 1), grant(20, 0)])), None);
    breaks(10, "device 0 is let in", &story(&[claimed(20, 0, 0)]));
    breaks(10, "from device 1 to device 1", &story(&[transferred(20, 0, 1, 8)]));
    breaks(10, "by a code that was used", &story(&[transferred(20, 0, 2, 7)]));
    breaks(10, "was let through", &story(&[grant(20, 0), transferred(30, 0, 2, 8)]));
}

#[test]
fn only_a_former_device_learns_of_the_transfer() {
    let reported = |holder| {
        [
            given(3),
            transferred(10, 0, 1, 7),
            (20, Fact::TransferReported { place: 0, holder }),
        ]
    };
    assert_eq!(tell(&reported(0)), None);
    breaks(10, "1 holds it", &reported(1));
}
