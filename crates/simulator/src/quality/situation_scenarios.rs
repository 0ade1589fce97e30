//! The scenarios of the situations, scaled by the room's rate.

use std::collections::BTreeMap;

use crate::scenario::{
    Act, Arrivals, CROWD_DEFAULT, Crash, Crowd, Failover, Faults, Network, Nodes, OpeningCrowd, OperatorAction,
    Poisson, RoomOpening, Scenario, ScenarioPool, ScenarioRoom, ScenarioShare, ScenarioSite, Spike, StoreAway,
};

/// The duration of a situation, in seconds.
const DURATION_S: u64 = 1_500;
/// First ranges count from this second on, except where a situation is about its beginning.
const MEASURE_FROM_S: u64 = 150;
/// The time that it takes to let the people of the first minute through, in minutes.
const CROWD_MINUTES: f64 = 6.0;
/// Arrivals exceed the outflow by this factor.
const PRESSURE: f64 = 1.05;
/// The name of the crowd of requests that never come again.
const ONE_HIT: &str = "one-hit";

pub(super) fn leaving(no_shows: f64, no_show_after_s: [u64; 2]) -> Crowd {
    Crowd {
        no_shows,
        no_show_after_s,
        ..Crowd::default()
    }
}

pub(super) fn hidden(hidden: f64) -> Crowd {
    Crowd {
        hidden,
        ..leaving(0.1, [0, 120])
    }
}

/// Returns the arrivals a minute of which `rate` are still present when their turn comes.
pub(super) fn per_minute(rate: u32, crowd: &Crowd) -> f64 {
    f64::from(rate) / (1.0 - crowd.no_shows)
}

pub(super) fn spike(at_s: u64, over_s: u64, people: f64) -> Spike {
    Spike {
        at_s,
        over_s,
        people: people.ceil() as u64,
        crowd: CROWD_DEFAULT.to_owned(),
    }
}

pub(super) fn poisson(per_minute: f64) -> Poisson {
    Poisson::throughout(per_minute, CROWD_DEFAULT)
}

/// An open room without arrivals.
pub(super) fn empty(rate: u32, crowd: Crowd) -> Scenario {
    Scenario {
        title: String::new(),
        about: String::new(),
        duration_s: DURATION_S,
        measure_from_s: MEASURE_FROM_S,
        room: ScenarioRoom::open(rate),
        rooms: Vec::new(),
        pool: None,
        codes: Vec::new(),
        site: None,
        nodes: Nodes::default(),
        network: Network::default(),
        arrivals: Arrivals::default(),
        crowds: BTreeMap::from([(CROWD_DEFAULT.to_owned(), crowd)]),
        operator: Vec::new(),
        faults: Faults::default(),
    }
}

/// A crowd in the first minute, and from then on a little more people than the room lets through.
pub(super) fn steady(rate: u32, crowd: Crowd) -> Scenario {
    let per_minute = per_minute(rate, &crowd);
    Scenario {
        arrivals: Arrivals {
            spike: vec![spike(0, 60, per_minute * CROWD_MINUTES)],
            poisson: vec![poisson(per_minute * PRESSURE)],
            ..Arrivals::default()
        },
        ..empty(rate, crowd)
    }
}

pub(super) fn ordered(rate: u32, orders: &[(u64, Act)]) -> Scenario {
    let orders = orders.iter().map(|(at_s, action)| OperatorAction {
        at_s: *at_s,
        room: 0,
        action: *action,
    });
    Scenario {
        operator: orders.collect(),
        ..steady(rate, leaving(0.2, [0, 120]))
    }
}

pub(super) fn half_rate(rate: u32) -> Act {
    Act::MaxOutflow(rate / 2)
}

/// All visitors come within a minute.
pub(super) fn rush(rate: u32) -> Scenario {
    first_minute(rate, leaving(0.0, [0, 5]))
}

/// All visitors come within a minute to a room that has observed nobody yet.
pub(super) fn first_minute(rate: u32, crowd: Crowd) -> Scenario {
    Scenario {
        arrivals: Arrivals {
            spike: vec![spike(10, 60, per_minute(rate, &crowd) * 8.0)],
            ..Arrivals::default()
        },
        measure_from_s: 0,
        duration_s: 800,
        ..empty(rate, crowd)
    }
}

