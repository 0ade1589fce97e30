//! The closed words of the configuration. Each reads any text, since newer platforms may write what
//! we do not know: such a text is kept as it came, written again, and means what connectors take it
//! to mean (4.2).

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $name {
            $($(#[$word_doc])* $word,)+
            /// A word that we do not know.
            Other(Box<str>),
        }

        impl $name {
            /// The words that we know.
            pub const KNOWN: &[Self] = &[$(Self::$word),+];

            /// The word as it is written.
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
    /// What an integration does, as it is written.
    ActionType {
        /// Send to the queue.
        Queue = "Queue",
        /// Give the place up.
        Cancel = "Cancel",
        /// Let pass.
        Ignore = "Ignore",
    }
}

words! {
    /// Where visitors come back to.
    RedirectLogic {
        /// Where they came from.
        AllowTParameter = "AllowTParameter",
        /// The room's own target.
        EventTargetUrl = "EventTargetUrl",
        /// The integration's `ForcedTargetUrl`.
        ForcedTargetUrl = "ForcedTargetUrl",
    }
}

words! {
    /// How a trigger's parts are joined. Every word but `Or`, in these very letters, means all of
    /// them (4.3).
    LogicalOperator {
        /// All parts.
        And = "And",
        /// Any part.
        Or = "Or",
    }
}

words! {
    /// What of a request a part looks at. Of any other a server-side part is false, negative or
    /// not.
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
        /// A variable of the page; in browsers only.
        JsVariable = "JSVariableValidator",
    }
}

words! {
    /// How a part compares. Any other is false, negative or not.
    Operator {
        /// The same text.
        Equals = "Equals",
        /// Somewhere in the text.
        Contains = "Contains",
        /// The same as one of a list.
        EqualsAny = "EqualsAny",
        /// One of a list somewhere in the text.
        ContainsAny = "ContainsAny",
    }
}

words! {
    /// Which part of a URL. Any other is the empty text.
    UrlPart {
        /// All of it, query and fragment too.
        PageUrl = "PageUrl",
        /// The path.
        PagePath = "PagePath",
        /// The host, with its port: so do most vendors' connectors, but not all.
        HostName = "HostName",
    }
}

/// What is done, whatever word was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Send to the queue.
    Queue,
    /// Give the place up.
    Cancel,
    /// Let pass.
    Ignore,
}

impl ActionType {
    /// What connectors do for this word: an unknown one is ignored.
    #[must_use]
    pub fn action(&self) -> Action {
        match self {
            Self::Queue => Action::Queue,
            Self::Cancel => Action::Cancel,
            Self::Ignore | Self::Other(_) => Action::Ignore,
        }
    }
}
