//! Certificates from changing files, without a handshake; `tests/it/http/tls.rs` performs
//! handshakes.

use std::fs;

use tempfile::TempDir;

use super::*;

const NOW: UnixSeconds = UnixSeconds(1_800_000_000);

/// Certificate files, each for one name, in a temporary folder.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, hosts: &[&str], not_after: (i32, u8)) {
        let names: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
        let mut parameters = rcgen::CertificateParams::new(names).expect("names");
        parameters.not_after = rcgen::date_time_ymd(not_after.0, not_after.1, 1);
        let key = rcgen::KeyPair::generate().expect("a key");
        let cert = parameters.self_signed(&key).expect("a certificate");
        fs::write(self.path(name, "cert"), cert.pem()).expect("written");
        fs::write(self.path(name, "key"), key.serialize_pem()).expect("written");
    }

    fn path(&self, name: &str, end: &str) -> std::path::PathBuf {
        self.0.path().join(format!("{name}.{end}"))
    }

    fn table(&self, name: &str) -> String {
        let (cert, key) = (self.path(name, "cert"), self.path(name, "key"));
        format!("[[certificate]]\ncert = {cert:?}\nkey = {key:?}\n")
    }

    fn config(&self, hosts: &str, certificates: &[&str]) -> Config {
        let (cert, key) = (self.path("own", "cert"), self.path("own", "key"));
        let tables: String = certificates.iter().map(|name| self.table(name)).collect();
        let text = format!(
            "[server]\nhttps = \"127.0.0.1:0\"\ntls_cert = {cert:?}\ntls_key = {key:?}\npublic_url = \"https://queue.example\"\n\
             master_key = \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"\n{tables}\
             [[customer]]\nid = \"demo\"\nsecret_key = \"secret\"\nhosts = [{hosts}]\n"
        );
        Config::parse(&text, []).expect("a configuration without problems")
    }

    fn problems(&self, hosts: &str, certificates: &[&str]) -> Vec<String> {
        let problems = Certificates::open(&self.config(hosts, certificates)).expect_err("has problems");
        problems.iter().map(ToString::to_string).collect()
    }
}

fn whole() -> (Files, Certificates) {
    let files = Files::new();
    files.write("own", &["queue.example"], (2040, 1));
    files.write("brand", &["*.brand.example"], (2030, 1));
    let hosts = "\"a.brand.example\", \"b.brand.example\"";
    let certificates = Certificates::open(&files.config(hosts, &["brand"])).expect("no problems");
    (files, certificates)
}

fn names(certificates: &Certificates, host: Option<&str>) -> Vec<String> {
    certificates
        .0
        .load()
        .for_name(host)
        .expect("a certificate")
        .pair()
        .names()
}

#[test]
fn the_name_that_is_asked_for_chooses() {
    let (_files, certificates) = whole();
    for host in ["a.brand.example", "B.Brand.Example"] {
        assert_eq!(names(&certificates, Some(host)), ["*.brand.example"], "{host}");
    }
    for host in [Some("c.brand.example"), Some("queue.example"), Some("127.0.0.1"), None] {
        assert_eq!(names(&certificates, host), ["queue.example"], "{host:?}");
    }
}

#[test]
fn certificates_that_cannot_be_served_are_named() {
    let files = Files::new();
    files.write("own", &["queue.example"], (2040, 1));
    files.write("brand", &["a.brand.example"], (2040, 1));
    let bare = files.problems("\"b.brand.example\"", &[]);
    assert!(
        bare[0].starts_with("customer[0].hosts[0]: no certificate carries b.brand.example"),
        "{bare:?}"
    );
    let both = files.problems("\"b.brand.example\"", &["brand"]);
    assert!(both[0].starts_with("customer[0].hosts[0]: "), "{both:?}");
    assert!(
        both[1].starts_with("certificate[0].cert: it is for a.brand.example, and serves none"),
        "{both:?}"
    );
    fs::copy(files.path("own", "key"), files.path("brand", "key")).expect("copied");
    let mixed = files.problems("\"a.brand.example\"", &["brand"]);
    assert!(
        mixed[0].starts_with("certificate[0].cert: certificate and key cannot be used together"),
        "{mixed:?}"
    );
    assert_eq!(mixed.len(), 1, "hosts are not blamed for a file: {mixed:?}");
    fs::write(files.path("brand", "key"), "no key").expect("written");
    let broken = files.problems("\"a.brand.example\"", &["brand"]);
    assert!(broken[0].starts_with("certificate[0].key: "), "{broken:?}");
    fs::remove_file(files.path("own", "cert")).expect("removed");
    let lost = files.problems("", &[]);
    assert!(lost[0].starts_with("server.tls_cert: "), "{lost:?}");
}

