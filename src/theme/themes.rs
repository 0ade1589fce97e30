//! The set of themes that a server knows.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    sync::Arc,
};

use super::asset::{Asset, AssetKind, hashed_name};
use super::error::{ThemeError, ThemeErrors, ThemeProblems, line_of};
use super::holders::holders;
use super::layout::Layout;
use super::manifest::ThemeManifest;
use super::pastimes::{PASTIMES_FILE, Pastimes};
use super::source::{self, MANIFEST, ThemeFiles};
use super::{Brand, guard, stylesheet, svg};

/// The theme of pages outside a room, and of rooms that name no theme.
const DEFAULT: &str = "default";
/// Files of a theme that are parsed instead of being served unchanged.
const READ_FILES: [&str; 4] = [MANIFEST, "style.css", "layout.html", PASTIMES_FILE];

/// One theme, ready to use.
#[derive(Debug, Clone)]
pub struct Theme {
    /// The folder's name, to which a room's `theme` and the link's `l` refer.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The version, which the designer increases when the theme changes.
    pub version: u64,
    /// The layout of the theme's pages.
    pub layout: Layout,
    /// Path of the joined stylesheet.
    pub stylesheet: String,
    /// Path of the logo.
    pub logo: Option<String>,
    /// The part of `<head>` that every page of this theme has, without the title: metas and the
    /// stylesheet.
    pub head: String,
    /// Like `head`, for the one page that crawlers are allowed to index.
    pub head_for_crawlers: String,
    /// The theme's own texts: the unparsed contents of each `messages.<tag>.ftl`, by tag.
    pub messages: BTreeMap<String, String>,
    /// The pastimes that rooms can offer to waiting visitors.
    pub pastimes: Pastimes,
}

/// All themes and all their files.
#[derive(Debug)]
pub struct Themes {
    themes: ById,
    /// The themes that support a brand, for each loaded brand.
    branded: Vec<(Brand, ById)>,
    assets: HashMap<String, Asset>,
    /// The source files of the themes, from which further brands are rendered.
    sources: BTreeMap<String, ThemeFiles>,
    base_css: String,
}

/// Themes by folder name.
pub type ById = BTreeMap<String, Arc<Theme>>;

impl Themes {
    /// The path of assets: an asset's URL is this path and the asset's name.
    pub const ASSETS_PATH: &'static str = "/assets/";

    /// Reads the built-in themes and those of the directory, and checks everything.
    ///
    /// # Errors
    /// Returns all problems found, by file and line.
    pub fn load(directory: Option<&Path>) -> Result<Self, ThemeErrors> {
        Self::load_branded(directory, &[])
    }

    /// Like [`Self::load`], and renders each theme that supports a brand in each of these brands.
    ///
    /// # Errors
    /// Returns all problems found, by file and line.
    pub fn load_branded(directory: Option<&Path>, brands: &[Brand]) -> Result<Self, ThemeErrors> {
        let mut sources = source::embedded();
        if let Some(directory) = directory {
            source::overlay(&mut sources, directory).map_err(|error| ThemeErrors(vec![error]))?;
        }
        Self::of(&sources, &source::base_css(), brands)
    }

    /// Loads the built-in themes and this theme, in these brands.
    ///
    /// # Errors
    /// Returns all problems found, by file and line.
    pub fn load_beside(theme: &ThemeFiles, brands: &[Brand]) -> Result<Self, ThemeErrors> {
        let mut sources = source::embedded();
        sources.insert(theme.name.clone(), theme.clone());
        Self::of(&sources, &source::base_css(), brands)
    }

    /// Checks one theme beside the built-in ones and discards the result; for design tools and
    /// tests.
    ///
    /// # Errors
    /// Returns all problems found, by file and line.
    pub fn check(name: &str, files: BTreeMap<String, Vec<u8>>) -> Result<(), ThemeErrors> {
        let sources = source::embedded();
        let shared = ThemeBase {
            base_css: &source::base_css(),
            default: sources.get(DEFAULT),
        };
        let files = ThemeFiles {
            name: name.to_owned(),
            files,
        };
        let read = shared.theme(&files, &Brand::default(), &mut HashMap::new());
        read.map(drop).map_err(ThemeErrors)
    }

