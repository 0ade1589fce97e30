//! The enumerations of the configuration. Each accepts any text, since newer platforms can write
//! words that this crate does not know: such a word is preserved, written unchanged, and
//! interpreted as connectors interpret it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $name {
            $($(#[$word_doc])* $word,)+
            /// An unknown word.
            Other(Box<str>),
        }

        impl $name {
            /// The known words.
            pub const KNOWN: &[Self] = &[$(Self::$word),+];

            /// Returns the word as written.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$word => $text,)+
                    Self::Other(text) => text,
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$word,)+
                    other => Self::Other(other.into()),
                }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Ok(Self::from(String::deserialize(deserializer)?.as_str()))
            }
        }
    };
}

words! {
    /// The action of an integration, as written.
    ActionType {
        /// Sends the visitor to the queue.
        Queue = "Queue",
        /// Gives up the visitor's place.
        Cancel = "Cancel",
        /// Lets the visitor pass.
        Ignore = "Ignore",
    }
}

words! {
    /// The page to which visitors return from the room.
    RedirectLogic {
        /// The page that they came from.
        AllowTParameter = "AllowTParameter",
        /// The room's own target.
        EventTargetUrl = "EventTargetUrl",
        /// The integration's `ForcedTargetUrl`.
        ForcedTargetUrl = "ForcedTargetUrl",
    }
}

words! {
    /// The operator that joins a trigger's parts. Every word except exactly `Or` means `And`.
    LogicalOperator {
        /// All parts must hold.
        And = "And",
        /// One part must hold.
        Or = "Or",
    }
}

words! {
    /// The property of a request that a part examines. A server-side part with an unknown word
    /// never holds, negative or not.
    ValidatorType {
        /// The page's URL, or a part of it.
        Url = "UrlValidator",
        /// A cookie.
        Cookie = "CookieValidator",
        /// The user agent.
        UserAgent = "UserAgentValidator",
        /// A request header.
        HttpHeader = "HttpHeaderValidator",
        /// The request's body.
        RequestBody = "RequestBodyValidator",
        /// A variable of the page; only browsers can examine it.
        JsVariable = "JSVariableValidator",
    }
}

words! {
    /// The comparison of a part. A part with an unknown word never holds, negative or not.
    Operator {
        /// The text equals the wanted one.
        Equals = "Equals",
        /// The text contains the wanted one.
        Contains = "Contains",
        /// The text equals one of a list.
        EqualsAny = "EqualsAny",
        /// The text contains one of a list.
        ContainsAny = "ContainsAny",
    }
}

words! {
    /// The part of a URL that a condition examines. An unknown word stands for the empty text.
    UrlPart {
        /// The whole URL, with query and fragment.
        PageUrl = "PageUrl",
        /// The path.
        PagePath = "PagePath",
        /// The host with its port, as in most of the vendor's connectors, but not all.
        HostName = "HostName",
    }
}

/// The action that connectors take for an [`ActionType`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Sends the visitor to the queue.
    Queue,
    /// Gives up the visitor's place.
    Cancel,
    /// Lets the visitor pass.
    Ignore,
}

impl ActionType {
    /// Returns the action that connectors take for this word: an unknown one means
    /// [`Action::Ignore`].
    #[must_use]
    pub fn action(&self) -> Action {
        match self {
            Self::Queue => Action::Queue,
            Self::Cancel => Action::Cancel,
            Self::Ignore | Self::Other(_) => Action::Ignore,
        }
    }
}
