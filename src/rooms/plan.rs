//! What has to be opened, closed and changed so that a configuration's rooms run. Pure: who carries
//! it out is [`super::Rooms`].

use std::collections::BTreeMap;

use store::PoolId;

use super::{PoolSettings, records};
use crate::config::{self, Config};

/// A pool to run, with the rooms that share it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PoolPlan {
    pub(super) settings: PoolSettings,
    /// By `customer/room`.
    pub(super) rooms: BTreeMap<String, config::RoomDefinition>,
}

/// The pools of a configuration; a room without one is a pool of its own.
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
                sessions: pool.and_then(|pool| pool.sessions).map(|sessions| sessions.engine()),
            },
            rooms: BTreeMap::new(),
        });
        plan.rooms.insert(room.full_name(), room.clone());
    }
    pools
}

/// Where a room's places are kept.
pub(super) fn pool_of(room: &config::RoomDefinition) -> PoolId {
    match &room.share {
        Some(share) => records::shared_pool(&share.pool),
        None => records::pool_of(&room.customer, &room.id),
    }
}

/// What to do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PlanSteps {
    /// These pool nodes stop first,
    pub(super) close: Vec<PoolId>,
    /// then these start,
    pub(super) open: Vec<PoolId>,
    /// and these rooms have other settings.
    pub(super) change: Vec<config::RoomDefinition>,
}

impl PlanSteps {
    /// From what runs to what is wanted. Rooms of a pool node change their settings while it runs;
    /// a pool node whose rooms are others, or what they share, makes way for a new one.
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
        self.settings == other.settings && self.rooms.keys().eq(other.rooms.keys())
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
        let faster = config(&POOL.replace("60", "90"), &[("one", IN_POOL), ("two", IN_POOL)]);
        let steps = PlanSteps::between(&together, &faster);
        assert_eq!(
            (ids(&steps.close), ids(&steps.open)),
            (vec!["~pool/shop"], vec!["~pool/shop"])
        );
    }
}
