#!/bin/sh
# Unpacks an archive for Windows and runs the program under Wine: a battle, and the table until it answers.
set -eu
archive=$1
find_it() { command -v wine64 || command -v wine; }
find_it >/dev/null || sh "$(dirname "$0")/../debian.sh" wine64 wine || true
wine=$(find_it || true)
if [ -z "$wine" ]; then
    echo "NOT TRIED: Wine is not here (Debian: apt-get install wine64 wine)" >&2
    exit 0
fi
room=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; WINEPREFIX=$room/wine wineserver -k 2>/dev/null || true; rm -rf "$room"' EXIT
python3 -m zipfile -e "$archive" "$room"
program=$(echo "$room"/*/grognard.exe)
export WINEPREFIX="$room/wine" WINEDEBUG=-all DISPLAY= WINEDLLOVERRIDES="mscoree,mshtml="
# Rust's library takes its random numbers from a part of Windows that Wine 8 does not have yet: a stand-in lies beside the program
# while it is tried, and is not given away.
if ! "$wine" "$program" --version >/dev/null 2>&1; then
    echo "bcryptprimitives.dll is put beside it: this Wine has none"
    cat >"$room/prng.c" <<'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID data, ULONG length);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return SystemFunction036(data, (ULONG)length); }
END
    x86_64-w64-mingw32-gcc -shared -o "$(dirname "$program")/bcryptprimitives.dll" "$room/prng.c" -ladvapi32
fi
"$wine" "$program" fight premier-feu --seed 1 --lang en >"$room/fought"
tail -1 "$room/fought"
"$wine" "$program" play --no-open --port 18056 --data "$room/battles" --lang en >"$room/said" 2>&1 &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    sleep 1
    if python3 -c 'import urllib.request as u; assert u.urlopen("http://127.0.0.1:18056/api/health", timeout=2).read() == b"ok"' 2>/dev/null; then
        echo "under Wine the table answers"
        exit 0
    fi
done
cat "$room/said" >&2
echo "under Wine the table does not answer" >&2
exit 1
