"""Checks that nobody asks a list of the world whether an id exists.

Generals, divisions, commands and sheets are made when a battle is set up, and their places come from the world itself. One that is not
there is a fault of the program: `rulebook::ids` and the accessors made of it (`World::general`, `general_sheet`…) say so, while a `get` goes on
with nothing, or with somebody else. Maps are asked by `&`, and that is fine.
"""

import re
import sys
from pathlib import Path

from project import ROOT, Fault, files, read, report, within

ASKED = re.compile(r"\b(?:divisions|generals|commands|sheets|officers)\s*\.get(?:_mut)?\((?!&)")
# An id that may be a unit's or a general's.
EITHER = re.compile(r"\bchecked_sub\(")
# Files of a ruleset that may ask, with how often they do.
ALLOWED = {
    "aigles/src/turn/deploy.rs": 1,
    "aigles/src/turn/plan/plan_notes.rs": 1,
    "bataille-empire/src/computer/appraise.rs": 3,
    "marie-louise/src/computer/appraise.rs": 3,
    "marie-louise/src/computer/appraise/gists.rs": 3,
    "trois-couleurs/src/computer/appraise.rs": 3,
}


def check(root):
    """Every list of the world that is asked, and how many files there are."""
    root, faults, count = Path(root).resolve(), [], 0
    for manifest in sorted(root.glob("crates/rules/*/Cargo.toml")):
        for file in files(manifest.parent / "src", (".rs",)):
            count += 1
            lines = enumerate(read(file).splitlines(), 1)
            asked = [n for n, line in lines for _ in ASKED.findall(line) if not EITHER.search(line)]
            spared = ALLOWED.get(within(root / "crates/rules", file), 0)
            for number in asked[spared:]:
                faults.append(Fault(within(root, file), number, "a list of the world is asked with `get`, not through `rulebook::ids`"))
    return faults, count


if __name__ == "__main__":
    found, sources = check(sys.argv[1] if len(sys.argv) > 1 else ROOT)
    sys.exit(report(found, f"ids: {sources} files of rulesets ask no list of the world whether an id exists"))
