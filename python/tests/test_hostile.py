"""Thousands of senseless calls: each raises, the interpreter survives, and the battle stays as it was."""

import json

import grognard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

CALLS = settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))

BATTLE = grognard.Battle("premier-feu", seed=3)
ASK = BATTLE.waiting("blue")[0]
STATE = BATTLE.fingerprint

json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
words = st.sampled_from(["picked", "shared", "marched", "placed", "at", "does", "refs", "unit", "blue", "red", "legs", "x", "y"])
shaped = st.recursive(
    st.integers(-(2**70), 2**70) | words | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=16,
)
anything = json_like | shaped | st.binary(max_size=4) | st.builds(object) | st.complex_numbers() | st.sets(st.integers(), max_size=2)


def raises(call, *arguments, **named):
    """Only a few exceptions are allowed; any other would be a fault of the program."""
    try:
        return call(*arguments, **named)
    except (grognard.GrognardError, TypeError) as error:
        if isinstance(error, grognard.GrognardError):
            assert error.faults and all(reason for _, reason in error.faults)
    return None


@CALLS
@given(replies=anything)
def test_answers(replies):
    fork = BATTLE.fork()
    try:
        fork.answer(ASK, replies)
    except (grognard.GrognardError, TypeError):
        assert fork.fingerprint == STATE
    raises(BATTLE.preview, ASK, replies)
    raises(BATTLE.odds, ASK, replies)
    assert BATTLE.fingerprint == STATE


@CALLS
@given(field=st.integers(0, 3), key=shaped, reply=shaped)
def test_answers_that_are_nearly_right(field, key, reply):
    replies = json.loads(json.dumps(ASK.defaults))
    if replies:
        replies[field % len(replies)] = {"picked": [[key, [reply]]]}
    raises(BATTLE.preview, ASK, replies)
    fork = BATTLE.fork()
    raises(fork.answer, ASK, replies)
    assert BATTLE.fingerprint == STATE


@CALLS
@given(a=anything, b=anything, c=anything)
def test_everything_else(a, b, c):
    raises(grognard.resolve, a, b, c)
    raises(grognard.resolve, "marie-louise", "infantry-fire", a, dice=b if isinstance(b, list) else None)
    raises(BATTLE.waiting, a)
    raises(BATTLE.view, a)
    raises(BATTLE.events, "blue", b)
    raises(BATTLE.svg, a, width=b)
    raises(BATTLE.suggest, a, b)
    raises(BATTLE.suggest, ASK, b)
    raises(BATTLE.imagine, a, b)
    raises(grognard.General, a, b)
    raises(grognard.rules, a)
    raises(grognard.schema, a, b)
    raises(grognard.vary, "premier-feu", a)
    if isinstance(a, (dict, type(None))):
        raises(grognard.Battle, "premier-feu", seed=b, options=a)
    assert BATTLE.fingerprint == STATE


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(max_size=60), st.integers(0, 400), st.integers(0, 4000))
def test_files_and_logs(text, line, column):
    raises(grognard.scenario, text + "\n")
    raises(grognard.army, text + "\n")
    raises(grognard.verify, text + "\n")
    raises(grognard.Battle.replay, text + "\n")
    file = grognard.scenario_text("premier-feu")
    raises(grognard.scenario, file[:column] + text + file[column:] + "\n", "marie-louise")
    lines = LOG.splitlines()
    lines[line % len(lines)] = text or "{}"
    raises(grognard.Battle.replay, "\n".join(lines) + "\n")


LOG = grognard.fight("premier-feu", "random", "random", seed=3).log()