#[test]
fn a_self_signed_server_needs_no_certificates() {
    let files = Files::new();
    let mut config = files.config("\"a.brand.example\"", &[]);
    let https = config.server.https.as_mut().expect("https");
    https.1 = Tls::SelfSigned;
    let certificates = Certificates::open(&config).expect("no problems");
    let names = names(&certificates, Some("a.brand.example"));
    assert!(
        names.contains(&"a.brand.example".to_owned()) && names.contains(&"queue.example".to_owned()),
        "{names:?}"
    );
}

#[test]
fn the_server_s_own_certificate_may_carry_own_hosts() {
    let files = Files::new();
    files.write("own", &["queue.example", "*.brand.example"], (2040, 1));
    let certificates = Certificates::open(&files.config("\"a.brand.example\"", &[])).expect("no problems");
    // A renewed certificate is adopted only if it still carries all hosts.
    files.write("own", &["queue.example"], (2040, 1));
    certificates.reload_changed(NOW);
    assert_eq!(certificates.health(NOW).broken, 1);
}

#[test]
fn renewed_files_are_taken_over_and_broken_ones_are_not() {
    let (files, certificates) = whole();
    let first = certificates
        .0
        .load()
        .for_name(Some("a.brand.example"))
        .expect("served")
        .pair();
    certificates.reload_changed(NOW);
    let again = certificates
        .0
        .load()
        .for_name(Some("a.brand.example"))
        .expect("served")
        .pair();
    assert!(Arc::ptr_eq(&first, &again), "nothing changed");
    let expires = |certificates: &Certificates| {
        let held = certificates.0.load();
        let served = held.for_name(Some("a.brand.example")).expect("served");
        served.pair().expires_at
    };
    let key = fs::read(files.path("brand", "key")).expect("a key");
    files.write("brand", &["*.brand.example"], (2032, 1));
    let new_key = fs::read(files.path("brand", "key")).expect("a key");
    for (what, broken) in [
        ("a certificate and its old key", key),
        ("half a key", b"-----BEGIN".to_vec()),
    ] {
        fs::write(files.path("brand", "key"), broken).expect("written");
        certificates.reload_changed(NOW);
        assert_eq!(expires(&certificates), first.expires_at, "{what}");
        assert_eq!(certificates.health(NOW).broken, 1, "{what}");
    }
    fs::write(files.path("brand", "key"), new_key).expect("written");
    certificates.reload_changed(NOW);
    assert!(expires(&certificates) > first.expires_at);
    assert_eq!(certificates.health(NOW).broken, 0, "mended");
    let second = expires(&certificates);
    for (hosts, year, what) in [
        ("*.brand.example", 2020, "expired"),
        ("a.brand.example", 2040, "b is missing"),
    ] {
        files.write("brand", &[hosts], (year, 1));
        certificates.reload_changed(NOW);
        assert_eq!(
            (expires(&certificates), certificates.health(NOW).broken),
            (second, 1),
            "{what}"
        );
    }
    fs::remove_file(files.path("brand", "cert")).expect("removed");
    certificates.reload_changed(NOW);
    assert_eq!(
        (expires(&certificates), certificates.health(NOW).broken),
        (second, 1),
        "gone"
    );
}

#[test]
fn the_first_to_expire_counts() {
    let (_files, certificates) = whole();
    let expires_at = certificates.0.load().served[1].pair().expires_at;
    let at = |seconds: i64| certificates.health(UnixSeconds(u64::try_from(seconds).expect("after 1970")));
    assert_eq!(at(expires_at - DAY_SECONDS).seconds_left, Some(DAY_SECONDS));
    assert!(!at(expires_at - 1).needs_help() && at(expires_at).needs_help());
    assert_eq!(Certificates::default().health(NOW).seconds_left, None);
}
