//! Opens connections: to one server, to the primary that sentinels name, or to all servers of a
//! cluster.

use std::fs;
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::cluster::ClusterClientBuilder;
use redis::io::tcp::TcpSettings;
use redis::sentinel::{SentinelClientBuilder, SentinelServerType};
use redis::{
    AsyncConnectionConfig, Client, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, RedisConnectionInfo,
    RedisResult, TlsCertificates,
};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::address::{Address, AddressKind, Login};
use super::fault::Fault;
use super::link::Link;
use super::{CONNECT_MS_MAX, FIND_MS_MAX, REPLY_MS_MAX};
use crate::OpenError;

/// Opens connections to the servers of one address.
#[derive(Debug)]
pub(super) struct Dialer {
    pub(super) address: Address,
    /// The certificates, in PEM, that TLS trusts instead of the machine's authorities.
    ca: Option<Vec<u8>>,
}

impl Dialer {
    /// Reads the certificate, if the address names one; does not connect.
    pub(super) fn new(address: Address) -> Result<Self, OpenError> {
        if address.tls {
            // If a provider is installed already, it stays; otherwise TLS uses the provider that
            // also serves the server's own certificates.
            drop(rustls::crypto::ring::default_provider().install_default());
        }
        let read = |path: &std::path::PathBuf| {
            fs::read(path).map_err(|source| OpenError::Ca {
                path: path.clone(),
                source,
            })
        };
        let ca = address.ca.as_ref().map(read).transpose()?;
        Ok(Self { address, ca })
    }

    /// Connects to a server that takes commits. A failure here happens before any commit is sent.
    pub(super) async fn dial(&self) -> Result<Link, Fault> {
        let link = async {
            match self.address.kind {
                AddressKind::Server => self.connect(self.client(self.host(0))?).await,
                AddressKind::Sentinel => self.connect(self.find_master().await?).await,
                AddressKind::Cluster => self.cluster().await,
            }
        };
        let limit = match self.address.kind {
            AddressKind::Server => CONNECT_MS_MAX,
            AddressKind::Sentinel | AddressKind::Cluster => FIND_MS_MAX,
        };
        match timeout(Duration::from_millis(limit), link).await {
            Ok(link) => link.map_err(|error| Fault::Refused(error.to_string())),
            Err(_) => Err(Fault::Refused(format!("no connection within {limit} ms"))),
        }
    }

    fn host(&self, at: usize) -> ConnectionAddr {
        let (host, port) = self.address.hosts[at].clone();
        match self.address.tls {
            false => ConnectionAddr::Tcp(host, port),
            true => ConnectionAddr::TcpTls {
                host,
                port,
                insecure: false,
                tls_params: None,
            },
        }
    }

    fn certificates(&self) -> TlsCertificates {
        TlsCertificates {
            client_tls: None,
            root_cert: self.ca.clone(),
        }
    }

    fn info(&self, addr: ConnectionAddr) -> RedisResult<ConnectionInfo> {
        let Login { user, password } = &self.address.login;
        let mut settings = RedisConnectionInfo::default().set_db(self.address.db);
        if let Some(user) = user {
            settings = settings.set_username(user);
        }
        if let Some(password) = password {
            settings = settings.set_password(password);
        }
        let info = addr.into_connection_info()?.set_redis_settings(settings);
        Ok(info.set_tcp_settings(tcp()))
    }

    fn client(&self, addr: ConnectionAddr) -> RedisResult<Client> {
        let info = self.info(addr)?;
        match self.address.tls {
            false => Client::open(info),
            true => Client::build_with_tls(info, self.certificates()),
        }
    }

    async fn connect(&self, client: Client) -> RedisResult<Link> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(Duration::from_millis(CONNECT_MS_MAX)))
            // The caller applies its own timeout.
            .set_response_timeout(None);
        let connection: MultiplexedConnection = client.get_multiplexed_async_connection_with_config(&config).await?;
        Ok(Link::One(connection))
    }

    /// Asks all sentinels at once and takes the first named server that itself reports the role of
    /// primary. A sentinel that does not answer delays nothing.
    async fn find_master(&self) -> RedisResult<Client> {
        let mut asked = JoinSet::new();
        for at in 0..self.address.hosts.len() {
            let mut sentinel = self.sentinel(self.host(at)).build()?;
            asked.spawn(async move { sentinel.async_get_client().await });
        }
        let mut found = Err((redis::ErrorKind::EmptySentinelList, "no sentinel answered").into());
        while let Some(answer) = asked.join_next().await {
            if let Ok(answer) = answer {
                found = answer;
            }
            if found.is_ok() {
                break;
            }
        }
        found
    }

    fn sentinel(&self, addr: ConnectionAddr) -> SentinelClientBuilder {
        let mut builder = SentinelClientBuilder::new([addr], &self.address.master, SentinelServerType::Master)
            .expect("a builder takes any address")
            .set_client_to_redis_db(self.address.db)
            .set_client_to_redis_tcp_settings(tcp())
            .set_client_to_sentinel_tcp_settings(tcp());
        if self.address.tls {
            builder = builder
                .set_client_to_redis_tls_mode(redis::TlsMode::Secure)
                .set_client_to_redis_certificates(self.certificates())
                .set_client_to_sentinel_certificates(self.certificates());
        }
        let Login { user, password } = &self.address.login;
        if let Some(user) = user {
            builder = builder.set_client_to_redis_username(user);
        }
        if let Some(password) = password {
            builder = builder.set_client_to_redis_password(password);
        }
        let Login { user, password } = &self.address.sentinel_login;
        if let Some(user) = user {
            builder = builder.set_client_to_sentinel_username(user);
        }
        if let Some(password) = password {
            builder = builder.set_client_to_sentinel_password(password);
        }
        builder
    }

    async fn cluster(&self) -> RedisResult<Link> {
        let nodes = (0..self.address.hosts.len()).map(|at| self.info(self.host(at)));
        let mut builder = ClusterClientBuilder::new(nodes.collect::<RedisResult<Vec<_>>>()?)
            .connection_timeout(Duration::from_millis(CONNECT_MS_MAX))
            .response_timeout(Duration::from_millis(REPLY_MS_MAX) + self.address.wait())
            .overall_response_timeout(None)
            // A commit that is sent again after a broken connection would see its own first copy as
            // a conflict.
            .retries(0)
            .tcp_settings(tcp());
        if self.address.tls {
            builder = builder.certs(self.certificates());
        }
        Ok(Link::Cluster(builder.build()?.get_async_connection().await?))
    }
}

/// Disables Nagle's algorithm, so that small writes are sent at once.
fn tcp() -> TcpSettings {
    TcpSettings::default().set_nodelay(true)
}
