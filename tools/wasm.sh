#!/bin/sh
# Builds the program for the browser: one WebAssembly module for each ruleset, in target/wasm/modules, and beside it the
# rule texts and the worked examples. The standard library is built from its sources, for size, where they are available:
# from rustup, or from Debian with its compiler; otherwise rustup's own for the target is used. Reports what is missing if
# there is none.
#
#   tools/wasm.sh            builds
#   tools/wasm.sh --have     reports whether it can be built, and by which compiler
set -u
cd "$(dirname "$0")/.." || exit 1

TARGET=wasm32-unknown-unknown
OUT=target/wasm
RULESETS=$(cat data/armies/rulesets.txt)

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

choose() {
    have_std && { echo rustup; return 0; }
    if command -v rustup >/dev/null && timeout 300 rustup target add $TARGET >&2; then
        have_std && { echo rustup; return 0; }
    fi
    have_debian || sh tools/debian.sh rustc-web cargo-web rust-web-src lld-19
    have_debian && { echo debian; return 0; }
    echo "WebAssembly cannot be built here. Either of these is needed:" >&2
    echo "  rustup target add $TARGET" >&2
    echo "  apt-get install rustc-web cargo-web rust-web-src lld-19     (Debian)" >&2
    return 1
}

by=$(choose) || exit 3
# Some libraries are only for this target.
if ! "${CARGO:-cargo}" fetch -q --locked --target $TARGET; then
    echo "WebAssembly cannot be built here: its libraries cannot be had." >&2
    exit 3
fi
[ "$by" = debian ] && rustc=/usr/bin/rustc || rustc=rustc
# For size: sorting alone is a twentieth of a module otherwise.
BUILD_STD="-Z build-std=std,panic_abort -Z build-std-features=optimize_for_size"
sources() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ] || timeout 300 rustup component add rust-src >&2 || return 1
    RUSTC_BOOTSTRAP=1 "${CARGO:-cargo}" fetch -q --locked --target $TARGET -Z build-std=std,panic_abort
}
if [ "$by" = rustup ] && ! sources; then
    echo "The sources of the standard library cannot be had: modules will be some 4 % larger." >&2
    BUILD_STD=""
fi
if [ "${1:-}" = --have ]; then
    echo "$by"
    exit 0
fi

# Whether a panic may end a module without a message: nobody would see it, and the messages are 2 % of a module. Older
# compilers lack the option.
silent() {
    [ -n "$BUILD_STD" ] && RUSTC_BOOTSTRAP=1 "${CARGO:-cargo}" -Z help | grep -q panic-immediate-abort &&
        RUSTC_BOOTSTRAP=1 $rustc -Z unstable-options -C panic=immediate-abort --print cfg >/dev/null 2>&1
}

# Whether a module exists and is newer than its sources. Cargo checks this as well, but the texts in a module differ from
# one to the next, and so it would build all of them again each time.
fresh() {
    [ -f "$1.xz" ] && [ -z "$(find Cargo.toml Cargo.lock rust-toolchain.toml tools/wasm.sh crates data -newer "$1" -type f \
        ! -path '*/tests/*' ! -path 'data/texts/*/client*' | head -1)" ]
}

mkdir -p $OUT/modules
for ruleset in $RULESETS; do
    module=$OUT/modules/$ruleset.wasm
    fresh "$module" && continue
    started=$(date +%s)
    # The texts of the others are left out; the rule texts and the worked examples are beside it: no battle needs them.
    export GROGNARD_RULESET="$ruleset"
    set -- build -q --profile site --target $TARGET --target-dir $OUT -p grognard-browser --lib \
        --no-default-features --features "shipped/$ruleset"
    silent && set -- "$@" -Z panic-immediate-abort --config 'profile.site.panic="immediate-abort"'
    if [ "$by" = debian ]; then
        RUSTC=$rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(linker) \
            "${CARGO:-cargo}" "$@" $BUILD_STD || exit 1
    elif [ -n "$BUILD_STD" ]; then
        RUSTC_BOOTSTRAP=1 "${CARGO:-cargo}" "$@" $BUILD_STD || exit 1
    else
        "${CARGO:-cargo}" "$@" || exit 1
    fi
    cp $OUT/$TARGET/site/grognard_browser.wasm "$module"
    # Changes made meanwhile are newer than the module.
    touch -d "@$started" "$module"
    # Every visitor of the page loads it: compressed better than web hosts compress. The page decompresses it.
    python3 - "$module" <<'END' || exit 1
import json, lzma, pathlib, sys
module = pathlib.Path(sys.argv[1])
def files(folder):
    data = pathlib.Path("data") / folder
    return sorted([*data.glob(f"{module.stem}.toml"), *data.glob(f"{module.stem}-*.toml")])
texts = {
    "catalogue": "\n".join(part.read_text("utf-8") for part in files("rules")),
    "examples": {file.stem: file.read_text("utf-8") for file in files("cases")},
}
beside = module.with_suffix(".json")
beside.write_text(json.dumps(texts, ensure_ascii=False), "utf-8")
filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 23, "lc": 4, "pb": 0}]
for plain in [beside, module]:
    packed = lzma.compress(plain.read_bytes(), check=lzma.CHECK_CRC32, filters=filters)
    plain.with_name(plain.name + ".xz").write_bytes(packed)
END
    echo "$ruleset: $(($(date +%s) - started)) s"
done
# Written last, and only if it changes: a change rebuilds the client.
for ruleset in $RULESETS; do
    echo "$ruleset $(cat "$OUT/modules/$ruleset.wasm" "$OUT/modules/$ruleset.json" | sha256sum | cut -c1-16)"
done >$OUT/modules/list.new
cmp -s $OUT/modules/list.new $OUT/modules/list.txt || cp $OUT/modules/list.new $OUT/modules/list.txt
rm -f $OUT/modules/list.new
