"""No client receives hidden data: the seed, the salt, the random bytes of the other side's sealed answers; and the
owner's possible ways round.
"""

import json
import sqlite3
import tempfile
from pathlib import Path

from program import RULESETS, Program

SEAT = ("", "/ground", "/journal", "/moments/0", "/chances/0", "/report", "/log", "/end", "/why", "/signing")
LENSES = ("reach", "fire", "sight", "command", "threat", "zone")


def kept(folder, battle):
    """The umpire's state: texts that no client may be sent, and those for one side alone."""
    with sqlite3.connect(f"file:{folder}/battles.sqlite?mode=ro", uri=True) as archive:
        keep = json.loads(archive.execute("SELECT keep FROM battle WHERE id = ?", (battle,)).fetchone()[0])
        lines = archive.execute("SELECT json FROM line WHERE battle = ? AND json LIKE '{\"given\"%'", (battle,)).fetchall()
    own = {"blue": set(), "red": set()}
    for given in (json.loads(line[0])["given"] for line in lines):
        if given.get("salt"):
            own[given["slot"]["side"]].add(given["salt"])
    return {keep["salt"], keep["seed"]} - {None}, own


def everything(client, table):
    """Every query of a seat."""
    yield from (client.send("GET", f"/api/seat{path}")[1] for path in SEAT)
    for unit in list(table["now"]["units"])[:12]:
        yield client.send("GET", f"/api/seat/units/{unit}")[1]
        for lens in LENSES:
            yield client.send("POST", "/api/seat/lens", {"unit": int(unit), "lens": lens})[1]
    for ask in table["now"]["asks"]:
        suggested = client.send("POST", "/api/seat/suggest", {"ask": ask["ask"]["id"]})[1]
        yield suggested
        body = {"ask": ask["ask"]["id"], "replies": json.loads(suggested).get("replies", [])}
        yield client.send("POST", "/api/seat/preview", body)[1]


def owners_ways(owner, battle):
    """Every request of the owner about a battle under way that could show it whole: the statuses."""
    yield owner.send("GET", f"/api/battles/{battle}/log")[0]
    for blue in ("person", {"staff": "random"}):
        for red in ("person", {"staff": "random"}):
            for after in (0, 1, 5):
                yield owner.send("POST", f"/api/battles/{battle}/continue", {"after": after, "leaders": [blue, red]})[0]


def wrong_tokens(program, battle, seats, guest):
    """Operations with tokens that are not for them: (operation, status) of those accepted."""
    other = program.begin()[1][0]
    wrong = {"none": "", "one digit off": seats[0].token[:-1] + ("0" if seats[0].token[-1] != "0" else "1"), "guest": guest}
    for name, token in wrong.items():
        client = program.client(token or "x")
        for method, path, body in (
            ("GET", "/api/seat", None), ("GET", "/api/seat/log", None), ("POST", "/api/seat/resign", {}),
            ("POST", "/api/seat/hold", {}), ("GET", "/api/battles", None), ("GET", f"/api/battles/{battle}/log", None),
            ("DELETE", f"/api/battles/{battle}", None), ("GET", f"/api/battles/{battle}/seats", None),
        ):
            status = client.send(method, path, body)[0]
            if status < 400:
                yield f"{name} {method} {path}", status
        client.close()
    for seat in (seats[0], other):
        for method, path in (("GET", "/api/battles"), ("GET", f"/api/battles/{battle}/seats"), ("DELETE", f"/api/battles/{battle}")):
            status = seat.send(method, path)[0]
            if status < 400:
                yield f"seat {method} {path}", status


def run(binary, clock, luck):
    """Battles of every ruleset, looked at from every side."""
    responses = hits = battles = looked_for = 0
    while clock or not battles:
        ruleset = luck.choice(RULESETS)
        with tempfile.TemporaryDirectory() as folder, Program(binary, Path(folder) / "data") as program:
            leaders = luck.choice([("person", "person"), ("person", {"staff": "recruit"})])
            battle, seats = program.begin(ruleset, leaders)
            guest = program.client().good("POST", "/api/assistant/invite", {})["links"][0].split("#guest=")[1]
            for _ in range(luck.randrange(4, 16)):
                for seat in seats:
                    for ask in seat.asked()[:1]:
                        seat.answer(ask["id"], seat.suggestion(ask["id"]))
                nobodys, own = kept(program.folder, battle)
                for seat in seats:
                    table = seat.table()
                    forbidden = nobodys | own["red" if table["side"] == "blue" else "blue"]
                    looked_for = max(looked_for, len(forbidden))
                    for text in everything(seat, table):
                        responses += 1
                        hits += sum(secret in text for secret in forbidden)
                if not clock:
                    break
            statuses = set(owners_ways(program.client(), battle))
            if statuses != {409}:
                raise SystemExit(f"the owner came through: {statuses}")
            if let_in := list(wrong_tokens(program, battle, seats, guest)):
                raise SystemExit(f"wrong tokens were let in: {let_in}")
            program.check()
            battles += 1
    if hits:
        raise SystemExit(f"{hits} responses held the seed or a salt")
    print(f"  {battles} battles, {responses} responses to seats, up to {looked_for} secrets looked for in each: none found; owner and wrong tokens shut out everywhere")
