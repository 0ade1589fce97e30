//! Commands that a room sends to its pool node, with channels for their answers.

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;

use super::Unserved;

/// Answers are sent through channels; a caller that disconnects drops its end.
#[derive(Debug)]
pub(super) enum Channels {}

impl ::node::answer::Replies for Channels {
    type To<T: Send + 'static> = oneshot::Sender<T>;

    fn is_closed<T: Send + 'static>(to: &oneshot::Sender<T>) -> bool {
        to.is_closed()
    }
}

/// A command for the pool node, which answers through a channel.
pub(super) type RoomCommand = ::node::Command<Channels>;

/// The reason why a command did not reach the pool node.
pub(super) fn unserved<T>(error: TrySendError<T>) -> Unserved {
    match error {
        TrySendError::Full(_) => Unserved::Busy,
        TrySendError::Closed(_) => Unserved::Away,
    }
}
