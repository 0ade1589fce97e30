//! The stream of a connection, which records its traffic. The stream lies under TLS and HTTP, so
//! that waiting in any of these layers is observed.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

use super::connections::Connection;

/// A TCP stream that reports to its connection's [`Progress`](super::progress::Progress).
#[derive(Debug)]
pub(super) struct ObservedStream {
    stream: TcpStream,
    connection: Arc<Connection>,
    /// Whether the progress has an answer that the network does not accept. Only this stream
    /// records that. Most answers are accepted at once: then there is nothing to record, and no
    /// lock to take.
    is_blocked: bool,
}

impl ObservedStream {
    pub(super) fn new(stream: TcpStream, connection: Arc<Connection>) -> Self {
        Self {
            stream,
            connection,
            is_blocked: false,
        }
    }
}

impl Drop for ObservedStream {
    fn drop(&mut self) {
        if self.connection.is_cut() {
            // Data that the peer does not read must not remain in the kernel's buffers.
            _ = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO));
        }
    }
}

impl AsyncRead for ObservedStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            self.connection.progress().read(Instant::now);
        }
        read
    }
}

impl ObservedStream {
    fn wrote(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match (&written, self.is_blocked) {
            (Poll::Pending, false) => {
                self.is_blocked = true;
                self.connection.progress().blocked(Instant::now);
            }
            (Poll::Ready(Ok(bytes)), true) => self.connection.progress().wrote(*bytes, Instant::now),
            (Poll::Pending, true) | (Poll::Ready(_), _) => {}
        }
        written
    }
}

impl AsyncWrite for ObservedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.wrote(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        if flushed.is_ready() && self.is_blocked {
            self.is_blocked = false;
            self.connection.progress().flushed(Instant::now);
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::mpsc;
    use std::task::Waker;
    use std::thread;

    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::super::connections::{ConnectionGuard, Connections};
    use super::super::progress::DeadlineKind;
    use super::*;
    use crate::config::Config;

    const CONFIG: &str = r#"
        [server]
        http = "127.0.0.1:0"
        public_url = "http://127.0.0.1:8080"
        master_key = "8f1d0c6a5b7e9342d1c0ffb2a39e48577a61c5d2e0934bb81f6e2d7c9a50f3e4"
    "#;
    /// A thread that takes no lock needs far less.
    const WAIT: Duration = Duration::from_secs(10);

    struct ObservedPair {
        stream: ObservedStream,
        connections: Arc<Connections>,
        admitted: ConnectionGuard,
        _peer: TcpStream,
    }

    impl ObservedPair {
        async fn open() -> Self {
            let config = Config::parse(CONFIG, []).expect("no problems");
            let connections = Arc::new(Connections::new(&config.server));
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let peer = TcpStream::connect(listener.local_addr().expect("bound")).await;
            let (stream, address) = listener.accept().await.expect("the peer");
            let admitted = connections.admit(address.ip(), false, Instant::now());
            let admitted = admitted.expect("the first connection");
            admitted.connection.progress().begin(Instant::now(), false);
            Self {
                stream: ObservedStream::new(stream, admitted.connection.clone()),
                connections,
                admitted,
                _peer: peer.expect("a listener"),
            }
        }

        fn cut(&self) -> DeadlineKind {
            self.admitted.connection.due(self.connections.deadlines()).cut
        }
    }

    #[tokio::test]
    async fn an_answer_that_is_accepted_at_once_takes_no_lock() {
        let pair = ObservedPair::open().await;
        let mut stream = pair.stream;
        stream.write_all(b"first").await.expect("there is room");
        let (sender, receiver) = mpsc::channel();
        let progress = pair.admitted.connection.progress();
        thread::spawn(move || {
            let mut context = Context::from_waker(Waker::noop());
            let written = Pin::new(&mut stream).poll_write(&mut context, b"second");
            let flushed = Pin::new(&mut stream).poll_flush(&mut context);
            _ = sender.send((written.is_ready(), flushed.is_ready()));
        });
        assert_eq!(receiver.recv_timeout(WAIT), Ok((true, true)));
        drop(progress);
    }

    #[tokio::test]
    async fn an_answer_that_is_not_accepted_has_a_deadline_until_it_is() {
        let mut pair = ObservedPair::open().await;
        for _ in 0..2 {
            assert_eq!(pair.cut(), DeadlineKind::Answer);
            let (stream, answer) = (&mut pair.stream, vec![0; 64 * 1024]);
            poll_fn(|cx| {
                while Pin::new(&mut *stream).poll_write(cx, &answer).is_ready() {}
                Poll::Ready(())
            })
            .await;
            assert_eq!(pair.cut(), DeadlineKind::Write);
            pair.stream.flush().await.expect("nothing is kept here");
        }
        assert_eq!(pair.cut(), DeadlineKind::Answer);
    }
}
