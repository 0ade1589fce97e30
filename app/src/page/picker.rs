//! The language picker: a form, so that it needs no script. It leads back to the same page in
//! another language.

use leptos::prelude::*;

use super::{LanguageChoice, html};

/// What a picker is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguagePicker {
    /// Its label.
    pub label: String,
    /// The text of its button.
    pub apply: String,
    /// The languages to choose from, one of which is the page's own.
    pub languages: Vec<LanguageChoice>,
    /// Where it is sent to, by GET.
    pub action: String,
    /// What is sent along with the language (`cid`), by name.
    pub fields: Vec<(String, String)>,
}

impl LanguagePicker {
    /// The picker alone, for a page that is not rendered here.
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
