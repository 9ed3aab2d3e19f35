"""Shared by the checks: the files of the project, and faults with their places."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Generated, or not ours.
SKIPPED = {"target", "node_modules", "dist", "__pycache__"}


class Fault:
    """A fault at a place."""

    def __init__(self, file, line, what):
        self.file, self.line, self.what = file, line, what

    def __str__(self):
        return f"{self.file}:{self.line}: {self.what}"


def files(root, endings):
    """The files below `root` with one of these endings, in order; hidden folders are left out."""
    found = []
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if name not in SKIPPED and not name.startswith("."))
        found += [Path(folder, name) for name in sorted(names) if name.endswith(endings)]
    return found


def read(path):
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def within(root, path):
    """A path for messages: from the root of the project, with slashes."""
    return path.relative_to(root).as_posix()


def report(faults, fine):
    """Prints the faults, or one line if there are none; the exit code of the check."""
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        print(f"{len(faults)} fault(s)", file=sys.stderr)
        return 1
    print(fine)
    return 0
