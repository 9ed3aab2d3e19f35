#!/bin/sh
# Makes the release in target/give: an archive for Linux x86-64 with the program, a page for players, licences and
# completions, a Debian package, an archive for Windows x86-64, the site where GIVEN_SITE names its folder, and checksums.
# Needs the client (`make web`); called by `make release` and `make given`.
#
# The program is linked statically with musl where that target is available, and then runs on any distribution. Otherwise
# it needs the glibc of this machine, whose version is in the name of the archive. For Windows it is linked with MinGW, and
# tested under Wine where that is installed.
set -eu
cd "$(dirname "$0")/.."

CARGO=${CARGO:-cargo}
OUT=target/give
MUSL=x86_64-unknown-linux-musl
WINDOWS=x86_64-pc-windows-gnu
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)

# Whether the program can be built for a target: its standard library, and a compiler for SQLite, which is C.
have() {
    target=$1 compiler=$2 package=$3
    [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ] || rustup target add "$target" >&2 || return 1
    command -v "$compiler" >/dev/null || sh tools/debian.sh "$package" || true
    command -v "$compiler" >/dev/null
}

if [ -n "${GROGNARD_BIN:-}" ]; then
    built=$GROGNARD_BIN
    kind=given
elif have $MUSL musl-gcc musl-tools; then
    echo "== the program (musl)"
    CARGO_PROFILE_RELEASE_STRIP=true "$CARGO" build -q --release --target $MUSL -p grognard
    built=target/$MUSL/release/grognard
    kind=static
else
    echo "== the program (glibc: musl cannot be had here)"
    CARGO_PROFILE_RELEASE_STRIP=true "$CARGO" build -q --release -p grognard
    built=target/release/grognard
    kind=glibc
fi
# A build from elsewhere, or without musl, names the system that it needs.
if [ "$kind" != static ] && ldd "$built" 2>/dev/null | grep -q '=>'; then
    kind=glibc$(ldd --version | sed -n '1s/.* //p')
fi
[ "$kind" = given ] && kind=static

name=grognard-$version-linux-x86_64
[ "$kind" = static ] || name=$name-$kind
rm -rf "$OUT"
mkdir -p "$OUT/$name/completions"
cp "$built" "$OUT/$name/grognard"
strip "$OUT/$name/grognard" 2>/dev/null || true
cp tools/release/LISEZMOI-README.txt LICENSE-MIT LICENSE-APACHE tools/release/play.sh "$OUT/$name/"
for shell in bash zsh fish; do
    "$OUT/$name/grognard" completions $shell >"$OUT/$name/completions/grognard.$shell"
done
tar -C "$OUT" --sort=name --owner=0 --group=0 --numeric-owner -czf "$OUT/$name.tar.gz" "$name"

echo "== Debian package"
if command -v dpkg-deb >/dev/null; then
    root=$OUT/debian
    mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/share/doc/grognard" "$root/usr/share/applications" \
        "$root/usr/share/icons/hicolor/scalable/apps" "$root/usr/share/bash-completion/completions" \
        "$root/usr/share/zsh/vendor-completions" "$root/usr/share/fish/vendor_completions.d"
    cp "$OUT/$name/grognard" "$root/usr/bin/"
    cp tools/release/LISEZMOI-README.txt LICENSE-MIT LICENSE-APACHE "$root/usr/share/doc/grognard/"
    cp tools/release/grognard.desktop "$root/usr/share/applications/"
    cp web/public/icon.svg "$root/usr/share/icons/hicolor/scalable/apps/grognard.svg"
    cp "$OUT/$name/completions/grognard.bash" "$root/usr/share/bash-completion/completions/grognard"
    cp "$OUT/$name/completions/grognard.zsh" "$root/usr/share/zsh/vendor-completions/_grognard"
    cp "$OUT/$name/completions/grognard.fish" "$root/usr/share/fish/vendor_completions.d/"
    needs=""
    case $kind in glibc*) needs="Depends: libc6 (>= ${kind#glibc})" ;; esac
    {
        echo "Package: grognard"
        echo "Version: $version"
        echo "Architecture: amd64"
        echo "Maintainer: Grognard"
        echo "Section: games"
        echo "Priority: optional"
        [ -z "$needs" ] || echo "$needs"
        echo "Installed-Size: $(du -sk "$root/usr" | cut -f1)"
        echo "Description: Napoleonic miniature battles by the book"
        echo " The table, the umpire, the rulebook and the opponent for French club rulesets."
    } >"$root/DEBIAN/control"
    find "$root" -type d -exec chmod 755 {} +
    find "$root/usr" -type f -exec chmod 644 {} +
    chmod 755 "$root/usr/bin/grognard"
    dpkg-deb --root-owner-group -Zxz --build "$root" "$OUT/grognard_${version}_amd64.deb" >/dev/null
    rm -rf "$root"
else
    echo "dpkg-deb is not here: no Debian package" >&2
fi
sums() {
    (cd "$OUT" && sha256sum ./*.tar.gz ./*.deb ./*.zip 2>/dev/null >SHA256SUMS) || true
}
sums

echo "== tried in an empty folder"
sh tools/release/try.sh "$OUT/$name.tar.gz"

if [ -n "${GROGNARD_EXE:-}" ] || have $WINDOWS x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64; then
    echo "== Windows"
    windows=grognard-$version-windows-x86_64
    if [ -z "${GROGNARD_EXE:-}" ]; then
        CARGO_PROFILE_RELEASE_STRIP=true "$CARGO" build -q --release --target $WINDOWS -p grognard
    fi
    mkdir -p "$OUT/$windows/completions"
    cp "${GROGNARD_EXE:-target/$WINDOWS/release/grognard.exe}" "$OUT/$windows/grognard.exe"
    cp tools/release/LISEZMOI-README.txt LICENSE-MIT LICENSE-APACHE tools/release/play.bat "$OUT/$windows/"
    "$OUT/$name/grognard" completions powershell >"$OUT/$windows/completions/grognard.ps1"
    (cd "$OUT" && python3 -m zipfile -c "$windows.zip" "$windows")
    sh tools/release/wine.sh "$OUT/$windows.zip"
else
    echo "NOT BUILT FOR WINDOWS: neither $WINDOWS nor MinGW can be had here" >&2
fi
if [ -n "${GIVEN_SITE:-}" ]; then
    tar -C "$GIVEN_SITE" --sort=name --owner=0 --group=0 --numeric-owner --transform="s|^\.|grognard-$version-site|" \
        -czf "$OUT/grognard-$version-site.tar.gz" .
fi
# The release contains only files.
rm -rf "$OUT/$name" "$OUT/${windows:-$name}"
sums
ls -l "$OUT" | awk 'NR > 1 { printf "  %-48s %8.1f MB\n", $9, $5 / 1e6 }'
