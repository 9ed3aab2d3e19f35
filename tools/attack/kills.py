"""Kills by -9 while people play: no acknowledged answer is lost."""

import http.client
import json
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from program import RULESETS, Program, Refused

# A connection that breaks because the program was killed.
BROKEN = (OSError, http.client.HTTPException)


class Player(threading.Thread):
    """Answers at random for one seat until told to stop; records the acknowledged answers."""

    def __init__(self, seat, stop):
        super().__init__(daemon=True)
        self.seat, self.stop = seat, stop
        self.acknowledged, self.over = set(), False

    def run(self):
        while not self.stop.is_set():
            try:
                table = self.seat.table()
                self.over = table["now"]["outcome"] is not None
                if self.over:
                    return
                asks = table["now"]["asks"]
                if not asks:
                    time.sleep(0.005)
                    continue
                ask = asks[0]["ask"]["id"]
                self.seat.answer(ask, self.seat.suggestion(ask))
                self.acknowledged.add(ask)
            except BROKEN:
                self.seat.close()
                time.sleep(0.01)
            except Refused as refused:
                if refused.status >= 500 and refused.status != 503:
                    raise
            except json.JSONDecodeError:
                self.seat.close()


def lines(seat):
    """The seat's own log."""
    return seat.send("GET", "/api/seat/log")[1].splitlines()


def check(players, before):
    """After a restart: no acknowledged question is asked again, and earlier events are still there."""
    checks = 0
    for player, told in zip(players, before):
        asked = {ask["id"] for ask in player.seat.asked()}
        if lost := asked & player.acknowledged:
            raise SystemExit(f"acknowledged answers were lost: {sorted(lost)}")
        now = lines(player.seat)
        if now[: len(told)] != told:
            raise SystemExit("the log of a seat is not what it was")
        checks += len(player.acknowledged) + len(told)
    return checks


def verified(program, battle, seats):
    """Ends a battle and verifies its whole log."""
    if seats[0].table()["now"]["outcome"] is None:
        seats[0].good("POST", "/api/seat/resign", {})
    text = program.client().send("GET", f"/api/battles/{battle}/log")[1]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(text)
        file.flush()
        command = [program.binary, "replay", file.name, "--verify", "--lang", "en"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the log does not verify: {done.stdout}{done.stderr}")


def run(binary, clock, luck):
    """Battles of every ruleset, killed again and again."""
    kills = answers = battles = checks = 0
    worst = 0.0
    while clock:
        ruleset = luck.choice(RULESETS)
        with tempfile.TemporaryDirectory() as folder, Program(binary, Path(folder) / "data") as program:
            battle, seats = program.begin(ruleset)
            acknowledged = [set(), set()]
            for _ in range(12):
                stop = threading.Event()
                players = [Player(seat, stop) for seat in seats]
                for player, known in zip(players, acknowledged):
                    player.acknowledged = known
                    player.start()
                time.sleep(luck.uniform(0.05, 0.6))
                before = [lines(program.client(seat.token)) for seat in seats]
                time.sleep(luck.uniform(0.0, 0.03))
                program.kill()
                stop.set()
                for player in players:
                    player.join(30)
                kills += 1
                begun = time.monotonic()
                program.start()
                worst = max(worst, time.monotonic() - begun)
                for seat in seats:
                    seat.close()
                checks += check(players, before)
                if any(player.over for player in players) or not clock:
                    break
            answers += sum(map(len, acknowledged))
            verified(program, battle, seats)
            program.check()
            battles += 1
    print(f"  {kills} kills, {battles} battles, {answers} answers acknowledged, {checks} checks, none lost; "
          f"every log verified; slowest start {worst:.2f} s")
