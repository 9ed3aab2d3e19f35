"""Random requests and messages against the real program: no fault of the server, no crash, and a refused request
changes nothing. First the published description (schemathesis), then answers that are nearly right, then the
WebSocket."""

import json
import os
import random
import subprocess
import sys
import threading
from pathlib import Path

from mutate import anything, mutated
from program import Program, log
from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.sync.client import connect

HERE = Path(__file__).resolve().parent
# Legally ends the battle or the seat at once: nothing could be tried after it.
ENDS = "^/api/seat/(resign|hold)$"
CHECKS = ("not_a_server_error", "content_type_conformance", "response_schema_conformance", "refused_changes_nothing")


def described(program, seats, token, paths, examples, seed):
    """Every route of the published description, with one key."""
    environment = os.environ | {
        "FUZZ_BASE": program.base,
        "FUZZ_SEATS": ",".join(seats),
        "SCHEMATHESIS_HOOKS": "hooks",
        "PYTHONPATH": str(HERE),
        "NO_PROXY": "127.0.0.1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", f"{program.base}/api/openapi.json",
        "--header", f"Authorization: Bearer {token}", "--checks", ",".join(CHECKS), "--phases", "coverage,fuzzing",
        "--max-examples", str(examples), "--seed", str(seed), "--include-path-regex", paths, "--exclude-path-regex", ENDS,
        "--request-timeout", "120", "--no-shrink", "--warnings", "off", "--no-color", "--suppress-health-check", "all",
    ]
    ended = subprocess.run(command, env=environment, cwd=program.folder.name, capture_output=True, text=True, check=False)
    print(ended.stdout[-6000:] if ended.returncode else "  " + ended.stdout.strip().splitlines()[-1].strip("= "))
    if ended.returncode:
        raise SystemExit(f"schemathesis, {paths}: see above {ended.stderr[-2000:]}")


def nearly_right(program, seats, luck, rounds):
    """Answers, previews and ways of a battle under way, changed in a few places."""
    counts = {}
    for n in range(rounds):
        token = seats[n % 2]
        table = json.loads(program.send("GET", "/api/seat", token)[1])
        asks = table["now"]["asks"]
        if not asks:
            continue
        ask = asks[0]["ask"]
        good = json.loads(program.send("POST", "/api/seat/suggest", token, {"ask": ask["id"]})[1])
        answer = {"ask": ask["id"], "replies": good["replies"]}
        unit = int(luck.choice(list(table["now"]["units"])))
        tries = [("answer", answer), ("preview", answer), ("withdraw", {"ask": ask["id"]})]
        tries += [("route", {**answer, "field": [0], "to": {"x": 70_000, "y": 30_000}, "facing": None})]
        tries += [("lens", {"unit": unit, "lens": "reach"}), ("dice", {"faces": [[1, 6]]})]
        tries += [("measure", {"from": {"unit": unit}, "to": {"spot": {"x": 0, "y": 0}}})]
        for _ in range(8):
            what, body = luck.choice(tries)
            before = log(program.base, seats)
            status, text = program.send("POST", f"/api/seat/{what}", token, mutated(luck, body))
            counts[status] = counts.get(status, 0) + 1
            if status >= 500:
                raise SystemExit(f"{what}: {status} {text[:500]}\n{json.dumps(body)[:2000]}")
            if status >= 400 and log(program.base, seats) != before:
                raise SystemExit(f"{what} was refused with {status} and changed the battle: {text[:500]}")
        # The battle goes on, so that other questions come up too.
        program.send("POST", "/api/seat/answer", token, answer)
    if not any(status >= 400 for status in counts) or not any(status < 300 for status in counts):
        raise SystemExit(f"these tries are too good or too bad: {counts}")
    print("  " + ", ".join(f"{status}: {n}" for status, n in sorted(counts.items())))


def messages(luck, token):
    """Possible messages of a client on the WebSocket."""
    hello = {"token": token, "after": None}
    yield from ("", "{", "null", "[]", b"", b"\xff\xfe\x00", "x" * 200_000, "[" * 10_000, b"\x00" * 100_000)
    for _ in range(40):
        yield json.dumps(anything(luck))
        yield json.dumps(mutated(luck, hello))
        yield json.dumps({**hello, "after": luck.choice((0, 1, 5, 2**63, 2**64 - 1))})


def spoken(program, seats, luck):
    """Every message first, and after a valid greeting."""
    url = program.base.replace("http://", "ws://") + "/api/seat/ws"
    before = log(program.base, seats)
    said = 0
    for message in messages(luck, seats[0]):
        for greet in (False, True):
            try:
                with connect(url, proxy=None, open_timeout=60, close_timeout=5, max_size=None) as socket:
                    if greet:
                        socket.send(json.dumps({"token": seats[0]}))
                        socket.recv(timeout=60)
                    socket.send(message)
                    said += 1
                    if not greet:
                        socket.recv(timeout=0.05)
            except (ConnectionClosed, TimeoutError):
                pass
            except InvalidMessage as broken:
                raise SystemExit(f"the WebSocket broke after {message[:200]!r}: {broken}") from broken
    if log(program.base, seats) != before:
        raise SystemExit("words on the WebSocket changed the battle")
    print(f"  {said} messages")


def main(binary, seed):
    luck = random.Random(seed)
    # A request that hangs is a fault too.
    watch = threading.Timer(600, lambda: (print("requests hang", flush=True), os._exit(1)))
    watch.daemon = True
    watch.start()
    with Program(binary) as program:
        # Each part has a battle of its own: the owner may legally delete it.
        print("== requests at random: the house")
        _, seats = program.begin()
        described(program, seats, program.house, "^/api/(house|battles|scenarios|rules|health)", 8, seed)
        battle, seats = program.begin()
        print("== requests at random: a seat")
        described(program, seats, seats[0], "^/api/seat", 4, seed)
        print("== answers nearly right")
        nearly_right(program, seats, luck, 24)
        print("== words on the WebSocket")
        spoken(program, seats, luck)
        program.check()
        for token in seats:
            status, text = program.send("GET", "/api/seat", token)
            if status != 200 or json.loads(text)["battle"] != battle:
                raise SystemExit(f"the battle cannot be played any more: {status} {text[:300]}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1805)
