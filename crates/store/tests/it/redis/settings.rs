//! The warnings of `check`, passwords, permissions and TLS.

use std::fs;

use rcgen::{CertificateParams, Issuer, KeyPair};
use store::{AnyStore, Generation, OpenError, Store, StoreError, Warning, Write};
use tempfile::TempDir;

use super::commit_up_to;
use super::server::{DURABLE, Server, free_port};
use crate::fixture::{key, open, pool};

async fn warnings(options: &[&str], query: &str) -> Vec<Warning> {
    let server = Server::start(options);
    let store = open(&format!("{}{query}", server.url())).unwrap();
    store.check().await.unwrap()
}

#[tokio::test]
async fn settings_that_lose_data_are_warned_of() {
    assert_eq!(warnings(DURABLE, "").await, []);
    assert_eq!(warnings(&["--appendonly", "no"], "").await, [Warning::NotKept]);
    let found = "everysec".to_owned();
    assert_eq!(
        warnings(&["--appendonly", "yes"], "").await,
        [Warning::NotSynced { found }]
    );
    let evicting = [DURABLE, &["--maxmemory-policy", "allkeys-lru"]].concat();
    let found = "allkeys-lru".to_owned();
    assert_eq!(warnings(&evicting, "").await, [Warning::Evicts { found }]);
    assert_eq!(
        warnings(DURABLE, "?replicas=1").await,
        [Warning::FewReplicas { found: 0, wanted: 1 }]
    );
    let silent = [DURABLE, &["--rename-command", "CONFIG", ""]].concat();
    let found = warnings(&silent, "").await;
    assert!(matches!(&found[..], [Warning::Unchecked { .. }]), "{found:?}");
}

/// Calls every operation once.
async fn use_all(store: &AnyStore) {
    let a = pool("a");
    let expected = store.load(&a, &[]).await.unwrap().generation;
    let write = Write::new("1").put(key("k"), "v").delete(key("d")).recovering(true);
    let committed = store.commit(&a, expected, write).await.unwrap();
    store.request_commit_priority(&a).await;
    assert_eq!(store.load_newer(&a, committed.generation).await, Ok(None));
    assert_eq!(store.scan(&a, b"").await.unwrap().1.len(), 1);
    assert_eq!(store.pools().await.unwrap(), [a]);
    assert!(store.wall_ms().await.unwrap() > Some(1_700_000_000_000));
}

#[tokio::test]
async fn a_password_opens_and_is_never_repeated() {
    let server = Server::start(&[DURABLE, &["--requirepass", "s3/cret"]].concat());
    let url = |login: &str| format!("redis://{login}127.0.0.1:{}", server.port);
    for login in ["", ":s3wrong@", "s3nobody:s3wrong@"] {
        let store = open(&url(login)).unwrap();
        let refused = store.load(&pool("a"), &[]).await.unwrap_err();
        assert!(matches!(refused, StoreError::Unavailable { .. }), "{refused:?}");
        assert!(!format!("{refused} {store:?}").contains("s3"), "{refused} {store:?}");
        let refused = store
            .commit(&pool("a"), Generation(0), Write::new(""))
            .await
            .unwrap_err();
        assert!(matches!(refused, store::CommitError::Unavailable { .. }), "{refused:?}");
    }
    use_all(&open(&url(":s3%2Fcret@")).unwrap()).await;
}

/// The permissions that the store's documentation lists.
const RIGHTS: &str = "evalsha eval info time hset hget hmget hdel exists zadd zrem zrangebylex set get del sadd smembers wait config|get";

#[tokio::test]
async fn the_documented_rights_are_enough() {
    let server = Server::durable();
    let rights: Vec<String> = RIGHTS.split(' ').map(|command| format!("+{command}")).collect();
    let mut user = vec!["ACL", "SETUSER", "me", "on", ">pw", "~mine:*", "-@all"];
    user.extend(rights.iter().map(String::as_str));
    assert_eq!(server.ask(&user), "+OK\r\n");
    let replica = server.replica();
    let store = open(&format!(
        "redis://me:pw@127.0.0.1:{}/0?prefix=mine&replicas=1&wait_ms=5000",
        server.port
    ))
    .unwrap();
    use_all(&store).await;
    assert_eq!(store.check().await, Ok(vec![]));
    drop(replica);
}

#[tokio::test]
async fn databases_and_prefixes_are_apart() {
    let server = Server::durable();
    for suffix in ["", "/1", "?prefix=other"] {
        let store = open(&format!("{}{suffix}", server.url())).unwrap();
        assert_eq!(store.pools().await, Ok(vec![]), "{suffix}");
        commit_up_to(&store, 1).await;
    }
}

/// Creates a private authority and a server certificate signed by it, in `folder`.
fn certify(folder: &TempDir) -> [String; 3] {
    let path = |name: &str| folder.path().join(name).display().to_string();
    let ca_key = KeyPair::generate().unwrap();
    let mut ca = CertificateParams::new(Vec::<String>::new()).unwrap();
    ca.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    fs::write(path("ca.pem"), ca.self_signed(&ca_key).unwrap().pem()).unwrap();
    let issuer = Issuer::new(ca, ca_key);
    let server_key = KeyPair::generate().unwrap();
    let server = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    fs::write(
        path("server.pem"),
        server.signed_by(&server_key, &issuer).unwrap().pem(),
    )
    .unwrap();
    fs::write(path("server.key"), server_key.serialize_pem()).unwrap();
    ["ca.pem", "server.pem", "server.key"].map(path)
}

#[tokio::test]
async fn tls_trusts_the_authority_named_and_the_name_in_the_address() {
    let folder = TempDir::new().unwrap();
    let [ca, certificate, secret] = certify(&folder);
    let port = free_port();
    let tls = [
        "--tls-port",
        &port.to_string(),
        "--tls-auth-clients",
        "no",
        "--tls-ca-cert-file",
        &ca,
    ];
    let _server = Server::start(
        &[
            DURABLE,
            &tls,
            &["--tls-cert-file", &certificate, "--tls-key-file", &secret],
        ]
        .concat(),
    );
    use_all(&open(&format!("rediss://localhost:{port}?ca={ca}")).unwrap()).await;
    for distrusted in [
        format!("rediss://localhost:{port}"),
        format!("rediss://127.0.0.1:{port}?ca={ca}"),
    ] {
        let refused = open(&distrusted).unwrap().load(&pool("a"), &[]).await;
        assert!(
            matches!(refused, Err(StoreError::Unavailable { .. })),
            "{distrusted}: {refused:?}"
        );
    }
    let missing = open(&format!("rediss://localhost:{port}?ca={ca}.old")).map(drop);
    assert!(matches!(missing, Err(OpenError::Ca { .. })), "{missing:?}");
}
