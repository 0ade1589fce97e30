use super::*;

fn choose_for(hosts: &[&str], asked: Option<&str>) -> Result<String, ForeignTarget> {
    let hosts: Vec<TargetHost> = hosts.iter().map(|host| host.parse().expect("a host")).collect();
    let own = "https://shop.example/{show}?a=1".parse().expect("a template");
    choose(&own, &hosts, asked, |key| (key == "show").then(|| "a b/&".to_owned()))
}

#[test]
fn the_rooms_own_target_is_filled_and_escaped() {
    assert_eq!(
        choose_for(&["shop.example"], None),
        Ok("https://shop.example/a%20b%2F%26?a=1".to_owned())
    );
}

#[test]
fn a_target_without_holes_is_everybodys() {
    let own: TargetTemplate = "HTTPS://Shop.example".parse().expect("a template");
    let nobody = |_: &str| None;
    assert_eq!(choose(&own, &[], None, nobody), Ok("https://shop.example/".to_owned()));
    assert_eq!(
        choose(&own, &[], Some("https://shop.example/"), nobody),
        Err(ForeignTarget)
    );
}

#[test]
fn a_link_may_point_to_allowed_hosts_alone() {
    let hosts = &["shop.example", "127.0.0.1:8081"];
    for good in [
        "https://shop.example/x?y#z",
        "https://shop.example/x?file=a\\b#c\\d",
        "http://127.0.0.1:8081/product",
    ] {
        assert!(choose_for(hosts, Some(good)).is_ok(), "{good}");
    }
    let bad = [
        "https://evil.example/",
        "https://shop.example.evil.example/",
        "https://shop.example@evil.example/",
        "https://user@shop.example/",
        "//evil.example/",
        "/relative",
        "javascript:alert(1)",
        "https:\\\\evil.example\\@shop.example",
        "http://127.0.0.1:8082/",
        "https://evil.example\\.shop.example/",
        "https://shop.example\\@evil.example/",
        "https://shop.example\\.evil.example/",
        "https:\\\\shop.example\\x",
        "",
    ];
    for bad in bad {
        assert_eq!(choose_for(hosts, Some(bad)), Err(ForeignTarget), "{bad}");
    }
    assert_eq!(
        choose_for(hosts, Some(&format!("https://shop.example/{}", "x".repeat(5_000)))),
        Err(ForeignTarget)
    );
}

#[test]
fn a_link_leads_to_no_other_server_of_an_allowed_host_and_never_in_clear() {
    let chosen = |own: &str, hosts: &[&str], asked: &str| {
        let hosts: Vec<TargetHost> = hosts.iter().map(|host| host.parse().expect("a host")).collect();
        choose(&own.parse().expect("a template"), &hosts, Some(asked), |_| None)
    };
    const HOSTS: &[&str] = &[
        "shop.example",
        "m.shop.example:8443",
        "http://old.shop.example",
        "localhost",
    ];
    let is = |own: &str, asked: &str, answer: Option<&str>| {
        let answer = answer.map(str::to_owned).ok_or(ForeignTarget);
        assert_eq!(chosen(own, HOSTS, asked), answer, "{asked} of {own}");
    };
    let same = |own: &str, asked: &str| is(own, asked, Some(asked));
    let safe = "https://shop.example/";
    is(
        safe,
        "http://shop.example/a%20b?c#d",
        Some("https://shop.example/a%20b?c#d"),
    );
    is(safe, "HTTP://Shop.Example", Some("https://shop.example/"));
    is(safe, "https://shop.example:443/x", Some("https://shop.example/x"));
    same(safe, "https://m.shop.example:8443/x");
    same(safe, "http://old.shop.example/x");
    for refused in [
        "http://shop.example:80/x",
        "http://shop.example:443/x",
        "http://shop.example:8080/x",
        "https://shop.example:8443/x",
        "http://m.shop.example:8443/x",
        "https://m.shop.example/x",
        "http://m.shop.example/x",
    ] {
        is(safe, refused, None);
    }
    same("https://shop.example:9443/", "https://shop.example:9443/x");
    for plain in [
        "http://shop.example/x",
        "https://shop.example/x",
        "http://old.shop.example/x",
    ] {
        same("http://shop.example/", plain);
    }
    is("http://shop.example/", "http://shop.example:8080/x", None);
    same("http://shop.example:8080/", "http://shop.example:8080/x");
    for local in [
        "http://localhost:3000/x",
        "https://localhost:3443/x",
        "http://localhost/x",
    ] {
        same(safe, local);
    }
}

