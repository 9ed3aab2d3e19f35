"""Napoleonic miniature battles by the book.

>>> import grognard
>>> grognard.rulesets()[0].id
'marie-louise'
>>> battle = grognard.Battle("premier-feu", seed=3)
>>> battle.fight("captain", "recruit")["winner"] in ("blue", "red", None)
True

Every error raises an exception with its place and its reason (`grognard.errors`) and changes nothing. The
interpreter lock is released while rules run, so that threads fight battles side by side.
"""

from __future__ import annotations

import json as _json
import os as _os
from dataclasses import dataclass as _dataclass
from fractions import Fraction
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _native
from ._native import Run, Table, __version__
from .errors import BadInput, GrognardError, Refused

__all__ = [
    "Ask", "BadInput", "Battle", "Chance", "General", "GrognardError", "Refused", "Resolution", "Row", "Rule", "Ruleset",
    "Run", "Seat", "Table", "armies", "army", "example", "fight", "generals", "resolve", "rules", "rulesets", "scenario",
    "scenario_text", "scenarios", "schema", "simulate", "sweep", "tests", "vary", "verify", "__version__",
]

#: The ruleset taken when none is named: the first that ships.
USUAL: str = _json.loads(_native.rulesets())[0]["id"]
SIDES = ("blue", "red")

Options = Optional[Mapping[str, Union[int, bool]]]
#: A general: the name of one of the computer's (`captain`, `marshal:40:bold`), or a function of a seat and a question
#: that returns the replies.
GeneralLike = Union[str, Callable[["Seat", "Ask"], Sequence[Any]]]


def _whole(name: str, value: Any, least: int = 0, most: int = 2**64 - 1) -> int:
    """A whole number within bounds; a wrong type raises TypeError, a wrong value BadInput."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}: a whole number is wanted, not {type(value).__name__}")
    if not least <= value <= most:
        raise BadInput([(name, f"from {least} to {most}")])
    return value


def _words(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name}: text is wanted, not {type(value).__name__}")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadInput([(name, str(error))]) from None
    return value


def _side(value: Any, umpire: bool = False) -> Any:
    if umpire and value is None:
        return None
    return _words("side", value)


def _options(options: Options) -> Optional[Dict[str, int]]:
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise TypeError("options: a mapping of names to whole numbers is wanted")
    least, most = -(2**63), 2**63 - 1
    return {
        _words("options", name): int(value) if isinstance(value, bool) else _whole(f"options.{name}", value, least, most)
        for name, value in options.items()
    }


def _written(name: str, value: Any) -> str:
    """A value as JSON; a value that JSON cannot express is reported."""
    try:
        text = _json.dumps(value, allow_nan=False)
        text.encode("utf-8")
        return text
    except (TypeError, ValueError, RecursionError, UnicodeEncodeError) as error:
        if isinstance(error, TypeError):
            raise TypeError(f"{name}: {error}") from None
        raise BadInput([(name, str(error) or type(error).__name__)]) from None


@_dataclass(frozen=True)
class Ruleset:
    """A ruleset: its id, the version of its code, its options with their defaults."""

    id: str
    version: int
    options: Dict[str, int]
    measure: Dict[str, Any]

    @property
    def tables(self) -> Optional[str]:
        """The text of its tables file: a club starts its own from it."""
        return _native.tables(self.id)


@_dataclass(frozen=True)
class Rule:
    """An entry of a catalogue."""

    id: str
    kind: str
    title: Dict[str, str]
    text: Dict[str, str]
    source: str
    entry: Dict[str, Any]


@_dataclass(frozen=True)
class Chance:
    """A chance: exact, or near with a bound (rounds that may go on without end)."""

    exact: Optional[Fraction]
    probability: float
    error: float

    def __float__(self) -> float:
        return self.probability


@_dataclass(frozen=True)
class Row:
    """One possible outcome and its chance."""

    outcome: Dict[str, Any]
    chance: Chance


@_dataclass(frozen=True)
class Resolution:
    """A test resolved: its lines, the total, the dice, the outcome and the possible outcomes."""

    test: str
    breakdown: List[Dict[str, Any]]
    total: Optional[Fraction]
    dice: List[int]
    outcome: Dict[str, Any]
    distribution: List[Row]
    columns: Dict[str, List[Row]]

    def __str__(self) -> str:
        lines = [f"{line.get('rule', ''):>12}  {line.get('op', ''):<8} {line.get('value', '')}" for line in self.breakdown]
        return "\n".join([self.test, *lines, f"total {self.total}", f"{self.outcome}"])


def _chance(row: Mapping[str, Any]) -> Chance:
    exact = row.get("p")
    return Chance(None if exact is None else _fraction(exact), row["probability"], row.get("error", 0.0))


def _fraction(text: Any) -> Fraction:
    """A fraction from its text; `Fraction` parses text with a pattern, which takes longer than all the rest of a
    test.
    """
    parts = str(text).split("/")
    return Fraction(int(parts[0]), int(parts[1])) if len(parts) == 2 else Fraction(int(parts[0]))


def _rows(rows: Sequence[Mapping[str, Any]]) -> List[Row]:
    return [Row(dict(row["outcome"]), _chance(row)) for row in rows]


def rulesets() -> List[Ruleset]:
    """The embedded rulesets, the usual one first."""
    return [Ruleset(**known) for known in _json.loads(_native.rulesets())]


def rules(ruleset: str = USUAL) -> List[Rule]:
    """The rules of a ruleset, in the order of its book."""
    entries = _json.loads(_native.catalogue(_words("ruleset", ruleset)))["rules"]
    return [
        Rule(entry["id"], entry["kind"], entry["title"], entry.get("text", {}), entry.get("source", ""), entry)
        for entry in entries
    ]


def tests(ruleset: str = USUAL) -> List[Dict[str, Any]]:
    """The tests that a ruleset resolves on their own: name, title, rules."""
    return list(_json.loads(_native.tests(_words("ruleset", ruleset))))


def schema(ruleset: str, test: str) -> Dict[str, Any]:
    """The JSON schema of a test's situation."""
    return dict(_json.loads(_native.schema(_words("ruleset", ruleset), _words("test", test))))


