//! Numbered handles. A recording identifies commands and their answers by these numbers.

use std::marker::PhantomData;
use std::sync::Arc;

use node::answer::{AnswerTo, Replies};
use node::handles::ExchangeHandles;
use node::observer::{Observation, Observer};
use serde::{Serialize, Serializer};

/// The handles of a recording: numbers.
#[derive(Debug)]
pub enum HandleNumbers {}

impl Replies for HandleNumbers {
    type To<T: Send + 'static> = u64;

    fn is_closed<T: Send + 'static>(_: &u64) -> bool {
        false
    }
}

/// The handles of the callers `R`, each with a number.
#[derive(Debug)]
pub struct Numbered<R>(PhantomData<R>);

/// A handle with its number; it is serialized as the number.
#[derive(Debug)]
pub struct NumberedHandle<H> {
    /// The caller's handle.
    pub to: H,
    number: u64,
    observer: Option<Arc<dyn Observer>>,
}

impl<H> Serialize for NumberedHandle<H> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number.serialize(serializer)
    }
}

impl<R: Replies> Replies for Numbered<R> {
    type To<T: Send + 'static> = NumberedHandle<R::To<T>>;

    fn is_closed<T: Send + 'static>(handle: &Self::To<T>) -> bool {
        let read = || R::is_closed(&handle.to);
        let Some(observer) = &handle.observer else {
            return read();
        };
        observer.observe(&mut || Observation::Flag(read())) == Observation::Flag(true)
    }
}

/// Gives handles their numbers, from 1.
#[derive(Debug, Default)]
pub struct HandleNumbering {
    last: u64,
    observer: Option<Arc<dyn Observer>>,
}

impl HandleNumbering {
    /// Lets an observer see which callers have disconnected.
    #[must_use]
    pub fn observed(observer: Arc<dyn Observer>) -> Self {
        Self {
            last: 0,
            observer: Some(observer),
        }
    }
}

impl<R: Replies> ExchangeHandles<R, Numbered<R>> for HandleNumbering {
    fn exchange<T: Send + 'static>(&mut self, to: R::To<T>) -> NumberedHandle<R::To<T>> {
        self.last += 1;
        NumberedHandle {
            to,
            number: self.last,
            observer: self.observer.clone(),
        }
    }
}

/// The number of the command that is answered.
pub(crate) fn handle_of(answer: &AnswerTo<HandleNumbers>) -> u64 {
    match answer {
        AnswerTo::Arrive(to, _) => *to,
        AnswerTo::Turn(to, _) => *to,
        AnswerTo::Done(to, _) => *to,
        AnswerTo::SessionEnd(to, _) => *to,
        AnswerTo::Transfer(to, _) => *to,
        AnswerTo::Control(to, _) => *to,
        AnswerTo::Ticked(to) => *to,
    }
}
