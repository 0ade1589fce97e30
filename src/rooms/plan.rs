//! Decides which pool nodes to open, close and change so that a configuration's rooms run. Pure;
//! [`super::Rooms`] carries out the steps.

use std::collections::{BTreeMap, BTreeSet};

use store::PoolId;

use super::{PoolSettings, records};
use crate::config::{self, Config};

/// A pool to run, with the rooms that share it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PoolPlan {
    pub(super) settings: PoolSettings,
    /// The rooms, by `customer/room`.
    pub(super) rooms: BTreeMap<String, config::RoomDefinition>,
}

/// Returns the pools of a configuration; a room without a shared pool is a pool of its own.
pub(super) fn pools(config: &Config) -> BTreeMap<PoolId, PoolPlan> {
    let mut pools: BTreeMap<PoolId, PoolPlan> = BTreeMap::new();
    for room in &config.rooms {
        let pool = room.share.as_ref().and_then(|share| {
            let pools = &config.pools;
            pools.iter().find(|pool| pool.id == share.pool)
        });
        let plan = pools.entry(pool_of(room)).or_insert_with(|| PoolPlan {
            settings: PoolSettings {
                rate: pool.and_then(|pool| pool.rate),
                autotune: pool.is_some_and(|pool| pool.autotune),
                sessions: pool.and_then(|pool| pool.sessions).map(|sessions| sessions.engine()),
                stock_set_at: pool.and_then(|pool| pool.stock_set_at),
            },
            rooms: BTreeMap::new(),
        });
        plan.rooms.insert(room.full_name(), room.clone());
    }
    pools
}

/// The pool that holds a room's places.
pub(super) fn pool_of(room: &config::RoomDefinition) -> PoolId {
    match &room.share {
        Some(share) => records::shared_pool(&share.pool),
        None => records::pool_of(&room.customer, &room.id),
    }
}

/// The steps from one set of pools to another, in the order of the fields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PlanSteps {
    /// Pools whose pool nodes stop.
    pub(super) close: Vec<PoolId>,
    /// Pools for which a pool node starts.
    pub(super) open: Vec<PoolId>,
    /// Pools whose own settings change while their pool node runs.
    pub(super) retune: Vec<(PoolId, PoolSettings)>,
    /// Rooms whose settings change while their pool node runs.
    pub(super) change: Vec<config::RoomDefinition>,
}

impl PlanSteps {
    /// Returns the steps from the running pools to the wanted ones. A pool node keeps running while
    /// settings change; it is replaced when its set of rooms or the length of sessions changes.
    pub(super) fn between(running: &BTreeMap<PoolId, PoolPlan>, wanted: &BTreeMap<PoolId, PoolPlan>) -> Self {
        let mut steps = Self::default();
        for (id, runs) in running {
            let stays = wanted.get(id).is_some_and(|wanted| wanted.has_same_node(runs));
            if !stays {
                steps.close.push(id.clone());
            }
        }
        for (id, plan) in wanted {
            match running.get(id).filter(|runs| plan.has_same_node(runs)) {
                None => steps.open.push(id.clone()),
                Some(runs) => {
                    if plan.settings != runs.settings {
                        steps.retune.push((id.clone(), plan.settings));
                    }
                    let rooms = plan.rooms.iter();
                    let changed = rooms.filter(|(name, room)| runs.rooms.get(*name) != Some(room));
                    steps.change.extend(changed.map(|(_, room)| room.clone()));
                }
            }
        }
        steps
    }
}

impl PoolPlan {
    fn has_same_node(&self, other: &Self) -> bool {
        self.settings.has_same_node(&other.settings) && self.lines().eq(other.lines())
    }

