//! Caches of what is computed once for a battle and does not change.

use rustc_hash::FxBuildHasher;
use std::borrow::Borrow;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex};

/// A cache of at most `MOST` answers; a full one is emptied.
#[derive(Debug)]
pub struct Lookup<K, V, const MOST: usize = 50_000>(Mutex<HashMap<K, V, FxBuildHasher>>);

impl<K, V, const MOST: usize> Default for Lookup<K, V, MOST> {
    fn default() -> Self {
        Self(Mutex::new(HashMap::with_hasher(FxBuildHasher)))
    }
}

impl<K: Eq + Hash + Clone, V: Clone, const MOST: usize> Lookup<K, V, MOST> {
    /// The cached answer, computed by `look` if missing. It must depend on the key alone.
    pub fn get(&self, key: &K, look: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.lock().ok().and_then(|known| known.get(key).cloned()) {
            return known;
        }
        let found = look();
        if let Ok(mut known) = self.0.lock() {
            if known.len() >= MOST {
                known.clear();
            }
            known.insert(key.clone(), found.clone());
        }
        found
    }
}

/// A cache for one thread: no lock and no bound.
#[derive(Debug)]
pub struct Notes<K, V>(RefCell<HashMap<K, V, FxBuildHasher>>);

impl<K, V> Default for Notes<K, V> {
    fn default() -> Self {
        Self(RefCell::new(HashMap::with_hasher(FxBuildHasher)))
    }
}

impl<K: Eq + Hash, V: Clone> Notes<K, V> {
    /// The cached answer, computed if missing.
    pub fn get<Q>(&self, key: &Q, look: impl FnOnce() -> V) -> V
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        if let Some(known) = self.0.borrow().get(key) {
            return known.clone();
        }
        let found = look();
        self.0.borrow_mut().insert(key.to_owned(), found.clone());
        found
    }
}

/// The last few answers, found by comparing whole keys instead of hashing them: for what one place computes and another
/// asks for soon after.
#[derive(Debug)]
pub struct Recent<K, V>(Mutex<VecDeque<(K, V)>>);

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self(Mutex::new(VecDeque::new()))
    }
}

impl<K, V: Clone> Recent<K, V> {
    const MOST: usize = 16;

    /// The answer whose key is `same`, if it is still cached.
    pub fn find(&self, same: impl Fn(&K) -> bool) -> Option<V> {
        let known = self.0.lock().ok()?;
        known.iter().find(|(key, _)| same(key)).map(|(_, answer)| answer.clone())
    }

    /// Adds an answer and drops the oldest.
    pub fn keep(&self, key: K, answer: V) {
        if let Ok(mut known) = self.0.lock() {
            known.truncate(Self::MOST - 1);
            known.push_front((key, answer));
        }
    }
}

/// Answers about the last few worlds, by the whole world and the question: making a sheet, previewing an answer and
/// carrying it out ask the same of one world.
#[derive(Debug)]
pub struct OfWorlds<W, K, V>(Recent<W, Arc<Lookup<K, V>>>);

impl<W, K, V> Default for OfWorlds<W, K, V> {
    fn default() -> Self {
        Self(Recent::default())
    }
}

impl<W: Clone + PartialEq, K, V> OfWorlds<W, K, V> {
    /// The cache of one world.
    pub fn of(&self, world: &W) -> Arc<Lookup<K, V>> {
        self.0.find(|known| known == world).unwrap_or_else(|| {
            let new = Arc::new(Lookup::default());
            self.0.keep(world.clone(), Arc::clone(&new));
            new
        })
    }
}
