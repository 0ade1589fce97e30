//! One connection, from acceptance to its end.

use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_rustls::TlsAcceptor;

use super::connections::{Connection, ConnectionGuard, Connections};
use super::handle::ListenerStage;
use super::observed_stream::ObservedStream;
use super::progress::DeadlineKind;
use super::request::Requests;
use super::responder::Responder;

/// The state that all connections of a listener share.
#[derive(Clone)]
pub(super) struct ConnectionContext {
    pub(super) responder: Arc<dyn Responder>,
    pub(super) connections: Arc<Connections>,
    pub(super) http: Arc<auto::Builder<TokioExecutor>>,
    /// Set for an https listener.
    pub(super) tls: Option<TlsAcceptor>,
}

/// The next event of a connection.
enum ConnectionEvent {
    /// The connection has ended by itself.
    Ended,
    /// A deadline has passed.
    Due,
    /// Another connection needs the slot.
    Evicted,
    /// The listener is ending.
    Stage(ListenerStage),
}

impl ConnectionContext {
    /// Serves a connection until it ends. `open` is dropped then.
    pub(super) fn serve(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        admitted: ConnectionGuard,
        mut stage: watch::Receiver<ListenerStage>,
        open: watch::Receiver<()>,
    ) -> impl Future<Output = ()> + Send + use<> {
        let server = self.clone();
        async move {
            // Dropped after everything else, so these are dropped by this block as well.
            let _open = open;
            let (admitted, server) = (admitted, server);
            let connection = admitted.connection.clone();
            let requests = Requests {
                responder: server.responder.clone(),
                peer,
                tls: server.tls.is_some(),
                connections: server.connections.clone(),
                connection: connection.clone(),
            };
            let stream = ObservedStream::new(stream, connection.clone());
            let cut = match &server.tls {
                None => server.serve_http(stream, requests, &mut stage).await,
                Some(tls) => match server.tls_handshake(tls, stream, &connection, &mut stage).await {
                    Ok(Some(stream)) => server.serve_http(stream, requests, &mut stage).await,
                    Ok(None) => None,
                    Err(cut) => Some(cut),
                },
            };
            if let Some(cut) = cut {
                server.connections.count(cut);
                tracing::debug!(reason = ?cut, "a connection was ended");
            }
        }
    }

    /// Performs the TLS handshake; returns `None` if it fails or the process stops.
    async fn tls_handshake(
        &self,
        tls: &TlsAcceptor,
        stream: ObservedStream,
        connection: &Connection,
        stage: &mut watch::Receiver<ListenerStage>,
    ) -> Result<Option<tokio_rustls::server::TlsStream<ObservedStream>>, DeadlineKind> {
        let due = connection.due(self.connections.deadlines());
        tokio::select! {
            biased;
            done = tls.accept(stream) => {
                connection.progress().handshake_done(Instant::now());
                Ok(done.ok())
            }
            () = sleep_until(due.at) => Err(due.cut),
            () = connection.evicted() => Err(DeadlineKind::Evicted),
            _ = stage.wait_for(|stage| *stage == ListenerStage::Stopped) => Ok(None),
        }
    }

    /// Serves HTTP; returns the reason if the connection was cut.
    async fn serve_http<I>(
        &self,
        io: I,
        requests: Requests,
        stage: &mut watch::Receiver<ListenerStage>,
    ) -> Option<DeadlineKind>
    where
        I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let connection = requests.connection.clone();
        let due = || connection.due(self.connections.deadlines());
        let mut http = pin!(self.http.serve_connection(TokioIo::new(io), requests));
        let mut timer = pin!(sleep_until(due().at));
        let (mut stage_seen, mut ended) = (ListenerStage::Open, None);
        loop {
            let going_on = poll_fn(|cx| {
                if http.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(ConnectionEvent::Ended);
                }
                // The last read or write can bring the deadline nearer. If the deadline has moved
                // away instead, the timer fires early and is then reset.
                let at = due().at;
                if at < timer.deadline() {
                    timer.as_mut().reset(at);
                }
                timer.as_mut().poll(cx).map(|()| ConnectionEvent::Due)
            });
            let next = tokio::select! {
                biased;
                next = going_on => next,
                () = connection.evicted() => ConnectionEvent::Evicted,
                Ok(stage) = stage.wait_for(|stage| *stage > stage_seen) => ConnectionEvent::Stage(*stage),
            };
            match next {
                ConnectionEvent::Ended => return ended,
                ConnectionEvent::Due => {
                    let (due, now) = (due(), Instant::now());
                    timer.as_mut().reset(due.at);
                    if due.at > now {
                        continue;
                    }
                    if due.cut != DeadlineKind::Idle {
                        connection.cut();
                        return Some(ended.unwrap_or(due.cut));
                    }
                    // HTTP/2 can announce the end; a request that is arriving is still answered.
                    ended = Some(DeadlineKind::Idle);
                    connection.progress().close(now);
                    http.as_mut().graceful_shutdown();
                }
                ConnectionEvent::Evicted => {
                    let is_idle = connection.progress().is_idle();
                    if !is_idle {
                        connection.cut();
                        return Some(DeadlineKind::Evicted);
                    }
                    ended = Some(DeadlineKind::Evicted);
                    connection.progress().close(Instant::now());
                    http.as_mut().graceful_shutdown();
                }
                ConnectionEvent::Stage(ListenerStage::Stopped) => return None,
                ConnectionEvent::Stage(stage) => {
                    stage_seen = stage;
                    http.as_mut().graceful_shutdown();
                }
            }
        }
    }
}