def example(ruleset: str, test: str) -> Optional[Dict[str, Any]]:
    """An example of a test's situation."""
    found = _native.example(_words("ruleset", ruleset), _words("test", test))
    return None if found is None else dict(_json.loads(found))


def resolve(
    ruleset: str,
    test: str,
    situation: Mapping[str, Any],
    *,
    dice: Optional[Sequence[int]] = None,
    seed: int = 0,
    options: Options = None,
    tables: Optional[str] = None,
) -> Resolution:
    """Resolves a situation.

    `dice` are the faces in the order of the throws, and all must be used; without them they are thrown from `seed`.
    The distribution does not depend on them: it holds the exact odds before the dice.
    """
    faces = None if dice is None else [_whole("dice", face, 0, 255) for face in dice]
    text = _native.resolve(
        _words("ruleset", ruleset),
        _words("test", test),
        _written("situation", situation),
        faces,
        _whole("seed", seed),
        (_options(options), None if tables is None else _words("tables", tables)),
    )
    told = _json.loads(text)
    return Resolution(
        test=told["test"],
        breakdown=told["breakdown"],
        total=None if told["total"] is None else Fraction(told["total"]),
        dice=told["dice"],
        outcome=told["outcome"],
        distribution=_rows(told["distribution"]),
        columns={column["reply"]: _rows(column["distribution"]) for column in told.get("columns", [])},
    )


def _file(name: str, value: Any) -> str:
    """A file by id, by path, or its text: a text has a line end, a path exists."""
    if isinstance(value, _os.PathLike):
        value = _os.fspath(value)
        with open(value, encoding="utf-8") as file:
            return file.read() + "\n"
    return _words(name, value)


def scenarios() -> List[str]:
    """The ids of the embedded scenarios."""
    return _native.scenarios()


def scenario(name: Any, ruleset: Optional[str] = None) -> Dict[str, Any]:
    """A scenario by its id, a path (`pathlib.Path`) or its text: sides, place, length. All faults are raised at
    once; with a ruleset it must also be one that this ruleset can set up."""
    judge = None if ruleset is None else _words("ruleset", ruleset)
    return dict(_json.loads(_native.scenario(_file("scenario", name), judge)))


