"""Battles as environments of PettingZoo, for writing agents.

>>> from grognard.env import aec_env
>>> env = aec_env("premier-feu", ruleset="marie-louise")                  # doctest: +SKIP

Agents are ``blue`` and ``red``. An agent receives only what its side sees:

``observation`` the battle as a whole, the kind of question, then every unit in view, its own first (`float32`, one
row of numbers); ``actions`` the meaning of every answer: how it is given, its value for a general, its odds, the
positions of units; ``action_mask`` which answers are open.

An action is the number of an answer: 0 is the default of every field ("go on"), then the answers that the rules
suggest, then marches that all units asked make alike (ahead by a distance, facing the enemy, back, another
formation), then single choices of single fields with the defaults of the others. Every open answer is accepted.

The reward is the change of victory points: the gain of the own side on the other since the last step. The two always
add up to zero, and over a battle they add up to the difference of points at its end.

Seeds: ``reset(seed=...)`` makes the same battle as ``grognard fight --seed``.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import gymnasium.spaces as spaces
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from . import SIDES, USUAL, BadInput, Battle, _native

__all__ = ["BattleEnv", "ParallelBattleEnv", "aec_env", "parallel_env"]

WHOLE, UNIT, ACTIONS, ACTION = _native.Offers.SHAPE


class _Table:
    """A battle with the data that both environments need."""

    def __init__(self, scenario: Any, ruleset: str, options: Any, tables: Optional[str]) -> None:
        self.template = Battle(scenario, ruleset, seed=0, options=options, tables=tables)
        self.most = len(self.template.view()["units"]) + 16
        self.length = WHOLE + UNIT * self.most
        self.begin(0)

    def begin(self, seed: int) -> None:
        self.battle = self.template.again(seed)
        self.inner = self.battle._inner
        self.offers: Dict[str, Optional[_native.Offers]] = {}
        self.lead = 0
        self.look()

    def look(self) -> None:
        self.offers = {side: self.inner.offers(side) for side in SIDES}

    def gained(self) -> float:
        """The gain of blue on red since the last call."""
        blue, red = self.inner.points()
        before, self.lead = self.lead, blue - red
        return float(self.lead - before)

    def mask(self, side: str) -> np.ndarray:
        offers = self.offers[side]
        if offers is None:
            # No question is open: the only action is to wait.
            mask = np.zeros(ACTIONS, dtype=np.int8)
            mask[0] = 1
            return mask
        return np.array(np.frombuffer(offers.mask(), dtype=np.int8))

    def seen(self, side: str) -> Dict[str, np.ndarray]:
        offers = self.offers[side]
        meaning = np.zeros((ACTIONS, ACTION), dtype=np.float32)
        if offers is not None:
            meaning = np.frombuffer(offers.features(), dtype="<f4").reshape(ACTIONS, ACTION).astype(np.float32)
        observation = np.frombuffer(self.inner.observe(side, self.most), dtype="<f4").astype(np.float32)
        return {"observation": observation, "actions": meaning, "action_mask": self.mask(side)}

    def space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-10.0, 10.0, (self.length,), dtype=np.float32),
                "actions": spaces.Box(-10.0, 10.0, (ACTIONS, ACTION), dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), dtype=np.int8),
            }
        )

    def take(self, side: str, action: Any) -> None:
        number = int(action)
        offers = self.offers[side]
        if offers is None:
            if number != 0:
                raise BadInput([("action", f"{side} is asked nothing: only 0 is open, not {number}")])
            return
        if not 0 <= number < ACTIONS:
            raise BadInput([("action", f"from 0 to {ACTIONS - 1}, not {number}")])
        self.inner.take(offers, number)


def _metadata(name: str) -> Dict[str, Any]:
    return {"name": name, "render_modes": ["svg"], "is_parallelizable": True, "render_fps": 1}


def _seeded(np_random: Any, seed: Optional[int]) -> Tuple[Any, int]:
    if seed is not None:
        np_random, _ = seeding.np_random(seed)
        return np_random, seed
    return np_random, int(np_random.integers(0, 2**48))


class BattleEnv(AECEnv):  # type: ignore[misc]
    """One side after the other: a side with an open question is asked, blue before red."""

    def __init__(
        self,
        scenario: Any = "premier-feu",
        ruleset: str = USUAL,
        *,
        options: Any = None,
        tables: Optional[str] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.metadata = _metadata(f"grognard_{ruleset}_v0")
        self.render_mode = render_mode
        self._table = _Table(scenario, ruleset, options, tables)
        self.possible_agents = list(SIDES)
        self.observation_spaces = {side: self._table.space() for side in SIDES}
        self.action_spaces = {side: spaces.Discrete(ACTIONS) for side in SIDES}
        self._np_random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def battle(self) -> Battle:
        """The present battle."""
        return self._table.battle

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        self._np_random, chosen = _seeded(self._np_random, seed)
        self._table.begin(chosen)
        self.agents = list(SIDES)
        self.rewards = {side: 0.0 for side in SIDES}
        self._cumulative_rewards = {side: 0.0 for side in SIDES}
        self.terminations = {side: False for side in SIDES}
        self.truncations = {side: False for side in SIDES}
        self.infos: Dict[str, Dict[str, Any]] = {side: {} for side in SIDES}
        self._choose()

    def _choose(self) -> None:
        asked = [side for side in self.agents if self._table.offers[side] is not None]
        self.agent_selection = (asked or self.agents)[0]

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        return self._table.seen(agent)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._table.take(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._table.look()
        gained = self._table.gained()
        self.rewards = {"blue": gained, "red": -gained}
        if self._table.battle.over:
            self.terminations = {side: True for side in SIDES}
        else:
            self._choose()
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        """The table as SVG."""
        return self._table.battle.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        pass


class ParallelBattleEnv(ParallelEnv):  # type: ignore[misc]
    """Both sides at once: a side without a question has one action, 0."""

    def __init__(
        self,
        scenario: Any = "premier-feu",
        ruleset: str = USUAL,
        *,
        options: Any = None,
        tables: Optional[str] = None,
        render_mode: Optional[str] = None,
        closed: str = "raise",
    ) -> None:
        """An action that is not open raises; with `closed="first"` the first open one is taken instead, and `infos`
        says so.
        """
        if closed not in ("raise", "first"):
            raise BadInput([("closed", '"raise" or "first"')])
        self._closed = closed
        self.metadata = _metadata(f"grognard_{ruleset}_parallel_v0")
        self.render_mode = render_mode
        self._table = _Table(scenario, ruleset, options, tables)
        self.possible_agents = list(SIDES)
        self.agents: List[str] = []
        self.observation_spaces = {side: self._table.space() for side in SIDES}
        self.action_spaces = {side: spaces.Discrete(ACTIONS) for side in SIDES}
        self._np_random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def battle(self) -> Battle:
        """The present battle."""
        return self._table.battle

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        self._np_random, chosen = _seeded(self._np_random, seed)
        self._table.begin(chosen)
        self.agents = list(SIDES)
        return {side: self._seen(side) for side in SIDES}, {side: self._info(side) for side in SIDES}

    def _seen(self, side: str) -> Dict[str, np.ndarray]:
        return self._table.seen(side)

    def _info(self, side: str) -> Dict[str, Any]:
        return {"action_mask": self._table.mask(side)}

    def step(self, actions: Dict[str, Any]) -> Tuple[Dict[str, Any], ...]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        replaced = {side: False for side in SIDES}
        for side in SIDES:
            # The answer of blue may have closed the question of red: then nothing is left to answer.
            offers = self._table.offers[side]
            if offers is None or any(ask.id == offers.ask for ask in self._table.battle.waiting(side)):
                action, mask = int(actions[side]), self._table.mask(side)
                if self._closed == "first" and not (0 <= action < ACTIONS and mask[action]):
                    action, replaced[side] = int(np.flatnonzero(mask)[0]), True
                self._table.take(side, action)
        self._table.look()
        gained = self._table.gained()
        over = self._table.battle.over
        seen = {side: self._seen(side) for side in SIDES}
        infos = {side: {**self._info(side), "closed": replaced[side]} for side in SIDES}
        ends = {side: over for side in SIDES}
        if over:
            self.agents = []
        return seen, {"blue": gained, "red": -gained}, ends, {side: False for side in SIDES}, infos

    def render(self) -> Optional[str]:
        """The table as SVG."""
        return self._table.battle.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        pass


def aec_env(scenario: Any = "premier-feu", ruleset: str = USUAL, **more: Any) -> BattleEnv:
    """An environment in which one side acts after the other."""
    return BattleEnv(scenario, ruleset, **more)


def parallel_env(scenario: Any = "premier-feu", ruleset: str = USUAL, **more: Any) -> ParallelBattleEnv:
    """An environment in which both sides act at once."""
    return ParallelBattleEnv(scenario, ruleset, **more)
