//! Schemas of bodies that carry an entry of the configuration, for the API's description. Handlers
//! read such bodies as plain objects, and the configuration checks them.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use crate::config::{Section, schema};

macro_rules! body {
    ($name:ident, $make:ident, $section:ident, $what:literal) => {
        #[doc = $what]
        pub(in crate::http) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                schema::$make(Section::$section).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    };
}

body!(CustomerInput, entry, Customer, "A whole customer.");
body!(CustomerPatch, patch, Customer, "Changes to a customer.");
body!(PoolInput, entry, Pool, "A whole pool.");
body!(PoolPatch, patch, Pool, "Changes to a pool.");
body!(GroupInput, entry, Group, "A whole priority group.");
body!(GroupPatch, patch, Group, "Changes to a priority group.");
body!(
    FirewallRuleInput,
    entry,
    Firewall,
    "A rule of the firewall; `customer` is that of the path."
);
body!(FirewallRulePatch, patch, Firewall, "Changes to a rule of the firewall.");
body!(RoomInput, entry, Room, "A whole room.");
body!(RoomPatch, patch, Room, "Changes to a room.");
