//! The embedded data directories: a file added to them must rebuild the crate, which the embedding macro alone does
//! not see.

fn main() {
    for dir in ["../../data/scenarios", "../../data/armies"] {
        println!("cargo::rerun-if-changed={dir}");
    }
}
