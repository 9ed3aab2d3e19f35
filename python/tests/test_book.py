"""Rulesets, rules, scenarios, armies and single tests."""

import json
from fractions import Fraction

import grognard
import pytest


def test_what_there_is():
    known = {ruleset.id: ruleset for ruleset in grognard.rulesets()}
    assert list(known) == ["marie-louise", "bataille-empire", "trois-couleurs", "aigles"]
    assert all(ruleset.tables for ruleset in known.values())
    assert "premier-feu" in grognard.scenarios() and grognard.armies()
    assert grognard.generals() == ["random", "recruit", "captain", "marshal"]
    rule = next(rule for rule in grognard.rules("marie-louise") if rule.id == "ML-7.2j")
    assert rule.kind == "rule" and rule.title["fr"] == "Premiers feux"


@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in grognard.rulesets()])
def test_every_test_resolves_its_example(ruleset):
    for card in grognard.tests(ruleset):
        situation = grognard.example(ruleset, card["name"])
        assert grognard.schema(ruleset, card["name"])["type"] == "object"
        if situation is None:
            continue
        told = grognard.resolve(ruleset, card["name"], situation, seed=5)
        assert told == grognard.resolve(ruleset, card["name"], situation, seed=5)
        if told.distribution and all(row.chance.exact is not None for row in told.distribution):
            assert sum(row.chance.exact for row in told.distribution) == 1, card["name"]


def test_a_resolution_is_that_of_the_program(program, tmp_path):
    situation = grognard.example("marie-louise", "infantry-fire")
    file = tmp_path / "situation.json"
    file.write_text(json.dumps(situation))
    told = grognard.resolve("marie-louise", "infantry-fire", situation, seed=7)
    shown = json.loads(program("resolve", "marie-louise", "infantry-fire", "--situation", str(file), "--seed", "7", "--json"))
    assert told.dice == shown["dice"] and told.outcome == shown["outcome"]
    assert [row.chance.exact for row in told.distribution] == [Fraction(row["p"]) for row in shown["distribution"]]
    again = grognard.resolve("marie-louise", "infantry-fire", situation, dice=told.dice)
    assert again.outcome == told.outcome
    with pytest.raises(grognard.BadInput) as caught:
        grognard.resolve("marie-louise", "infantry-fire", situation, dice=[*told.dice, 6])
    assert caught.value.place == "dice"


def test_faults_have_place_and_reason():
    with pytest.raises(grognard.BadInput) as caught:
        grognard.resolve("whist", "infantry-fire", {})
    assert caught.value.place == "ruleset" and "marie-louise" in caught.value.reason
    with pytest.raises(grognard.BadInput) as caught:
        grognard.resolve("marie-louise", "infantry-fire", {"shooter": {"elements": "many"}})
    assert any("shooter" in place for place, _ in caught.value.faults)
    text = grognard.scenario_text("premier-feu")
    with pytest.raises(grognard.BadInput) as caught:
        grognard.scenario(text.replace("turns = ", "turns = -"))
    assert caught.value.place.startswith("scenario:")
    with pytest.raises(TypeError):
        grognard.resolve("marie-louise", "infantry-fire", {"shooter": {1, 2}})
    with pytest.raises(grognard.BadInput):
        grognard.Battle("premier-feu", options={"no_such": 1})


def test_scenarios_and_armies_from_text():
    text = grognard.scenario_text("premier-feu")
    assert grognard.scenario(text, "bataille-empire")["id"] == "premier-feu"
    assert len(grognard.scenario("premier-feu")["blue"]["commands"][0]["units"]) == 3
    assert grognard.army(grognard.armies()[0])["title"]["en"]
    varied = grognard.vary("premier-feu", "turns=2,3")
    assert [value for value, _, _ in varied] == ["2", "3"] and grognard.scenario(varied[0][1])["turns"] == 2