    /// The rooms with the groups that have a lane in each.
    fn lines(&self) -> impl Iterator<Item = (&str, BTreeSet<&str>)> {
        self.rooms.iter().map(|(name, room)| {
            let groups = room.groups().iter().map(|group| group.id.as_str());
            (name.as_str(), groups.collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(pools: &str, rooms: &[(&str, &str)]) -> BTreeMap<PoolId, PoolPlan> {
        let rooms = rooms.iter().map(|(id, keys)| {
            format!(
                "[[room]]\ncustomer = \"demo\"\nid = \"{id}\"\ntarget_url = \"https://shop.example/\"\nmax_outflow = 60\n{keys}\n"
            )
        });
        let text = format!(
            "[server]\nhttp = \"127.0.0.1:0\"\nmaster_key = \"{}\"\n[[customer]]\nid = \"demo\"\nsecret_key = \"s\"\n{pools}\n{}",
            "00".repeat(32),
            rooms.collect::<String>()
        );
        super::pools(&Config::parse(&text, []).unwrap())
    }

    fn ids(pools: &[PoolId]) -> Vec<&str> {
        pools.iter().map(PoolId::as_str).collect()
    }

    const POOL: &str = "[[pool]]\nid = \"shop\"\nrate = 60\n";
    const IN_POOL: &str = "pool = \"shop\"";

    #[test]
    fn nothing_changes_where_nothing_changed() {
        let pools = config(POOL, &[("one", ""), ("two", IN_POOL)]);
        assert_eq!(PlanSteps::between(&pools, &pools), PlanSteps::default());
        let from_nothing = PlanSteps::between(&BTreeMap::new(), &pools);
        assert_eq!(ids(&from_nothing.open), ["demo/one", "~pool/shop"]);
    }

    #[test]
    fn a_pool_node_goes_on_while_settings_change_under_it() {
        let before = config(POOL, &[("one", ""), ("two", IN_POOL)]);
        let after = config(
            POOL,
            &[("one", "message = \"x\""), ("two", &format!("{IN_POOL}\nweight = 2"))],
        );
        let steps = PlanSteps::between(&before, &after);
        assert!(steps.close.is_empty() && steps.open.is_empty());
        assert_eq!(steps.change.len(), 2);
    }

    #[test]
    fn a_group_makes_way_for_its_lanes_and_its_weight_changes_under_the_node() {
        let group = |id: &str, weight: u16| format!("[[group]]\npool = \"shop\"\nid = \"{id}\"\nweight = {weight}\n");
        let with = |groups: &[String]| config(&format!("{POOL}{}", groups.concat()), &[("two", IN_POOL)]);
        let (none, one) = (with(&[]), with(&[group("vip", 4)]));
        let steps = PlanSteps::between(&none, &one);
        assert_eq!(
            (ids(&steps.close), ids(&steps.open)),
            (vec!["~pool/shop"], vec!["~pool/shop"])
        );
        for other in [with(&[group("vip", 9)]), one.clone()] {
            let steps = PlanSteps::between(&one, &other);
            assert!(steps.close.is_empty() && steps.open.is_empty());
            assert_eq!(steps.change.len(), usize::from(other != one));
        }
    }

    #[test]
    fn a_pool_node_goes_on_while_rate_cap_and_stock_change() {
        let rooms = [("one", IN_POOL), ("two", IN_POOL)];
        let pool = |keys: &str| config(&format!("{POOL}{keys}\n"), &rooms);
        let before = pool("max_sessions = 50\nstock = 20");
        let after = config(
            &format!("{}max_sessions = 40\nstock = 0\n", POOL.replace("60", "90")),
            &rooms,
        );
        let steps = PlanSteps::between(&before, &after);
        assert!(steps.close.is_empty() && steps.open.is_empty() && steps.change.is_empty());
        let (id, settings) = &steps.retune[0];
        assert_eq!(
            (id.as_str(), settings.rate.map(|rate| rate.0)),
            ("~pool/shop", Some(90))
        );
        assert_eq!(settings.sessions.and_then(|sessions| sessions.stock), Some(0));
        let longer = pool("max_sessions = 50\nstock = 20\nsession_minutes = 5");
        assert_eq!(ids(&PlanSteps::between(&before, &longer).open), ["~pool/shop"]);
    }

    #[test]
    fn pool_nodes_make_way_where_rooms_come_go_and_move() {
        let alone = config(POOL, &[("one", ""), ("two", IN_POOL)]);
        let together = config(POOL, &[("one", IN_POOL), ("two", IN_POOL)]);
        let steps = PlanSteps::between(&alone, &together);
        assert_eq!(
            (ids(&steps.close), ids(&steps.open)),
            (vec!["demo/one", "~pool/shop"], vec!["~pool/shop"])
        );
        let gone = PlanSteps::between(&together, &config(POOL, &[]));
        assert_eq!((ids(&gone.close), ids(&gone.open)), (vec!["~pool/shop"], vec![]));
        let counted = format!("{POOL}max_sessions = 5\n");
        let counted = config(&counted, &[("one", IN_POOL), ("two", IN_POOL)]);
        let steps = PlanSteps::between(&together, &counted);
        assert_eq!(
            (ids(&steps.close), ids(&steps.open)),
            (vec!["~pool/shop"], vec!["~pool/shop"])
        );
    }
}
