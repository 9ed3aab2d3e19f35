//! What was worked out once for a battle and does not change: kept beside the rules, so that it is not worked out again.

use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;

/// Answers by what they depend on; so many at most.
#[derive(Debug)]
pub struct Lookup<K, V>(Mutex<HashMap<K, V, FxBuildHasher>>);

impl<K, V> Default for Lookup<K, V> {
    fn default() -> Self {
        Self(Mutex::new(HashMap::with_hasher(FxBuildHasher)))
    }
}

impl<K: Eq + Hash + Clone, V: Clone> Lookup<K, V> {
    const MOST: usize = 50_000;

    /// The answer, looked for if it is not known yet. It must depend on the key alone.
    pub fn get(&self, key: &K, look: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.lock().ok().and_then(|known| known.get(key).cloned()) {
            return known;
        }
        let found = look();
        if let Ok(mut known) = self.0.lock() {
            if known.len() >= Self::MOST {
                known.clear();
            }
            known.insert(key.clone(), found.clone());
        }
        found
    }
}