pub(super) fn opening(rate: u32, opening: RoomOpening) -> Scenario {
    let crowd = leaving(0.2, [0, 120]);
    let per_minute = per_minute(rate, &crowd);
    Scenario {
        room: ScenarioRoom {
            start_s: Some(300),
            prequeue_s: 240,
            opening,
            ..ScenarioRoom::open(rate)
        },
        arrivals: Arrivals {
            opening: vec![OpeningCrowd {
                at_s: 300,
                gather_s: 200,
                people: (per_minute * CROWD_MINUTES) as u64,
                eagerness: 3.0,
                crowd: CROWD_DEFAULT.to_owned(),
            }],
            poisson: vec![Poisson {
                from_s: 300,
                ..poisson(per_minute)
            }],
            ..Arrivals::default()
        },
        measure_from_s: 0,
        ..empty(rate, crowd)
    }
}

/// The room starts empty, and a third more people arrive than are let through.
pub(super) fn growing(rate: u32) -> Scenario {
    let crowd = leaving(0.1, [0, 120]);
    Scenario {
        arrivals: Arrivals {
            poisson: vec![poisson(per_minute(rate, &crowd) * 1.33)],
            ..Arrivals::default()
        },
        measure_from_s: 0,
        ..empty(rate, crowd)
    }
}

/// Rushes, between which the line empties.
pub(super) fn waves(rate: u32) -> Scenario {
    let crowd = leaving(0.1, [0, 120]);
    let per_minute = per_minute(rate, &crowd);
    Scenario {
        arrivals: Arrivals {
            spike: (0..5).map(|wave| spike(wave * 300, 40, per_minute * 2.5)).collect(),
            poisson: vec![poisson(per_minute * 0.4)],
            ..Arrivals::default()
        },
        ..empty(rate, crowd)
    }
}

/// A site whose sessions last about five and a half minutes.
pub(super) fn site(max_sessions: f64) -> ScenarioSite {
    ScenarioSite {
        max_sessions: Some(max_sessions as u64),
        ..ScenarioSite::default()
    }
}

/// A site that has long been full, whose cap allows about half of the room's rate.
pub(super) fn full_site(rate: u32) -> Scenario {
    let rate = f64::from(rate);
    Scenario {
        site: Some(site(rate * 2.75)),
        arrivals: Arrivals {
            spike: vec![spike(0, 60, rate * 5.0)],
            poisson: vec![poisson(rate * 0.52)],
            ..Arrivals::default()
        },
        duration_s: 2_400,
        measure_from_s: 900,
        ..empty(rate as u32, Crowd::default())
    }
}

/// A site with free slots for half of the first minute's people; the rest are let in as others
/// leave.
pub(super) fn filling(rate: u32) -> Scenario {
    let people = f64::from(rate);
    Scenario {
        site: Some(site(people * 2.5)),
        arrivals: Arrivals {
            spike: vec![spike(10, 60, people * 3.5)],
            poisson: vec![poisson(people * 0.3)],
            ..Arrivals::default()
        },
        duration_s: 1_200,
        measure_from_s: 0,
        ..empty(rate, Crowd::default())
    }
}

pub(super) fn stock_returns(rate: u32) -> Scenario {
    let people = f64::from(rate);
    Scenario {
        site: Some(ScenarioSite {
            stock: Some(u64::from(rate)),
            ..site(people * 20.0)
        }),
        operator: vec![
            OperatorAction {
                at_s: 120,
                room: 0,
                action: Act::Stock(0),
            },
            OperatorAction {
                at_s: 600,
                room: 0,
                action: Act::Stock(u64::from(rate) * 10),
            },
        ],
        arrivals: Arrivals {
            spike: vec![spike(10, 60, people * 4.0)],
            poisson: vec![poisson(people * 0.5)],
            ..Arrivals::default()
        },
        measure_from_s: 600,
        ..empty(rate, leaving(0.1, [0, 120]))
    }
}

pub(super) fn killed(rate: u32) -> Scenario {
    let crash = (30..DURATION_S / 5).map(|index| Crash {
        at_s: index * 5,
        node: 0,
        down_ms: 1_000,
    });
    Scenario {
        faults: Faults {
            crash: crash.collect(),
            ..Faults::default()
        },
        measure_from_s: 300,
        ..steady(rate, Crowd::default())
    }
}

pub(super) fn failing_over(rate: u32) -> Scenario {
    let failover = (1..5).map(|index| Failover {
        at_s: index * 240,
        loses_ms: 2_000,
    });
    Scenario {
        nodes: Nodes {
            count: 2,
            ..Nodes::default()
        },
        faults: Faults {
            failover: failover.collect(),
            ..Faults::default()
        },
        ..steady(rate, Crowd::default())
    }
}

