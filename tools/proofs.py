"""Switches off single places that ask for a rule and runs the quick tests: does a test notice?

    python3 tools/proofs.py marie-louise aigles             150 places of each, drawn with seed 1
    python3 tools/proofs.py marie-louise --sample 40 --seed 7
    python3 tools/proofs.py marie-louise --all              every place; go on by the same command

A place is `file:line:column RULE` (crates/game/src/places.rs). Only the tests that pass it are run, the quickest
first, until one fails. Results are kept in target/proofs/<ruleset>.txt, one line a place, so that a run that is
stopped continues where it was: new tests try missed places again, changed code starts from the beginning. Places
that no test can notice are listed in tools/proofs.toml, with the reason. Places that no quick test passes count as
not noticed. The share of the last whole run of a ruleset is kept in tools/proofs-last.toml.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from project import ROOT, files, read, within

# Whole random battles notice nearly everything, and take too long for each place; so do the programs that play them or
# compute whole charges die by die.
SLOW = ("random", "battles")
LONG = (*SLOW, "drift", "follow")
# The percentage of switched-off places that must be noticed.
WANTED = 97
# What is said of a place that no quick test comes by: nobody can notice it.
UNPASSED = "unpassed"
# The first batch of tests takes this part of their time; each may take twice as long as the one before.
FIRST = 1 / 32
RULES = ROOT / "crates" / "rules"
LAST = ROOT / "tools" / "proofs-last.toml"


def built(rulesets):
    """The test programs of each ruleset."""
    command = ["cargo", "test", "-q", "--features", "game/places", "--no-run", "--message-format", "json"]
    packages = [part for ruleset in rulesets for part in ("-p", f"grognard-{ruleset}")]
    told = subprocess.run(command + packages, cwd=ROOT, check=True, capture_output=True, text=True)
    programs = defaultdict(list)
    for line in told.stdout.splitlines():
        said = json.loads(line)
        if said.get("profile", {}).get("test") and said.get("executable"):
            if not any(word in said["target"]["name"] for word in LONG):
                programs[Path(said["manifest_path"]).parent.name].append(said["executable"])
    return programs


def run(ruleset, program, *options, seconds=None, **variables):
    """The output of a program's tests, or None if one fails; an endless one counts as failed."""
    where, env = RULES / ruleset, {**os.environ, **variables}
    try:
        done = subprocess.run([program, *options], cwd=where, env=env, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


def seen(ruleset, programs, folder):
    """Every place that the tests pass, with the tests that pass it; and the time of each test."""
    places, times = defaultdict(set), {}
    for program in programs:
        passed, told = (folder / f"{Path(program).name}.{end}" for end in ("seen", "json"))
        if not told.exists() or told.stat().st_mtime < Path(program).stat().st_mtime:
            passed.write_text("", encoding="utf-8")
            # Each test runs in a thread with its name; only the unstable harness gives the time of each.
            options = ["--test-threads=2", "-Zunstable-options", "--format=json", "--report-time"]
            options += [part for word in SLOW for part in ("--skip", word)]
            said = run(ruleset, program, *options, RUSTC_BOOTSTRAP="1", GROGNARD_PLACES_SEEN=str(passed))
            if said is None:
                sys.exit(f"{Path(program).name}: fails with every rule in force")
            told.write_text(said, encoding="utf-8")
        took = {(program, test): seconds for test, seconds in timed(told.read_text(encoding="utf-8"))}
        times |= took
        for line in passed.read_text(encoding="utf-8").splitlines():
            place, thread = line.split("\t")
            # Another thread may belong to any test of the program.
            places[place] |= {(program, thread)} if (program, thread) in took else set(took)
    return places, times


def timed(told):
    """The tests that a program ran, with their times in seconds."""
    said = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    return [(one["name"], one["exec_time"]) for one in said if one["type"] == "test" and one["event"] == "ok"]


def batches(tests, times):
    """The tests in batches, the quickest first, each batch with its time."""
    batch, most, took = [], FIRST * sum(times[test] for test in tests), 0.0
    for test in sorted(tests, key=lambda test: (times[test], test)):
        if batch and took + times[test] > most:
            yield batch, took
            batch, most, took = [], 2 * most, 0.0
        batch.append(test)
        took += times[test]
    if batch:
        yield batch, took


def noticed(ruleset, place, tests, times):
    """Whether some test fails without the rule at this place."""
    for batch, took in batches(tests, times):
        names = defaultdict(list)
        for program, test in batch:
            names[program].append(test)
        for program, wanted in names.items():
            options = ["-q", "--test-threads=1", "--exact", *wanted]
            if run(ruleset, program, *options, seconds=60 + 10 * took, GROGNARD_PLACE_OFF=place) is None:
                return True
    return False


def keys(places):
    """A name for each place that stays when lines move: its file, its rule, and its number among these."""
    named, count = {}, Counter()
    for place in sorted(places, key=lambda place: (Path(split(place)[0]).name, split(place))):
        file, _, _, rule = split(place)
        name = f"{Path(file).name} {rule}"
        count[name] += 1
        named[place] = name if count[name] == 1 else f"{name} {count[name]}"
    return named


def split(place):
    """The file, line, column and rule of a place."""
    at, rule = place.rsplit(" ", 1)
    file, line, column = at.rsplit(":", 2)
    return file, int(line), int(column), rule


def sample(named, seed, size):
    """A sample of the places; one place more or less in the code changes at most one of them."""
    return sorted(named, key=lambda place: hashlib.sha256(f"{seed} {named[place]}".encode()).digest())[:size]


def stamp(*folders):
    """A hash of the files in these folders when a place was tried."""
    digest = hashlib.sha256()
    for path in [path for folder in folders for path in files(folder, (".rs", ".toml"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def never_passed(root, folder, places, ids):
    """The places in the code of a folder that no quick test passes. `ids`: the rules by their constants."""
    known, found = {place.rsplit(" ", 1)[0] for place in places}, []
    for path in files(folder, (".rs",)):
        for number, line in enumerate(read(path).splitlines(), 1):
            for match in re.finditer(r"\bon\((?:crate::)?r::(\w+)\)", line.split("//")[0]):
                place = f"{within(root, path)}:{number}:{match.start() + 1}"
                found += [f"{place} {ids.get(match[1], match[1])}"] if place not in known else []
    return found


def constants(root):
    """The ids of all rules by the constants that stand for them in code."""
    told = [tomllib.loads(read(path)) for path in files(root / "data" / "rules", (".toml",))]
    ids = [rule["id"] for file in told for rule in file.get("rule", [])]
    return {re.sub(r"\W", "_", rule).upper(): rule for rule in ids}


def version(root, ruleset):
    """The version of a ruleset, as its sources give it."""
    return int(re.search(r"const VERSION: u32 = (\d+);", read(root / "crates" / "rules" / ruleset / "src" / "edition.rs"))[1])


def kept_last(text, ruleset, last):
    """The file of the last shares, with those of a ruleset put in."""
    head = "".join(f"{line}\n" for line in text.splitlines() if line.startswith("#"))
    all_ = {**tomllib.loads(text), ruleset: last}
    parts = [f"\n[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in of.items()) for name, of in sorted(all_.items())]
    return head + "".join(parts)


def judged(ruleset, wanted, named, tried, reasons):
    """The report of the places tried, and whether enough were noticed."""
    missed = [place for place in wanted if tried[place] != "noticed"]
    why = lambda place: "no quick test comes by" if tried[place] == UNPASSED else "not noticed"
    lines = [f"{why(place)}: {place}" for place in missed if named[place] not in reasons]
    lines += [f"noticed after all: {place}" for place in wanted if place not in missed and named[place] in reasons]
    lines += [f"no such place: {name}" for name in reasons if name not in named.values()]
    share = 100 * (1 - len(missed) / max(1, len(wanted)))
    well = not lines and share >= WANTED
    lines += [f"explained: {place}: {reasons[named[place]]}" for place in missed if named[place] in reasons]
    told = f"{len(named)} places, {len(wanted)} tried, {len(wanted) - len(missed)} noticed ({share:.1f} %)"
    return [*lines, f"{ruleset}: {told}"], well, share


def proved(ruleset, programs, asked, reasons):
    """Tries the places of a ruleset and reports the result; returns whether enough were noticed."""
    folder = ROOT / "target" / "proofs"
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{ruleset}.txt"
    code = stamp(RULES / ruleset / "src", RULES / "rulebook", *(ROOT / name for name in ("crates/game", "crates/table", "data/rules", "data/tables")))
    missed = f"missed {stamp(RULES / ruleset / 'tests', ROOT / 'data' / 'cases')}"
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    tried = dict(line.split("\t") for line in lines[1:]) if lines[:1] == [code] else {}
    if not tried:
        kept.write_text(code + "\n", encoding="utf-8")

    places, times = seen(ruleset, programs, folder)
    unpassed = never_passed(ROOT, RULES / ruleset / "src", places, constants(ROOT))
    named = keys([*places, *unpassed])
    tried |= dict.fromkeys(unpassed, UNPASSED)
    wanted = sample(named, asked.seed, len(named) if asked.all else asked.sample)
    open_ones = [place for place in wanted if tried.get(place) not in ("noticed", missed, UNPASSED)]
    with ThreadPoolExecutor(os.cpu_count()) as pool, kept.open("a", encoding="utf-8", buffering=1) as file:
        found = pool.map(lambda place: noticed(ruleset, place, places[place], times), open_ones)
        for n, (place, result) in enumerate(zip(open_ones, found), 1):
            tried[place] = "noticed" if result else missed
            file.write(f"{place}\t{tried[place]}\n")
            print(f"\r{n} of {len(open_ones)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    lines, well, share = judged(ruleset, wanted, named, tried, reasons.get(ruleset, {}))
    last = {
        "date": datetime.date.today().isoformat(),
        "version": version(ROOT, ruleset),
        "seed": asked.seed,
        "places": len(named),
        "sample": len(wanted),
        "share": f"{share:.1f}",
    }
    LAST.write_text(kept_last(read(LAST), ruleset, last), encoding="utf-8")
    print("\n".join(lines), flush=True)
    return well


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ruleset", nargs="+")
    parser.add_argument("--sample", type=int, default=150, help="how many places")
    parser.add_argument("--seed", type=int, default=1, help="which places")
    parser.add_argument("--all", action="store_true", help="every place")
    asked = parser.parse_args()
    reasons = tomllib.loads((ROOT / "tools" / "proofs.toml").read_text(encoding="utf-8"))
    programs = built(asked.ruleset)
    return 0 if all([proved(ruleset, programs[ruleset], asked, reasons) for ruleset in asked.ruleset]) else 1


if __name__ == "__main__":
    sys.exit(main())
