//! Reads one theme from its files: checks everything, completes the tokens, joins the stylesheet,
//! cuts the layout at its slots, and collects the files to serve.

pub(super) mod derived;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::asset::{ASSETS_PATH, Asset, AssetKind, hashed_name};
use super::error::{ThemeError, ThemeProblems};
use super::layout::Layout;
use super::manifest::ThemeManifest;
use super::pastimes::{PASTIMES_FILE, Pastimes};
use super::required_ancestors::required_ancestors;
use super::source::{self, MANIFEST, ThemeFiles};
use super::stylesheet::inline::InlineSheet;
use super::stylesheet::root::RootTokens;
use super::{Brand, Logo, guard, stylesheet, svg};
use crate::line_number::line_of;

/// Files of a theme that are parsed instead of being served unchanged.
const READ_FILES: [&str; 4] = [MANIFEST, "style.css", "layout.html", PASTIMES_FILE];
/// The name of the files that belong to no single theme, in place of a theme's name.
pub(super) const SHARED: &str = "shared";

/// One theme, ready to use.
#[derive(Debug, Clone)]
pub struct Theme {
    /// The folder's name, to which a room's `theme` and the link's `l` refer.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The version, which the designer increases when the theme changes.
    pub version: u64,
    /// Identifies the files from which the theme was read ([`ThemeFiles::digest`]).
    pub digest: String,
    /// The layout of the theme's pages.
    pub layout: Layout,
    /// Path of the joined stylesheet.
    pub stylesheet: String,
    /// The joined stylesheet for a page in place of [`Theme::stylesheet_link`], if it can be part
    /// of one.
    pub inline_sheet: Option<InlineSheet>,
    /// Path of the logo.
    pub logo: Option<String>,
    /// Path of the stylesheet that pages outside the line load before the joined one.
    pub pages_stylesheet: String,
    /// The part of the waiting page's `<head>` that does not depend on the room, without the title:
    /// metas and the stylesheet.
    pub head: String,
    /// Like `head`, for pages outside the line, which have one stylesheet more.
    pub head_outside_line: String,
    /// Like `head_outside_line`, for the one page that crawlers are allowed to index.
    pub head_for_crawlers: String,
    /// The theme's own texts: the unparsed contents of each `messages.<tag>.ftl`, by tag.
    pub messages: BTreeMap<String, String>,
    /// The pastimes that rooms can offer to waiting visitors.
    pub pastimes: Pastimes,
}

impl Theme {
    /// Returns the element of [`Theme::head`] that links the joined stylesheet.
    #[must_use]
    pub fn stylesheet_link(&self) -> String {
        link_to(&self.stylesheet)
    }
}

/// A theme that was read, and whether it supports a brand.
#[derive(Debug)]
pub(super) struct ReadTheme {
    pub(super) theme: Theme,
    pub(super) takes_brand: bool,
}

/// The parts of `<head>` that do not depend on the room, for each kind of page.
struct ThemeHeads {
    in_line: String,
    outside_line: String,
    for_crawlers: String,
}

impl ThemeHeads {
    fn of(pages_stylesheet: &str, stylesheet: &str) -> Self {
        // The rules of all themes come first, so that the theme's own win.
        let outside_line = [pages_stylesheet, stylesheet];
        Self {
            in_line: head_of(&[stylesheet], NO_CRAWLERS),
            outside_line: head_of(&outside_line, NO_CRAWLERS),
            for_crawlers: head_of(&outside_line, ""),
        }
    }
}

/// Themes by folder name.
pub(super) type ById = BTreeMap<String, Arc<Theme>>;

/// The files on which all themes build.
pub(super) struct ThemeBase<'a> {
    pub(super) base_css: &'a str,
    pub(super) default: Option<&'a ThemeFiles>,
}

