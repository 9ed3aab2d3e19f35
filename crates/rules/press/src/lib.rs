//! The build step of every ruleset: generates the constants of its rule catalogue, so that an unknown id does not
//! compile, and lists which ids the code cites and which the tests and worked cases prove.

mod reach;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The result of generating a catalogue.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// Set while a module of the site is built. The statements of the rules are then a separate file, which the page loads
/// on demand (`rulebook::bring_catalogue`); which rules are cited and proved is left out.
const SITE: &str = "GROGNARD_RULESET";

/// Generates the catalogue of a ruleset: `catalogue.toml`, `rules.rs` and `coverage.rs` for `rulebook::book!`.
///
/// # Errors
/// A catalogue or a case file that cannot be read, an id that stands twice, a case that names no rule.
pub fn print(ruleset: &str) -> Outcome<()> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let data = here.join("../../../data");

    let text = catalogue_text(&data.join("rules"), ruleset)?;
    let ids = ids(&text)?;
    let names: BTreeMap<String, &str> = ids.iter().map(|id| (constant(id), id.as_str())).collect();
    if names.len() != ids.len() {
        return Err("two ids of the catalogue give the same constant, or an id stands twice".into());
    }

    let cited = identifiers(&here.join("src"), &names, collect)?;
    let mut proved = identifiers(&here.join("tests"), &names, collect_proofs)?;
    proved.extend(case_rules(&data.join("cases"), ruleset, &ids)?);
    let played = played(&here.join("src"), &names)?;

    fs::write(out.join("rules.rs"), constants(&ids))?;
    println!("cargo::rerun-if-env-changed={SITE}");
    if env::var_os(SITE).is_some() {
        let none = BTreeSet::new();
        fs::write(out.join("catalogue.toml"), without_statements(&text)?)?;
        fs::write(out.join("coverage.rs"), coverage(&none, &none, &none))?;
    } else {
        fs::write(out.join("catalogue.toml"), &text)?;
        fs::write(out.join("coverage.rs"), coverage(&cited, &played, &proved))?;
    }
    Ok(())
}

/// The catalogue: one file, or its parts in order.
fn catalogue_text(folder: &Path, ruleset: &str) -> Outcome<String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let whole = folder.join(format!("{ruleset}.toml"));
    let parts = if whole.is_file() { vec![whole] } else { named(folder, ruleset, "toml")? };
    let mut text = String::new();
    for part in parts {
        println!("cargo::rerun-if-changed={}", part.display());
        text.push_str(&fs::read_to_string(part)?);
        text.push('\n');
    }
    Ok(text)
}

/// The catalogue without the statements of the rules: what a battle needs.
fn without_statements(text: &str) -> Outcome<String> {
    let mut table: toml::Table = text.parse()?;
    let entries = table.get_mut("rule").and_then(toml::Value::as_array_mut).ok_or("the catalogue has no [[rule]]")?;
    for entry in entries.iter_mut().filter_map(toml::Value::as_table_mut) {
        entry.retain(|name, _| ["id", "kind", "title", "setting"].contains(&name));
        let nothing = toml::Table::from_iter(["fr", "en"].map(|lang| (lang.to_owned(), toml::Value::from(""))));
        entry.insert("text".to_owned(), toml::Value::Table(nothing));
        entry.insert("source".to_owned(), toml::Value::from(""));
    }
    Ok(toml::to_string(&table)?)
}

fn ids(text: &str) -> Outcome<Vec<String>> {
    let table: toml::Table = text.parse()?;
    let entries = table.get("rule").and_then(toml::Value::as_array).ok_or("the catalogue has no [[rule]]")?;
    entries
        .iter()
        .map(|e| e.get("id").and_then(toml::Value::as_str).map(str::to_owned).ok_or_else(|| "a rule has no id".into()))
        .collect()
}

/// "ML-7.2j" becomes `ML_7_2J`.
fn constant(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}

fn constants(ids: &[String]) -> String {
    let mut code = String::new();
    for (index, id) in ids.iter().enumerate() {
        let name = constant(id);
        let _ = writeln!(code, "/// {id}.\npub const {name}: Rule = Rule::new({index}, {id:?});");
    }
    let _ = writeln!(code, "/// Every rule, in the order of the catalogue.\npub const ALL: &[Rule] = &[");
    for id in ids {
        let _ = writeln!(code, "    {},", constant(id));
    }
    code.push_str("];\n");
    code
}