def scenario_text(name: str) -> str:
    """The file of an embedded scenario, as a start for one's own."""
    return _native.scenario_text(_words("scenario", name))


def armies() -> List[str]:
    """The ids of the embedded army lists."""
    return _native.armies_known()


def army(name: Any) -> Dict[str, Any]:
    """An army list by its id, a path or its text, checked."""
    return dict(_json.loads(_native.army(_file("army", name))))


def generals() -> List[str]:
    """The names of the computer's generals, the weakest first. Settings follow: `captain:bold`, `marshal:40`."""
    return _native.generals()


class General:
    """One of the computer's generals."""

    def __init__(self, name: str, luck: int = 0) -> None:
        self._inner = _native.General(_words("general", name), _whole("luck", luck))

    @property
    def name(self) -> str:
        """The general's name and settings."""
        return self._inner.name

    def __call__(self, seat: Seat, ask: Ask) -> Sequence[Any]:
        told = self._inner.advise(seat.battle._inner, seat.side, ask.id)
        if told is None:
            raise BadInput([("general", f"no answer to {ask.kind}")])
        return list(_json.loads(told)["replies"])

    def __repr__(self) -> str:
        return f"General({self.name!r})"


@_dataclass(frozen=True)
class Ask:
    """An open question: its number, its side, its kind, its fields with their shapes and defaults."""

    id: int
    side: str
    kind: str
    fields: List[Dict[str, Any]]
    rules: List[str]
    raw: Dict[str, Any]

    @property
    def defaults(self) -> List[Any]:
        """The answer that means "go on"."""
        return [field["default"] for field in self.fields]


@_dataclass(frozen=True)
class Seat:
    """The argument of a general in Python: a battle as its side sees it."""

    battle: Battle
    side: str

    @property
    def view(self) -> Dict[str, Any]:
        """The table as the side sees it."""
        return self.battle.view(self.side)

    def events(self, since: int = 0) -> List[Dict[str, Any]]:
        """The events that the side knows."""
        return self.battle.events(self.side, since)

    def appraise(self) -> Dict[str, Any]:
        """The worth of units, states and places, as far as the side knows."""
        return self.battle.appraise(self.side)

    def suggest(self, ask: Ask, luck: int = 0) -> List[Any]:
        """An answer that would be accepted; another luck gives another one."""
        return self.battle.suggest(ask, luck)

    def preview(self, ask: Ask, replies: Sequence[Any]) -> Dict[str, Any]:
        """The effect of an answer."""
        return self.battle.preview(ask, replies)

    def odds(self, ask: Ask, replies: Sequence[Any]) -> List[Dict[str, Any]]:
        """The tests that an answer would start, with their odds."""
        return self.battle.odds(ask, replies)


