//! Migrations are embedded: a new one must be seen by the build.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
