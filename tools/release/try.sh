#!/bin/sh
# Unpacks an archive into an empty folder, goes into it as if it were the whole machine, and runs the program there: a
# battle, and the table until it answers. One that is not static is given the libraries it names, and nothing else.
set -eu
archive=$1
room=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$room"' EXIT
tar -C "$room" --strip-components=1 -xzf "$archive"
for library in $(ldd "$room/grognard" 2>/dev/null | grep -o '/[^ )]*' || true); do
    mkdir -p "$room$(dirname "$library")"
    cp -L "$library" "$room$library"
done
mkdir -p "$room/tmp" "$room/dev"
inside() {
    if [ "$(id -u)" = 0 ]; then chroot "$room" "$@"; else unshare -r chroot "$room" "$@"; fi
}
if ! inside /grognard --version >/dev/null 2>&1; then
    echo "this user may not make such a room, or the program does not start in it" >&2
    inside /grognard --version || exit 1
fi
inside /grognard fight premier-feu --seed 1 --lang en | tail -1
if [ "$(id -u)" = 0 ]; then
    chroot "$room" /grognard play --no-open --port 18055 --data /tmp/battles --lang en >"$room/tmp/said" &
else
    unshare -r chroot "$room" /grognard play --no-open --port 18055 --data /tmp/battles --lang en >"$room/tmp/said" &
fi
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
    sleep 0.5
    if python3 -c 'import urllib.request as u; assert u.urlopen("http://127.0.0.1:18055/api/health", timeout=2).read() == b"ok"' 2>/dev/null; then
        echo "the table answers"
        exit 0
    fi
done
cat "$room/tmp/said" >&2
echo "the table does not answer" >&2
exit 1
