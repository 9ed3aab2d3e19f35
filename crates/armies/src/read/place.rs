//! A place in a file: the way to it through keys and list entries.

use std::fmt;

/// A step of the path, linked to the one before it.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    Root,
    Key(&'a Place<'a>, &'a str),
    Index(&'a Place<'a>, usize),
}

/// One step, detached from the chain.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> Place<'a> {
    pub(super) fn key(&'a self, key: &'a str) -> Self {
        Place::Key(self, key)
    }

    pub(super) fn index(&'a self, index: usize) -> Self {
        Place::Index(self, index)
    }

    /// All steps from the root.
    pub(super) fn steps(&self) -> Vec<Step<'a>> {
        let mut steps = Vec::new();
        let mut at = *self;
        loop {
            at = match at {
                Place::Root => break,
                Place::Key(above, key) => {
                    steps.push(Step::Key(key));
                    *above
                }
                Place::Index(above, index) => {
                    steps.push(Step::Index(index));
                    *above
                }
            };
        }
        steps.reverse();
        steps
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, step) in self.steps().into_iter().enumerate() {
            match step {
                Step::Key(key) if n == 0 => write!(f, "{key}")?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}