fn coverage(cited: &BTreeSet<String>, played: &BTreeSet<String>, proved: &BTreeSet<String>) -> String {
    let lists = [("CITED", cited), ("PLAYED", played), ("PROVED", proved)];
    let list = |(name, ids): (&str, &BTreeSet<String>)| {
        format!("pub(super) const {name}: &[&str] = &{:?};\n", ids.iter().collect::<Vec<_>>())
    };
    lists.map(list).concat()
}

/// The constants cited in code that a battle can reach.
fn played(src: &Path, names: &Names<'_>) -> Outcome<BTreeSet<String>> {
    let (mut root, mut code) = (TokenStream::new(), BTreeMap::new());
    for file in rust_files(src)? {
        let Ok(tokens) = fs::read_to_string(&file)?.parse::<TokenStream>() else { continue };
        let way = file.strip_prefix(src)?.with_extension("");
        let way: Vec<String> = way.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if way == ["lib"] { root = tokens } else { drop(code.insert(way, tokens)) }
    }
    let modules = reach::Modules::new(&root, code);
    let mut found = BTreeSet::new();
    for code in modules.played() {
        collect(code, names, &mut found);
    }
    Ok(found)
}

/// Maps ids to the constants of the catalogue.
type Names<'a> = BTreeMap<String, &'a str>;

/// The catalogue constants that `collect` finds in Rust files. The files are lexed: comments and string literals do not
/// count.
fn identifiers(
    folder: &Path,
    names: &Names<'_>,
    collect: fn(TokenStream, &Names<'_>, &mut BTreeSet<String>),
) -> Outcome<BTreeSet<String>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut found = BTreeSet::new();
    for file in rust_files(folder)? {
        // The compiler refuses a file that does not lex, with a better message.
        if let Ok(tokens) = fs::read_to_string(&file)?.parse::<TokenStream>() {
            collect(tokens, names, &mut found);
        }
    }
    Ok(found)
}

/// Collects every constant that is named.
fn collect(tokens: TokenStream, names: &Names<'_>, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect(group.stream(), names, found),
            TokenTree::Ident(ident) => {
                if let Some(id) = names.get(&ident.to_string()) {
                    found.insert((*id).to_owned());
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The constants listed by a proof, `prove(&[...], ...)`: only a proof switches each rule off and expects the test to
/// fail. A rule that a test merely names does not count.
fn collect_proofs(tokens: TokenStream, names: &Names<'_>, found: &mut BTreeSet<String>) {
    let mut called = false;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            if called {
                let is_list = |t: &TokenTree| matches!(t, TokenTree::Group(g) if g.delimiter() == Delimiter::Bracket);
                let list = group.stream().into_iter().find(is_list);
                collect(list.into_iter().collect(), names, found);
            }
            collect_proofs(group.stream(), names, found);
        }
        called =
            matches!(&token, TokenTree::Ident(ident) if ["prove", "prove_with"].contains(&ident.to_string().as_str()));
    }
}

/// The ids that worked cases prove: the `rules` lists of those that are run. An unknown id stops the build.
fn case_rules(folder: &Path, ruleset: &str, ids: &[String]) -> Outcome<BTreeSet<String>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut found = BTreeSet::new();
    for file in named(folder, ruleset, "toml")? {
        println!("cargo::rerun-if-changed={}", file.display());
        let table: toml::Table = fs::read_to_string(&file)?.parse()?;
        let cases = table.get("case").and_then(toml::Value::as_array).map_or(&[][..], Vec::as_slice);
        for case in cases.iter().filter_map(toml::Value::as_table) {
            let rules = case.get("rules").and_then(toml::Value::as_array).map_or(&[][..], Vec::as_slice);
            for rule in rules.iter().filter_map(toml::Value::as_str) {
                if !ids.iter().any(|id| id == rule) {
                    return Err(format!("{}: {rule} is not in the catalogue", file.display()).into());
                }
                if case.contains_key("run") {
                    found.insert(rule.to_owned());
                }
            }
        }
    }
    Ok(found)
}

/// Files of a folder with this beginning and this extension, sorted.
fn named(folder: &Path, start: &str, extension: &str) -> Outcome<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    files.retain(|path| {
        path.extension().is_some_and(|e| e == extension)
            && path.file_name().and_then(|n| n.to_str()).is_some_and(|n| n.starts_with(start))
    });
    files.sort();
    Ok(files)
}

fn rust_files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    if !folder.is_dir() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
