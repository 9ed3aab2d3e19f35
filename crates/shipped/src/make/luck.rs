//! Numbers from a seed, the same on every machine (SplitMix64, Steele, Lea and Flood, 2014).

pub(super) struct Luck(u64);

impl Luck {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`; 0 if there is none.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    /// A number between two, both included.
    pub(super) fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = usize::try_from(high.saturating_sub(low)).unwrap_or(0).saturating_add(1);
        low.saturating_add(i32::try_from(self.below(span)).unwrap_or(0))
    }

    /// One of a list.
    pub(super) fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let place = self.below(list.len());
        list.get(place)
    }

    /// A list in another order.
    pub(super) fn shuffled<T: Copy>(&mut self, list: &[T]) -> Vec<T> {
        let mut mixed = list.to_vec();
        for n in (1..mixed.len()).rev() {
            mixed.swap(n, self.below(n + 1));
        }
        mixed
    }
}
