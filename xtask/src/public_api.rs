//! What is public, one line an item, so that nothing becomes public by accident and a removal shows in a diff.
//!
//! The lines come from rustdoc's JSON. Its format changes with the compiler, so only names and kinds are read.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{execute, root, say};

/// The libraries that are published.
const LIBRARIES: [&str; 5] =
    ["crd-schema-go", "crd-schema-cel", "crd-schema-macros", "crd-schema", "crd-schema-server"];

pub(super) fn run(arguments: &[String]) -> Result<(), String> {
    let update = arguments.iter().any(|argument| argument == "--update");
    let mut differing = Vec::new();
    for library in LIBRARIES {
        let listing = listing(&rustdoc(library)?)?;
        let path = root().join("docs/public-api").join(format!("{library}.txt"));
        let recorded = fs::read_to_string(&path).unwrap_or_default();
        if update {
            write(&path, &listing).map_err(|error| format!("{}: {error}", path.display()))?;
        } else if recorded != listing {
            print_difference(library, &recorded, &listing);
            differing.push(library);
        }
    }
    if differing.is_empty() {
        return Ok(());
    }
    let differing = differing.join(", ");
    Err(format!("public items of {differing} differ; `cargo xtask public-api --update` records them"))
}

fn write(path: &Path, listing: &str) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, listing)
}

fn print_difference(library: &str, recorded: &str, listing: &str) {
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (recorded.lines().collect(), listing.lines().collect());
    for line in old.difference(&new) {
        say(&format!("{library}: - {line}"));
    }
    for line in new.difference(&old) {
        say(&format!("{library}: + {line}"));
    }
}

/// The documentation of a library as JSON.
fn rustdoc(library: &str) -> Result<Value, String> {
    let target = root().join("target/public-api");
    let mut cargo = Command::new("cargo");
    cargo.args(["rustdoc", "--quiet", "--locked", "--lib", "--all-features", "-p", library, "--target-dir"]);
    cargo.arg(&target).args([
        "--",
        "-Z",
        "unstable-options",
        "--output-format",
        "json",
        "--cap-lints",
        "allow",
    ]);
    // The output has no stable name; the compiler is the stable one.
    execute(cargo.env("RUSTC_BOOTSTRAP", "1"))?;
    let path: PathBuf = target.join("doc").join(format!("{}.json", library.replace('-', "_")));
    let json = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_slice(&json).map_err(|error| format!("{}: {error}", path.display()))
}

/// Sorted lines, each once.
fn listing(documentation: &Value) -> Result<String, String> {
    let index = documentation.get("index").ok_or("the JSON has no index")?;
    let mut walk = Walk { index, open: Vec::new(), lines: BTreeSet::new() };
    walk.item(documentation.get("root").ok_or("the JSON has no root")?, "", None);
    if walk.lines.len() < 2 {
        return Err("the JSON has no public items: its format is another one".to_owned());
    }
    Ok(walk.lines.into_iter().map(|line| line + "\n").collect())
}

struct Walk<'j> {
    index: &'j Value,
    /// The items around the current one: a module may re-export one that holds it.
    open: Vec<String>,
    lines: BTreeSet<String>,
}

impl<'j> Walk<'j> {
    /// An item and what is in it; `above` is the path of what holds it, `renamed` its name there, if it is another one.
    fn item(&mut self, id: &Value, above: &str, renamed: Option<&str>) {
        let key = key(id);
        let Some(item) = self.index.get(&key) else { return };
        let Some((kind, inner)) = item["inner"].as_object().and_then(|inner| inner.iter().next()) else {
            return;
        };
        if self.open.contains(&key) {
            return;
        }
        self.open.push(key);
        match kind.as_str() {
            "use" => self.import(inner, above),
            "impl" => self.implementation(inner, above),
            _ => {
                let name = renamed.or(item["name"].as_str()).unwrap_or_default();
                let path = if above.is_empty() { name.to_owned() } else { format!("{above}::{name}") };
                self.named(&path, kind, inner);
            }
        }
        self.open.pop();
    }

    fn named(&mut self, path: &str, kind: &str, inner: &'j Value) {
        self.lines.insert(format!("{path} ({})", kind.replace('_', " ")));
        for list in ["items", "variants", "impls", "fields"] {
            self.all(&inner[list], path);
        }
        // The fields of structs and of variants.
        let shape = &inner["kind"];
        self.all(&shape["plain"]["fields"], path);
        self.all(&shape["struct"]["fields"], path);
        self.all(&shape["tuple"], path);
    }

    fn all(&mut self, ids: &'j Value, above: &str) {
        for id in ids.as_array().into_iter().flatten() {
            self.item(id, above, None);
        }
    }

    /// A re-export: what it brings into the module, or the path of what stands elsewhere.
    fn import(&mut self, import: &'j Value, above: &str) {
        match self.index.get(key(&import["id"])) {
            Some(module) if import["is_glob"] == true => self.all(&module["inner"]["module"]["items"], above),
            Some(_) => self.item(&import["id"], above, import["name"].as_str()),
            None => {
                let text = |field: &str| import[field].as_str().unwrap_or_default();
                self.lines.insert(format!("{above}::{} (use {})", text("name"), text("source")));
            }
        }
    }

    /// Methods under the name of the type; traits by name, but for those that every type has.
    fn implementation(&mut self, implementation: &'j Value, above: &str) {
        if implementation["is_synthetic"] == true || !implementation["blanket_impl"].is_null() {
            return;
        }
        match implementation["trait"]["path"].as_str() {
            // What `PartialEq` brings along.
            Some("StructuralPartialEq") => {}
            Some(name) => drop(self.lines.insert(format!("{above}: {name}"))),
            None => self.all(&implementation["items"], above),
        }
    }
}

/// Ids are numbers where they are used, and strings where they are defined.
fn key(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}
