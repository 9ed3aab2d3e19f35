"""Changed logs: every change is noticed by `grognard replay --verify`."""

import subprocess
import tempfile
from pathlib import Path

from kills import verified
from program import RULESETS, Program

DIGITS, LETTERS = "0123456789", "abcdefghijklmnopqrstuvwxyz"


def character(text, of, luck):
    """One character of a kind becomes another of the same kind."""
    places = [n for n, sign in enumerate(text) if sign in of]
    at = luck.choice(places)
    return text[:at] + luck.choice([sign for sign in of if sign != text[at]]) + text[at + 1:]


def changed(lines, foreign, luck):
    """The change, and the lines after it."""
    lines, n = list(lines), luck.randrange(1, len(lines) - 1)
    kind = luck.choice(["head", "digit", "letter", "drop", "double", "swap", "foreign", "block", "last"])
    if kind == "head":
        lines[0] = character(lines[0], DIGITS, luck)
    elif kind == "digit":
        lines[n] = character(lines[n], DIGITS, luck)
    elif kind == "letter":
        lines[n] = character(lines[n], LETTERS, luck)
    elif kind == "drop":
        del lines[n]
    elif kind == "double":
        lines.insert(n, lines[n])
    elif kind == "swap":
        lines[n], lines[n + 1] = lines[n + 1], lines[n]
    elif kind == "foreign":
        lines[n] = luck.choice(foreign[1:])
    elif kind == "block":
        del lines[n:n + luck.randrange(2, 20)]
    else:
        del lines[-1]
    return kind, lines


def believed(binary, lines):
    """Whether a log verifies as that of a finished battle, as all battles here are. A log cut off exactly where the
    rules wait for an answer is the true beginning of a battle, and is reported as unfinished."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        command = [binary, "replay", file.name, "--verify", "--lang", "en"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode == 0 and "The battle is not over" not in done.stdout


def fought(binary, luck):
    """Battles between computers on the command line, and one of two persons at the table."""
    with tempfile.TemporaryDirectory() as folder:
        for ruleset in RULESETS:
            path = Path(folder) / f"{ruleset}.jsonl"
            command = [binary, "fight", "premier-feu", "--ruleset", ruleset, "--log", str(path), "--quiet"]
            subprocess.run(command, capture_output=True, check=True)
            yield path.read_text(encoding="utf-8").splitlines()
        with Program(binary, Path(folder) / "data") as program:
            battle, seats = program.begin(luck.choice(RULESETS))
            for _ in range(30):
                for seat in seats:
                    for ask in seat.asked()[:1]:
                        seat.answer(ask["id"], seat.suggestion(ask["id"]))
            verified(program, battle, seats)
            yield program.client().send("GET", f"/api/battles/{battle}/log")[1].splitlines()


def run(binary, clock, luck):
    """Changes at random until the time is up."""
    logs = list(fought(binary, luck))
    if not all(believed(binary, lines) for lines in logs):
        raise SystemExit("a log that nobody changed does not verify")
    counts = {}
    while clock or sum(counts.values()) < 24:
        lines = luck.choice(logs)
        kind, made = changed(lines, luck.choice(logs), luck)
        if made == lines:
            continue
        counts[kind] = counts.get(kind, 0) + 1
        if believed(binary, made):
            raise SystemExit(f"a changed log is believed: {kind}")
    print(f"  {sum(counts.values())} changes, all noticed: {', '.join(f'{kind} {n}' for kind, n in sorted(counts.items()))}")
