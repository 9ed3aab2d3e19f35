//! The code that a turn can reach: the modules that it uses, the modules that those use, and of each the functions
//! whose names appear in reachable code. A rule cited only in other code (an answer form, for example) affects no
//! battle.
//!
//! Functions are told apart by name only: two functions of one name count as reached together. So what is reported as
//! not reached is certain.

mod items;

use items::Items;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// Modules in which a battle begins.
const PLAY: &[&str] = &["turn", "world"];
/// Modules that players, the computer and the battery call beside a battle: rules applied only there are not played.
const BESIDE: &[&str] = &["assistant", "computer", "edition", "look", "resolve::bill", "trials", "watched"];

/// The path of a module or an item from the root of the crate.
type Path = Vec<String>;

/// The modules of a crate, each with its code.
pub struct Modules {
    code: BTreeMap<Path, TokenStream>,
    /// Re-exports at the root of the crate: new name to path.
    exported: BTreeMap<String, Path>,
    /// Methods that a module implements for a type of another module: a call does not name their path.
    methods: BTreeMap<Path, BTreeSet<String>>,
}

impl Modules {
    /// Builds it from the root of the crate and every other file by its path.
    pub fn new(root: &TokenStream, code: BTreeMap<Path, TokenStream>) -> Self {
        let mut exported = BTreeMap::new();
        let tokens: Vec<TokenTree> = root.clone().into_iter().collect();
        for at in 0..tokens.len() {
            if is(&tokens[at], "use") {
                walk(&tokens, at + 1, &[], &mut |path| {
                    if let Some(name) = path.last() {
                        exported.insert(name.clone(), path.clone());
                    }
                });
            }
        }
        let methods = code.iter().map(|(path, code)| (path.clone(), foreign_methods(code))).collect();
        Self { code, exported, methods }
    }

    /// The code that a battle can reach: all of the modules where it begins, elsewhere the functions that are named
    /// there.
    pub fn played(&self) -> Vec<TokenStream> {
        let (mut played, mut open) = (Vec::new(), Vec::new());
        let mut named = BTreeSet::new();
        let mut take = |code: TokenStream, named: &mut BTreeSet<String>| {
            items::names(code.clone(), named);
            played.push(code);
        };
        for path in self.modules() {
            let Some(code) = self.code.get(path) else { continue };
            let items = Items::of(code.clone());
            named.extend(items.renamed);
            take(items.rest, &mut named);
            for function in items.functions {
                if begins(path) || function.by_trait {
                    take(function.code, &mut named);
                } else {
                    open.push(function);
                }
            }
        }
        loop {
            let (now, later): (Vec<_>, Vec<_>) = open.into_iter().partition(|function| named.contains(&function.name));
            if now.is_empty() {
                return played;
            }
            now.into_iter().for_each(|function| take(function.code, &mut named));
            open = later;
        }
    }

    /// Every module that a battle can reach.
    fn modules(&self) -> BTreeSet<&Path> {
        let mut open: Vec<&Path> = self.code.keys().filter(|path| begins(path)).collect();
        let mut seen = BTreeSet::new();
        while let Some(path) = open.pop() {
            let beside = (1..=path.len()).any(|n| BESIDE.contains(&path[..n].join("::").as_str()));
            if !beside && seen.insert(path) {
                open.extend(self.used_by(path));
            }
        }
        seen
    }

    fn used_by(&self, path: &Path) -> Vec<&Path> {
        let mut found = Vec::new();
        let Some(code) = self.code.get(path) else { return found };
        paths(code.clone(), path, &mut |used| found.extend(self.module_of(&used)));
        let mut called = BTreeSet::new();
        calls(code.clone(), &mut called);
        found.extend(self.methods.iter().filter(|(_, names)| !names.is_disjoint(&called)).map(|(path, _)| path));
        found
    }

    /// The module that defines an item.
    fn module_of(&self, used: &[String]) -> Option<&Path> {
        let whole = (1..=used.len()).rev().find_map(|n| self.code.get_key_value(&used[..n]));
        whole.map(|(path, _)| path).or_else(|| {
            let path = self.exported.get(used.first()?)?;
            (path.first() != used.first()).then(|| self.module_of(path))?
        })
    }
}

/// Whether a battle begins in a module.
fn begins(path: &Path) -> bool {
    path.first().is_some_and(|first| PLAY.contains(&first.as_str()))
}

/// Every path that some code names: from the root of the crate (`crate::`), from its parent (`super::`), or as a child
/// module (`mod`).
fn paths(code: TokenStream, here: &Path, take: &mut dyn FnMut(Path)) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    for at in 0..tokens.len() {
        if let TokenTree::Group(group) = &tokens[at] {
            paths(group.stream(), here, take);
        } else if is(&tokens[at], "mod") {
            if let Some(TokenTree::Ident(name)) = tokens.get(at + 1) {
                take(here.iter().cloned().chain([name.to_string()]).collect());
            }
        } else if is(&tokens[at], "crate") {
            walk(&tokens, at + 1, &[], take);
        } else if is(&tokens[at], "super") {
            let above = here.split_last().map_or(&[] as &[String], |(_, above)| above);
            walk(&tokens, at + 1, above, take);
        }
    }
}