impl ThemeBase<'_> {
    /// Returns the themes that support a brand, in this brand.
    pub(super) fn with_brand(
        &self,
        sources: &BTreeMap<String, Arc<ThemeFiles>>,
        brand: &Brand,
        assets: &mut HashMap<String, Asset>,
    ) -> ById {
        let read = sources.values().map(|files| self.theme(files, brand, assets));
        let branded = read.filter_map(Result::ok).filter(|read| read.takes_brand);
        branded
            .map(|read| (read.theme.id.clone(), Arc::new(read.theme)))
            .collect()
    }

    /// Reads a theme, and adds its files to the assets.
    ///
    /// # Errors
    /// Returns all problems found, by file and line.
    pub(super) fn theme(
        &self,
        files: &ThemeFiles,
        brand: &Brand,
        assets: &mut HashMap<String, Asset>,
    ) -> Result<ReadTheme, Vec<ThemeError>> {
        let text = |file: &str| files.text(file).map_err(|error| vec![error]);
        let mut problems = ThemeProblems::of(files.path(MANIFEST));
        let Some((manifest_text, mut manifest)) = read_manifest(text(MANIFEST)?, &mut problems) else {
            return Err(problems.into_vec());
        };
        let own_css = text("style.css")?.unwrap_or_default();
        let style = RootTokens::of(own_css);
        derived::complete(&mut manifest, &style);
        let mut found = pictures(files);
        let mut served = served_files(files, assets);
        let mut logo = theme_logo(&manifest, manifest_text, &served, &mut problems);
        if let Some(own) = brand.logo_in(&manifest, files, &style) {
            let path = serve_logo(files, own, assets);
            // References to the theme's logo, such as the tab's icon, resolve to the brand's logo.
            served.extend(manifest.logo.iter().map(|file| (file.get_ref().clone(), path.clone())));
            logo = Some(path);
        }
        let url = |file: &str| served.get(file.trim_start_matches("./")).cloned();

        let mut css_problems = ThemeProblems::of(files.path("style.css"));
        let own_layout = text("layout.html")?;
        guard::judge(own_css, &self.ancestors_in(own_layout), &mut css_problems);
        let own_css = stylesheet::prepare(own_css, &url, &mut css_problems);
        let mut base_problems = ThemeProblems::of("base.css".to_owned());
        let base_css = stylesheet::prepare(self.base_css, &|_| None, &mut base_problems);
        let css = format!("{base_css}{own_css}{}{}", manifest.css(), brand.css(&manifest));
        let (stylesheet, inline_sheet) = serve_joined_css(files, css, assets);

        let mut pages_problems = ThemeProblems::of("pages.css".to_owned());
        let pages_stylesheet = serve_pages_css(assets, &mut pages_problems);
        let heads = ThemeHeads::of(&pages_stylesheet, &stylesheet);
        let mut layout_problems = ThemeProblems::of(files.path("layout.html"));
        let layout = match own_layout {
            Some(own) => Layout::read(own, &heads.in_line, &url, &mut layout_problems),
            None => self.default_layout(&heads.in_line, &url, assets, &mut layout_problems)?,
        };

        let mut pastime_problems = ThemeProblems::of(files.path(PASTIMES_FILE));
        let pastimes = text(PASTIMES_FILE)?.unwrap_or_default();
        let mut pastimes = Pastimes::read(pastimes, files, &url, &mut pastime_problems);
        pastimes.stylesheet = serve_shared("pastimes.css", source::pastimes_css(), assets);
        let all = [
            problems,
            base_problems,
            pages_problems,
            css_problems,
            layout_problems,
            pastime_problems,
        ];
        found.extend(all.into_iter().flat_map(ThemeProblems::into_vec));
        let messages = messages(files, &mut found);
        let Some(layout) = layout.filter(|_| found.is_empty()) else {
            return Err(found);
        };
        Ok(ReadTheme {
            takes_brand: manifest.takes_brand(),
            theme: Theme {
                id: files.name.clone(),
                name: manifest.name.into_inner(),
                version: manifest.version,
                digest: files.digest(),
                layout,
                stylesheet,
                inline_sheet,
                logo,
                pages_stylesheet,
                head: heads.in_line,
                head_outside_line: heads.outside_line,
                head_for_crawlers: heads.for_crawlers,
                messages,
                pastimes,
            },
        })
    }

    /// Returns the elements around required slots in a theme's own layout, or in the default
    /// theme's for a theme without one.
    fn ancestors_in(&self, own_layout: Option<&str>) -> BTreeSet<String> {
        let default_layout = || {
            self.default
                .and_then(|default| default.text("layout.html").ok().flatten())
        };
        let layout = own_layout.or_else(default_layout);
        layout.map(required_ancestors).unwrap_or_default()
    }

    /// Reads the default theme's layout for a theme without one. The theme can replace the layout's
    /// pictures by files of the same name.
    fn default_layout(
        &self,
        head: &str,
        url: &dyn Fn(&str) -> Option<String>,
        assets: &mut HashMap<String, Asset>,
        problems: &mut ThemeProblems,
    ) -> Result<Option<Layout>, Vec<ThemeError>> {
        let Some(default) = self.default else {
            return Ok(None);
        };
        let text = default.text("layout.html").map_err(|error| vec![error])?;
        let inherited = served_files(default, assets);
        let url = |file: &str| url(file).or_else(|| inherited.get(file).cloned());
        Ok(Layout::read(text.unwrap_or_default(), head, &url, problems))
    }
}

/// Reads a theme's manifest, and returns it with its text.
fn read_manifest<'t>(text: Option<&'t str>, problems: &mut ThemeProblems) -> Option<(&'t str, ThemeManifest)> {
    match text {
        Some(text) => ThemeManifest::read(text, problems).map(|manifest| (text, manifest)),
        None => {
            problems.add(None, "is missing");
            None
        }
    }
}