pub(super) fn store_away(rate: u32) -> Scenario {
    Scenario {
        faults: Faults {
            store_away: vec![StoreAway {
                at_s: 600,
                for_ms: 60_000,
            }],
            ..Faults::default()
        },
        ..steady(rate, leaving(0.2, [0, 120]))
    }
}

/// Ten minutes' worth of requests within 20 s, none of which comes again after its first look.
pub(super) fn bots(rate: u32) -> Scenario {
    let mut scenario = steady(rate, Crowd::default());
    let wave = Spike {
        crowd: ONE_HIT.to_owned(),
        ..spike(300, 20, f64::from(rate) * 10.0)
    };
    scenario.arrivals.spike.push(wave);
    scenario.crowds.insert(ONE_HIT.to_owned(), leaving(1.0, [1, 1]));
    scenario
}

/// When people with a code come to a running line, in seconds.
const CODES_AT_S: u64 = 300;
/// The name of the crowd of people with a code, or of another room.
const OTHERS: &str = "others";

/// A line with a pool, and another line that shares the pool: that of a priority group, or of
/// another room. `rate` is that of the pool.
fn shared(rate: u32, line: ScenarioRoom, here: f64) -> Scenario {
    let mut scenario = steady(rate, leaving(0.1, [0, 120]));
    for spike in &mut scenario.arrivals.spike {
        spike.people = (spike.people as f64 * here) as u64;
    }
    for poisson in &mut scenario.arrivals.poisson {
        poisson.per_minute *= here;
    }
    scenario.pool = Some(ScenarioPool { rate });
    scenario.rooms.push(line);
    let others = Crowd {
        room: 1,
        ..leaving(0.1, [0, 120])
    };
    scenario.crowds.insert(OTHERS.to_owned(), others);
    scenario
}

fn group(rate: u32, weight: u16) -> ScenarioRoom {
    ScenarioRoom {
        share: ScenarioShare { weight, minimum: 0 },
        group_of: Some(0),
        ..ScenarioRoom::open(rate)
    }
}

/// While a line is running, two minutes' worth of people with a code come within 20 s. First ranges
/// count from then on.
pub(super) fn group_forms(rate: u32) -> Scenario {
    let mut scenario = shared(rate, group(rate, 9), 1.0);
    let codes = spike(CODES_AT_S, 20, f64::from(rate) * 2.0);
    scenario.arrivals.spike.push(Spike {
        crowd: OTHERS.to_owned(),
        ..codes
    });
    scenario.measure_from_s = CODES_AT_S + 20;
    scenario.duration_s = 900;
    scenario
}

/// People with a code keep coming: two fifths of all.
pub(super) fn group_comes(rate: u32) -> Scenario {
    let mut scenario = shared(rate, group(rate, 4), 0.6);
    scenario.arrivals.poisson.push(Poisson {
        from_s: CODES_AT_S,
        crowd: OTHERS.to_owned(),
        ..poisson(f64::from(rate) * 0.4)
    });
    scenario.measure_from_s = CODES_AT_S + 90;
    scenario
}

/// Single people come with a code now and then: one person in twenty.
pub(super) fn single_codes(rate: u32) -> Scenario {
    let mut scenario = shared(rate, group(rate, 9), 0.95);
    scenario.arrivals.poisson.push(Poisson {
        crowd: OTHERS.to_owned(),
        ..poisson(f64::from(rate) * 0.05)
    });
    scenario
}

/// A second room, with twice the share, fills while the first one has a line.
pub(super) fn second_room(rate: u32) -> Scenario {
    let line = ScenarioRoom {
        share: ScenarioShare { weight: 2, minimum: 0 },
        ..ScenarioRoom::open(rate)
    };
    let mut scenario = shared(rate, line, 0.6);
    scenario.arrivals.spike.push(Spike {
        crowd: OTHERS.to_owned(),
        ..spike(CODES_AT_S, 60, f64::from(rate) * 2.0)
    });
    scenario.arrivals.poisson.push(Poisson {
        from_s: CODES_AT_S,
        crowd: OTHERS.to_owned(),
        ..poisson(f64::from(rate) * 0.3)
    });
    scenario.measure_from_s = CODES_AT_S + 60;
    scenario
}

/// Five minutes' worth of requests that never come again are ahead of the rush.
pub(super) fn rush_behind_bots(rate: u32) -> Scenario {
    let mut scenario = rush(rate);
    let wave = Spike {
        crowd: ONE_HIT.to_owned(),
        ..spike(0, 10, f64::from(rate) * 5.0)
    };
    scenario.arrivals.spike.push(wave);
    scenario.crowds.insert(ONE_HIT.to_owned(), leaving(1.0, [1, 1]));
    scenario
}
