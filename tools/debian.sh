#!/bin/sh
# Installs Debian packages by their names, where allowed: tools/debian.sh PACKAGE...
set -u
command -v apt-get >/dev/null || exit 1
if [ "$(id -u)" = 0 ]; then as_root=""; else as_root="sudo -n"; fi
$as_root true 2>/dev/null || exit 1

install() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

echo "== installing Debian's $*" >&2
# The package lists may be outdated or missing.
install "$@" || { $as_root apt-get update -qq >&2 && install "$@"; }
