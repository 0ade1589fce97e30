//! The order after faults and over several nodes.

use simulator::oracle::{Fact, OracleContext};

use super::{breaks, given, grant, shown, tell, tell_in};

/// A fault excuses the visitors of its node, and with several nodes others are waited for longer.
#[test]
fn after_a_fault_the_order_is_judged_for_those_who_polled_another_node() {
    let story = |failed, last: u64| {
        let mut facts = vec![given(300), (0, Fact::Rate { per_minute: 60 })];
        for number in 1..=last {
            facts.push(shown(number * 1_000 - 1, 0, 0, 1_000, None));
            facts.push(grant(number * 1_000, number));
            if number == 6 {
                facts.push((6_500, Fact::NodeFailed { node: failed }));
            }
        }
        facts
    };
    assert_eq!(tell(&story(0, 12)), None, "0 polls that node");
    breaks(3, "0 polls as told", &story(1, 12));
    let several = OracleContext {
        single: false,
        ..OracleContext::plain()
    };
    assert_eq!(tell_in(&several, &story(1, 12)), None);
    assert!(tell_in(&several, &story(1, 14)).is_some());
}
