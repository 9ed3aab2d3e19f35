"""Agents for the environments: one at random, one of the computer's generals, and one that learns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from . import General
from .env import ACTION, BattleEnv

#: The place of the side's lead in an observation.
LEAD = 5

__all__ = ["CaptainAgent", "Fought", "Learner", "RandomAgent", "compare", "play", "train"]


class RandomAgent:
    """Takes one of the open answers at random."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = np.random.default_rng(seed)

    def act(self, env: BattleEnv, side: str, seen: Dict[str, np.ndarray]) -> int:
        """The number of an answer."""
        return int(self._chance.choice(np.flatnonzero(seen["action_mask"])))


class CaptainAgent:
    """One of the computer's generals in the environment. It answers directly, not by action numbers."""

    def __init__(self, name: str = "captain", seed: int = 0) -> None:
        self._general = General(name, luck=seed)

    def answers(self, env: BattleEnv, side: str) -> None:
        """Answers the open question of the general's side."""
        self._general._inner.act(env.battle._inner, side)


class Learner:
    """A policy that weighs answers by their meaning: a softmax over a linear score, with separate weights for the
    first, the middle and the last third of a battle. Learned by policy gradient (REINFORCE with a running baseline)."""

    def __init__(self, seed: int = 0, rate: float = 0.15) -> None:
        self.weights = np.zeros((3, ACTION))
        self._chance = np.random.default_rng(seed)
        self._rate = rate
        self._mean = np.zeros_like(self.weights)
        self._square = np.zeros_like(self.weights)
        self._steps = 0

    @staticmethod
    def _third(seen: Dict[str, np.ndarray]) -> int:
        return min(2, int(3 * max(0.0, float(seen["observation"][0]))))

    def _odds(self, seen: Dict[str, np.ndarray]) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        open_ = np.flatnonzero(seen["action_mask"])
        meaning = seen["actions"][open_].astype(np.float64)
        score = meaning @ self.weights[self._third(seen)]
        odds = np.exp(score - score.max())
        return open_, meaning, odds / odds.sum()

    def act(self, env: BattleEnv, side: str, seen: Dict[str, np.ndarray]) -> int:
        """The number of an answer, drawn by the policy's probabilities."""
        open_, _, odds = self._odds(seen)
        return int(self._chance.choice(open_, p=odds))

    def slope(self, seen: Dict[str, np.ndarray], action: int) -> np.ndarray:
        """The gradient of the logarithm of an answer's probability."""
        open_, meaning, odds = self._odds(seen)
        slope = np.zeros_like(self.weights)
        slope[self._third(seen)] = seen["actions"][action] - odds @ meaning
        return slope

    def learn(self, slopes: List[np.ndarray], returns: List[float]) -> None:
        """One step along the gradient of a batch of answers, each with its return (Adam)."""
        scored = np.asarray(returns)
        scored = (scored - scored.mean()) / (scored.std() + 1e-8)
        gradient = np.einsum("n,nij->ij", scored, np.asarray(slopes)) / len(slopes)
        self._steps += 1
        self._mean = 0.9 * self._mean + 0.1 * gradient
        self._square = 0.99 * self._square + 0.01 * gradient**2
        mean = self._mean / (1 - 0.9**self._steps)
        square = self._square / (1 - 0.99**self._steps)
        self.weights += self._rate * mean / (np.sqrt(square) + 1e-8)


@dataclass
class Fought:
    """A finished battle: the winner, the points of blue over red, and for a learner the gradient and return of each
    answer.
    """

    winner: Optional[str]
    points: float
    slopes: List[np.ndarray]
    returns: List[float]


#: Discount per answer.
PATIENCE = 0.9


def play(env: BattleEnv, blue: Any, red: Any, seed: int, learner: Optional[str] = None) -> Fought:
    """Fights a battle; for a learner on that side its answers are recorded with their returns: the change of the
    side's lead (points, strength and the margin until an army breaks), discounted over time."""
    env.reset(seed=seed)
    agents = {"blue": blue, "red": red}
    slopes: List[np.ndarray] = []
    leads: List[float] = []
    while not env.battle.over:
        side = env.agent_selection
        agent = agents[side]
        if isinstance(agent, CaptainAgent):
            agent.answers(env, side)
            env._table.look()
            if not env.battle.over:
                env._choose()
            continue
        seen = env.observe(side)
        action = agent.act(env, side, seen)
        if side == learner:
            slopes.append(agent.slope(seen, action))
            leads.append(float(seen["observation"][LEAD]))
        env.step(action)
    winner = (env.battle.outcome or {}).get("winner")
    points = env.battle.points
    returns: List[float] = []
    if learner is not None:
        last = float(env.observe(learner)["observation"][LEAD])
        last += 0.0 if winner is None else (1.0 if winner == learner else -1.0)
        after = 0.0
        for lead, following in zip(reversed(leads), reversed([*leads[1:], last])):
            after = following - lead + PATIENCE * after
            returns.append(after)
        returns.reverse()
    return Fought(winner, float(points[0] - points[1]), slopes, returns)


def train(
    scenario: str = "premier-feu", ruleset: str = "marie-louise", *, batches: int = 150, size: int = 16, seed: int = 1
) -> Learner:
    """Trains a learner against random answers, both sides in turn."""
    env, learner = BattleEnv(scenario, ruleset), Learner(seed)
    rival = RandomAgent(seed + 1)
    for batch in range(batches):
        slopes: List[np.ndarray] = []
        returns: List[float] = []
        for n in range(size):
            side = ("blue", "red")[n % 2]
            blue, red = (learner, rival) if side == "blue" else (rival, learner)
            fought = play(env, blue, red, seed=seed * 1_000_003 + batch * size + n, learner=side)
            slopes += fought.slopes
            returns += fought.returns
        learner.learn(slopes, returns)
    return learner


def compare(learner: Any, rival: Any, battles: int, seed: int, scenario: str = "premier-feu", ruleset: str = "marie-louise") -> float:
    """The share of battles that a learner wins, sides changed in turn; a draw is half a victory."""
    env, won = BattleEnv(scenario, ruleset), 0.0
    for n in range(battles):
        side = ("blue", "red")[n % 2]
        blue, red = (learner, rival) if side == "blue" else (rival, learner)
        winner = play(env, blue, red, seed=seed + n // 2).winner
        won += 0.5 if winner is None else float(winner == side)
    return won / battles


