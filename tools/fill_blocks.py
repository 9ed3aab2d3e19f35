"""Fills in what the program prints, where a document shows it, so that no output is ever typed by hand.

A block is a comment with the arguments of the program, and under it a fenced text:

    <!-- grognard: rules marie-louise --coverage -->
    ```text
    ```

`<!-- grognard 7: ... -->` keeps the first seven lines. The program is `cargo run -q -p grognard --`, or the command in
the variable GROGNARD.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from project import ROOT, read

BLOCK = re.compile(r"(<!-- grognard(?: (\d+))?: (.+?) -->\n+```text\n)(.*?)(^```$)", re.MULTILINE | re.DOTALL)


def printed(arguments):
    """What the program prints."""
    command = shlex.split(os.environ.get("GROGNARD", "cargo run -q -p grognard --"))
    return subprocess.run(command + shlex.split(arguments), cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout


def filled(text, run=printed):
    """A document with every block filled in anew."""

    def fill(block):
        head, count, arguments, _, end = block.groups()
        lines = [line.rstrip() for line in run(arguments).strip("\n").splitlines()]
        lines = lines[: int(count)] if count else lines
        return head + "\n".join(lines) + "\n" + end

    return BLOCK.sub(fill, text)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(filled(read(path)), encoding="utf-8")
        print(name)
