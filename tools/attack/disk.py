"""A real file system that is full again and again, writes that fail for another reason, and one that turns read-only
under the program: acknowledged changes are there, refused ones are not, and the table recovers by itself."""

import glob
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from kills import verified
from program import RULESETS, Program, Refused

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

    def fill(self, _program):
        """Uses up the last byte."""
        with open(self.folder / "ballast", "wb", buffering=0) as ballast:
            size = 1 << 20
            while size:
                try:
                    ballast.write(b"\0" * size)
                except OSError:
                    size //= 4

    def free(self, _program):
        """Frees the space."""
        (self.folder / "ballast").unlink()


def forbid(program):
    """The system lets the program write no byte to any file: every write fails, though there is room."""
    hard = resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (0, hard))


def allow(program):
    """Allows writing again."""
    hard = resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


class FailingDisk:
    """A file system in a file, whose driver makes it read-only after an error as it does when a disk fails."""

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp())
        self.image, self.mount = self.folder / "image", self.folder / "mount"
        self.mount.mkdir()
        with open(self.image, "wb") as image:
            image.truncate(24 * 1024 * 1024)
        made = shutil.which("mkfs.ext4") and subprocess.run(["mkfs.ext4", "-q", "-F", str(self.image)], check=False).returncode == 0
        before = set(glob.glob("/sys/fs/ext4/*/trigger_fs_error"))
        self.mounted = bool(made) and self.attach()
        after = set(glob.glob("/sys/fs/ext4/*/trigger_fs_error")) - before
        self.trigger = after.pop() if self.mounted and len(after) == 1 else None
        return self if self.trigger else None

    def attach(self):
        """Mounts it."""
        command = ["mount", "-o", "loop,errors=remount-ro", str(self.image), str(self.mount)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def detach(self):
        """Unmounts it."""
        return subprocess.run(["umount", str(self.mount)], capture_output=True, check=False).returncode == 0

    def fail(self):
        """Makes it read-only from now on."""
        with open(self.trigger, "w", encoding="ascii") as trigger:
            trigger.write("1")

    def mend(self):
        """Repairs such a disk: it is unmounted, checked and mounted again."""
        if not self.detach():
            raise SystemExit("the file system is still in use")
        subprocess.run(["e2fsck", "-fp", str(self.image)], capture_output=True, check=False)
        if not self.attach():
            raise SystemExit("the file system does not come back")

    def __exit__(self, *_):
        if self.mounted and not self.detach():
            subprocess.run(["umount", "-l", str(self.mount)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


class Tried:
    """The changes tried, and their results."""

    def __init__(self):
        self.done = self.refused = 0
        self.reason = None
        self.name = None
        self.kept, self.missing, self.standing, self.answered = set(), set(), set(), [set(), set()]
        self.battles, self.tokens = set(), []

    def attempt(self, work):
        """True: acknowledged. A refusal must describe the disk's fault; None: the battle is over."""
        try:
            work()
        except Refused as refused:
            if refused.status == 409 and '"over"' in refused.text:
                return None
            if self.reason is None or refused.status != 507 or f'"{self.reason}"' not in refused.text:
                raise SystemExit(f"refused for another reason: {refused}") from None
            self.refused += 1
            return False
        self.done += 1
        return True


SCENARIO = None
BEGINNING = {"scenario": "premier-feu", "ruleset": "marie-louise", "leaders": ["person", "person"]}


def one_round(tried, owner, battle, seats, n, luck):
    """Makes every kind of write, a few times over."""
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
        # A different one each time, at a distance that no unit ever has.
        far = 1_000_000_000 + 10 * n + step
        never = {"kind": "deploy", "does": "none", "when": [["distance", far, far]]}
        if tried.attempt(lambda: seats[side].good("POST", "/api/seat/stand", never)):
            tried.standing.add((side, far))
        opened = {}
        if tried.attempt(lambda: opened.update(owner.good("GET", f"/api/battles/{battle}/seats"))):
            tried.tokens = (tried.tokens + [(seat["side"], seat["token"]) for seat in opened["seats"]])[-8:]
        if step == 0 and tried.attempt(lambda: opened.update(owner.good("POST", "/api/battles", BEGINNING))):
            tried.battles.add(opened["battle"])
        for side, seat in enumerate(seats):
            asks = seat.asked()
            if not asks:
                continue
            replies = seat.suggestion(asks[0]["id"])
            if tried.attempt(lambda: seat.answer(asks[0]["id"], replies)):
                tried.answered[side].add(asks[0]["id"])


def post_text(owner, path, text):
    """A scenario in the form of its file."""
    status, answer = owner.send("POST", path, text.encode(), {"Content-Type": "text/plain"})
    if status >= 400:
        raise Refused(status, answer)


def run(binary, clock, luck, rounds=20):
    """Rounds with and without trouble while people play, a kill at the end, every acknowledgement checked."""
    with SmallDisk() as disk:
        if disk is None:
            print("  skipped: this user may not mount a small file system")
        else:
            troubled(binary, disk, clock, luck, rounds)
    with FailingDisk() as disk:
        if disk is None:
            print("  read-only: skipped, this user may not mount a file system in a file")
        else:
            read_only(binary, disk, luck)


def troubled(binary, disk, clock, luck, rounds):
    """The disk is full and has room again, writes fail and work again, in turn."""
    troubles = (("disk-full", disk.fill, disk.free), ("disk-read-only", forbid, allow))
    with Program(binary, disk.folder / "data") as program:
        battle, seats = program.begin(luck.choice(RULESETS))
        owner, tried, n, slowest, refused = program.client(), Tried(), 0, 0.0, [0, 0]
        while n < rounds or clock:
            tried.reason, begin_trouble, end_trouble = troubles[n % 2]
            begin_trouble(program)
            done, before = tried.done, tried.refused
            one_round(tried, owner, battle, seats, n, luck)
            end_trouble(program)
            refused[n % 2] += tried.refused - before
            # On a full disk there may be room left in the archive's own file; where every write fails there is none.
            if n % 2 and tried.done != done:
                raise SystemExit("a change was acknowledged that cannot have been written")
            tried.reason = None
            # It recovers by itself: at the first attempt.
            begun = time.monotonic()
            tried.attempt(lambda: owner.good("PATCH", f"/api/battles/{battle}", {"name": "free"}))
            tried.name = "free"
            slowest = max(slowest, time.monotonic() - begun)
            one_round(tried, owner, battle, seats, n + 100_000, luck)
            check_house(program, tried, battle)
            for own in sorted(tried.kept):
                owner.good("DELETE", f"/api/scenarios/{own}")
                tried.missing.add(own)
            for own in sorted(tried.battles):
                owner.good("DELETE", f"/api/battles/{own}")
            tried.kept.clear()
            tried.battles.clear()
            n += 1
            if seats[0].table()["now"]["outcome"] or len(tried.standing) > 300:
                check(program, tried, battle, seats)
                verified(program, battle, seats)
                owner.good("DELETE", f"/api/battles/{battle}")
                battle, seats = program.begin(luck.choice(RULESETS))
                tried.name, tried.standing, tried.answered, tried.tokens = None, set(), [set(), set()], []
        tried.reason = "disk-full"
        disk.fill(program)
        one_round(tried, owner, battle, seats, n, luck)
        program.kill()
        disk.free(program)
        program.start()
        seats = [program.client(seat.token) for seat in seats]
        check(program, tried, battle, seats)
        verified(program, battle, seats)
        program.check()
        if not all(refused):
            raise SystemExit(f"nothing was refused: {refused}")
        print(f"  {n} rounds, by turns a full disk and writes that fail: {tried.done} acknowledged, {refused[0]} and {refused[1]} refused; "
              f"nothing lost, nothing there that was refused; went on after {slowest * 1000:.0f} ms at most")


def read_only(binary, disk, luck):
    """The disk fails for good while people play: acknowledged changes are there once it is repaired."""
    with Program(binary, disk.mount / "data") as program:
        battle, seats = program.begin(luck.choice(RULESETS))
        owner, tried = program.client(), Tried()
        for n in range(3):
            one_round(tried, owner, battle, seats, n, luck)
        disk.fail()
        tried.reason, before = "disk-read-only", tried.done
        for n in range(3, 5):
            one_round(tried, owner, battle, seats, n, luck)
        if tried.done != before:
            raise SystemExit(f"{tried.done - before} changes were acknowledged on a disk that is read-only")
        for seat in seats:
            seat.table()
        program.check()
        program.kill()
        disk.mend()
        program.start()
        seats = [program.client(seat.token) for seat in seats]
        check(program, tried, battle, seats)
        verified(program, battle, seats)
        print(f"  a disk that turned read-only: {tried.done} acknowledged before, {tried.refused} refused, the table still shown; "
              "nothing lost when it was mended")


def check_house(program, tried, battle):
    """Exactly the acknowledged battles and scenarios are there."""
    owner = program.client()
    there = {card["id"] for card in owner.good("GET", "/api/battles")}
    if there != tried.battles | {battle}:
        raise SystemExit(f"battles: {there ^ (tried.battles | {battle})}")
    scenarios = {card["id"] for card in owner.good("GET", "/api/house")["scenarios"]}
    if not tried.kept <= scenarios or tried.missing & scenarios:
        raise SystemExit(f"scenarios: {tried.kept - scenarios} lost, {tried.missing & scenarios} there though refused")
    owner.close()


def check(program, tried, battle, seats):
    """All acknowledged changes are there, and no refused ones."""
    owner = program.client()
    card = next(card for card in owner.good("GET", "/api/battles") if card["id"] == battle)
    if tried.name and card["name"] != tried.name:
        raise SystemExit(f"the battle is called {card['name']}, acknowledged was {tried.name}")
    check_house(program, tried, battle)
    for side, token in tried.tokens:
        if program.client(token).table()["side"] != side:
            raise SystemExit("a link that was given is not good")
    standing = {(side, one["standing"]["when"][0][1]) for side, seat in enumerate(seats) for one in seat.table()["now"]["standing"]}
    if standing != tried.standing:
        raise SystemExit(f"standing answers: {standing ^ tried.standing}")
    for side, seat in enumerate(seats):
        if lost := {ask["id"] for ask in seat.asked()} & tried.answered[side]:
            raise SystemExit(f"acknowledged answers were lost: {lost}")
