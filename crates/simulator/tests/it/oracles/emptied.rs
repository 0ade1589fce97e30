//! A store that comes back without any data loses of the grants only what a running node did not
//! count.

use simulator::oracle::{Fact, OracleContext};

use super::{breaks, given, grant, tell, tell_in};

/// Returns a story of number 0: grants, the loss of everything in the store, and later grants.
/// `counted_from_ms`: since when all nodes have counted grants.
fn story(before: &[u64], (emptied_ms, counted_from_ms): (u64, u64), after: &[u64]) -> Vec<(u64, Fact)> {
    let grants = |times: &[u64]| times.iter().map(|ms| grant(*ms, 0)).collect::<Vec<_>>();
    let emptied = (emptied_ms, Fact::Emptied { counted_from_ms });
    [vec![given(3)], grants(before), vec![emptied], grants(after)].concat()
}

#[test]
fn grants_that_all_nodes_counted_still_count() {
    let twice = [0, 200_000];
    breaks(5, "more than 2 times", &story(&twice, (300_000, 0), &[400_000]));
    assert_eq!(tell(&story(&twice, (300_000, 100_000), &[400_000])), None);
    let again = [400_000, 600_000];
    breaks(5, "more than 2 times", &story(&twice, (300_000, 100_000), &again));
    assert_eq!(
        tell(&story(&twice, (700_000, 0), &[750_000])),
        None,
        "ten minutes later"
    );
}

#[test]
fn a_node_that_counted_a_grant_repeats_its_token() {
    breaks(5, "takes another permit", &story(&[0], (10_000, 0), &[20_000]));
    assert_eq!(tell(&story(&[0], (10_000, 5_000), &[20_000])), None);
    let twice = story(&[0, 200_000], (210_000, 100_000), &[220_000]);
    breaks(5, "takes another permit", &twice);
    let differ = OracleContext {
        wall_error_ms: 300_000,
        ..OracleContext::plain()
    };
    assert_eq!(tell_in(&differ, &twice), None, "by another clock it is ten minutes ago");
}
