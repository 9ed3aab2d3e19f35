"""Shared by the tests: the program that the rows are compared with."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program():
    """`grognard` itself: GROGNARD_BIN, or the program that `make program` has built."""
    path = Path(os.environ.get("GROGNARD_BIN", ROOT / "target" / "release" / "grognard"))
    if not path.exists():
        pytest.fail(f"{path} is not there: run `make program` first")

    def run(*arguments):
        done = subprocess.run([str(path), *arguments, "--lang", "en"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
