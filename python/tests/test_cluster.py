"""A sweep over a local Ray cluster: complete and equal, row for row, to one machine, whatever happens to its workers."""

import os
import signal
import threading
import time

import grognard
import grognard.cluster
import pyarrow.parquet as pq
import pytest

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


def parent(pid):
    """The parent of a process; None: it is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def workers():
    """The processes of this cluster that fight chunks; there may be another cluster on this machine."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
                fights = file.read().startswith("ray::_fight")
        except OSError:
            continue
        if fights and os.getpid() in (parent(pid), parent(parent(pid))):
            found.append(int(pid))
    return found


def rows(out, table, case):
    return pq.read_table(out / table / case.partition, partitioning=None)


def test_a_sweep_with_a_worker_killed_is_the_run_of_one_machine(program, tmp_path):
    grid = dict(rulesets=["marie-louise", "bataille-empire"], pairs=[("random", "recruit")])
    out, killed = tmp_path / "sweep", []

    told = []

    def killer():
        """In the middle: some chunks are done, others are under way."""
        until = time.monotonic() + 60
        while not killed and time.monotonic() < until:
            if told and 0 < told[-1][0] < 90:
                for pid in workers()[:1]:
                    os.kill(pid, signal.SIGKILL)
                    killed.append((pid, told[-1][0]))
            time.sleep(0.01)

    hunt = threading.Thread(target=killer)
    hunt.start()
    swept = grognard.sweep(
        "premier-feu", out=out, battles=60, chunk=6, seed=9, progress=lambda done, total: told.append((done, total)), **grid
    )
    hunt.join()
    assert killed, "no worker was there to be killed"
    assert (swept.fought, swept.resumed, told[-1]) == (120, 0, (120, 120))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    for case in grognard.cluster.cases("premier-feu", **grid):
        one = tmp_path / case.ruleset
        program(
            "simulate", "premier-feu", "--ruleset", case.ruleset, "--battles", "60", "--seed", "9", "--blue", "random",
            "--red", "recruit", "--out", str(one),
        )
        for table in ("battles", "units", "events"):
            own = rows(out, table, case)
            assert own.equals(pq.read_table(one / table).cast(own.schema)), (case.ruleset, table)
    again = grognard.sweep("premier-feu", out=out, battles=60, chunk=6, seed=9, **grid)
    assert (again.fought, again.resumed) == (0, 120)
    with pytest.raises(grognard.BadInput):
        grognard.sweep("premier-feu", out=out, battles=60, chunk=6, seed=10, **grid)


def test_a_sweep_is_stopped_and_goes_on(tmp_path):
    class Enough(Exception):
        pass

    def stop(done, total):
        if done >= 8:
            raise Enough

    more = dict(vary="turns=2,3", pairs=[("random", "random")], battles=12, chunk=4, seed=2)
    with pytest.raises(Enough):
        grognard.sweep("premier-feu", out=tmp_path / "a", progress=stop, **more)
    swept = grognard.sweep("premier-feu", out=tmp_path / "a", **more)
    assert swept.resumed >= 8 and swept.fought + swept.resumed == 24
    grognard.sweep("premier-feu", out=tmp_path / "b", **more)
    for case in grognard.cluster.cases("premier-feu", vary=more["vary"], pairs=more["pairs"]):
        for table in ("battles", "units", "events"):
            assert rows(tmp_path / "a", table, case).equals(rows(tmp_path / "b", table, case))


def test_what_is_wrong_is_said_before_anything_is_fought(tmp_path):
    for wrong in (dict(rulesets="whist"), dict(pairs=[("nobody", "captain")]), dict(vary="colour=1"), dict(battles=0)):
        with pytest.raises(grognard.BadInput):
            grognard.sweep("premier-feu", out=tmp_path / "none", **wrong)
    assert not (tmp_path / "none").exists()
