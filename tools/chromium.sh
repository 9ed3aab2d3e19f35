#!/bin/sh
# Prints the path of Chromium; installs Debian's package where allowed. Without it the tests in the browser cannot run.
set -u

find_it() {
    for name in chromium chromium-browser google-chrome-stable google-chrome; do
        command -v "$name" && return 0
    done
    return 1
}

if [ -n "${CHROMIUM:-}" ]; then
    command -v "$CHROMIUM" && exit 0
    echo "CHROMIUM=$CHROMIUM: there is no such program." >&2
    exit 1
fi
find_it && exit 0

sh "$(dirname "$0")/debian.sh" chromium && find_it && exit 0
echo "Chromium is needed to test the table in the browser: install it (Debian: apt-get install chromium)," >&2
echo "or say where it is: CHROMIUM=/path/to/chromium make e2e" >&2
exit 1