/// Returns the path of the logo that a theme's manifest names.
fn theme_logo(
    manifest: &ThemeManifest,
    manifest_text: &str,
    served: &BTreeMap<String, String>,
    problems: &mut ThemeProblems,
) -> Option<String> {
    let file = manifest.logo.as_ref()?;
    let path = served.get(file.get_ref()).cloned();
    if path.is_none() {
        let line = line_of(manifest_text, file.span().start);
        problems.add(Some(line), format!("`{}` is not a file of this theme", file.get_ref()));
    }
    path
}

/// Returns the problems of the theme's pictures.
fn pictures(files: &ThemeFiles) -> Vec<ThemeError> {
    let pictures = files
        .files
        .iter()
        .filter(|(file, _)| AssetKind::of(file) == Some(AssetKind::Svg));
    let found = pictures.flat_map(|(file, bytes)| {
        let mut problems = ThemeProblems::of(files.path(file));
        svg::judge(bytes, &mut problems);
        problems.into_vec()
    });
    found.collect()
}

/// Returns the theme's own texts by language tag.
fn messages(files: &ThemeFiles, found: &mut Vec<ThemeError>) -> BTreeMap<String, String> {
    let mut messages = BTreeMap::new();
    for file in files.files.keys() {
        let tag = file
            .strip_prefix("messages.")
            .and_then(|rest| rest.strip_suffix(".ftl"));
        match tag.map(|tag| (tag, files.text(file))) {
            Some((tag, Ok(text))) => _ = messages.insert(tag.to_owned(), text.unwrap_or_default().to_owned()),
            Some((_, Err(error))) => found.push(error),
            None => {}
        }
    }
    messages
}

/// Adds the theme's images and fonts to the assets; returns their paths by file name.
fn served_files(files: &ThemeFiles, assets: &mut HashMap<String, Asset>) -> BTreeMap<String, String> {
    let mut served = BTreeMap::new();
    for (file, bytes) in files
        .files
        .iter()
        .filter(|(file, _)| !READ_FILES.contains(&file.as_str()))
    {
        // The folder can contain notes and sources of pictures; these are not served, and a
        // reference to one is reported where it occurs.
        if let Some(kind) = AssetKind::of(file).filter(|kind| *kind != AssetKind::Css) {
            served.insert(file.clone(), serve(files, file, kind, bytes.clone(), assets));
        }
    }
    served
}

fn serve(
    files: &ThemeFiles,
    file: &str,
    kind: AssetKind,
    bytes: Vec<u8>,
    assets: &mut HashMap<String, Asset>,
) -> String {
    let name = hashed_name(&files.name, file, &bytes);
    let path = format!("{ASSETS_PATH}{name}");
    assets.entry(name).or_insert_with(|| Asset::new(kind, bytes));
    path
}

/// Adds a brand's logo to the assets; returns its path.
fn serve_logo(files: &ThemeFiles, logo: Logo, assets: &mut HashMap<String, Asset>) -> String {
    let kind = AssetKind::of(&logo.file).expect("a logo is a picture");
    serve(files, &logo.file, kind, logo.bytes, assets)
}

/// Adds a theme's joined stylesheet to the assets; returns its path, and the sheet for a page if it
/// can be part of one.
fn serve_joined_css(
    files: &ThemeFiles,
    css: String,
    assets: &mut HashMap<String, Asset>,
) -> (String, Option<InlineSheet>) {
    let path = serve(files, "style.css", AssetKind::Css, css.into_bytes(), assets);
    let sheet = path.strip_prefix(ASSETS_PATH).and_then(|name| assets.get(name));
    let inline_sheet = sheet.and_then(|sheet| InlineSheet::of(&sheet.bytes));
    (path, inline_sheet)
}

/// Adds the stylesheet of pages outside the line to the assets; returns its path.
fn serve_pages_css(assets: &mut HashMap<String, Asset>, problems: &mut ThemeProblems) -> String {
    let css = stylesheet::prepare(&source::pages_css(), &|_| None, problems);
    serve_shared("pages.css", css.into_bytes(), assets)
}

/// Adds a stylesheet of all themes to the assets; returns its path.
fn serve_shared(file: &str, bytes: Vec<u8>, assets: &mut HashMap<String, Asset>) -> String {
    let name = hashed_name(SHARED, file, &bytes);
    let path = format!("{ASSETS_PATH}{name}");
    assets.entry(name).or_insert_with(|| Asset::new(AssetKind::Css, bytes));
    path
}

const NO_CRAWLERS: &str = "<meta name=\"robots\" content=\"noindex\">";

fn head_of(stylesheets: &[&str], crawlers: &str) -> String {
    let links: String = stylesheets.iter().map(|path| link_to(path)).collect();
    format!(
        "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">{crawlers}{links}"
    )
}

fn link_to(stylesheet: &str) -> String {
    format!("<link rel=\"stylesheet\" href=\"{stylesheet}\">")
}