/// The methods that some code calls.
fn calls(code: TokenStream, found: &mut BTreeSet<String>) {
    let mut dotted = false;
    for token in code {
        match &token {
            TokenTree::Group(group) => calls(group.stream(), found),
            TokenTree::Ident(ident) if dotted => {
                found.insert(ident.to_string());
            }
            _ => {}
        }
        dotted = matches!(&token, TokenTree::Punct(p) if p.as_char() == '.');
    }
}

/// The functions of `impl Type` where the type stands in another file.
fn foreign_methods(code: &TokenStream) -> BTreeSet<String> {
    let tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    let next = |at: usize| match tokens.get(at + 1) {
        Some(TokenTree::Ident(name)) => Some(name.to_string()),
        _ => None,
    };
    let named = |words: &[&str]| -> Vec<String> {
        let at = (0..tokens.len()).filter(|at| words.iter().any(|word| is(&tokens[*at], word)));
        at.filter_map(next).collect()
    };
    let own = named(&["struct", "enum"]);
    let mut found = BTreeSet::new();
    for at in 0..tokens.len() {
        if is(&tokens[at], "impl")
            && next(at).is_some_and(|name| !own.contains(&name))
            && let Some(TokenTree::Group(body)) = tokens.get(at + 2)
        {
            let body: Vec<TokenTree> = body.stream().into_iter().collect();
            for pair in body.windows(2) {
                if let [word, TokenTree::Ident(name)] = pair
                    && is(word, "fn")
                {
                    found.insert(name.to_string());
                }
            }
        }
    }
    found
}

/// Follows `a::b::{c, d::e}` from a place and takes every path it names.
fn walk(tokens: &[TokenTree], mut at: usize, from: &[String], take: &mut dyn FnMut(Path)) {
    let mut path = from.to_vec();
    loop {
        match tokens.get(at) {
            Some(TokenTree::Punct(colon)) if colon.as_char() == ':' => at += 1,
            Some(TokenTree::Ident(name)) if name == "super" => {
                path.pop();
                at += 1;
            }
            Some(TokenTree::Ident(name)) if name != "as" => {
                path.push(name.to_string());
                at += 1;
                let more = |n: usize| matches!(tokens.get(at + n), Some(TokenTree::Punct(p)) if p.as_char() == ':');
                if !(more(0) && more(1)) {
                    break;
                }
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
                inner.split(comma).for_each(|part| walk(part, 0, &path, take));
                return;
            }
            _ => break,
        }
    }
    path.retain(|name| name != "self");
    take(path);
}

fn is(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Modules, Path};
    use std::collections::BTreeMap;

    fn path(text: &str) -> Path {
        text.split("::").map(str::to_owned).collect()
    }

    fn modules(root: &str, code: &[(&str, &str)]) -> Modules {
        let code: BTreeMap<Path, _> = code.iter().map(|(name, code)| (path(name), code.parse().unwrap())).collect();
        Modules::new(&root.parse().unwrap(), code)
    }

    #[test]
    fn what_only_a_form_uses_is_not_played() {
        let modules = modules(
            "pub mod turn; pub use losses::{Losses, Toll}; pub use book::Book;",
            &[
                ("turn", "mod fire; use crate::{Book, fire::{self, Aim as Target}};"),
                ("turn::fire", "fn f() { super::super::melee::fight(); crate::Losses::none() }"),
                ("fire", "use crate::assistant::Form;"),
                ("melee", "fn fight(book: &Book) { book.shelter() }"),
                ("losses", ""),
                ("duel", ""),
                ("range", ""),
                ("state", "impl Book { pub const fn shelter(&self) {} }"),
                ("orders", "pub struct Order; impl Order { fn shelter(&self) {} } impl Book { fn other(&self) {} }"),
                ("assistant", "use crate::duel; use crate::range;"),
            ],
        );
        let played: Vec<String> = modules.modules().into_iter().map(|path| path.join("::")).collect();
        assert_eq!(played, ["fire", "losses", "melee", "state", "turn", "turn::fire"]);
    }

    #[test]
    fn what_no_played_function_names_is_not_played() {
        let modules = modules(
            "pub mod turn; pub mod melee;",
            &[
                ("turn", "use crate::melee::{fight, only_a_form, round as again}; fn idle() { let tests = FIGHT; fight(tests.steps) }"),
                (
                    "melee",
                    "const WHOLE: u8 = LIMIT;
                     pub fn fight(n: u8) { FOUGHT; blow(n); [n].map(each) }
                     fn blow(steps: u8) { STRUCK } fn each(n: u8) { EACH } fn round() { AGAIN }
                     pub fn only_a_form() { FORM } fn tests() { LOCAL } fn steps() { FIELD } fn lonely() { lonely(LONELY) }
                     impl Bout for Melee { fn end(&self) { ENDED } } impl Melee { fn left(&self) { LEFT } }",
                ),
            ],
        );
        let played: String = modules.played().into_iter().map(|code| code.to_string()).collect();
        for name in ["FIGHT", "LIMIT", "FOUGHT", "STRUCK", "EACH", "AGAIN", "ENDED"] {
            assert!(played.contains(name), "{name} is played");
        }
        for name in ["FORM", "LOCAL", "FIELD", "LONELY", "LEFT"] {
            assert!(!played.contains(name), "{name} is not played");
        }
    }
}
