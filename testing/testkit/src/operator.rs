//! The operator of the room `demo/sale`, using one node's admin API.

use std::net::SocketAddr;

use anyhow::{Result, ensure};
use hyper::Method;
use serde::Deserialize;
use serde_json::Value;

use crate::client::{Answer, HttpClient};

/// The bearer token of the admin API.
pub const ADMIN_TOKEN: &str = "operators-of-the-testkit-40ac";

/// A client of the admin API.
#[derive(Debug, Clone)]
pub struct Operator {
    client: HttpClient,
    room: String,
}

/// A grant in the room's log.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoggedGrant {
    /// The time of the grant, in milliseconds since the Unix epoch by the node's (or the store's)
    /// clock.
    pub granted_at: u64,
    /// The queue id of the visitor.
    pub queue_id: String,
    /// The number of the place.
    pub queue_number: u64,
}

impl Operator {
    /// Creates an operator that uses this node.
    #[must_use]
    pub fn at(node: SocketAddr) -> Self {
        Self {
            client: HttpClient::default(),
            room: format!("http://{node}/admin/v1/rooms/demo/sale"),
        }
    }

    /// Performs an action such as `pause` or `resume`; returns the answer with any status.
    ///
    /// # Errors
    /// Returns an error if no answer comes.
    pub async fn tries_to(&self, action: &str) -> Result<Answer> {
        let url = format!("{}/{action}", self.room);
        self.client.operate(Method::POST, &url, ADMIN_TOKEN, "").await
    }

    /// Performs an action such as `pause` or `resume`.
    ///
    /// # Errors
    /// Returns an error if the action is refused.
    pub async fn must(&self, action: &str) -> Result<()> {
        let answer = self.tries_to(action).await?;
        ensure!(
            answer.status == 200,
            "{action} was answered {}: {}",
            answer.status,
            answer.text()
        );
        Ok(())
    }

    /// Changes the room's settings.
    ///
    /// # Errors
    /// Returns an error if the change is refused.
    pub async fn patch(&self, json: &str) -> Result<()> {
        let answer = self
            .client
            .operate(Method::PATCH, &self.room, ADMIN_TOKEN, json)
            .await?;
        ensure!(answer.status == 200, "answered {}: {}", answer.status, answer.text());
        Ok(())
    }

    /// Returns the grants of the last ten minutes.
    ///
    /// # Errors
    /// Returns an error if no answer comes, or the request is refused.
    pub async fn grants(&self) -> Result<Vec<LoggedGrant>> {
        let url = format!("{}/grants", self.room);
        let answer = self.client.operate(Method::GET, &url, ADMIN_TOKEN, "").await?;
        ensure!(answer.status == 200, "answered {}: {}", answer.status, answer.text());
        let lines = answer.text();
        lines.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
    }

    /// Returns the room's statistics.
    ///
    /// # Errors
    /// Returns an error if no answer comes.
    pub async fn stats(&self) -> Result<Value> {
        let url = format!("{}/stats", self.room);
        self.client.operate(Method::GET, &url, ADMIN_TOKEN, "").await?.json()
    }
}