class Battle:
    """A battle under way. In a notebook it shows itself as a picture.

    The same seed is the same battle as `grognard fight --seed`.
    """

    def __init__(
        self,
        scenario: Any,
        ruleset: str = USUAL,
        *,
        seed: int = 1,
        options: Options = None,
        tables: Optional[str] = None,
        names: Tuple[str, str] = ("", ""),
    ) -> None:
        """`scenario` is an id, a path or a text; `names` are the generals' names in the log."""
        blue, red = names
        self._seed = _whole("seed", seed)
        self._inner = _native.Battle(
            _file("scenario", scenario),
            _words("ruleset", ruleset),
            self._seed,
            _options(options),
            None if tables is None else _words("tables", tables),
            (_words("names", blue), _words("names", red)),
        )

    @classmethod
    def _of(cls, inner: _native.Battle, seed: int) -> Battle:
        battle = cls.__new__(cls)
        battle._inner, battle._seed = inner, seed
        return battle

    @classmethod
    def replay(cls, log: Any) -> Battle:
        """A battle from its log (text or path); every line is verified, and the battle is at the end of the log."""
        return cls._of(_native.Battle.reopen(_file("log", log)), 0)

    @property
    def ruleset(self) -> str:
        """The ruleset's id."""
        return self._inner.ruleset

    @property
    def scenario(self) -> str:
        """The scenario's id."""
        return self._inner.scenario

    def waiting(self, side: str) -> List[Ask]:
        """The open questions of a side."""
        found = _json.loads(self._inner.waiting(_side(side)))
        return [
            Ask(ask["id"], ask["slot"]["side"], ask["slot"]["kind"], ask["fields"], ask.get("rules", []), ask) for ask in found
        ]

    def seat(self, side: str) -> Seat:
        """The battle as a side sees it."""
        self._inner.waiting(_side(side))
        return Seat(self, side)

    def _asked(self, ask: Any) -> Tuple[str, int]:
        if not isinstance(ask, Ask):
            raise TypeError(f"ask: a question of this battle is wanted, not {type(ask).__name__}")
        return _side(ask.side), _whole("ask", ask.id)

    def suggest(self, ask: Ask, luck: int = 0) -> List[Any]:
        """An answer that would be accepted; another luck gives another one."""
        side, number = self._asked(ask)
        found = self._inner.suggest(side, number, _whole("luck", luck))
        if found is None:
            raise BadInput([("ask", f"nothing is suggested for {ask.kind}")])
        return list(_json.loads(found))

    def preview(self, ask: Ask, replies: Sequence[Any]) -> Dict[str, Any]:
        """The effect of an answer: costs, positions of units, certain effects."""
        side, number = self._asked(ask)
        return dict(_json.loads(self._inner.preview(side, number, _written("replies", replies))))

    def odds(self, ask: Ask, replies: Sequence[Any]) -> List[Dict[str, Any]]:
        """The tests that an answer would start, each with its odds."""
        side, number = self._asked(ask)
        return list(_json.loads(self._inner.odds(side, number, _written("replies", replies))))

    def answer(self, ask: Ask, replies: Sequence[Any]) -> None:
        """Answers a question. An illegal answer raises `Refused`, and the battle stays as it was."""
        side, number = self._asked(ask)
        self._inner.answer(side, number, _written("replies", replies))

    def resign(self, side: str) -> None:
        """A side resigns."""
        self._inner.resign(_side(side))

    def undo(self, side: str) -> None:
        """Takes the last answer back, if nothing has followed from it."""
        self._inner.undo(_side(side))

    def events(self, side: Optional[str] = None, since: int = 0) -> List[Dict[str, Any]]:
        """The events that a side knows; None: all."""
        return list(_json.loads(self._inner.events(_side(side, True), _whole("since", since, most=2**63 - 1))))

    def view(self, side: Optional[str] = None) -> Dict[str, Any]:
        """The table as a side sees it: units with their places, marks and figures; None: everything."""
        return dict(_json.loads(self._inner.view(_side(side, True))))

    def appraise(self, side: str) -> Dict[str, Any]:
        """The worth of units, states and places, as far as a side knows."""
        return dict(_json.loads(self._inner.appraise(_side(side))))

    @property
    def points(self) -> Tuple[int, int]:
        """Victory points of blue and of red, each as it counts its own."""
        return self._inner.points()

    @property
    def outcome(self) -> Optional[Dict[str, Any]]:
        """The outcome: winner (None: a draw), how, facts; None while the battle goes on."""
        found = self._inner.outcome()
        return None if found is None else dict(_json.loads(found))

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self._inner.outcome() is not None

    def log(self, side: Optional[str] = None) -> str:
        """The log as a side may have it; None: whole."""
        return self._inner.log(_side(side, True))

    def svg(self, side: Optional[str] = None, *, width: int = 900, lang: str = "en") -> str:
        """A picture of the table as a side sees it."""
        return self._inner.svg(_side(side, True), _whole("width", width, most=2**32 - 1), _words("lang", lang))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        turn = self.view()["turn"]
        return f"<Battle {self.scenario}, {self.ruleset}, turn {turn}{', over' if self.over else ''}>"

    @property
    def fingerprint(self) -> str:
        """Hash of the state: two battles with the same one are the same."""
        return self._inner.fingerprint()

    def fork(self) -> Battle:
        """An exact copy, secrets and all: for the umpire, never for a player."""
        return self._of(self._inner.fork(), self._seed)

    def imagine(self, side: str, luck: int = 0) -> Battle:
        """A copy for a player to search in: it holds nothing that the side cannot know."""
        return self._of(self._inner.imagine(_side(side), _whole("luck", luck)), self._seed)

    def again(self, seed: int) -> Battle:
        """The same battle from its beginning, with other dice: nothing is parsed again."""
        return self._of(self._inner.again(_whole("seed", seed)), seed)

    def fight(self, blue: GeneralLike = "captain", red: GeneralLike = "captain", *, most: Optional[int] = None) -> Dict[str, Any]:
        """Lets two generals fight it to its end. Each is the name of one of the computer's, a `General`, or a function of a
        seat and a question that returns the replies."""
        led: Dict[str, Any] = {}
        for side, general in zip(SIDES, (blue, red)):
            if isinstance(general, str):
                general = General(general, luck=_native.luck(self._seed, side))
            if not callable(general):
                raise TypeError(f"{side}: the name of a general or a function is wanted, not {type(general).__name__}")
            led[side] = general
        if all(isinstance(general, General) for general in led.values()):
            limit = None if most is None else _whole("most", most)
            return dict(_json.loads(self._inner.fight(led["blue"]._inner, led["red"]._inner, limit)))
        answers = 0
        while (ended := self.outcome) is None:
            before = answers
            for side in SIDES:
                if most is not None and answers >= most:
                    raise BadInput([("battle", f"not over after {most} answers")])
                general = led[side]
                if isinstance(general, General):
                    answers += general._inner.act(self._inner, side)
                    continue
                for ask in self.waiting(side)[:1]:
                    self.answer(ask, general(Seat(self, side), ask))
                    answers += 1
            if answers == before and not self.over:
                raise BadInput([("battle", "it waits for nobody and is not over")])
        return ended


