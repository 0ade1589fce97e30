//! The language picker: a form, so that it works without scripts. The form leads back to the same
//! page in another language.

use leptos::prelude::*;

use super::{LanguageChoice, html};

/// The contents of a picker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguagePicker {
    /// The label of the list.
    pub label: String,
    /// The text of the button.
    pub apply: String,
    /// The languages to choose from, one of which is the page's own.
    pub languages: Vec<LanguageChoice>,
    /// The URL to which the form is sent, by GET.
    pub action: String,
    /// Hidden fields, by name, that are sent along with the language (`cid`).
    pub fields: Vec<(String, String)>,
}

impl LanguagePicker {
    /// Renders the picker alone, for a page that this crate does not render.
    #[must_use]
    pub fn to_html(&self) -> String {
        html(|| picker(self))
    }
}

pub(super) fn picker(picker: &LanguagePicker) -> impl IntoView + use<> {
    let options = picker.languages.iter().map(|language| {
        let (tag, name) = (language.tag.clone(), language.name.clone());
        let lang = tag.clone();
        view! { <option value=tag lang=lang selected=language.chosen>{name}</option> }
    });
    let options = options.collect_view();
    let fields = picker.fields.iter().map(|(name, value)| {
        let (name, value) = (name.clone(), value.clone());
        view! { <input type="hidden" name=name value=value/> }
    });
    let fields = fields.collect_view();
    let (label, apply, action) = (picker.label.clone(), picker.apply.clone(), picker.action.clone());
    view! {
        <form class="language" action=action method="get">
            <label for="language">{label}</label>
            <select id="language" name="cid" autocomplete="off">{options}</select>
            {fields}
            <button type="submit">{apply}</button>
        </form>
    }
}
