"""Battles a second beside an earlier version of the program, and whether a change for speed only kept every log.

    earlier.py [--battles N] [COMMIT]   measures the program as it stands beside COMMIT (e7bab9a unless said)
    earlier.py --same [COMMIT]          fights the same battles with COMMIT and with its parent and compares what was written;
                                        without COMMIT the newest one whose message ends with the line "Logs: same"
    earlier.py --same --since COMMIT    the same for every one of these after COMMIT

Both versions run the same file, crates/staff/examples/yardstick.rs, with the rulesets that they have, on one thread;
seconds are the processor's.
"""

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
YARDSTICK = Path("crates/staff/examples/yardstick.rs")
FIRST = "e7bab9a"
TRAILER = "Logs: same"
CARGO = os.environ.get("CARGO", "cargo")


@dataclass(frozen=True)
class Row:
    """The output of the yardstick for a scenario under a ruleset."""

    battles: float
    in_mind: float | None
    digest: str


def rows(printed: str) -> dict[tuple[str, str, str], Row]:
    """The rows of the yardstick by ruleset, scenario and leaders."""
    found = {}
    for line in printed.splitlines()[1:]:
        ruleset, scenario, leaders, battles, _, in_mind, _, digest = line.split()
        found[ruleset, scenario, leaders] = Row(float(battles), None if in_mind == "-" else float(in_mind), digest)
    return found


def compared(now: dict, before: dict) -> list[str]:
    """Both versions side by side: battles a second, and the ratio."""
    lines = [f"   {'':<16} {'':<14} {'':<8} {'before':>9} {'now':>9} {'ratio':>6}   {'in mind':>9} {'now':>9} {'ratio':>6}"]
    for key in now.keys() & before.keys():
        one, two = before[key], now[key]
        line = f"   {key[0]:<16} {key[1]:<14} {key[2]:<8} {one.battles:>9.2f} {two.battles:>9.2f} {two.battles / one.battles:>6.2f}"
        if one.in_mind and two.in_mind:
            line += f"   {one.in_mind:>9.2f} {two.in_mind:>9.2f} {two.in_mind / one.in_mind:>6.2f}"
        lines.append(line)
    return [lines[0], *sorted(lines[1:])]


def different(now: dict, before: dict) -> list[str]:
    """The rows where two versions did not write the same."""
    keys = sorted(now.keys() | before.keys())
    digest = lambda found, key: found[key].digest if key in found else "nothing"  # noqa: E731
    return [" ".join(key) for key in keys if digest(now, key) != digest(before, key)]


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def resolved(commit: str) -> str | None:
    """The whole name of a commit; None: the history does not reach it."""
    found = git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
    return found.stdout.strip() or None


def fitting(yardstick: str, manifest: str) -> str:
    """The yardstick without the rulesets that the generals of an older version are not tried with."""
    there = {line.split(".")[0].split(" ")[0].replace("-", "_") for line in manifest.splitlines()}
    return re.sub(r"&(\w+)::RULESET(?:, )?", lambda found: found[0] if found[1] in there else "", yardstick)


def built(commit: str) -> Path:
    """The yardstick of a commit, built in a folder of its own."""
    folder = ROOT / "target" / "earlier" / commit[:12]
    source, target = folder / "source", folder / "target"
    if not source.exists():
        source.mkdir(parents=True)
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", source], input=packed, check=True)
    manifest = (source / "crates" / "staff" / "Cargo.toml").read_text()
    (source / YARDSTICK).write_text(fitting((ROOT / YARDSTICK).read_text(), manifest))
    print(f"building {commit[:12]} (some minutes the first time)", flush=True)
    command = [CARGO, "build", "-q", "--release", "-p", "grognard-staff", "--example", "yardstick"]
    subprocess.run(command, cwd=source, env={**os.environ, "CARGO_TARGET_DIR": str(target)}, check=True)
    return target / "release" / "examples" / "yardstick"


def measured(program: Path, battles: int) -> dict:
    return rows(subprocess.run([program, str(battles)], capture_output=True, text=True, check=True).stdout)


def beside(commit: str, battles: int) -> int:
    whole = resolved(commit)
    if whole is None:
        print(f"not measured beside {commit}: the history here does not reach it (`git fetch --unshallow`)")
        return 0
    before = built(whole)
    command = [CARGO, "build", "-q", "--release", "-p", "grognard", "-p", "grognard-python", "-p", "grognard-staff"]
    subprocess.run([*command, "--example", "yardstick"], cwd=ROOT, check=True)
    now = ROOT / "target" / "release" / "examples" / "yardstick"
    print(f"\n== battles a second beside {whole[:12]}\n   {battles} battles of premier-feu, a fifth as many of the others; one thread, seconds of the processor.")
    print("\n".join(compared(measured(now, battles), measured(before, battles))))
    return 0


def promised(*which: str) -> list[str]:
    """The commits whose message says that their logs are the same, the newest first."""
    return git("log", "--format=%H", f"--grep=^{TRAILER}$", *which).stdout.split()


def wanted(commit: str | None, since: str | None) -> list[str]:
    """The commits to compare with their parents."""
    if since is not None:
        return promised(f"{since}..HEAD") if resolved(since) else []
    return [commit] if commit is not None else promised("-1")


def same(commits: list[str], battles: int) -> int:
    if not commits:
        print(f"no commit to compare with its parent: none says \"{TRAILER}\", or the history here is shallow")
    return max((kept(commit, battles) for commit in commits), default=0)


def kept(commit: str, battles: int) -> int:
    """Whether a commit and its parent write the same: 0, or 1."""
    whole = resolved(commit)
    parent = resolved(f"{whole}^") if whole else None
    if whole is None or parent is None:
        print(f"not compared: the history here does not reach {commit} and its parent")
        return 0
    faults = different(measured(built(whole), battles), measured(built(parent), battles))
    for fault in faults:
        print(f"{whole[:12]} and its parent do not write the same: {fault}")
    if not faults:
        print(f"{whole[:12]} and its parent write the same logs, byte for byte")
    return 1 if faults else 0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?")
    parser.add_argument("--same", action="store_true")
    parser.add_argument("--since")
    parser.add_argument("--battles", type=int, default=20)
    given = parser.parse_args(arguments)
    return same(wanted(given.commit, given.since), given.battles) if given.same else beside(given.commit or FIRST, given.battles)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
