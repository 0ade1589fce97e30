//! The keys of an entry for the admin API's description, taken from the types that read the file,
//! so that file and API cannot differ.

use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, Schema, SchemaType, Type};

use super::{Section, access, customer, group, ip_group, pool, room};

/// The schema of a whole entry. Optional keys can be `null` as well, and so can keys within them.
pub(crate) fn entry(section: Section) -> Object {
    let schema = match section {
        Section::Customer => customer::RawCustomer::schema(),
        Section::Pool => pool::RawPool::schema(),
        Section::Group => group::RawGroup::schema(),
        Section::IpGroup => ip_group::RawIpGroup::schema(),
        Section::Room => room::RawRoom::schema(),
        Section::Firewall => access::firewall::RawFirewallRule::schema(),
    };
    let RefOr::T(Schema::Object(mut object)) = schema else {
        unreachable!("a struct with named fields is an object");
    };
    let required = object.required.clone();
    for (name, property) in &mut object.properties {
        if !required.contains(name) {
            allow_null(property);
        }
    }
    object
}

/// The schema of a merge patch of an entry: no key is required, and the keys of the id are left out
/// because they cannot be changed.
pub(crate) fn patch(section: Section) -> Object {
    let mut object = entry(section);
    object.required.clear();
    object
        .properties
        .retain(|name, _| !section.id_keys().contains(&name.as_str()));
    object
}

fn allow_null(property: &mut RefOr<Schema>) {
    let kind = match property {
        RefOr::T(Schema::Object(object)) => {
            object.properties.values_mut().for_each(allow_null);
            &mut object.schema_type
        }
        RefOr::T(Schema::Array(array)) => &mut array.schema_type,
        _ => return,
    };
    if let SchemaType::Type(single) = kind {
        *kind = SchemaType::Array(vec![single.clone(), Type::Null]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_as_the_api_names_them() {
        let room = entry(Section::Room);
        assert_eq!(room.required, ["customer", "id", "targetUrl", "maxOutflow"]);
        assert!(room.properties.contains_key("prequeueMinutes") && !room.properties.contains_key("prequeue_minutes"));
        let written = serde_json::to_value(&room).unwrap();
        assert_eq!(written["additionalProperties"], false);
        assert_eq!(
            written["properties"]["detectLanguage"]["type"],
            serde_json::json!(["boolean", "null"])
        );
        assert!(
            written["properties"]["display"]["properties"]["queueNumber"].is_object(),
            "{written:#}"
        );
        let patch = patch(Section::Room);
        assert!(patch.required.is_empty() && !patch.properties.contains_key("id"));
    }

    #[test]
    fn keys_that_are_never_shown_are_the_secrets() {
        for section in Section::ALL {
            let written = serde_json::to_value(entry(section)).unwrap();
            let keys = written["properties"].as_object().unwrap();
            let hidden = keys.iter().filter(|(_, key)| key["writeOnly"] == true);
            let mut hidden: Vec<&str> = hidden.map(|(name, _)| name.as_str()).collect();
            let mut secrets = section.secrets().to_vec();
            hidden.sort_unstable();
            secrets.sort_unstable();
            assert_eq!(hidden, secrets, "{section:?}");
        }
    }
}
