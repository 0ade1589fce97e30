//! The way to the SMTP server: encryption, accounts, and servers that fail.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tempfile::TempDir;

use super::*;

/// Returns a folder with a certificate authority, and a certificate for `localhost` signed by it.
fn certificates() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().expect("a key")).expect("an authority");
    let key = KeyPair::generate().expect("a key");
    let leaf = CertificateParams::new(vec!["localhost".to_owned()]).expect("a name");
    let leaf = leaf.signed_by(&key, &authority).expect("a certificate");
    for (name, text) in [
        ("ca.pem", authority.pem()),
        ("cert.pem", leaf.pem()),
        ("key.pem", key.serialize_pem()),
        ("password", "correct horse\n".to_owned()),
    ] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("UTF-8").to_owned()
}

async fn server_with(smtp: &SmtpServer, keys: &str) -> TestServer {
    TestServer::with(&format!("{}{}", smtp.section(keys), room("sale", KEYS))).await
}

#[tokio::test]
async fn with_tls_the_password_and_the_email_are_encrypted_and_the_authority_counts() {
    let (ours, other) = (certificates(), certificates());
    let (cert, key) = (path(&ours, "cert.pem"), path(&ours, "key.pem"));
    for (mode, implicit) in [("starttls", None), ("implicit", Some("--implicit"))] {
        let arguments = [
            "--cert",
            &cert,
            "--key",
            &key,
            "--user",
            "queue",
            "--password",
            "correct horse",
        ];
        let arguments: Vec<&str> = arguments.into_iter().chain(implicit).collect();
        let smtp = SmtpServer::start(&arguments).await;
        let keys = |folder: &TempDir, password: &str| {
            let ca = path(folder, "ca.pem");
            format!("tls = \"{mode}\"\nca_file = \"{ca}\"\nuser = \"queue\"\n{password}")
        };
        let from_file = format!("password_file = \"{}\"", path(&ours, "password"));
        for (nobody, why) in [
            (keys(&other, &from_file), "another authority"),
            (keys(&ours, "password = \"wrong\""), "a wrong password"),
            (format!("tls = \"{mode}\""), "the machine's authorities"),
        ] {
            let server = server_with(&smtp, &nobody).await;
            let mut ada = line_of(&server, 2).await;
            leaves(&mut ada, ADA).await;
            server.app.send_emails_once().await;
            assert!(smtp.seen(0).await.is_empty(), "{mode}: {why}");
            assert_eq!(count(&server, b"o").await, 1, "{mode}, {why}: it is tried again");
        }
        let server = server_with(&smtp, &keys(&ours, &from_file)).await;
        let mut ada = line_of(&server, 2).await;
        leaves(&mut ada, ADA).await;
        server.app.send_emails_once().await;
        let seen = smtp.seen(1).await;
        assert!(seen[0].tls && seen[0].user, "{mode}: {:?}", seen[0]);
    }
}

#[tokio::test]
async fn without_the_tls_that_is_asked_for_nothing_is_sent() {
    let smtp = SmtpServer::start(&[]).await;
    for mode in ["starttls", "implicit"] {
        let server = server_with(&smtp, &format!("tls = \"{mode}\"")).await;
        let mut ada = line_of(&server, 2).await;
        leaves(&mut ada, ADA).await;
        server.app.send_emails_once().await;
        assert!(smtp.seen(0).await.is_empty(), "{mode}");
    }
}

#[tokio::test]
async fn an_email_that_fails_is_tried_again_with_pauses_and_one_name() {
    let smtp = SmtpServer::start(&["--fail", "2"]).await;
    let server = server(&smtp).await;
    let mut ada = line_of(&server, 3).await;
    leaves(&mut ada, ADA).await;
    server.app.send_emails_once().await;
    server.app.send_emails_once().await;
    assert_eq!(smtp.seen(1).await.len(), 1, "not at once");
    for _ in 0..8 {
        server.advance(31_000).await;
        server.app.send_emails_once().await;
    }
    let seen = smtp.seen(3).await;
    let answers: Vec<&str> = seen.iter().map(|email| email.answer.as_str()).collect();
    assert_eq!(answers, ["451", "451", "250"]);
    assert!(
        seen.iter()
            .all(|email| email.headers["message-id"] == seen[0].headers["message-id"])
    );
    assert_eq!(
        (count(&server, b"o").await, shown(&mut ada).await.as_str()),
        (0, "sent")
    );
}

#[tokio::test]
async fn attempts_end_and_so_does_the_address() {
    for (argument, attempts) in [(["--fail", "100"].as_slice(), 6), (["--refuse"].as_slice(), 1)] {
        let smtp = SmtpServer::start(argument).await;
        let server = server(&smtp).await;
        let mut ada = line_of(&server, 60).await;
        leaves(&mut ada, ADA).await;
        comes_near(&server).await;
        for _ in 0..40 {
            server.app.send_emails_once().await;
            server.clock.advance_ms(31_000);
        }
        assert_eq!(smtp.seen(attempts).await.len(), attempts);
        assert_eq!(count(&server, b"o").await, 0);
    }
}

#[tokio::test]
async fn a_server_that_is_away_or_silent_holds_nobody_up() {
    let silent = SmtpServer::start(&["--silent"]).await;
    let away = SmtpServer::start(&[]).await;
    let keys = away.section("tls = \"none\"");
    drop(away);
    for section in [silent.section("tls = \"none\""), keys] {
        let section = section.replace("timeout_seconds = 5", "timeout_seconds = 2");
        let server = TestServer::with(&format!("{section}{}", room("sale", KEYS))).await;
        let mut ada = line_of(&server, 1).await;
        leaves(&mut ada, ADA).await;
        let app = server.app.clone();
        let sending = tokio::spawn(async move { app.send_emails_once().await });
        server.settle().await;
        assert_eq!(server.poll(&ada).await.status, 200);
        assert!(!server.pass(&ada).await.is_empty());
        sending.await.expect("sending ends by itself");
    }
}
