//! The callers that wait for an answer of a pool node.

use std::rc::{Rc, Weak};

use node::answer::Replies;

/// The caller that asked a pool node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caller {
    /// A visitor, with the number of the request.
    Visitor { who: usize, ticket: u32 },
    /// A visitor whose place the node did not know.
    Stranger { who: usize, ticket: u32 },
    /// A device that asks for a code, or takes a place over, with the transfer's index.
    Transfer(usize),
    /// A visitor who steps aside, with the number of the request.
    StepsAside { who: usize, ticket: u32 },
    /// A device that had a place, with the transfer's index.
    OldDevice(usize),
    /// A visitor who brings a code, with the request's index.
    CodeUse(usize),
    /// The operator, with the order's index.
    Operator(usize),
    /// No caller waits for the answer.
    Nobody,
}

/// The end of a request at which its answer arrives.
#[derive(Debug)]
pub(crate) struct Handle {
    pub(crate) caller: Caller,
    /// The caller holds this as long as the connection is open; `None` for a connection that never
    /// closes.
    open: Option<Weak<()>>,
}

/// Callers as the pool node sees them.
pub(crate) struct Callers;

impl Replies for Callers {
    type To<T: Send + 'static> = Handle;

    fn is_closed<T: Send + 'static>(to: &Handle) -> bool {
        to.open.as_ref().is_some_and(|open| open.strong_count() == 0)
    }
}

impl Handle {
    /// Returns a request of a caller who does not disconnect.
    pub(crate) fn of(caller: Caller) -> Self {
        Self { caller, open: None }
    }

    /// Returns a request that ends when `open` is dropped.
    pub(crate) fn open(caller: Caller, open: &Rc<()>) -> Self {
        Self {
            caller,
            open: Some(Rc::downgrade(open)),
        }
    }
}
