//! The site behind the waiting room, as far as a visitor's redirect reaches it: it writes down who
//! arrives, and is slow, broken or gone when told so.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::ports::Port;

/// How the site answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteBehaviour {
    /// 200.
    Well,
    /// 200, so much later.
    Slowly(Duration),
    /// 500.
    Broken,
    /// Not at all: connections are closed.
    Gone,
}

/// The site; gone when dropped.
#[derive(Debug)]
pub struct Site {
    port: Port,
    manner: watch::Sender<SiteBehaviour>,
    arrivals: Arc<Mutex<Vec<String>>>,
    serving: JoinHandle<()>,
}

impl Site {
    /// A site that is well.
    ///
    /// # Errors
    /// If no port is free.
    pub async fn start() -> Result<Self> {
        let port = Port::free()?;
        let listener = TcpListener::bind(port.address()).await?;
        let manner = watch::Sender::new(SiteBehaviour::Well);
        let arrivals = Arc::<Mutex<Vec<String>>>::default();
        let serving = tokio::spawn(serve(listener, manner.subscribe(), arrivals.clone()));
        Ok(Self {
            port,
            manner,
            arrivals,
            serving,
        })
    }

    /// Its address, as a target URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address())
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.port.address()
    }

    /// From now on it answers so.
    pub fn be(&self, manner: SiteBehaviour) {
        self.manner.send_replace(manner);
    }

    /// The paths and queries of all requests that have reached it, in the order of their coming.
    #[must_use]
    pub fn arrivals(&self) -> Vec<String> {
        self.arrivals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(listener: TcpListener, manner: watch::Receiver<SiteBehaviour>, arrivals: Arc<Mutex<Vec<String>>>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        if *manner.borrow() == SiteBehaviour::Gone {
            _ = stream.set_zero_linger();
            continue;
        }
        let (manner, arrivals) = (manner.clone(), arrivals.clone());
        let service = service_fn(move |request| answer(request, *manner.borrow(), arrivals.clone()));
        let connection = hyper::server::conn::http1::Builder::new()
            .keep_alive(false)
            .serve_connection(TokioIo::new(stream), service);
        connections.spawn(connection);
        while connections.try_join_next().is_some() {}
    }
}

async fn answer<B>(
    request: Request<B>,
    manner: SiteBehaviour,
    arrivals: Arc<Mutex<Vec<String>>>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let path = request.uri().to_string();
    arrivals.lock().unwrap_or_else(PoisonError::into_inner).push(path);
    let mut response = Response::new(Full::from("the site\n"));
    match manner {
        SiteBehaviour::Well | SiteBehaviour::Gone => {}
        SiteBehaviour::Slowly(by) => tokio::time::sleep(by).await,
        SiteBehaviour::Broken => *response.status_mut() = hyper::StatusCode::INTERNAL_SERVER_ERROR,
    }
    Ok(response)
}
