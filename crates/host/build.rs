//! The embedding macro does not see a file added to the worked examples.

fn main() {
    println!("cargo:rerun-if-changed=../../data/cases");
}
