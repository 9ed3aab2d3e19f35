//! The items of a file: its functions, and the rest.

use super::is;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// A function with its signature and its body.
pub struct Function {
    pub name: String,
    pub code: TokenStream,
    /// Implements a trait: it may be called through the trait although the crate never names it.
    pub by_trait: bool,
}

/// A file split into its items.
#[derive(Default)]
pub struct Items {
    pub functions: Vec<Function>,
    /// Constants, types, macros.
    pub rest: TokenStream,
    /// Names that `use ... as` gives: the item counts as named where it is imported.
    pub renamed: BTreeSet<String>,
}

impl Items {
    pub fn of(code: TokenStream) -> Self {
        let mut found = Self::default();
        found.read(code, false);
        found
    }

    fn read(&mut self, code: TokenStream, by_trait: bool) {
        let mut tokens = code.into_iter().peekable();
        while let Some(token) = tokens.next() {
            if is(&token, "use") {
                let used: Vec<TokenTree> = tokens.by_ref().take_while(|token| !punct(token, ';')).collect();
                renamed(&used.into_iter().collect(), &mut self.renamed);
            } else if is(&token, "fn") && matches!(tokens.peek(), Some(TokenTree::Ident(_))) {
                let name = tokens.peek().map(ToString::to_string).unwrap_or_default();
                let (code, _) = up_to_body(&mut tokens);
                self.functions.push(Function { name, code, by_trait });
            } else if is(&token, "impl") || is(&token, "trait") || is(&token, "mod") {
                let (head, body) = up_to_body(&mut tokens);
                let of_trait =
                    is(&token, "trait") || is(&token, "impl") && head.into_iter().any(|word| is(&word, "for"));
                self.read(body, of_trait);
            } else {
                self.rest.extend([token]);
            }
        }
    }
}

/// The tokens of an item before its body, and the body; `;` ends an item without one.
fn up_to_body(tokens: &mut impl Iterator<Item = TokenTree>) -> (TokenStream, TokenStream) {
    let mut all = TokenStream::new();
    for token in tokens {
        let body = match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
            _ => None,
        };
        let ends = punct(&token, ';');
        all.extend([token]);
        if ends || body.is_some() {
            return (all, body.unwrap_or_default());
        }
    }
    (all, TokenStream::new())
}

/// The names that a `use` renames.
fn renamed(used: &TokenStream, found: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = used.clone().into_iter().collect();
    for (n, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            renamed(&group.stream(), found);
        } else if tokens.get(n + 1).is_some_and(|next| is(next, "as")) {
            found.insert(token.to_string());
        }
    }
}

/// The names in some code that may be calls of functions. A name that the code itself defines (`let`, an argument, a
/// field) is left out, unless it is called.
pub fn names(code: TokenStream, found: &mut BTreeSet<String>) {
    let mut said = Said::default();
    said.read(code);
    found.extend(said.plain.into_iter().filter(|name| !said.given.contains(name)));
    found.extend(said.called);
}

#[derive(Default)]
struct Said {
    called: BTreeSet<String>,
    plain: BTreeSet<String>,
    given: BTreeSet<String>,
}

impl Said {
    fn read(&mut self, code: TokenStream) {
        let tokens: Vec<TokenTree> = code.into_iter().collect();
        for (n, token) in tokens.iter().enumerate() {
            let before = n.checked_sub(1).and_then(|before| tokens.get(before));
            let after = tokens.get(n + 1);
            let comes = |word: &str| before.is_some_and(|before| is(before, word));
            let of_a_way = n >= 2 && joint(&tokens[n - 2]) && before.is_some_and(|before| punct(before, ':'));
            match token {
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Ident(name) => {
                    let place = match after {
                        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                            &mut self.called
                        }
                        Some(colon) if joint(colon) => &mut self.called,
                        _ if of_a_way => &mut self.called,
                        // A field access is not a call.
                        _ if before.is_some_and(|before| punct(before, '.')) => continue,
                        Some(colon) if punct(colon, ':') => &mut self.given,
                        _ if comes("let") || comes("mut") || comes("for") => &mut self.given,
                        _ => &mut self.plain,
                    };
                    place.insert(name.to_string());
                }
                _ => {}
            }
        }
    }
}

/// The first half of `::`.
fn joint(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(p) if p.as_char() == ':' && p.spacing() == Spacing::Joint)
}

fn punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(p) if p.as_char() == mark)
}
