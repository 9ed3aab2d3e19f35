//! Makes nothing: `Cargo.toml` explains the build dependency that needs this file.

fn main() {}
