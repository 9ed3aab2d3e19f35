"""Battles: offers, answers, views, logs, pictures, generals."""

import threading
import xml.etree.ElementTree as tree

import grognard
import pytest

RULESETS = [ruleset.id for ruleset in grognard.rulesets()]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_battle_by_hand(ruleset):
    battle = grognard.Battle("premier-feu", ruleset, seed=4)
    answers = 0
    while not battle.over and answers < 20_000:
        for side in ("blue", "red"):
            for ask in battle.waiting(side)[:1]:
                replies = battle.suggest(ask, luck=answers)
                if answers < 20:
                    battle.preview(ask, replies)
                    battle.odds(ask, replies)
                battle.answer(ask, replies)
                answers += 1
    assert battle.outcome["winner"] in ("blue", "red", None)
    log = battle.log()
    assert grognard.verify(log)["fingerprint"] == battle.fingerprint
    again = grognard.Battle.replay(log)
    assert again.fingerprint == battle.fingerprint and again.outcome == battle.outcome
    assert again.events() == battle.events()
    lines = log.splitlines()
    broken = "\n".join(line.replace('"class":3', '"class":4', 1) for line in lines)
    if broken != log.rstrip("\n"):
        with pytest.raises(grognard.BadInput):
            grognard.verify(broken)


def test_the_same_seed_is_the_battle_of_the_program(program, tmp_path):
    file = tmp_path / "battle.log.jsonl"
    program("fight", "premier-feu", "--blue", "captain", "--red", "recruit", "--seed", "11", "--quiet", "--log", str(file))
    battle = grognard.fight("premier-feu", "captain", "recruit", seed=11)
    own = grognard.Battle.replay(file)
    assert own.outcome == battle.outcome and own.events() == battle.events()


def test_what_is_refused_changes_nothing():
    battle = grognard.Battle("premier-feu", seed=2)
    ask = battle.waiting("blue")[0]
    before = battle.fingerprint, battle.events(), battle.waiting("blue")
    for wrong, kind in [
        ([], grognard.Refused),
        ([{"at": 5}] * 40, grognard.Refused),
        ([{"nonsense": 1}], grognard.BadInput),
        ("text", grognard.BadInput),
        ([float("nan")], grognard.BadInput),
        ([object()], TypeError),
    ]:
        with pytest.raises(kind):
            battle.answer(ask, wrong)
    stale = grognard.Ask(ask.id + 999, "blue", ask.kind, ask.fields, [], {})
    with pytest.raises(grognard.BadInput) as caught:
        battle.answer(stale, ask.defaults)
    assert caught.value.place == "ask"
    for wrong in ("green", 3, None):
        with pytest.raises((grognard.BadInput, TypeError)):
            battle.waiting(wrong)
    deep = current = []
    for _ in range(100_000):
        current.append([])
        current = current[0]
    with pytest.raises(grognard.BadInput):
        battle.answer(ask, deep)
    assert (battle.fingerprint, battle.events(), battle.waiting("blue")) == before


def test_a_side_sees_its_own():
    battle = grognard.Battle("maida-1806", seed=1)
    whole, blue = battle.view(), battle.view("blue")
    assert set(blue["units"]) <= set(whole["units"]) and len(battle.events("blue")) <= len(battle.events())
    assert battle.log("red").count("\n") <= battle.log().count("\n")


def test_generals_in_python_and_by_name():
    def cautious(seat, ask):
        assert seat.view["units"] and seat.appraise()["units"]
        return ask.defaults

    def odd(seat, ask):
        return seat.suggest(ask, luck=len(seat.events()))

    battle = grognard.Battle("premier-feu", seed=8)
    assert battle.fight(odd, "random")["how"]
    battle = grognard.Battle("premier-feu", seed=8)
    calls = []

    def watched(seat, ask):
        calls.append(ask.kind)
        return grognard.General("captain", luck=3)(seat, ask)

    battle.fight(watched, "recruit")
    assert calls and battle.over
    with pytest.raises(grognard.BadInput):
        grognard.Battle("premier-feu").fight("nobody")
    with pytest.raises(TypeError):
        grognard.Battle("premier-feu").fight(3)
    general = grognard.General("random")
    with pytest.raises(grognard.BadInput):
        grognard.Battle("premier-feu").fight(general, general)
    with pytest.raises(grognard.BadInput):
        grognard.Battle("premier-feu").fight(cautious, "random", most=3)


def test_pictures_are_svg():
    battle = grognard.Battle("premier-feu", seed=1)
    assert tree.fromstring(battle._repr_svg_()).tag.endswith("svg")
    assert tree.fromstring(battle.svg("red", width=400, lang="fr")).tag.endswith("svg")
    with pytest.raises(grognard.BadInput):
        battle.svg(width=1)


def test_forks_and_imagined_battles():
    battle = grognard.Battle("premier-feu", seed=6)
    fork = battle.fork()
    fork.fight("random", "random")
    assert fork.over and not battle.over
    imagined = battle.imagine("blue", luck=4)
    imagined.fight("random", "random")
    assert imagined.over and not battle.over
    battle.resign("red")
    assert battle.outcome["winner"] == "blue"
    with pytest.raises(grognard.BadInput):
        battle.resign("red")


def test_the_interpreter_is_free_while_battles_run():
    """While a battle runs in another thread this one continues; with the lock held it would wait until the battle is
    over.
    """
    battle = grognard.Battle("maida-1806", seed=1)
    over = threading.Event()
    fighter = threading.Thread(target=lambda: (battle.fight("captain", "captain", most=400), over.set()), daemon=True)

    def quiet(arguments):
        over.set()

    threading.excepthook, before = quiet, threading.excepthook
    try:
        fighter.start()
        turns = 0
        while not over.is_set() and turns < 10_000_000:
            turns += 1
        fighter.join(timeout=60)
    finally:
        threading.excepthook = before
    assert turns > 1_000
