"""Checks that no test stands where Cargo was told that there is none.

A library whose tests are all in `tests/` says `test = false`, and `doctest = false` if its documentation has no
example: otherwise it would be built a second time for nothing. A test added there later would never run.
"""

import re
import sys
from pathlib import Path

from project import ROOT, Fault, files, read, report, within

LIBRARY = re.compile(r"^\[lib\]\n((?:(?!\[).*\n)*)", re.MULTILINE)
UNIT = re.compile(r"^\s*#\[(?:test|cfg\(test\))\]|^\s*proptest! *\{")
EXAMPLE = re.compile(r"^\s*//[/!] ```(?!text)")


def check(root):
    """Every test below a folder that Cargo skips, and the number of libraries without tests."""
    root, faults, count = Path(root).resolve(), [], 0
    for manifest in (file for file in files(root, (".toml",)) if file.name == "Cargo.toml"):
        library = LIBRARY.search(read(manifest))
        settings = library.group(1).splitlines() if library else []
        count += "test = false" in settings
        open_fence = False
        for file in files(manifest.parent / "src", (".rs",)):
            for number, line in enumerate(read(file).splitlines(), 1):
                if "test = false" in settings and UNIT.match(line):
                    faults.append(Fault(within(root, file), number, "this test never runs: the crate says `test = false`"))
                if "doctest = false" in settings and EXAMPLE.match(line):
                    open_fence = not open_fence
                    if open_fence:
                        faults.append(
                            Fault(within(root, file), number, "this example never runs: the crate says `doctest = false`")
                        )
    return faults, count


if __name__ == "__main__":
    found, libraries = check(sys.argv[1] if len(sys.argv) > 1 else ROOT)
    sys.exit(report(found, f"targets: {libraries} libraries have no tests inside, and say so"))