#[test]
fn a_value_cannot_move_the_target_to_another_host() {
    let own: TargetTemplate = "https://{brand}.shop.example/".parse().expect("a template");
    let hosts = ["a.shop.example".parse().expect("a host")];
    let value = |brand: &'static str| move |_: &str| Some(brand.to_owned());
    assert!(choose(&own, &hosts, None, value("a")).is_ok());
    assert_eq!(choose(&own, &hosts, None, value("evil.example/")), Err(ForeignTarget));
}

#[test]
fn a_rooms_own_pages_are_known_by_host_port_and_scheme() {
    let own: TargetTemplate = "https://shop.example/{show}".parse().expect("a template");
    let plain: TargetTemplate = "http://shop.example/".parse().expect("a template");
    let hosts = ["www.shop.example", "127.0.0.1:8081"].map(|host| host.parse().expect("a host"));
    let is_ours = |own, page: &str, over_https| {
        let page = Url::parse(page).expect("an address");
        is_page_of(own, &hosts, &page, over_https)
    };
    for page in [
        "https://shop.example",
        "https://www.shop.example/x",
        "https://127.0.0.1:8081",
    ] {
        assert!(is_ours(&own, page, true), "{page}");
    }
    for page in [
        "http://shop.example",
        "https://shop.example:8443",
        "https://www.shop.example:8443/x",
        "https://127.0.0.1:8082",
        "https://evil.example",
        "https://shop.example.evil.example",
        "ftp://shop.example",
    ] {
        assert!(!is_ours(&own, page, true), "{page}");
    }
    assert!(
        is_ours(&own, "http://shop.example", false),
        "neither is safer than the other"
    );
    assert!(
        is_ours(&plain, "http://www.shop.example", true),
        "the operator's own choice"
    );
}

#[test]
fn a_domain_holds_its_hosts_and_no_others() {
    let domain = |text: &str| TargetHost::from(text.parse::<DomainPattern>().expect("a domain"));
    let hosts = [
        domain("https://www.shop.example"),
        domain("https://*.tickets.example:8443"),
    ];
    let own = "https://shop.example/".parse().expect("a template");
    let chosen = |asked: &str| choose(&own, &hosts, Some(asked), |_| None).is_ok();
    for good in [
        "https://www.shop.example/x?y#z",
        "https://a.b.TICKETS.example.:8443/",
        "http://shop.example/",
    ] {
        assert!(chosen(good), "{good}");
    }
    for bad in [
        "https://shop.example:8443/",
        "http://a.b.tickets.example:8443/",
        "https://m.shop.example/",
        "https://tickets.example/",
        "https://a.tickets.example.evil.example/",
        "https://evil.example\\.tickets.example/",
        "https://evil.example/.tickets.example/",
        "https://eviltickets.example/",
        "https://a.tickets.example@evil.example/",
        "//a.tickets.example/",
    ] {
        assert!(!chosen(bad), "{bad}");
    }
    assert_eq!(hosts[1].to_string(), "https://*.tickets.example:8443");
    assert!(hosts[1].can_be("a.tickets.example") && !hosts[1].can_be("shop.example"));
    assert!(hosts[1].can_contain("anything") && hosts[0].can_contain("shop") && !hosts[0].can_contain("tickets"));
}

#[test]
fn configured_targets_are_checked() {
    assert!("shop.example/{x}".parse::<TargetTemplate>().is_err());
    assert!("shop.example/path".parse::<TargetHost>().is_err());
    assert!("".parse::<TargetHost>().is_err());
    for credentials in ["me@shop.example", "me:pw@shop.example", ":pw@shop.example"] {
        assert!(credentials.parse::<TargetHost>().is_err(), "{credentials}");
    }
}

#[test]
fn a_site_has_a_domain_unless_it_is_an_address_or_the_link_names_it() {
    let domain = |text: &str| text.parse::<TargetTemplate>().expect("a target").domain();
    assert_eq!(domain("https://shop.example:8443/{p}").as_deref(), Some("shop.example"));
    for text in ["http://127.0.0.1:8081/", "http://[::1]/", "https://{shop}.example/"] {
        assert_eq!(domain(text), None, "{text}");
    }
}
