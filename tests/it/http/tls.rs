//! Handshakes with a real listener: the name selects the certificate, and renewed files are served
//! without affecting open connections.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use anteroom::config::Config;
use anteroom::http::VisitorService;
use anteroom::server::listen::{ListenerHandle, listen};
use protocol::UnixSeconds;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use crate::support::{MASTER_KEY, TestServer};

const NOW: UnixSeconds = UnixSeconds(1_800_000_000);
const ROOM: &str = "sale.brand.example";

/// Writes a new certificate and its key as `<name>.cert` and `<name>.key`.
fn renew(folder: &Path, name: &str, host: &str) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(vec![host.to_owned()]).expect("a certificate");
    std::fs::write(folder.join(name).with_extension("cert"), made.cert.pem()).expect("written");
    std::fs::write(
        folder.join(name).with_extension("key"),
        made.signing_key.serialize_pem(),
    )
    .expect("written");
    CertificateDer::from_pem_slice(made.cert.pem().as_bytes()).expect("PEM")
}

/// Returns a configuration with the server's own certificate, and one for the host of a room.
fn config_of(folder: &Path) -> Config {
    let [cert, key, brand_cert, brand_key] =
        ["own.cert", "own.key", "brand.cert", "brand.key"].map(|file| folder.join(file));
    let text = format!(
        "[server]\nhttps = \"127.0.0.1:0\"\ntls_cert = {cert:?}\ntls_key = {key:?}\npublic_url = \"https://queue.example\"\n\
         master_key = \"{MASTER_KEY}\"\nstore = \"memory:\"\n\n[[certificate]]\ncert = {brand_cert:?}\nkey = {brand_key:?}\n\n\
         [[customer]]\nid = \"demo\"\nsecret_key = \"s\"\n\n[[room]]\ncustomer = \"demo\"\nid = \"sale\"\n\
         hosts = [\"sale.brand.example\"]\ntarget_url = \"https://shop.example/\"\nmax_outflow = 60\n"
    );
    Config::parse(&text, []).expect("a configuration without problems")
}

/// Connects like a browser that trusts only this certificate and requests this host; the handshake
/// fails unless both fit.
async fn connect(
    to: SocketAddr,
    trusted: &CertificateDer<'static>,
    host: &str,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).expect("a certificate");
    let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("TLS 1.2 and 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).expect("a name");
    let stream = TcpStream::connect(to).await?;
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

/// Returns the status line and the headers of an answer without a body; the connection stays open.
async fn head(stream: &mut TlsStream<TcpStream>, host: &str) -> String {
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.expect("an answer"));
    }
    String::from_utf8(answer).expect("text")
}

#[tokio::test]
async fn the_name_chooses_and_renewed_files_are_served_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = renew(folder.path(), "own", "queue.example");
    let brand = renew(folder.path(), "brand", "sale.brand.example");
    let server = TestServer::of(config_of(folder.path())).await;
    let handle = ListenerHandle::new();
    let certificates = &server.app.certificates;
    let _listeners = listen(
        &server.config,
        certificates,
        VisitorService::new(server.app.clone()),
        &server.app.connections,
        &handle,
    )
    .expect("listens");
    let to: SocketAddr = handle.listening().await;

    let mut open = connect(to, &brand, ROOM).await.expect("the brand's certificate");
    let answer = head(&mut open, ROOM).await;
    assert!(
        answer.starts_with("HTTP/1.1 302") && answer.contains("location: /?c=demo&e=sale&q="),
        "{answer}"
    );
    assert!(answer.contains("; Secure"), "{answer}");
    connect(to, &own, "queue.example").await.expect("the server's own");
    connect(to, &own, "127.0.0.1")
        .await
        .expect_err("no name: the server's own, which is not for an address");
    connect(to, &own, ROOM).await.expect_err("not the server's own");

    let renewed = renew(folder.path(), "brand", ROOM);
    connect(to, &brand, ROOM).await.expect("nobody has looked yet");
    certificates.reload_changed(NOW);
    connect(to, &renewed, ROOM).await.expect("the new one");
    connect(to, &brand, ROOM).await.expect_err("not the old one any more");
    let answer = head(&mut open, ROOM).await;
    assert!(answer.starts_with("HTTP/1.1 302"), "open connections stay: {answer}");
    connect(to, &own, "queue.example")
        .await
        .expect("others are not touched");

    std::fs::write(folder.path().join("brand.cert"), "half a file").expect("written");
    certificates.reload_changed(NOW);
    connect(to, &renewed, ROOM)
        .await
        .expect("a broken file changes nothing");
    assert_eq!(server.get("/health/ready", &[]).await.json()["status"], "degraded");
    let metrics = server.get("/metrics", &[]).await.text();
    assert!(metrics.contains("anteroom_certificates_broken 1\n"), "{metrics}");
    assert!(
        metrics.contains("anteroom_certificate_days_left 756830\n"),
        "until the year 4096: {metrics}"
    );
    renew(folder.path(), "brand", ROOM);
    certificates.reload_changed(NOW);
    assert_eq!(server.get("/health/ready", &[]).await.json()["status"], "ok");
    handle.shutdown();
}
