"""What `make bench` measures of the Python package: battles, single tests, steps of an environment, workers.

    python python/bench.py [--battles 200]

Each figure is the best of three runs by the wall clock. The rivals are what a programmer would write without
Grognard: the same odds in plain Python and with icepool, and a two-player game of OpenSpiel in its Python interface.
"""

import argparse
import itertools
import os
import subprocess
import tempfile
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

import grognard
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("GROGNARD_BIN", str(ROOT / "target" / "release" / "grognard"))


def best(work, times=3):
    """The shortest time of a few runs."""
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        spent.append(time.perf_counter() - began)
    return min(spent)


def line(name, value, more=""):
    print(f"   {name:<58} {value:>12}  {more}".rstrip())


def battles(count):
    """The same battles, once by the command line and once from Python, both on one thread with the rows made."""
    print(f"\npython: {count} battles of premier-feu, captain against captain, one thread")

    def shell():
        with tempfile.TemporaryDirectory() as folder:
            arguments = [PROGRAM, "simulate", "premier-feu", "--battles", str(count), "--threads", "1", "--out", f"{folder}/run"]
            subprocess.run(arguments, check=True, capture_output=True)

    def package():
        grognard.simulate("premier-feu", battles=count, threads=1)

    one, two = count / best(shell, 2), count / best(package, 2)
    line("battles a second, command line", f"{one:.1f}")
    line("battles a second, from Python", f"{two:.1f}", f"{two / one:.2f} x the command line")


def plain_morale(dice, needs, modifier):
    """The chance that the sum of some dice and a modifier reaches a number: every outcome counted."""
    falls = Counter(sum(faces) + modifier for faces in itertools.product(range(1, 7), repeat=dice))
    whole = 6**dice
    return {total: Fraction(n, whole) for total, n in falls.items()}, Fraction(sum(n for t, n in falls.items() if t >= needs), whole)


def tests(count):
    """One volley of Marie-Louise: breakdown, dice, outcome and exact distribution. The rivals make the distribution alone, of a sum
    of as many dice: less than the half of the work, and no rule of the book."""
    situation = grognard.example("marie-louise", "infantry-fire")
    dice = len(grognard.resolve("marie-louise", "infantry-fire", situation).dice)
    print(f"\npython: infantry fire of {dice} dice under Marie-Louise, {count} calls")
    rate = count / best(lambda: [grognard.resolve("marie-louise", "infantry-fire", situation, seed=n) for n in range(count)])
    line("resolve calls a second", f"{rate:.0f}", "breakdown, dice, outcome, exact distribution")
    few = max(20, count // 20)
    plain = few / best(lambda: [plain_morale(dice, 3 * dice, 1) for _ in range(few)])
    line("plain Python, distribution of the sum alone", f"{plain:.0f}", f"{rate / plain:.1f} x")
    try:
        import icepool
    except ImportError:
        print("   icepool is not installed: left out")
        return

    def pooled():
        for n in range(few):
            # Another die each time: a repeated die is answered from the cache.
            total = icepool.d(6).pool(dice).sum() + (n % 7)
            total.probability(">=", 3 * dice)
            dict(total.items())

    pool = few / best(pooled)
    line("icepool, distribution of the sum alone", f"{pool:.0f}", f"{rate / pool:.1f} x")


def steps(count):
    """Steps of the environment with random open actions, against backgammon of OpenSpiel: like it a game of two players with dice and
    some tens of open actions at a step, each step asked for its observation and its legal actions."""
    from grognard.env import aec_env

    print(f"\npython: {count} steps of an environment, random open actions")
    env, chance = aec_env("premier-feu", "marie-louise"), np.random.default_rng(1)

    def walk():
        done = seed = 0
        while done < count:
            env.reset(seed=seed)
            seed += 1
            while not env.battle.over and done < count:
                seen = env.observe(env.agent_selection)
                env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
                done += 1

    own = count / best(walk, 2)
    line("steps a second, premier-feu under Marie-Louise", f"{own:.0f}")
    try:
        import pyspiel
    except ImportError:
        print("   OpenSpiel is not installed: left out")
        return
    game = pyspiel.load_game("backgammon")

    def rival():
        done = 0
        while done < count:
            state = game.new_initial_state()
            while not state.is_terminal() and done < count:
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(chance.integers(len(outcomes)))][0])
                    continue
                np.asarray(state.observation_tensor(state.current_player()), dtype=np.float32)
                np.asarray(state.legal_actions_mask(), dtype=np.int8)
                open_ = state.legal_actions()
                state.apply_action(open_[int(chance.integers(len(open_)))])
                done += 1

    other = count / best(rival, 2)
    line("steps a second, backgammon of OpenSpiel", f"{other:.0f}", f"{own / other:.3f} x")


def workers(count):
    """The same sweep over a local Ray cluster of one worker and of two."""
    import ray

    print(f"\npython: a sweep of {count} battles of premier-feu over Ray, captain against captain, chunks of {max(1, count // 16)}")
    rates = []
    for cpus in (1, 2):
        ray.init(num_cpus=cpus, include_dashboard=False, log_to_driver=False, configure_logging=False)
        # The first chunk starts the workers: it is not counted.
        with tempfile.TemporaryDirectory() as folder:
            grognard.sweep("premier-feu", battles=2 * cpus, chunk=1, out=f"{folder}/warm", progress=lambda *_: None)
            swept = grognard.sweep(
                "premier-feu", battles=count, chunk=max(1, count // 16), out=f"{folder}/run", progress=lambda *_: None
            )
        ray.shutdown()
        rates.append(count / swept.seconds)
        line(f"battles a second, {cpus} worker{'s' if cpus > 1 else ''}", f"{rates[-1]:.1f}", f"{rates[-1] / rates[0]:.2f} x one worker")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--battles", type=int, default=200)
    chosen = arguments.parse_args()
    battles(chosen.battles)
    tests(2_000)
    steps(2_000)
    workers(chosen.battles)