    pub(super) fn of(
        sources: &BTreeMap<String, ThemeFiles>,
        base_css: &str,
        brands: &[Brand],
    ) -> Result<Self, ThemeErrors> {
        let mut problems = Vec::new();
        let mut themes = BTreeMap::new();
        let mut assets = HashMap::new();
        let shared = ThemeBase {
            base_css,
            default: sources.get(DEFAULT),
        };
        for (id, files) in sources {
            match shared.theme(files, &Brand::default(), &mut assets) {
                Ok((theme, _)) => _ = themes.insert(id.clone(), Arc::new(theme)),
                Err(found) => problems.extend(found),
            }
        }
        let mut branded: Vec<(Brand, ById)> = Vec::new();
        for brand in brands.iter().filter(|brand| !brand.is_empty()) {
            if problems.is_empty() && !branded.iter().any(|(known, _)| known == brand) {
                branded.push((brand.clone(), shared.takers(sources, brand, &mut assets)));
            }
        }
        if problems.is_empty() && !themes.contains_key(DEFAULT) {
            problems.push(ThemeError {
                file: DEFAULT.to_owned(),
                line: None,
                problem: "is missing".to_owned(),
            });
        }
        match problems.is_empty() {
            true => Ok(Self {
                themes,
                branded,
                assets,
                sources: sources.clone(),
                base_css: base_css.to_owned(),
            }),
            false => Err(ThemeErrors(problems)),
        }
    }

    /// Returns the theme with that folder name, or else with that display name in any letter case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<Theme>> {
        self.themes
            .get(name)
            .or_else(|| self.themes.values().find(|theme| theme.name.eq_ignore_ascii_case(name)))
    }

    /// Returns the folder names in order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.themes.keys().map(String::as_str).collect()
    }

    /// Returns the theme in a room's own logo and colour if the theme supports a brand and was
    /// loaded with this one; otherwise returns the theme itself.
    #[must_use]
    pub fn branded<'t>(&'t self, theme: &'t Arc<Theme>, brand: &Brand) -> &'t Arc<Theme> {
        let known = self.branded.iter().find(|(known, _)| known == brand);
        known.and_then(|(_, themes)| themes.get(&theme.id)).unwrap_or(theme)
    }

    /// Returns whether the themes were loaded with this brand, or the brand is empty.
    #[must_use]
    pub fn wears(&self, brand: &Brand) -> bool {
        brand.is_empty() || self.branded.iter().any(|(known, _)| known == brand)
    }

    /// Renders the themes that support a brand in one with which they were not loaded. Returns
    /// these themes and the new files that belong to them.
    #[must_use]
    pub fn dressed(&self, brand: &Brand) -> (ById, HashMap<String, Asset>) {
        let shared = ThemeBase {
            base_css: &self.base_css,
            default: self.sources.get(DEFAULT),
        };
        // Existing files need no second compression.
        let mut assets = self.assets.clone();
        let takers = shared.takers(&self.sources, brand, &mut assets);
        assets.retain(|name, _| !self.assets.contains_key(name));
        (takers, assets)
    }

    /// Returns the theme of rooms that name none.
    #[must_use]
    pub fn default_theme(&self) -> &Arc<Theme> {
        self.themes.get(DEFAULT).expect("checked when the themes were loaded")
    }

    /// Iterates over all themes in the order of their folder names.
    pub fn iter(&self) -> impl Iterator<Item = &Theme> {
        self.themes.values().map(AsRef::as_ref)
    }

    /// Returns the file at [`Self::ASSETS_PATH`] with this name.
    #[must_use]
    pub fn asset(&self, name: &str) -> Option<&Asset> {
        self.assets.get(name)
    }

    /// Iterates over all files and their names.
    pub fn assets(&self) -> impl Iterator<Item = (&str, &Asset)> {
        self.assets.iter().map(|(name, asset)| (name.as_str(), asset))
    }
}

/// The files on which all themes build.
struct ThemeBase<'a> {
    base_css: &'a str,
    default: Option<&'a ThemeFiles>,
}

