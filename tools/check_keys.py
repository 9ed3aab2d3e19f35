"""Checks that a ruleset writes the deed of a choice by its type, never by its word.

The words stand in one list (`rulebook::choices!`), which a test compares with the texts. A word that is written or
compared elsewhere is in no list: if it is misspelt, the choice has no text, or is never recognised.
"""

import re
import sys
from pathlib import Path

from project import ROOT, Fault, files, read, report, within

# A key made from a word; the word of a key taken out to be compared; one compared directly.
WRITTEN = re.compile(r"\bKey::(?:plain|about)\(|\bdoes: (?:game::)?(?:Term::(?:of|from)\(|\")|\bdoes\.as_str\(\)|\bdoes [!=]= \"")
# The crate shared by all rulesets contains the list itself.
SHARED = {"press", "rulebook"}


def check(root):
    """Every word of a choice in the sources of a ruleset, and the number of rulesets."""
    root, faults, count = Path(root).resolve(), [], 0
    for manifest in sorted(root.glob("crates/rules/*/Cargo.toml")):
        if manifest.parent.name in SHARED:
            continue
        count += 1
        for file in files(manifest.parent / "src", (".rs",)):
            for number, line in enumerate(read(file).splitlines(), 1):
                if WRITTEN.search(line):
                    faults.append(Fault(within(root, file), number, "what a choice does is written by its word, not as a `Does`"))
    return faults, count


if __name__ == "__main__":
    found, rulesets = check(sys.argv[1] if len(sys.argv) > 1 else ROOT)
    sys.exit(report(found, f"keys: {rulesets} rulesets write no choice by its word"))
