"""Checks that no name of a file or of a type stands twice in one crate.

A reader of `Stage` or `fire.rs` should not have to ask which one. A name may be used again in another crate; inside
one crate every file of its sources has its own (in a ruleset the subject and the layer: `fire.rs` resolves,
`fire_steps.rs` belongs to the turn, `fire_lens.rs` to the looks), and every struct, enum, union, trait and type
alias of a module has its own, including those that the macros of the rulesets make. Types inside a function or an
`impl` are not visible elsewhere and do not count.
"""

import re
import sys
from pathlib import Path

from project import ROOT, Fault, files, read, report, within

TYPE = re.compile(r"^(?:pub(?:\([a-z: ]+\))? )?(?:struct|enum|union|trait|type) (\w+)")
# Macros that make types, each named at the head of its line.
MACRO = re.compile(r"^(?:rulebook::)?(?:by|figure_faults|part|plain|section|words)! \{")
MADE = re.compile(r"^    (?:pub )?([A-Z]\w*) (?:of \w+ )?[{\"]")


def types(text):
    """The types of a file with their lines."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if MACRO.match(line):
            inside = True
        elif line.startswith("}"):
            inside = False
        found = MADE.match(line) if inside else TYPE.match(line)
        if found:
            yield found.group(1), number


def check(root):
    """Every name that stands twice in a crate below a folder, and the number of crates."""
    root, faults, count = Path(root).resolve(), [], 0
    for manifest in (file for file in files(root, (".toml",)) if file.name == "Cargo.toml"):
        sources, first, opened = files(manifest.parent / "src", (".rs",)), {}, {}
        count += bool(sources)
        for file in sources:
            if file.name in opened:
                faults.append(Fault(within(root, file), 1, f"{file.name} stands at {opened[file.name]} already"))
            else:
                opened[file.name] = within(root, file)
            for name, line in types(read(file)):
                if name in first:
                    faults.append(Fault(within(root, file), line, f"{name} stands at {first[name]} already"))
                else:
                    first[name] = f"{within(root, file)}:{line}"
    return faults, count


if __name__ == "__main__":
    found, crates = check(sys.argv[1] if len(sys.argv) > 1 else ROOT)
    sys.exit(report(found, f"names: {crates} crates, no name of a file or a type twice"))