impl ThemeBase<'_> {
    /// Returns the themes that support a brand, in this brand.
    fn takers(
        &self,
        sources: &BTreeMap<String, ThemeFiles>,
        brand: &Brand,
        assets: &mut HashMap<String, Asset>,
    ) -> ById {
        let read = sources.values().map(|files| self.theme(files, brand, assets));
        let takers = read.filter_map(Result::ok).filter(|(_, takes_brand)| *takes_brand);
        takers.map(|(theme, _)| (theme.id.clone(), Arc::new(theme))).collect()
    }

    /// Reads a theme; the flag is true if the theme supports a brand.
    fn theme(
        &self,
        files: &ThemeFiles,
        brand: &Brand,
        assets: &mut HashMap<String, Asset>,
    ) -> Result<(Theme, bool), Vec<ThemeError>> {
        let text = |file: &str| files.text(file).map_err(|error| vec![error]);
        let mut problems = ThemeProblems::of(files.path(MANIFEST));
        let Some(manifest_text) = text(MANIFEST)? else {
            problems.add(None, "is missing");
            return Err(problems.into_vec());
        };
        let Some(manifest) = ThemeManifest::read(manifest_text, &mut problems) else {
            return Err(problems.into_vec());
        };
        let mut found = pictures(files);
        let mut served = served_files(files, assets);
        let mut logo = None;
        if let Some(file) = &manifest.logo {
            logo = served.get(file.get_ref()).cloned();
            if logo.is_none() {
                let line = line_of(manifest_text, file.span().start);
                problems.add(Some(line), format!("`{}` is not a file of this theme", file.get_ref()));
            }
        }
        if let Some(own) = brand.logo_in(&manifest, files) {
            let kind = AssetKind::of(&own.file).expect("a logo is a picture");
            let path = serve(files, &own.file, kind, own.bytes, assets);
            // References to the theme's logo, such as the tab's icon, resolve to the brand's logo.
            served.extend(manifest.logo.iter().map(|file| (file.get_ref().clone(), path.clone())));
            logo = Some(path);
        }
        let url = |file: &str| served.get(file.trim_start_matches("./")).cloned();

        let own_css = text("style.css")?.unwrap_or_default();
        let mut css_problems = ThemeProblems::of(files.path("style.css"));
        let own_layout = text("layout.html")?;
        let default_layout = || {
            self.default
                .and_then(|default| default.text("layout.html").ok().flatten())
        };
        let held = own_layout.or_else(default_layout).map(holders).unwrap_or_default();
        guard::judge(own_css, &held, &mut css_problems);
        let own_css = stylesheet::prepare(own_css, &url, &mut css_problems);
        let mut base_problems = ThemeProblems::of("base.css".to_owned());
        let base_css = stylesheet::prepare(self.base_css, &|_| None, &mut base_problems);
        let css = format!("{base_css}{own_css}{}{}", manifest.css(), brand.css(&manifest));
        let stylesheet = serve(files, "style.css", AssetKind::Css, css.into_bytes(), assets);

        let (head, head_for_crawlers) = (head(&stylesheet, NO_CRAWLERS), head(&stylesheet, ""));
        let mut layout_problems = ThemeProblems::of(files.path("layout.html"));
        let layout = match own_layout {
            Some(own) => Layout::read(own, &head, &url, &mut layout_problems),
            None => self.default_layout(&head, &url, assets, &mut layout_problems)?,
        };

        let mut pastime_problems = ThemeProblems::of(files.path(PASTIMES_FILE));
        let pastimes = text(PASTIMES_FILE)?.unwrap_or_default();
        let mut pastimes = Pastimes::read(pastimes, files, &url, &mut pastime_problems);
        pastimes.stylesheet = serve_shared("pastimes.css", source::pastimes_css(), assets);

        let all = [problems, base_problems, css_problems, layout_problems, pastime_problems];
        found.extend(all.into_iter().flat_map(ThemeProblems::into_vec));
        let messages = messages(files, &mut found);
        match layout {
            Some(layout) if found.is_empty() => {
                let takes_brand = manifest.takes_brand();
                let theme = Theme {
                    id: files.name.clone(),
                    name: manifest.name.into_inner(),
                    version: manifest.version,
                    layout,
                    stylesheet,
                    logo,
                    head,
                    head_for_crawlers,
                    messages,
                    pastimes,
                };
                Ok((theme, takes_brand))
            }
            _ => Err(found),
        }
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
    let path = format!("{}{name}", Themes::ASSETS_PATH);
    assets.entry(name).or_insert_with(|| Asset::new(kind, bytes));
    path
}

/// Adds a stylesheet of all themes to the assets; returns its path.
fn serve_shared(file: &str, bytes: Vec<u8>, assets: &mut HashMap<String, Asset>) -> String {
    let name = hashed_name("shared", file, &bytes);
    let path = format!("{}{name}", Themes::ASSETS_PATH);
    assets.entry(name).or_insert_with(|| Asset::new(AssetKind::Css, bytes));
    path
}

const NO_CRAWLERS: &str = "<meta name=\"robots\" content=\"noindex\">";

fn head(stylesheet: &str, crawlers: &str) -> String {
    format!(
        "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         {crawlers}<link rel=\"stylesheet\" href=\"{stylesheet}\">"
    )
}
