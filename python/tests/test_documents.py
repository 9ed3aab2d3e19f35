"""The examples of the documentation run as they are written."""

import re
from pathlib import Path

import duckdb
import grognard
import pytest

ray = pytest.importorskip("ray")

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAIRS = [("recruit", "random"), ("random", "recruit")]
RULESETS = [ruleset.id for ruleset in grognard.rulesets()]
BATTLES = 6


def queries():
    """The statements of `docs/cluster.md`, each with the comment above it."""
    text = (DOCS / "cluster.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    return [one.strip() for one in block.split(";") if one.strip()]


def told(rows):
    """The rows of an answer by the names of its columns."""
    names = [column[0] for column in rows.description]
    return [dict(zip(names, row)) for row in rows.fetchall()]


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """A sweep into a folder `maida`, as in the document; its battles are shorter."""
    folder = tmp_path_factory.mktemp("documents")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False, ignore_reinit_error=True)
    yield grognard.sweep("premier-feu", out=folder / "maida", rulesets=RULESETS, pairs=PAIRS, battles=BATTLES, chunk=3), folder
    ray.shutdown()


def test_the_queries_of_the_document_run_as_written(swept, monkeypatch):
    run, folder = swept
    assert run.fought == len(RULESETS) * len(PAIRS) * BATTLES
    monkeypatch.chdir(folder)
    with duckdb.connect() as base:
        views, asked = queries()[:3], queries()[3:]
        for view in views:
            base.execute(view)
        winners, generals, broken, tests = (told(base.execute(query)) for query in asked)
    # Every battle of the sweep is counted once, and the shares of a scenario under a ruleset add up to 1.
    assert sum(row["n"] for row in winners) == run.fought
    for ruleset in RULESETS:
        assert sum(row["share"] for row in winners if row["ruleset"] == ruleset) == pytest.approx(100, abs=0.5)
    assert {row["led"] for row in generals} == {f"{blue}-{red}" for blue, red in PAIRS}
    assert all(0 <= row["blue_wins"] <= 1 for row in generals)
    assert 0 < sum(row["n"] for row in broken) <= run.fought
    assert tests and all(0 <= row["mean_chance"] <= 1 for row in tests)


def test_the_examples_of_the_document_run_as_written(tmp_path, monkeypatch):
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 5
    monkeypatch.chdir(tmp_path)
    known = {}
    for block in blocks:
        # As written, except for the number of battles.
        exec(compile(block.replace("battles=1000", "battles=4"), "docs/python.md", "exec"), known)
    assert known["battle"].over and (tmp_path / "battle.log.jsonl").exists()
    assert len(known["run"].battles) == 8
