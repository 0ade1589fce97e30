//! Declares the messages of a file as a type with one method for each message.

/// Declares the texts of one file. `name ["variable", …]` is the message `<prefix>name` (with
/// hyphens for underscores) and becomes a method that takes the values. `name ["variable", …] by
/// "count"` is a message that selects on the number `count`, which its method takes first
/// ([`super::Language::count`]).
macro_rules! declare_messages {
    (
        $(#[$type_doc:meta])*
        $messages:ident, $prefix:literal {
            $($(#[$doc:meta])* $name:ident [$($variable:literal),*] $(by $count:literal)?),+ $(,)?
        }
    ) => {
        $(#[$type_doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $messages { $($name: $crate::text::declare_messages::declare_messages!(@type $($count)?)),+ }

        impl $messages {
            pub(super) fn take(catalog: &mut $crate::text::catalog::Catalog<'_>) -> Self {
                Self { $($name: {
                    let id = concat!($prefix, stringify!($name)).replace('_', "-");
                    $crate::text::declare_messages::declare_messages!(
                        @take catalog, &id, &[$($variable),*] $(, $count)?
                    )
                }),+ }
            }

            $($crate::text::declare_messages::declare_messages! {
                @method $(#[$doc])* $name, <[&str]>::len(&[$($variable),*]) $(, $count)?
            })+
        }
    };

    (@type) => { $crate::text::template::Template };
    (@type $count:literal) => { $crate::text::template::PluralTemplates };

    (@take $catalog:ident, $id:expr, $variables:expr) => { $catalog.template($id, $variables) };
    (@take $catalog:ident, $id:expr, $variables:expr, $count:literal) => { $catalog.counted($id, $count, $variables) };

    (@method $(#[$doc:meta])* $name:ident, $values:expr) => {
        $(#[$doc])*
        #[must_use]
        pub fn $name(&self, values: &[&str; $values]) -> String {
            self.$name.fill(values)
        }
    };
    (@method $(#[$doc:meta])* $name:ident, $values:expr, $count:literal) => {
        $(#[$doc])*
        #[must_use]
        pub fn $name(&self, count: &$crate::text::Count, values: &[&str; $values]) -> String {
            self.$name.fill_count(count, values)
        }
    };
}

pub(super) use declare_messages;

#[cfg(test)]
#[expect(unreachable_pub, reason = "messages are there for other modules")]
mod tests {
    use super::super::{catalog::Catalog, culture::Culture, locales::MessageFile};

    declare_messages! {
        /// Two messages.
        TestMessages, "test-" {
            /// A message with a variable.
            good_day ["name"],
            /// A message that selects on a number.
            birds ["tree"] by "count",
        }
    }

    #[test]
    fn a_message_is_filled_and_a_counted_one_agrees_with_its_number() {
        let culture = Culture::new("pl-PL").expect("a culture");
        let file = MessageFile {
            path: "test.ftl".to_owned(),
            text: "test-good-day = Dzień dobry, { $name }\n\
                test-birds = { $tree }: { $count ->\n [one] { $count } ptak\n [few] { $count } ptaki\n *[many] { $count } ptaków\n }\n"
                .to_owned(),
        };
        let mut catalog = Catalog::new("pl", vec![file], Vec::new(), &culture.numbers).expect("Fluent");
        let messages = TestMessages::take(&mut catalog);
        catalog.finish().expect("all used");
        assert_eq!(messages.good_day(&["Ola"]), "Dzień dobry, Ola");
        let birds = |count| messages.birds(&culture.count(count), &["dąb"]);
        assert_eq!((birds(1), birds(3)), ("dąb: 1 ptak".into(), "dąb: 3 ptaki".into()));
        assert_eq!(birds(12_345), "dąb: 12\u{a0}345 ptaków");
    }
}