def verify(log: Any) -> Dict[str, Any]:
    """Replays the answers and dice of a log (text or path) under the rules and compares every line. A difference
    raises; otherwise: the number of lines, whether they are linked, bound and closed, and the final state."""
    return dict(_json.loads(_native.verify(_file("log", log))))


def fight(
    scenario: Any, blue: GeneralLike = "captain", red: GeneralLike = "captain", *, ruleset: str = USUAL, seed: int = 1, **more: Any
) -> Battle:
    """A battle fought to its end."""
    battle = Battle(scenario, ruleset, seed=seed, **more)
    battle.fight(blue, red)
    return battle


def simulate(
    scenario: Any,
    ruleset: str = USUAL,
    *,
    battles: int = 100,
    blue: str = "captain",
    red: str = "captain",
    mirror: bool = False,
    seed: int = 1,
    threads: Optional[int] = None,
    shard: Optional[Tuple[int, int]] = None,
    options: Options = None,
    tables: Optional[str] = None,
) -> Run:
    """Battles by the thousand: the rows of `grognard simulate` as Arrow tables (`battles`, `units`, `events`), which Polars,
    pandas, DuckDB and pyarrow take without a copy.

    >>> import polars
    >>> run = grognard.simulate("premier-feu", battles=20, blue="random", red="random")   # doctest: +SKIP
    >>> polars.DataFrame(run.battles).group_by("winner").len()                            # doctest: +SKIP
    """
    part = None if shard is None else (_whole("shard", shard[0], 1), _whole("shard", shard[1], 1))
    cores = _os.cpu_count() or 1
    return _native.simulate(
        _file("scenario", scenario),
        _words("ruleset", ruleset),
        (_words("blue", blue), _words("red", red)),
        (_whole("battles", battles, 1, 100_000_000), _whole("seed", seed), bool(mirror), part),
        cores if threads is None else _whole("threads", threads, 1, 1024),
        (_options(options), None if tables is None else _words("tables", tables)),
    )


def vary(scenario: Any, what: str, ruleset: str = USUAL, options: Options = None) -> List[Tuple[str, str, Dict[str, int]]]:
    """The values of `grognard simulate --vary`: for each its name, the scenario with it, and the options with it."""
    return _native.varied(_file("scenario", scenario), _words("ruleset", ruleset), _words("vary", what), _options(options))


def sweep(*arguments: Any, **more: Any) -> Any:
    """Battles over a Ray cluster, written as a Parquet data set: see `grognard.cluster.sweep`."""
    from .cluster import sweep as fan_out

    return fan_out(*arguments, **more)
