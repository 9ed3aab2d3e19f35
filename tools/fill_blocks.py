"""Fills in the program's output where a document shows it, so that no output is ever typed by hand.

A block is a comment with the arguments of the program, and below it a fenced text:

    <!-- grognard: rules marie-louise --coverage -->
    ```text
    ```

`<!-- grognard 7: ... -->` keeps the first seven lines. With `--check` nothing is written, and a block that differs
from the program's output is a fault. The program is `cargo run -q -p grognard --`, or the command in the variable
GROGNARD.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from project import ROOT, Fault, read, report

BLOCK = re.compile(r"(<!-- grognard(?: (\d+))?: (.+?) -->\n+```text\n)(.*?)(^```$)", re.MULTILINE | re.DOTALL)


def printed(arguments):
    """The output of the program."""
    command = shlex.split(os.environ.get("GROGNARD", "cargo run -q -p grognard --"))
    return subprocess.run(command + shlex.split(arguments), cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout


def filled(text, run=printed):
    """A document with every block filled in again."""

    def fill(block):
        head, count, arguments, _, end = block.groups()
        lines = [line.rstrip() for line in run(arguments).strip("\n").splitlines()]
        lines = lines[: int(count)] if count else lines
        return head + "\n".join(lines) + "\n" + end

    return BLOCK.sub(fill, text)


def check(root, names, run=printed):
    """A fault for every block that differs from the program's output."""
    faults = []
    for name in names:
        text = read(root / name)
        shown, now = list(BLOCK.finditer(text)), list(BLOCK.finditer(filled(text, run)))
        for old, new in zip(shown, now):
            if old.group(4) != new.group(4):
                line = text.count("\n", 0, old.start()) + 1
                faults.append(Fault(name, line, f"`grognard {old.group(3)}` prints something else: run make pictures"))
    return faults


if __name__ == "__main__":
    if sys.argv[1:2] == ["--check"]:
        sys.exit(report(check(ROOT, sys.argv[2:]), "every output shown is what the program prints"))
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(filled(read(path)), encoding="utf-8")
        print(name)
