#!/bin/sh
# Builds the program for the browser: one WebAssembly module for each ruleset, in target/wasm/modules. Takes rustup's
# standard library for the target where it can be had, otherwise Debian's compiler with the library's sources; says what
# is missing where neither is there.
#
#   tools/wasm.sh            builds
#   tools/wasm.sh --have     says whether it can be built, and by what
set -u
cd "$(dirname "$0")/.." || exit 1

TARGET=wasm32-unknown-unknown
OUT=target/wasm
RULESETS="marie-louise bataille-empire trois-couleurs aigles"

have_std() {
    [ -d "$(rustc --print sysroot 2>/dev/null)/lib/rustlib/$TARGET/lib" ]
}

# Debian keeps a newer compiler for its browsers (rustc-web), and the sources of the library with it (rust-web-src).
have_debian() {
    [ -x /usr/bin/rustc ] && [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library" ] && linker >/dev/null
}

linker() {
    command -v wasm-ld-19 || command -v wasm-ld
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

choose() {
    have_std && { echo rustup; return 0; }
    if command -v rustup >/dev/null && timeout 300 rustup target add $TARGET >&2; then
        have_std && { echo rustup; return 0; }
    fi
    if ! have_debian && command -v apt-get >/dev/null && as_root true 2>/dev/null; then
        echo "== installing Debian's rustc-web, cargo-web, rust-web-src and lld-19" >&2
        as_root apt-get install -y -qq --no-install-recommends rustc-web cargo-web rust-web-src lld-19 >&2
    fi
    have_debian && { echo debian; return 0; }
    echo "WebAssembly cannot be built here. Either of these is needed:" >&2
    echo "  rustup target add $TARGET" >&2
    echo "  apt-get install rustc-web cargo-web rust-web-src lld-19     (Debian)" >&2
    return 1
}

by=$(choose) || exit 3
if [ "${1:-}" = --have ]; then
    echo "$by"
    exit 0
fi

mkdir -p $OUT/modules
: >$OUT/modules/list.txt
for ruleset in $RULESETS; do
    set -- build -q --profile site --target $TARGET --target-dir $OUT -p grognard-browser --lib \
        --no-default-features --features "$ruleset"
    if [ "$by" = debian ]; then
        RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(linker) \
            "${CARGO:-cargo}" "$@" -Z build-std=std,panic_abort || exit 1
    else
        "${CARGO:-cargo}" "$@" || exit 1
    fi
    cp $OUT/$TARGET/site/grognard_browser.wasm "$OUT/modules/$ruleset.wasm"
    echo "$ruleset" >>$OUT/modules/list.txt
done
