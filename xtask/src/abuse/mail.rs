//! A mail server on loopback that accepts every e-mail, delivers none, and counts them.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The running server; it ends with the runtime.
pub(super) struct MailSink {
    port: u16,
    accepted: Arc<AtomicUsize>,
}

impl MailSink {
    /// Starts a server on a free port.
    pub(super) async fn start() -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let accepted = Arc::new(AtomicUsize::new(0));
        let counted = accepted.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let counted = counted.clone();
                tokio::spawn(async move { converse(stream, &counted).await });
            }
        });
        Ok(Self { port, accepted })
    }

    /// Returns `[smtp]` for this server.
    pub(super) fn section(&self) -> Value {
        json!({
            "host": "127.0.0.1",
            "port": self.port,
            "tls": "none",
            "from": "Waiting room <queue@example.com>",
        })
    }

    /// Returns the number of e-mails so far.
    pub(super) fn accepted(&self) -> usize {
        self.accepted.load(Ordering::Relaxed)
    }
}

/// Speaks as much of SMTP as a client without extensions needs (RFC 5321).
async fn converse(stream: TcpStream, accepted: &AtomicUsize) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 sink\r\n").await?;
    let mut line = Vec::new();
    let mut is_message = false;
    loop {
        line.clear();
        if stream.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let answer: &[u8] = match line.trim_ascii_end() {
            b"." if is_message => {
                is_message = false;
                accepted.fetch_add(1, Ordering::Relaxed);
                b"250 accepted\r\n"
            }
            _ if is_message => continue,
            b"DATA" => {
                is_message = true;
                b"354 go on\r\n"
            }
            b"QUIT" => b"221 bye\r\n",
            _ => b"250 sink\r\n",
        };
        stream.write_all(answer).await?;
    }
}
