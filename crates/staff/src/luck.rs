//! Luck: a stream of numbers, each a function of a seed and its place, the same on every machine.

/// A random stream (SplitMix64: the mixing function of Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014). It decides what a general picks, never a die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Luck {
    seed: u64,
    place: u64,
}

impl Luck {
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, place: 0 }
    }

    pub const fn next(&mut self) -> u64 {
        self.place = self.place.wrapping_add(1);
        let mut z = self.seed.wrapping_add(self.place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
