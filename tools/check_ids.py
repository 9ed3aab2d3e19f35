"""Checks that no code asks a list of the world whether an id exists, nor invents a number for one that does not fit.

Generals, divisions, commands and sheets are made when a battle is set up, and their places come from the world
itself. A missing one is a fault of the program: `rulebook::ids` and the accessors made of it (`World::general`,
`general_sheet`…) report it, while a `get` continues with nothing, or with the wrong one. Maps are indexed with `&`,
and that is fine.

For a number in another type `rulebook::saturated` gives the nearest that fits: a place with a substitute of its own
(`try_from(…).unwrap_or(…)`) would compute with a wrong number.
"""

import re
import sys
from pathlib import Path

from project import ROOT, Fault, files, read, report, within

ASKED = re.compile(r"\b(?:divisions|generals|commands|sheets|officers)\s*\.get(?:_mut)?\((?!&)")
# An id that may be a unit's or a general's.
EITHER = re.compile(r"\bchecked_sub\(")
CONVERTED = re.compile(r"\btry_(?:from|into)\(")
INVENTED = re.compile(r"\s*\.unwrap_or(?:_default)?\(")
# The file of `saturated` itself.
SATURATES = "rulebook/src/saturated.rs"


def closed(text, at):
    """The place behind the bracket that closes the one before `at`."""
    depth = 1
    while depth and at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def invented(text):
    """The lines where a number that does not fit becomes another one."""
    found = [match for match in CONVERTED.finditer(text) if INVENTED.match(text, closed(text, match.end()))]
    return [text.count("\n", 0, match.start()) + 1 for match in found]


def check(root):
    """Every query of a list of the world, every invented number, and the number of files."""
    root, faults, count = Path(root).resolve(), [], 0
    for manifest in sorted(root.glob("crates/rules/*/Cargo.toml")):
        for file in files(manifest.parent / "src", (".rs",)):
            count += 1
            text = read(file)
            lines = enumerate(text.splitlines(), 1)
            asked = [n for n, line in lines for _ in ASKED.findall(line) if not EITHER.search(line)]
            inside = within(root / "crates/rules", file)
            for number in asked:
                faults.append(Fault(within(root, file), number, "a list of the world is asked with `get`, not through `rulebook::ids`"))
            for number in invented(text) if inside != SATURATES else []:
                faults.append(Fault(within(root, file), number, "a number that does not fit becomes another one, not `rulebook::saturated`"))
    return faults, count


if __name__ == "__main__":
    found, sources = check(sys.argv[1] if len(sys.argv) > 1 else ROOT)
    sys.exit(report(found, f"ids: {sources} files of rulesets ask no list of the world whether an id exists and invent no number"))
