"""Switches off single places that ask for a rule and runs the quick tests: does anybody notice?

    python3 tools/proofs.py marie-louise                    150 places, drawn with seed 1
    python3 tools/proofs.py marie-louise --sample 40 --seed 7
    python3 tools/proofs.py marie-louise --all              every place, for hours; go on by the same command

A place is `file:line:column RULE` (crates/game/src/places.rs). What was tried is kept in target/proofs/<ruleset>.txt, one
line a place, so that a run that is stopped goes on where it was; a change of the code begins anew.
"""

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from project import ROOT, files

# Whole random battles notice nearly everything, and take too long to be run for each place.
SLOW = ("random", "battles")
# The share of places of which the switching off must be noticed.
WANTED = 97


def built(ruleset):
    """The test programs of a ruleset, the quickest first."""
    command = ["cargo", "test", "-q", "-p", f"grognard-{ruleset}", "--features", "game/places", "--no-run"]
    told = subprocess.run(command + ["--message-format", "json"], cwd=ROOT, check=True, capture_output=True, text=True)
    programs = {}
    for line in told.stdout.splitlines():
        said = json.loads(line)
        if said.get("profile", {}).get("test") and said.get("executable"):
            programs[said["target"]["name"]] = said["executable"]
    return [path for name, path in sorted(programs.items()) if not any(word in name for word in SLOW)]


def passes(program, ruleset, seconds=None, **variables):
    """Whether the tests of a program pass; one that does not end is one that fails."""
    skipped = [part for word in SLOW for part in ("--skip", word)]
    try:
        run = subprocess.run(
            [program, "-q", *skipped],
            cwd=ROOT / "crates" / "rules" / ruleset,
            env={**os.environ, **variables},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def places(programs, ruleset, folder):
    """Every place that the tests pass, and how long each program takes; the quickest program first."""
    seen = folder / f"{ruleset}-seen.txt"
    seen.unlink(missing_ok=True)
    times = {}
    for program in programs:
        start = time.monotonic()
        if not passes(program, ruleset, GROGNARD_PLACES_SEEN=str(seen)):
            sys.exit(f"{Path(program).name}: fails with every rule in force")
        times[program] = time.monotonic() - start
    found = sorted(set(seen.read_text(encoding="utf-8").splitlines())) if seen.exists() else []
    return found, dict(sorted(times.items(), key=lambda pair: pair[1]))


def noticed(place, times, ruleset):
    """Whether some test fails without the rule at this place."""
    limit = lambda seconds: 60 + 10 * seconds
    return any(not passes(program, ruleset, limit(took), GROGNARD_PLACE_OFF=place) for program, took in times.items())


def stamp(ruleset):
    """What the code, its tests and its data were when a place was tried."""
    digest = hashlib.sha256()
    for path in files(ROOT / "crates" / "rules" / ruleset, (".rs",)) + files(ROOT / "data", (".toml",)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ruleset")
    parser.add_argument("--sample", type=int, default=150, help="how many places")
    parser.add_argument("--seed", type=int, default=1, help="which places")
    parser.add_argument("--all", action="store_true", help="every place")
    asked = parser.parse_args()

    folder = ROOT / "target" / "proofs"
    folder.mkdir(parents=True, exist_ok=True)
    kept, now = folder / f"{asked.ruleset}.txt", stamp(asked.ruleset)
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    tried = dict(line.split("\t") for line in lines[1:]) if lines[:1] == [now] else {}
    if not tried:
        kept.write_text(now + "\n", encoding="utf-8")

    found, times = places(built(asked.ruleset), asked.ruleset, folder)
    wanted = found if asked.all else random.Random(asked.seed).sample(found, min(asked.sample, len(found)))
    for n, place in enumerate(wanted, 1):
        if place not in tried:
            tried[place] = "noticed" if noticed(place, times, asked.ruleset) else "missed"
            with kept.open("a", encoding="utf-8") as file:
                file.write(f"{place}\t{tried[place]}\n")
        print(f"\r{n} of {len(wanted)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)

    missed = [place for place in wanted if tried[place] == "missed"]
    for place in missed:
        print(f"not noticed: {place}")
    share = 100 * (1 - len(missed) / max(1, len(wanted)))
    print(f"{asked.ruleset}: {len(found)} places, {len(wanted)} tried, {len(wanted) - len(missed)} noticed ({share:.1f} %)")
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
