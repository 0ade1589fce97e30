//! Addresses of the waiting room, and addresses that are not.

use super::*;

#[test]
fn links_into_rooms_are_explained_gate_by_gate() {
    for (url, address, outcome, error_id, said) in [
        (
            "https://queue.example/?c=demo&e=sale",
            None,
            ExplainOutcome::Queue,
            None,
            "a place in line",
        ),
        (
            "https://queue.example/queue/?c=demo&e=sale",
            None,
            ExplainOutcome::Queue,
            None,
            "a place in line",
        ),
        (
            "https://queue.localhost/?c=demo&e=sale",
            None,
            ExplainOutcome::Queue,
            None,
            "a place in line",
        ),
        (
            "https://sale.example/?t_show=7",
            None,
            ExplainOutcome::Queue,
            None,
            "a place in line",
        ),
        (
            "https://queue.example/?c=demo&e=sale",
            Some("198.51.100.7"),
            ExplainOutcome::Pass,
            None,
            "the address bypasses the room",
        ),
        (
            "https://queue.example/?c=demo&e=early",
            None,
            ExplainOutcome::Pass,
            None,
            "type idle",
        ),
        (
            "https://queue.example/?c=demo&e=hidden",
            None,
            ExplainOutcome::Error,
            Some(2),
            "hidden until it opens",
        ),
        (
            "https://queue.example/?c=demo&e=guests",
            None,
            ExplainOutcome::Queue,
            None,
            "a place in line",
        ),
        (
            "https://queue.example/?c=nobody&e=sale",
            None,
            ExplainOutcome::Error,
            Some(1),
            "error 1",
        ),
        (
            "https://queue.example/?c=demo&e=Sale",
            None,
            ExplainOutcome::Error,
            Some(2),
            "error 2",
        ),
        (
            "https://queue.example/?c=demo&e=sale&t=https%3A%2F%2Fevil.example",
            None,
            ExplainOutcome::Error,
            None,
            "refuses the target",
        ),
        (
            "https://queue.example/error/hash/?c=demo&e=sale",
            None,
            ExplainOutcome::Error,
            Some(6),
            "link back",
        ),
        (
            "https://queue.example/cancel.aspx?c=demo&e=sale",
            None,
            ExplainOutcome::Cancel,
            None,
            "end of the line",
        ),
        (
            "https://queue.example/cancel/demo/sale/?r=https%3A%2F%2Fevil.example",
            None,
            ExplainOutcome::Cancel,
            None,
            "the visitor stays here",
        ),
        (
            "https://queue.example/cancel/multiple/demo?wrl=nothing",
            None,
            ExplainOutcome::Error,
            Some(2),
            "error 2",
        ),
    ] {
        let explanation = explained(&ExplainRequest {
            address: address.map(|address| address.parse().unwrap()),
            ..at(url)
        });
        assert_eq!(
            (explanation.outcome, explanation.error_id),
            (outcome, error_id),
            "{url}: {explanation}"
        );
        assert!(says(&explanation, ExplainStage::Result, said), "{url}: {explanation}");
    }
    let guests = explained(&at("https://queue.example/?c=demo&e=guests"));
    assert!(
        says(&guests, ExplainStage::Room, "invitation") && says(&guests, ExplainStage::Room, "safetynet"),
        "{guests}"
    );
}

#[test]
fn what_newcomers_need_only_before_the_start_is_said_until_then() {
    let explained = |start: &str| {
        let room = format!(
            "[smtp]\nhost = \"smtp.example.com\"\nfrom = \"Queue <queue@example.com>\"\n\n\
             [[room]]\ncustomer = \"demo\"\nid = \"drawn\"\ntarget_url = \"https://shop.example/\"\nmax_outflow = 60\n\
             start = {start}\nprequeue_minutes = 60\ninvite_only = true\nvisitor_key_at = \"prequeue\"\n\
             identity = \"email\"\nidentity_at = \"prequeue\"\n"
        );
        explained_by(
            &format!("{CONFIG}\n{room}"),
            &at("https://queue.example/?c=demo&e=drawn"),
        )
    };
    // The time of the request is 2023-11-14T22:13:20Z.
    for (start, is_before) in [("2023-11-14T23:00:00Z", true), ("2023-11-14T22:00:00Z", false)] {
        let explanation = explained(start);
        for said in ["an invitation", "needs a key", "gets one place", "proves an identity"] {
            assert_eq!(
                says(&explanation, ExplainStage::Room, said),
                is_before,
                "{said}: {explanation}"
            );
        }
    }
}

#[test]
fn inexplicable_requests_name_the_invalid_field() {
    let config = Config::parse(
        &format!("{CONFIG}\n[[customer]]\nid = \"other\"\nsecret_key = \"x\"\n"),
        [],
    )
    .unwrap();
    let context = ExplainContext {
        reach: None,
        config: &config,
        published: None,
        now: WallMs(NOW * 1_000),
        lifecycle_of: &|_| None,
    };
    let said = |asked: &ExplainRequest| explain(asked, &context);
    for url in [
        "",
        "shop.example",
        "ftp://shop.example/",
        "javascript:alert(1)",
        &format!("https://a.example/{}", "x".repeat(URL_BYTES_MAX)),
    ] {
        assert_eq!(said(&at(url)), Err(CannotExplain::Url), "{url}");
    }
    assert_eq!(said(&at(PAGE)), Err(CannotExplain::Customer));
    let of = |customer: &str| ExplainRequest {
        customer: Some(customer.to_owned()),
        ..at(PAGE)
    };
    assert_eq!(said(&of("nobody")), Err(CannotExplain::NoCustomer("nobody".to_owned())));
    assert_eq!(
        said(&of("other")).map(|reported| reported.outcome),
        Ok(ExplainOutcome::Unknown)
    );
    let in_code = ExplainRequest {
        room: Some("sale".to_owned()),
        ..of("demo")
    };
    assert_eq!(
        said(&in_code).map(|reported| reported.outcome),
        Ok(ExplainOutcome::Queue)
    );
    assert!(
        said(&at("https://queue.example/?c=demo&e=sale")).is_ok(),
        "the address says whose it is"
    );
}
