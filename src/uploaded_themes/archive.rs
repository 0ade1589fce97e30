//! A theme's folder as a tar archive.
//!
//! The files of a theme lie side by side, either at the top of the archive or in one folder with
//! the theme's name, as `tar -C themes -cf summer.tar summer` and `tar -C themes/summer -cf
//! summer.tar .` write them. Files whose names begin with a dot are left out, as in a theme's
//! folder. Links, other folders, and paths that lead out of the archive are refused. Nothing is
//! written to a disk.
//!
//! Only archives without compression are read: their files are no larger than they are.

use std::io::Read;
use std::path::{Component, Path};

use tar::{Archive, Builder, Entry, EntryType, Header};

use crate::theme::{ThemeError, ThemeErrors, ThemeFiles};

/// Maximum size of an archive, bytes.
pub const ARCHIVE_BYTES_MAX: usize = 2 * 1024 * 1024;
/// Maximum number of entries of an archive, with folders and files that are left out.
pub const ENTRIES_MAX: usize = 200;
/// Permissions of the files in archives that are written here.
const MODE: u32 = 0o644;

/// Unpacks the archive of a theme with that name, which is allowed for themes.
///
/// # Errors
/// Returns every entry that no theme can have, or why the archive cannot be read.
pub fn unpack(name: &str, archive: &[u8]) -> Result<ThemeFiles, ThemeErrors> {
    let mut files = ThemeFiles {
        name: name.to_owned(),
        ..ThemeFiles::default()
    };
    let mut problems = Vec::new();
    if archive.len() > ARCHIVE_BYTES_MAX {
        let problem = format!("has more than {} MiB", ARCHIVE_BYTES_MAX >> 20);
        return Err(whole(name, problem));
    }
    let unreadable = |error: std::io::Error| whole(name, format!("is not a tar archive that can be read: {error}"));
    let mut archive = Archive::new(archive);
    for (index, entry) in archive.entries().map_err(unreadable)?.enumerate() {
        if index == ENTRIES_MAX {
            problems.extend(whole(name, format!("has more than {ENTRIES_MAX} entries")).0);
            break;
        }
        let mut entry = entry.map_err(unreadable)?;
        match take(&files, &mut entry) {
            Ok(Some((file, _))) if files.files.contains_key(&file) => {
                problems.push(files.error(&file, "is there twice"))
            }
            Ok(Some((file, bytes))) => problems.extend(files.insert(&file, bytes).err()),
            Ok(None) => {}
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() && files.files.is_empty() {
        return Err(whole(name, "has no files".to_owned()));
    }
    match problems.is_empty() {
        true => Ok(files),
        false => Err(ThemeErrors(problems)),
    }
}

/// Packs a theme's files.
#[must_use]
pub fn pack(files: &ThemeFiles) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (file, bytes) in &files.files {
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(MODE);
        header.set_size(bytes.len() as u64);
        let appended = builder.append_data(&mut header, file, bytes.as_slice());
        appended.expect("a file's name is no path, and memory does not fail to be written");
    }
    builder.into_inner().expect("memory does not fail to be written")
}

/// Reads an entry; returns `None` if it is left out.
fn take(files: &ThemeFiles, entry: &mut Entry<'_, impl Read>) -> Result<Option<(String, Vec<u8>)>, ThemeError> {
    let path = entry.path_bytes().into_owned();
    let shown = String::from_utf8_lossy(&path).into_owned();
    let problem = |problem: &str| Err(files.error(&shown, problem));
    let kind = entry.header().entry_type();
    if kind.is_pax_global_extensions() {
        return Ok(None);
    }
    let Ok(path) = str::from_utf8(&path) else {
        return problem("has a name that is not UTF-8");
    };
    let mut names = Vec::new();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(part) => names.extend(part.to_str()),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return problem("leads out of the theme");
            }
        }
    }
    if kind.is_symlink() || kind.is_hard_link() {
        return problem("is a link; a theme has only files");
    }
    let names = match names.as_slice() {
        [folder, rest @ ..] if *folder == files.name && (kind.is_dir() || !rest.is_empty()) => rest,
        names => names,
    };
    let file = match names {
        [] => return Ok(None),
        [file, ..] if file.starts_with('.') => return Ok(None),
        [file] if kind.is_file() => (*file).to_owned(),
        [_] if !kind.is_dir() => return problem("is neither a file nor a folder"),
        _ => return problem("is in a folder; the files of a theme lie side by side"),
    };
    let mut bytes = Vec::new();
    match entry.read_to_end(&mut bytes) {
        Ok(length) if length as u64 == entry.size() => Ok(Some((file, bytes))),
        Ok(_) => problem("is cut off"),
        Err(error) => problem(&format!("cannot be read: {error}")),
    }
}

