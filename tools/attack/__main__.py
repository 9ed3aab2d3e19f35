"""Attacks on the real program: kills, a full disk, hostile seats, secrets, changed logs, for a given time.

python tools/attack target/release/grognard --minutes 10 [--seed N] [--only kills,disk]
"""

import argparse
import random

import disk
import hidden
import hostile
import kills
import logs

from program import Clock

PARTS = {"kills": kills, "disk": disk, "hostile": hostile, "secrets": hidden, "logs": logs}


def main():
    """Every part gets the same share of the time."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("binary")
    arguments.add_argument("--minutes", type=float, default=5)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", default=",".join(PARTS))
    asked = arguments.parse_args()
    parts = asked.only.split(",")
    for name in parts:
        print(f"== attack: {name}", flush=True)
        PARTS[name].run(asked.binary, Clock(asked.minutes * 60 / len(parts)), random.Random(f"{asked.seed} {name}"))


if __name__ == "__main__":
    main()
