//! The protected site, as the target of redirects: it records arriving visitors, and can be slow,
//! broken or down.

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

/// The behaviour of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteBehaviour {
    /// Answers 200.
    Well,
    /// Answers 200 after this time.
    Slowly(Duration),
    /// Answers 500.
    Broken,
    /// Closes connections without an answer.
    Gone,
}

/// The site, which ends on drop.
#[derive(Debug)]
pub struct ProtectedSite {
    port: Port,
    manner: watch::Sender<SiteBehaviour>,
    arrivals: Arc<Mutex<Vec<String>>>,
    serving: JoinHandle<()>,
}

impl ProtectedSite {
    /// Starts a site that answers normally.
    ///
    /// # Errors
    /// Returns an error if no port is free.
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

    /// Returns the URL of the site, as a target.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address())
    }

    /// Returns the address on which the site listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.port.address()
    }

    /// Sets the behaviour of the site.
    pub fn be(&self, manner: SiteBehaviour) {
        self.manner.send_replace(manner);
    }

    /// Returns the paths and queries of all requests so far, in the order of their arrival.
    #[must_use]
    pub fn arrivals(&self) -> Vec<String> {
        self.arrivals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for ProtectedSite {
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
