//! A connection to a server or a cluster, and sending commands over it.

use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::cluster_async::ClusterConnection;
use redis::cluster_routing::{Route, SingleNodeRoutingInfo, Slot, SlotAddr};
use redis::{ErrorKind, Pipeline, RedisError, RedisResult, ServerErrorKind, Value, cmd};

/// Most redirections of a cluster that one call follows.
const REDIRECTS_MAX: u32 = 3;

/// A connection. Clones share it.
#[derive(Clone)]
pub(super) enum Link {
    One(MultiplexedConnection),
    Cluster(ClusterConnection),
}

impl Link {
    /// Sends commands in one batch to the server that holds the slot of `slot_of`, and returns a
    /// reply for each; a reply may be an error.
    pub(super) async fn send(&mut self, commands: &Pipeline, slot_of: &str) -> RedisResult<Vec<Value>> {
        match self {
            Self::One(connection) => connection.req_packed_commands(commands, 0, commands.len()).await,
            Self::Cluster(connection) => follow(connection, commands, slot_of).await,
        }
    }
}

/// Sends commands and follows a cluster's redirections, which mean that the command had no effect,
/// to the server that holds or is receiving the slot.
async fn follow(connection: &mut ClusterConnection, commands: &Pipeline, slot_of: &str) -> RedisResult<Vec<Value>> {
    let route = Route::with_slot(Slot::for_key(slot_of), SlotAddr::Master);
    let home = SingleNodeRoutingInfo::SpecificNode(route);
    let mut redirects = 0;
    loop {
        let sent = connection
            .route_pipeline(commands.clone(), 0, commands.len(), home.clone())
            .await;
        match redirection(&sent) {
            Some(Redirection::Moved) if redirects < REDIRECTS_MAX => redirects += 1,
            Some(Redirection::Ask { host, port }) => return ask(connection, commands, host, port).await,
            _ => return sent,
        }
    }
}

enum Redirection {
    /// The client has updated its slot map.
    Moved,
    /// The slot is migrating to this server, which requires `ASKING` first.
    Ask { host: String, port: u16 },
}

fn redirection(sent: &RedisResult<Vec<Value>>) -> Option<Redirection> {
    let error = match sent {
        Err(error) => error.clone(),
        Ok(values) => values.first()?.clone().extract_error().err()?,
    };
    match error.kind() {
        ErrorKind::Server(ServerErrorKind::Moved) => Some(Redirection::Moved),
        ErrorKind::Server(ServerErrorKind::Ask) => {
            let (host, port) = error.redirect_node()?.0.rsplit_once(':')?;
            Some(Redirection::Ask {
                host: host.to_owned(),
                port: port.parse().ok()?,
            })
        }
        _ => None,
    }
}

async fn ask(
    connection: &mut ClusterConnection,
    commands: &Pipeline,
    host: String,
    port: u16,
) -> RedisResult<Vec<Value>> {
    let mut asking = Pipeline::new();
    asking.add_command(cmd("ASKING"));
    for command in commands.cmd_iter() {
        asking.add_command(command.clone());
    }
    let there = SingleNodeRoutingInfo::ByAddress { host, port };
    let mut values = connection
        .route_pipeline(asking.clone(), 0, asking.len(), there)
        .await?;
    if values.is_empty() {
        return Err(RedisError::from((ErrorKind::Parse, "no reply to ASKING")));
    }
    values.remove(0);
    Ok(values)
}
