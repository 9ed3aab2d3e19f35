//! Nothing is made here: the build dependency that it stands for is explained in `Cargo.toml`.

fn main() {}
