"""Checks that no name of a type stands twice in one crate.

Who reads `Stage` should not have to ask which one. A name may be used again in another crate; inside one crate every
struct, enum, union, trait and type alias of a module has its own, those that the macro `words!` makes among them. Types
inside a function or an `impl` are out of sight elsewhere and do not count.
"""

import re
import sys
from pathlib import Path

from project import ROOT, Fault, files, read, report, within

TYPE = re.compile(r"^(?:pub(?:\([a-z: ]+\))? )?(?:struct|enum|union|trait|type) (\w+)")
WORDS = re.compile(r"^(?:rulebook::)?words! \{")
WORD = re.compile(r"^    (\w+) \{")

# Names that still stand twice, by crate. The list only shrinks: one that stands once again is struck off.
ALLOWED = {
    "crates/rules/trois-couleurs": {
        "Action", "Allowed", "Comer", "Cover", "Fallen", "Fate", "General", "Group", "Joint", "Leader", "Moment",
        "Outcome", "Part", "Plan", "Raised", "Run", "Screen", "Shot", "Situation", "Standing", "State", "Strength",
        "Surprise", "Target", "Unit",
    },
}


def types(text):
    """The types of a file with their lines."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if WORDS.match(line):
            inside = True
        elif line.startswith("}"):
            inside = False
        found = WORD.match(line) if inside else TYPE.match(line)
        if found:
            yield found.group(1), number


def check(root, allowed=None):
    """Every name that stands twice in a crate below a folder, and how many crates there are."""
    root, faults, count = Path(root).resolve(), [], 0
    allowed = ALLOWED if allowed is None else allowed
    for manifest in (file for file in files(root, (".toml",)) if file.name == "Cargo.toml"):
        sources = files(manifest.parent / "src", (".rs",))
        count += bool(sources)
        crate, first, twice = within(root, manifest.parent), {}, set()
        for file in sources:
            for name, line in types(read(file)):
                place = f"{within(root, file)}:{line}"
                if name not in first:
                    first[name] = place
                    continue
                twice.add(name)
                if name not in allowed.get(crate, ()):
                    faults.append(Fault(within(root, file), line, f"{name} stands at {first[name]} already"))
        for name in sorted(set(allowed.get(crate, ())) - twice):
            faults.append(Fault(within(root, manifest), 1, f"{name} stands once again: strike it off the list of check_names"))
    return faults, count


if __name__ == "__main__":
    found, crates = check(sys.argv[1] if len(sys.argv) > 1 else ROOT)
    sys.exit(report(found, f"names: {crates} crates, no name of a type twice but those on the list"))
