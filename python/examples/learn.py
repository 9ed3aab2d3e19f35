"""A policy learned in minutes: gradient of the policy in NumPy, against random answers on `premier-feu`.

    python python/examples/learn.py [--batches 150] [--test 200]

The seeds of training and of the test are separate. The learned weights are written beside it (`learned.npz`) with
how they were made.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from grognard.agents import CaptainAgent, RandomAgent, compare, train

arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
arguments.add_argument("--batches", type=int, default=150)
arguments.add_argument("--test", type=int, default=200)
chosen = arguments.parse_args()

began = time.monotonic()
learner = train(batches=chosen.batches, size=16, seed=1)
seconds = time.monotonic() - began
print(f"{chosen.batches * 16} battles in {seconds:.0f} s")
for name, rival in [("random", RandomAgent(77)), ("captain", CaptainAgent(seed=77))]:
    share = compare(learner, rival, chosen.test, seed=500_000)
    error = 1.96 * (share * (1 - share) / chosen.test) ** 0.5
    print(f"against {name}: {share:.1%} (± {error:.1%}, {chosen.test} battles, sides changed)")
np.savez(Path(__file__).with_name("learned.npz"), weights=learner.weights, batches=chosen.batches, seed=1)
