//! The operator of the room `demo/sale`, at one node's admin API.

use std::net::SocketAddr;

use anyhow::{Result, ensure};
use hyper::Method;
use serde::Deserialize;
use serde_json::Value;

use crate::client::{Answer, Client};

/// Bearer of the admin API.
pub const ADMIN_TOKEN: &str = "operators-of-the-rig-40ac";

/// An operator.
#[derive(Debug, Clone)]
pub struct Operator {
    client: Client,
    room: String,
}

/// A line of `grants`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Grant {
    /// When, milliseconds since the epoch by the node's (or the store's) wall clock.
    pub granted_at: u64,
    /// Whose.
    pub queue_id: String,
    /// The number of that place.
    pub queue_number: u64,
}

impl Operator {
    /// At this node.
    #[must_use]
    pub fn at(node: SocketAddr) -> Self {
        Self {
            client: Client::default(),
            room: format!("http://{node}/admin/v1/rooms/demo/sale"),
        }
    }

    /// Pauses, resumes, … the room: the answer, whatever it is.
    ///
    /// # Errors
    /// If no answer comes.
    pub async fn tries_to(&self, action: &str) -> Result<Answer> {
        let url = format!("{}/{action}", self.room);
        self.client.operate(Method::POST, &url, ADMIN_TOKEN, "").await
    }

    /// Pauses, resumes, … the room.
    ///
    /// # Errors
    /// If that is refused.
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

    /// Changes settings of the room.
    ///
    /// # Errors
    /// If that is refused.
    pub async fn patch(&self, json: &str) -> Result<()> {
        let answer = self
            .client
            .operate(Method::PATCH, &self.room, ADMIN_TOKEN, json)
            .await?;
        ensure!(answer.status == 200, "answered {}: {}", answer.status, answer.text());
        Ok(())
    }

    /// Grants of the last ten minutes.
    ///
    /// # Errors
    /// If no answer comes.
    pub async fn grants(&self) -> Result<Vec<Grant>> {
        let url = format!("{}/grants", self.room);
        let answer = self.client.operate(Method::GET, &url, ADMIN_TOKEN, "").await?;
        ensure!(answer.status == 200, "answered {}: {}", answer.status, answer.text());
        let lines = answer.text();
        lines.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
    }

    /// Figures of the room.
    ///
    /// # Errors
    /// If no answer comes.
    pub async fn stats(&self) -> Result<Value> {
        let url = format!("{}/stats", self.room);
        self.client.operate(Method::GET, &url, ADMIN_TOKEN, "").await?.json()
    }
}
