//! The set of themes that a server knows.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    sync::Arc,
};

use super::Brand;
use super::asset::{ASSETS_PATH, Asset};
use super::error::{ThemeError, ThemeErrors};
use super::reading::{ById, SHARED, Theme, ThemeBase};
use super::source::{self, ThemeFiles};

/// The theme of pages outside a room, and of rooms that name no theme.
const DEFAULT: &str = "default";

/// All themes and all their files. Clones share the files.
#[derive(Debug, Clone)]
pub struct Themes {
    themes: ById,
    /// The themes that support a brand, for each brand.
    branded: Vec<BrandedThemes>,
    assets: HashMap<String, Asset>,
    /// The source files of the themes, from which further brands are rendered.
    sources: BTreeMap<String, Arc<ThemeFiles>>,
    /// The source files of the themes that were there at the start.
    initial: Arc<BTreeMap<String, Arc<ThemeFiles>>>,
    base_css: Arc<str>,
}

/// The themes that support a brand in one brand, and the files that only they have.
#[derive(Debug, Clone)]
struct BrandedThemes {
    brand: Brand,
    themes: ById,
    files: HashMap<String, Asset>,
}

impl Themes {
    /// The path of assets: an asset's URL is this path and the asset's name.
    pub const ASSETS_PATH: &'static str = ASSETS_PATH;

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
                Ok(read) => _ = themes.insert(id.clone(), Arc::new(read.theme)),
                Err(found) => problems.extend(found),
            }
        }
        if problems.is_empty() && !themes.contains_key(DEFAULT) {
            problems.push(ThemeError {
                file: DEFAULT.to_owned(),
                line: None,
                problem: "is missing".to_owned(),
            });
        }
        if !problems.is_empty() {
            return Err(ThemeErrors(problems));
        }
        let sources: BTreeMap<String, Arc<ThemeFiles>> = sources
            .iter()
            .map(|(id, files)| (id.clone(), Arc::new(files.clone())))
            .collect();
        let plain = Self {
            themes,
            branded: Vec::new(),
            assets,
            initial: Arc::new(sources.clone()),
            sources,
            base_css: base_css.into(),
        };
        Ok(plain.with_brands(brands))
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

    /// Returns the source files of a theme that was there at the start, by its folder name.
    #[must_use]
    pub fn initial(&self, name: &str) -> Option<&ThemeFiles> {
        self.initial.get(name).map(AsRef::as_ref)
    }

    /// Returns the theme in a room's own logo and colour if the theme supports a brand and was
    /// rendered in this one; otherwise returns the theme itself.
    #[must_use]
    pub fn branded<'t>(&'t self, theme: &'t Arc<Theme>, brand: &Brand) -> &'t Arc<Theme> {
        let known = self.branded.iter().find(|known| known.brand == *brand);
        known.and_then(|known| known.themes.get(&theme.id)).unwrap_or(theme)
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
        let of_brand = || self.branded.iter().find_map(|known| known.files.get(name));
        self.assets.get(name).or_else(of_brand)
    }

    /// Iterates over all files and their names. A file that several brands have comes once for each
    /// of them.
    pub fn assets(&self) -> impl Iterator<Item = (&str, &Asset)> {
        let of_brands = self.branded.iter().flat_map(|known| &known.files);
        let all = self.assets.iter().chain(of_brands);
        all.map(|(name, asset)| (name.as_str(), asset))
    }
}

/// Other sets, made of this one.
impl Themes {
    /// Returns these themes in these brands and no others. Brands in which they are rendered
    /// already are not rendered again.
    #[must_use]
    pub fn with_brands(&self, brands: &[Brand]) -> Self {
        let mut next = Self {
            branded: Vec::new(),
            ..self.clone()
        };
        for brand in brands.iter().filter(|brand| !brand.is_empty()) {
            if next.branded.iter().any(|known| known.brand == *brand) {
                continue;
            }
            let known = self.branded.iter().find(|known| known.brand == *brand);
            let branded = known.cloned().unwrap_or_else(|| next.render_in(brand));
            next.branded.push(branded);
        }
        next
    }

    /// Returns these themes and one more, which replaces the one with its folder name.
    ///
    /// # Errors
    /// Returns all problems of the theme, by file and line.
    pub fn with(&self, files: &Arc<ThemeFiles>) -> Result<Self, ThemeErrors> {
        let mut next = self.clone();
        next.remove(&files.name);
        let shared = self.base();
        let read = shared
            .theme(files, &Brand::default(), &mut next.assets)
            .map_err(ThemeErrors)?;
        for known in &mut next.branded {
            let mut own = HashMap::new();
            let branded = shared.theme(files, &known.brand, &mut own).ok();
            if let Some(branded) = branded.filter(|branded| branded.takes_brand) {
                own.retain(|name, _| !next.assets.contains_key(name));
                known.files.extend(own);
                known.themes.insert(files.name.clone(), Arc::new(branded.theme));
            }
        }
        next.themes.insert(files.name.clone(), Arc::new(read.theme));
        next.sources.insert(files.name.clone(), Arc::clone(files));
        Ok(next)
    }

    /// Returns these themes without the one with this folder name. A theme that was there at the
    /// start takes its place.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let initial = self.initial.get(name).and_then(|files| self.with(files).ok());
        initial.unwrap_or_else(|| {
            let mut next = self.clone();
            next.remove(name);
            next
        })
    }

    /// Returns these themes, and the default theme in place of the one with this folder name.
    #[must_use]
    pub fn with_default_for(&self, name: &str) -> Self {
        let mut next = self.clone();
        next.remove(name);
        next.themes.insert(name.to_owned(), Arc::clone(self.default_theme()));
        next
    }

    /// Removes a theme with its files, whose names begin with the theme's.
    fn remove(&mut self, name: &str) {
        let stays = |file: &str| name == SHARED || !file.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        self.themes.remove(name);
        self.sources.remove(name);
        self.assets.retain(|file, _| stays(file));
        for known in &mut self.branded {
            known.themes.remove(name);
            known.files.retain(|file, _| stays(file));
        }
    }

    /// Renders the themes that support a brand in one more.
    fn render_in(&self, brand: &Brand) -> BrandedThemes {
        let mut files = HashMap::new();
        let themes = self.base().with_brand(&self.sources, brand, &mut files);
        files.retain(|name, _| !self.assets.contains_key(name));
        // Another brand can have the same logo.
        for (name, file) in &mut files {
            if let Some(known) = self.branded.iter().find_map(|known| known.files.get(name)) {
                *file = known.clone();
            }
        }
        BrandedThemes {
            brand: brand.clone(),
            themes,
            files,
        }
    }

    fn base(&self) -> ThemeBase<'_> {
        ThemeBase {
            base_css: &self.base_css,
            default: self.sources.get(DEFAULT).map(AsRef::as_ref),
        }
    }
}
