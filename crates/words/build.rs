//! The embedded texts: a file added to them must rebuild the crate, which the embedding macro alone does not see.

fn main() {
    println!("cargo::rerun-if-changed=../../data/texts");
}
