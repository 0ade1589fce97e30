//! An invalid scenario is refused with the path of the invalid field.

use simulator::{Scenario, ScenarioError};

const ROOM: &str = "title = \"t\"\nduration_s = 60\n[room]\nmax_outflow = 5\n";

fn refused(rest: &str) -> String {
    let recorded = |name: &str| -> Result<String, ScenarioError> {
        assert_eq!(name, "list.csv");
        Ok("0,1\nx\n".to_owned())
    };
    match Scenario::parse(&format!("{ROOM}{rest}"), recorded) {
        Ok(_) => panic!("{rest} was taken"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_name_the_path_of_the_field() {
    for (rest, path) in [
        ("max_outflo = 6", "room"),
        ("[nodes]\ncount = 0", "nodes.count"),
        ("[nodes]\ncuont = 2", "nodes.cuont"),
        ("[network]\nloss = 1.5", "network.loss"),
        ("[[arrivals.spike]]\npeople = 1\nat = 3", "arrivals.spike[0].at"),
        (
            "[[arrivals.spike]]\npeople = 1\ncrowd = \"x\"",
            "arrivals.spike[0].crowd",
        ),
        (
            "[[arrivals.poisson]]\nper_minute = -1",
            "arrivals.poisson[0].per_minute",
        ),
        (
            "[[arrivals.recorded]]\nfile = \"list.csv\"",
            "arrivals.recorded[0].file",
        ),
        ("[crowds.robots]\nrobots = 2", "crowds.robots.robots"),
        ("[[operator]]\nat_s = 1\naction = \"stop\"", "operator[0].action"),
        (
            "[[operator]]\nat_s = 1\naction = { max_outflow = 2000000 }",
            "operator[0].action.max_outflow",
        ),
        ("[[rooms]]\nmax_outflow = 5\ngroup_of = 1", "rooms[0].group_of"),
        ("[site]\nsession_s = 0", "site.session_s"),
        ("[room.screening]\nsuspects_from = 80", "room.screening: needs a price"),
        (
            "[room.price]\nnetwork_places = 20\nstandard_work = 1000\nexpected_per_minute = 60\n[room.screening]\nsuspects_from = 80\nsuspects = \"stop\"",
            "room.screening.suspects: unknown variant",
        ),
        ("[crowds.old]\nscriptless = 2", "crowds.old.scriptless"),
        (
            "[room.price]\nnetwork_places = 20\nstandard_work = 1000\nexpected_per_minute = 60\ncode_pays = true",
            "room.price.code_pays: needs newcomers who bring proofs",
        ),
        (
            "[[rooms]]\nmax_outflow = 5\ngroup_of = 0\ncapacity = 5",
            "rooms[0].capacity: the line of a group fills the room",
        ),
        (
            "[room.screening]\nsuspects_from = 80\nrules = [{ action = { prioritise = 1 } }]",
            "room.screening.rules[0].action: names no line of a priority group",
        ),
        (
            "[room.screening]\nsuspects_from = 80\nrules = [{ action = \"block\" }, { action = { prioritise = 1 } }]",
            "room.screening: needs a price",
        ),
        ("[site]\nautotune = true", "site.autotune"),
        (
            "[[operator]]\nat_s = 1\naction = { stock = 0 }",
            "operator[0].action.stock",
        ),
        ("[[faults.crash]]\nat_s = 1\nnode = 1", "faults.crash[0].node"),
        ("[faults.chaos]\ncrashes = 1", "faults.chaos.crashes"),
    ] {
        let message = refused(rest);
        assert!(message.starts_with(path), "{rest}: {message}");
    }
}

#[test]
fn an_unknown_key_is_named() {
    assert!(refused("max_outflo = 6").contains("max_outflo"));
}