/// Returns a problem of the whole archive.
fn whole(name: &str, problem: String) -> ThemeErrors {
    ThemeErrors(vec![ThemeError {
        file: format!("{name}.tar"),
        line: None,
        problem,
    }])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns an archive of these entries: kind, path and content.
    fn archive(entries: &[(EntryType, &str, &[u8])]) -> Vec<u8> {
        let mut builder = Builder::new(Vec::new());
        for (kind, path, content) in entries {
            let mut header = Header::new_gnu();
            // The builder refuses the paths that an attacker writes.
            header.as_gnu_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
            header.set_entry_type(*kind);
            header.set_size(content.len() as u64);
            if kind.is_symlink() || kind.is_hard_link() {
                header.set_link_name("/etc/passwd").unwrap();
            }
            header.set_cksum();
            builder.append(&header, *content).unwrap();
        }
        builder.into_inner().unwrap()
    }

    fn file(path: &str) -> (EntryType, &str, &'static [u8]) {
        (EntryType::Regular, path, b"x")
    }

    fn problems(entries: &[(EntryType, &str, &[u8])]) -> Vec<String> {
        let ThemeErrors(found) = unpack("gala", &archive(entries)).unwrap_err();
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn files_are_read_from_the_top_or_from_the_themes_folder() {
        let top = [
            (EntryType::Directory, "./", b"".as_slice()),
            file("./a.css"),
            file("b.svg"),
        ];
        let folder = [
            (EntryType::Directory, "gala/", b"".as_slice()),
            file("gala/a.css"),
            file("gala/b.svg"),
            file("gala/.DS_Store"),
            file("._gala"),
            (EntryType::Directory, "gala/.git/", b"".as_slice()),
            file("gala/.git/config"),
        ];
        for entries in [top.as_slice(), &folder] {
            let files = unpack("gala", &archive(entries)).unwrap();
            assert_eq!(files.name, "gala");
            assert_eq!(files.files.keys().collect::<Vec<_>>(), ["a.css", "b.svg"]);
        }
        let files = unpack("gala", &archive(&top)).unwrap();
        assert_eq!(unpack("gala", &pack(&files)).unwrap(), files);
    }

    #[test]
    fn entries_that_no_theme_can_have_are_named() {
        let link = (EntryType::Symlink, "logo.svg", b"".as_slice());
        let hard_link = (EntryType::Link, "font.woff2", b"".as_slice());
        let pipe = (EntryType::Fifo, "pipe", b"".as_slice());
        let entries = [
            file("a.css"),
            file("../b.css"),
            file("gala/../../c.css"),
            file("/etc/d.css"),
            file("other/e.css"),
            link,
            hard_link,
            pipe,
            file("a.css"),
        ];
        let told = problems(&entries);
        let wanted = [
            "gala/../b.css: leads out of the theme",
            "gala/gala/../../c.css: leads out of the theme",
            "gala//etc/d.css: leads out of the theme",
            "gala/other/e.css: is in a folder; the files of a theme lie side by side",
            "gala/logo.svg: is a link; a theme has only files",
            "gala/font.woff2: is a link; a theme has only files",
            "gala/pipe: is neither a file nor a folder",
            "gala/a.css: is there twice",
        ];
        assert_eq!(told, wanted);
    }

    #[test]
    fn sizes_and_numbers_are_bounded() {
        let large = vec![0; 1024 * 1024 + 1];
        let told = problems(&[(EntryType::Regular, "a.png", large.as_slice())]);
        assert_eq!(told, ["gala/a.png: is larger than 1 MiB"]);
        let names: Vec<String> = (0..=ENTRIES_MAX).map(|number| format!(".{number}")).collect();
        let many: Vec<_> = names.iter().map(|name| file(name)).collect();
        assert_eq!(problems(&many), ["gala.tar: has more than 200 entries"]);
        let names: Vec<String> = (0..65).map(|number| format!("{number:02}.svg")).collect();
        let many: Vec<_> = names.iter().map(|name| file(name)).collect();
        assert_eq!(problems(&many), ["gala/64.svg: is one file too many: at most 64"]);
        assert_eq!(problems(&[]), ["gala.tar: has no files"]);
        let ThemeErrors(found) = unpack("gala", &vec![0; ARCHIVE_BYTES_MAX + 1]).unwrap_err();
        assert_eq!(found[0].to_string(), "gala.tar: has more than 2 MiB");
        let mut cut = archive(&[(EntryType::Regular, "a.css", [b'x'; 2_000].as_slice())]);
        cut.truncate(1_024);
        assert!(unpack("gala", &cut).is_err(), "the end is missing");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..2_000), at in 0_usize..1_024, byte in any::<u8>()) {
            _ = unpack("gala", &bytes);
            let mut damaged = archive(&[file("a.css"), file("b.css")]);
            damaged[at] = byte;
            _ = unpack("gala", &damaged);
        }
    }
}
