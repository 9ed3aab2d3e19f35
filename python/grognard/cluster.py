"""Battles over a Ray cluster, written as a Parquet data set as they come.

>>> import grognard                                                         # doctest: +SKIP
>>> grognard.sweep("maida-1806", rulesets=["marie-louise", "bataille-empire"],       # doctest: +SKIP
...                pairs=[("captain", "recruit")], battles=10_000, out="maida")

A sweep is the grid of scenarios, rulesets, pairs of generals and values of ``vary``; each of its cases is a run of
``grognard simulate``, with the same seeds and the same rows. Every case is split into chunks of battles; a chunk is
a task of Ray. The result of a task is written at once, so that neither the driver nor the workers hold more than the
chunks under way, and a chunk on the disk is never fought again: the same call continues where the last one stopped.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from . import USUAL, BadInput, Options, _file, _native, _options, _whole, _words, simulate, vary as _vary

__all__ = ["Case", "Swept", "cases", "sweep"]

TABLES = ("battles", "units", "events")


@dataclass(frozen=True)
class Case:
    """One run of a sweep."""

    scenario: str
    file: str
    ruleset: str
    blue: str
    red: str
    value: str
    options: Optional[Dict[str, int]]

    def identity(self, battles: int, seed: int, mirror: bool) -> Dict[str, Any]:
        """The identity of the run, as in `run.json` of `grognard simulate`."""
        told = _native.identity(self.file, self.ruleset, (self.blue, self.red), (battles, seed, mirror, None), self.options, None)
        return dict(json.loads(told))

    @property
    def partition(self) -> str:
        """Its folder below a table: readers use the names in it as columns."""
        pairs = [("value", self.value)] if self.value else []
        pairs = [("led", f"{self.blue}-{self.red}"), *pairs]
        return "/".join(f"{name}={_plain(text)}" for name, text in [("case", f"{self.scenario}-{self.ruleset}"), *pairs])


@dataclass(frozen=True)
class Swept:
    """A finished sweep: its folder, the number of battles fought now and before, its duration."""

    out: Path
    fought: int
    resumed: int
    seconds: float

    def table(self, name: str) -> str:
        """The pattern of the files of a table, for readers of Parquet."""
        return str(self.out / name / "**" / "*.parquet")


def _plain(text: str) -> str:
    kept = "".join(c if c.isalnum() or c in "-_." else "_" for c in text)
    # Two values that are equal without punctuation get different names.
    return kept if kept == text else f"{kept}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _listed(value: Any) -> List[Any]:
    return [value] if isinstance(value, (str, os.PathLike)) else list(value)


def cases(
    scenario: Any,
    *,
    rulesets: Union[str, Sequence[str]] = USUAL,
    pairs: Sequence[Tuple[str, str]] = (("captain", "captain"),),
    vary: Optional[str] = None,
    options: Options = None,
) -> List[Case]:
    """The runs of a sweep, in order. Everything is checked here, before anything is fought."""
    found: List[Case] = []
    for one in _listed(scenario):
        file = _file("scenario", one)
        if "\n" not in file:
            file = _native.scenario_text(file)
        for ruleset in _listed(rulesets):
            name = json.loads(_native.scenario(file, _words("rulesets", ruleset)))["id"]
            own = _options(options)
            values = _vary(file, vary, ruleset, options) if vary is not None else [("", file, own or {})]
            for blue, red in pairs:
                for side in (blue, red):
                    _native.General(_words("pairs", side), 0)
                for value, text, chosen in values:
                    found.append(Case(name, text, ruleset, blue, red, value, chosen or None))
    return found


def _fight(case: Case, run: Tuple[int, int, bool], shard: Tuple[int, int], threads: int) -> Dict[str, bytes]:
    """A chunk of a case, as the bytes of one Parquet file for each table."""
    import io

    import pyarrow as pa
    import pyarrow.parquet as pq

    battles, seed, mirror = run
    fought = simulate(
        case.file, case.ruleset, battles=battles, seed=seed, mirror=mirror, blue=case.blue, red=case.red, shard=shard,
        threads=threads, options=case.options,
    )
    files = {}
    for name in TABLES:
        held = io.BytesIO()
        pq.write_table(pa.table(getattr(fought, name)), held, compression="snappy")
        files[name] = held.getvalue()
    return files


def _written(out: Path, case: Case, number: int, files: Dict[str, bytes]) -> None:
    """Writes the files of a chunk, each whole; the battles last: their file shows that the chunk is complete."""
    for name in ("events", "units", "battles"):
        path = _chunk(out, name, case, number)
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".part")
        beside.write_bytes(files[name])
        os.replace(beside, path)


def _chunk(out: Path, table: str, case: Case, number: int) -> Path:
    return out / table / case.partition / f"part-{number:06d}.parquet"


def _opened(out: Path, told: Dict[str, Any]) -> None:
    """The folder of this sweep, or an empty one."""
    out.mkdir(parents=True, exist_ok=True)
    file = out / "sweep.json"
    text = json.dumps(told, indent=1, sort_keys=True)
    if file.exists():
        if json.loads(file.read_text(encoding="utf-8")) != json.loads(text):
            raise BadInput([(str(out), "holds another sweep: name another folder")])
        return
    if any(out.iterdir()):
        raise BadInput([(str(out), "is not empty, and not the folder of a sweep")])
    beside = file.with_suffix(".part")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, file)


def _bar(done: int, total: int, began: float) -> None:
    if sys.stderr.isatty():
        rate = done / max(time.monotonic() - began, 1e-9)
        left = (total - done) / rate if rate else 0.0
        sys.stderr.write(f"\r{done}/{total} battles, {rate:.1f} a second, {left / 60:.1f} min left ")
        sys.stderr.flush()


def sweep(
    scenario: Any,
    *,
    out: Union[str, "os.PathLike[str]"],
    rulesets: Union[str, Sequence[str]] = USUAL,
    pairs: Sequence[Tuple[str, str]] = (("captain", "captain"),),
    vary: Optional[str] = None,
    options: Options = None,
    battles: int = 100,
    mirror: bool = False,
    seed: int = 1,
    chunk: int = 100,
    cpus: int = 1,
    ahead: int = 2,
    retries: int = 5,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Swept:
    """Fights the grid of scenarios, rulesets, pairs of generals and values of `vary`, `battles` seeds each, over the
    cluster that `ray.init` has joined (or a local one), and writes the rows below `out`: `battles/`, `units/` and
    `events/`, with one folder for each case. The same call continues where it stopped.

    `chunk` battles are one task, which takes `cpus` cores; `ahead` tasks for each core of the cluster are under way
    at once, and only their rows are in memory. If a worker is lost, its chunk is fought again elsewhere, `retries`
    times before the sweep gives up. `progress` is called with the battles done and those of the whole sweep.
    """
    import ray

    _whole("battles", battles, 1, 100_000_000), _whole("seed", seed), _whole("chunk", chunk, 1), _whole("ahead", ahead, 1)
    _whole("cpus", cpus, 1, 1024), _whole("retries", retries)
    grid = cases(scenario, rulesets=rulesets, pairs=pairs, vary=vary, options=options)
    folder = Path(out)
    runs = [case.identity(battles, seed, mirror) for case in grid]
    _opened(folder, {"battles": battles, "chunk": chunk, "runs": runs, "values": [case.value for case in grid]})
    shards = -(-battles // chunk)
    # Split as by `grognard simulate --shard`.
    size = [(battles * number // shards - battles * (number - 1) // shards) * (2 if mirror else 1) for number in range(1, shards + 1)]
    wanted = [(case, number) for case in grid for number in range(1, shards + 1)]
    left = [task for task in wanted if not _chunk(folder, "battles", *task).exists()]
    total, resumed = len(grid) * sum(size), sum(size[number - 1] for _, number in wanted) - sum(size[number - 1] for _, number in left)
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    # A chunk changes nothing but its result: it may be fought again whenever a worker is lost.
    remote = ray.remote(num_cpus=cpus, max_retries=retries)(_fight)
    stored = {id(case): ray.put(case) for case in grid}
    began, done = time.monotonic(), resumed
    waiting: Iterator[Tuple[Case, int]] = iter(left)
    under_way: Dict[Any, Tuple[Case, int]] = {}
    _tell(progress, done, total, began)
    try:
        while True:
            room = max(1, int(dict(ray.cluster_resources()).get("CPU", 1)) // cpus) * ahead  # type: ignore[no-untyped-call]
            while len(under_way) < room and (task := next(waiting, None)) is not None:
                case, number = task
                under_way[remote.remote(stored[id(case)], (battles, seed, mirror), (number, shards), cpus)] = task
            if not under_way:
                break
            ready, _ = ray.wait(list(under_way), num_returns=1, timeout=5.0)
            for reference in ready:
                case, number = under_way.pop(reference)
                _written(folder, case, number, ray.get(reference))
                done += size[number - 1]
                _tell(progress, done, total, began)
    finally:
        for reference in under_way:
            ray.cancel(reference, force=True)
    return Swept(folder, done - resumed, resumed, time.monotonic() - began)


def _tell(progress: Optional[Callable[[int, int], None]], done: int, total: int, began: float) -> None:
    if progress is not None:
        progress(done, total)
    else:
        _bar(done, total, began)
