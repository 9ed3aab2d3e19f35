"""Rows as Arrow tables, for every reader, equal to those of the program."""

import duckdb
import grognard
import pandas
import polars
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

FEW = dict(battles=12, blue="random", red="recruit", seed=5)


@pytest.fixture(scope="module")
def run():
    return grognard.simulate("premier-feu", threads=2, **FEW)


def test_rows_are_those_of_the_program(program, run, tmp_path):
    out = tmp_path / "run"
    program("simulate", "premier-feu", "--battles", "12", "--blue", "random", "--red", "recruit", "--seed", "5", "--out", str(out))
    for name in ("battles", "units", "events"):
        own = pa.table(getattr(run, name))
        assert own.equals(pq.read_table(out / name).cast(own.schema)), name


def test_shards_are_the_run(run):
    parts = [grognard.simulate("premier-feu", shard=(k, 3), threads=1, **FEW) for k in (1, 2, 3)]
    for name in ("battles", "units", "events"):
        whole = pa.concat_tables([pa.table(getattr(part, name)) for part in parts])
        assert whole.equals(pa.table(getattr(run, name)).cast(whole.schema))


def test_every_reader_takes_them(run):
    battles = run.battles
    assert len(battles) == 12 and "blue_points" in battles.columns
    wins = polars.DataFrame(battles).group_by("winner").len().sum()["len"][0]
    assert wins == 12
    assert len(pandas.DataFrame.from_arrow(battles)) == 12
    units = pa.table(run.units)
    assert duckdb.execute("select count(*) from units").fetchall()[0][0] == len(units)
    # Without a copy: two tables made of the rows share the same memory.
    first, second = pa.table(battles), pa.table(battles)
    at = [one.column("seed").chunk(0).buffers()[1].address for one in (first, second)]
    assert at[0] == at[1]


def test_bad_runs_raise():
    for wrong in (dict(battles=0), dict(blue="nobody"), dict(shard=(3, 2)), dict(ruleset="whist"), dict(threads=0)):
        with pytest.raises(grognard.BadInput):
            grognard.simulate("premier-feu", **wrong)
    with pytest.raises(TypeError):
        grognard.simulate("premier-feu", battles="many")
