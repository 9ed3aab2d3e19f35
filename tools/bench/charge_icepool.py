"""The odds of one whole charge by icepool: the same charge as in crates/bench/src/charge.rs, rule by rule.

It is written twice: plainly, as the rules read, and tuned by hand for speed (losses with the same cost are merged
before anything else, what follows them is computed once, and the dice of a general's risk become a closed form).

Prints JSON: the time of one distribution (best and median of many, warmed up) and the distribution itself as exact
fractions, each end in the notation of the rules' own code.
"""

import json
import platform
import statistics
import sys
import time

import icepool
from icepool import d6

ELEMENTS = 6
LOSSES_PER_ELEMENT = 4  # ML-7.2aa: infantry, standard cohesion
POINTS_PER_LOSS = 5  # ML-7.2y
REACTION_NEEDS = 4  # ML-5.1b: standard cohesion
DEFENDER_DICE = 6  # ML-7.2f: one die for each element
DEFENDER_PER_DIE = 1  # ML-7.2j: first fire
DEFENDER_RECOILS_AT_MOST = 5  # ML-8.3o: impassable ground behind


def attacker_modifiers(lost, general):
    """ML-5.2j, ML-5.2m one flank, ML-5.2o attack column, ML-5.2p charging, ML-5.2q charisma 1."""
    return -lost + 1 + 2 + 1 + (1 if general else 0)


# ML-5.2m two flanks, ML-5.2n support from behind.
DEFENDER_MODIFIERS = 2 + 1


def remains(fate="steady", elements=ELEMENTS, disorganised=False, general_lost=False):
    return (fate, elements, disorganised, general_lost)


GONE = "eliminated"


def charge(with_general, tuned):
    """The distribution of (outcome, recoil, melee, attacker's remains, defender's remains)."""
    difference = d6 - d6
    clash = difference - difference

    # ML-8.1i, ML-8.1j: a good reaction fires at short range, doubled; the attack column doubles too (ML-7.2p).
    volley = DEFENDER_DICE @ d6

    def losses_of(times):
        def losses(total):
            suffered = (total + DEFENDER_DICE * DEFENDER_PER_DIE) * times // POINTS_PER_LOSS
            # Tuned: without a general, losses that cost the same elements need not be distinguished.
            return suffered // LOSSES_PER_ELEMENT * LOSSES_PER_ELEMENT if tuned and not with_general else suffered

        return volley.map(losses)

    losses = (d6 >= REACTION_NEEDS).map({True: losses_of(4), False: losses_of(2)})

    def impact(lost, general_alive):
        """ML-8.3b to ML-8.3p."""
        left, fallen = ELEMENTS - lost, with_general and not general_alive
        gap = attacker_modifiers(lost, general_alive) - DEFENDER_MODIFIERS

        def end(thrown):
            score = thrown + gap
            if score == 0:
                attacker = remains(elements=left, disorganised=True, general_lost=fallen)
                return ("undecided", 0, True, attacker, remains(disorganised=True))
            if score < 0:
                attacker = remains("shaken", left, True, fallen)
                return ("defender", -score, False, attacker, remains())
            attacker = remains(elements=left, general_lost=fallen)
            if score > DEFENDER_RECOILS_AT_MOST:
                return ("attacker", score, False, attacker, remains(GONE, 0))
            return ("attacker", score, False, attacker, remains("shaken", disorganised=True))

        return clash.map(end)

    def morale(lost, tests, general_alive):
        """ML-5.2: a unit that lost an element or its general tests; a shaken charger is stopped (ML-8.1k)."""
        if not tests:
            return impact(lost, general_alive)
        stopped = remains("shaken", ELEMENTS - lost, False, with_general and not general_alive)
        passed = difference >= -attacker_modifiers(lost, general_alive)
        return passed.map({
            True: impact(lost, general_alive),
            False: ("broken", 0, False, stopped, remains()),
        })

    known = {}

    def after(lost, tests, general_alive):
        key = (lost, tests, general_alive)
        if not tuned:
            return morale(*key)
        if key not in known:
            known[key] = morale(*key)
        return known[key]

    def under_fire(suffered):
        lost = suffered // LOSSES_PER_ELEMENT
        if lost >= ELEMENTS:
            return ("broken", 0, False, remains(GONE, 0, False, with_general), remains())
        if not with_general or suffered == 0:
            return after(lost, lost > 0, with_general)
        # ML-10a, ML-10b: a die for each loss, each 1 puts the general at risk, and each risk is lost on 1 or 2.
        if tuned:
            killed = icepool.coin(18**suffered - 17**suffered, 18**suffered)
        else:
            killed = suffered @ ((d6 <= 1) & (d6 <= 2)) > 0
        return killed.map({True: after(lost, True, False), False: after(lost, lost > 0, True)})

    return losses.map(under_fire)


def written(end):
    outcome, recoil, melee, attacker, defender = end
    names = ("fate", "elements", "disorganised", "general_lost")
    return {
        "outcome": outcome,
        "recoil": recoil,
        "pursuit": None,
        "melee": melee,
        "attacker": dict(zip(names, attacker)),
        "defender": dict(zip(names, defender)),
    }


def timed(with_general, tuned, times):
    for _ in range(max(3, times // 10)):
        charge(with_general, tuned)
    taken = []
    for _ in range(times):
        start = time.perf_counter_ns()
        die = charge(with_general, tuned)
        taken.append(time.perf_counter_ns() - start)
    return die, {"best_ns": min(taken), "median_ns": int(statistics.median(taken)), "times": times}


def measure(with_general, times):
    die, tuned = timed(with_general, True, times)
    same, plain = timed(with_general, False, max(10, times // 10))
    # Not `==`, which distinguishes a distribution from the same one over a larger denominator.
    if not die.equals(same, simplify=True):
        sys.exit("the plain and the tuned model differ")
    rows = [{"end": written(end), "p": str(die.probability(end))} for end in die.outcomes()]
    return {"tuned": tuned, "plain": plain, "rows": rows}


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    json.dump(
        {
            "python": platform.python_version(),
            "icepool": icepool.__version__,
            "without_general": measure(False, times),
            "with_general": measure(True, times),
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
