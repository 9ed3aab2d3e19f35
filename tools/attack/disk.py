"""A real file system that is full again and again: what is acknowledged is there, what is refused is not."""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from kills import verified
from program import Program, Refused

SIZE = 12 * 1024 * 1024


class SmallDisk:
    """A tmpfs of a few megabytes, if this user may mount one."""

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp())
        command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(self.folder)]
        self.mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
        return self if self.mounted else None

    def __exit__(self, *_):
        if self.mounted:
            subprocess.run(["umount", "-l", str(self.folder)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def fill(self):
        """Not a byte is left."""
        with open(self.folder / "ballast", "wb", buffering=0) as ballast:
            size = 1 << 20
            while size:
                try:
                    ballast.write(b"\0" * size)
                except OSError:
                    size //= 4

    def free(self):
        """Room again."""
        (self.folder / "ballast").unlink()


class Tried:
    """What was tried, and what came of it."""

    def __init__(self):
        self.done = self.refused = 0
        self.name = None
        self.kept, self.missing, self.standing, self.answered = set(), set(), set(), [set(), set()]

    def attempt(self, work):
        """True: acknowledged. A refusal must say that the disk is full; nothing: the battle is over."""
        try:
            work()
        except Refused as refused:
            if refused.status == 409 and '"over"' in refused.text:
                return None
            if refused.status != 507 or "disk-full" not in refused.text:
                raise SystemExit(f"refused for another reason: {refused}") from None
            self.refused += 1
            return False
        self.done += 1
        return True


SCENARIO = None


def one_round(tried, owner, battle, seats, n, luck):
    """Everything that is written, a few times over."""
    global SCENARIO
    if SCENARIO is None:
        SCENARIO = (Path(__file__).resolve().parents[2] / "data/scenarios/premier-feu.toml").read_text(encoding="utf-8")
    for step in range(6):
        name = f"round {n} {step}"
        if tried.attempt(lambda: owner.good("PATCH", f"/api/battles/{battle}", {"name": name})):
            tried.name = name
        own = f"own-{n}-{step}"
        text = SCENARIO.replace('id = "premier-feu"', f'id = "{own}"', 1)
        put = tried.attempt(lambda: post_text(owner, "/api/scenarios", text))
        (tried.kept if put else tried.missing).add(own)
        side = luck.randrange(2)
        kind = f"never-{n}-{step}"
        if tried.attempt(lambda: seats[side].good("POST", "/api/seat/stand", {"kind": kind, "does": "nothing"})):
            tried.standing.add((side, kind))
        for side, seat in enumerate(seats):
            asks = seat.asked()
            if not asks:
                continue
            replies = seat.suggestion(asks[0]["id"])
            if tried.attempt(lambda: seat.answer(asks[0]["id"], replies)):
                tried.answered[side].add(asks[0]["id"])


def post_text(owner, path, text):
    """A scenario as its file says it."""
    status, answer = owner.send("POST", path, text.encode(), {"Content-Type": "text/plain"})
    if status >= 400:
        raise Refused(status, answer)


def run(binary, clock, luck, rounds=20):
    """Rounds of full and free while people play, a kill at the end, every acknowledgement checked."""
    with SmallDisk() as disk:
        if disk is None:
            print("  skipped: this user may not mount a small file system")
            return
        with Program(binary, disk.folder / "data") as program:
            battle, seats = program.begin(luck.choice(["marie-louise", "bataille-empire"]))
            owner, tried, n, slowest = program.client(), Tried(), 0, 0.0
            while n < rounds or clock:
                disk.fill()
                one_round(tried, owner, battle, seats, n, luck)
                disk.free()
                # It goes on by itself: the first attempt already.
                begun = time.monotonic()
                if not tried.attempt(lambda: owner.good("PATCH", f"/api/battles/{battle}", {"name": "free"})):
                    raise SystemExit("the disk has room again, and the table still refuses")
                tried.name = "free"
                slowest = max(slowest, time.monotonic() - begun)
                one_round(tried, owner, battle, seats, n + 100_000, luck)
                for own in sorted(tried.kept):
                    owner.good("DELETE", f"/api/scenarios/{own}")
                    tried.missing.add(own)
                tried.kept.clear()
                n += 1
                if seats[0].table()["now"]["outcome"] or len(tried.standing) > 300:
                    check(program, tried, battle, seats)
                    verified(program, battle, seats)
                    owner.good("DELETE", f"/api/battles/{battle}")
                    battle, seats = program.begin(luck.choice(["marie-louise", "bataille-empire"]))
                    tried.name, tried.standing, tried.answered = None, set(), [set(), set()]
            disk.fill()
            one_round(tried, owner, battle, seats, n, luck)
            program.kill()
            disk.free()
            program.start()
            seats = [program.client(seat.token) for seat in seats]
            check(program, tried, battle, seats)
            verified(program, battle, seats)
            program.check()
            print(f"  {n} rounds of full and free: {tried.done} acknowledged, {tried.refused} refused; nothing lost, "
                  f"nothing there that was refused; went on after {slowest * 1000:.0f} ms at most")


def check(program, tried, battle, seats):
    """Everything that was acknowledged is there, and nothing that was refused."""
    owner = program.client()
    card = next(card for card in owner.good("GET", "/api/battles") if card["id"] == battle)
    if tried.name and card["name"] != tried.name:
        raise SystemExit(f"the battle is called {card['name']}, acknowledged was {tried.name}")
    scenarios = {card["id"] for card in owner.good("GET", "/api/house")["scenarios"]}
    if not tried.kept <= scenarios or tried.missing & scenarios:
        raise SystemExit(f"scenarios: {tried.kept - scenarios} lost, {tried.missing & scenarios} there though refused")
    standing = {(side, one["standing"]["kind"]) for side, seat in enumerate(seats) for one in seat.table()["now"]["standing"]}
    if standing != tried.standing:
        raise SystemExit(f"standing answers: {standing ^ tried.standing}")
    for side, seat in enumerate(seats):
        if lost := {ask["id"] for ask in seat.asked()} & tried.answered[side]:
            raise SystemExit(f"acknowledged answers were lost: {lost}")
