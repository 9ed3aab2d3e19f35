"""Two hundred hostile connections of every kind, and one honest player beside them: how long his answers take."""

import json
import os
import socket
import tempfile
import threading
import time
from pathlib import Path

from program import Program, Refused, percentile

HOSTILE = 200


def stream(program):
    """A connection."""
    return socket.create_connection((program.host, program.port), timeout=20)


def head(program, method, path, token, length):
    """The head of a request with a body."""
    return (f"{method} {path} HTTP/1.1\r\nHost: {program.host}:{program.port}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n").encode()


def unfinished_body(program, victim, stop):
    """A body that never ends, with the lowest token there is."""
    with stream(program) as wire:
        wire.sendall(head(program, "POST", "/api/assistant/marie-louise/tests/morale/resolve", victim["guest"], 4000) + b"{")
        stop.wait(8)


def half_head(program, _, stop):
    """A head that never ends."""
    with stream(program) as wire:
        wire.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127")
        stop.wait(12)


def silent(program, _, stop):
    """A connection that says nothing."""
    with stream(program):
        stop.wait(12)


def wrong_tokens(program, _, stop):
    """Tokens tried one after the other."""
    stranger = program.client("0" * 64)
    for _ in range(40):
        if not stop.is_set():
            stranger.send("GET", "/api/seat")
    stranger.close()


def world_marches(program, victim, stop):
    """Marches round the world, in a battle of its own."""
    seat = program.client(victim["marcher"])
    if victim["march"] and not stop.is_set():
        seat.send("POST", "/api/seat/preview", victim["march"])
    seat.close()
    stop.wait(0.3)


def advice(program, victim, stop):
    """Advice again and again."""
    seat = program.client(victim["seat"])
    asks = seat.asked()
    if asks and not stop.is_set():
        seat.send("POST", "/api/seat/suggest", {"ask": asks[0]["id"]})
    seat.close()
    stop.wait(0.3)


def large_standing(program, victim, stop):
    """Standing answers as large as a body may be."""
    seat = program.client(victim["seat"])
    seat.send("POST", "/api/seat/stand", {"kind": "fire", "does": "fire", "when": [["x" * 100_000, 0, 1]] * 4})
    seat.close()
    stop.wait(0.3)


def nested(program, victim, stop):
    """JSON nested as deep as a body holds."""
    seat = program.client(victim["seat"])
    seat.send("POST", "/api/seat/answer", b"[" * 100_000)
    seat.close()
    stop.wait(0.3)


def does_not_read(program, victim, stop):
    """Asks for the whole table many times and reads nothing."""
    with stream(program) as wire:
        request = (f"GET /api/seat HTTP/1.1\r\nHost: {program.host}:{program.port}\r\n"
                   f"Authorization: Bearer {victim['seat']}\r\n\r\n").encode()
        try:
            wire.sendall(request * 50)
        except OSError:
            pass
        stop.wait(10)


def sockets(program, victim, stop):
    """WebSockets that say nothing, or a wrong token."""
    with stream(program) as wire:
        wire.sendall((f"GET /api/seat/ws HTTP/1.1\r\nHost: {program.host}:{program.port}\r\nConnection: Upgrade\r\n"
                      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                      "dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())
        stop.wait(6)


KINDS = (unfinished_body, half_head, silent, wrong_tokens, world_marches, advice, large_standing, nested, does_not_read, sockets)


def attacker(program, victim, stop, kind):
    """The same again and again."""
    while not stop.is_set():
        try:
            kind(program, victim, stop)
        except (OSError, Refused, ValueError):
            stop.wait(0.05)
        except Exception:  # a connection that was refused in the middle of a request
            stop.wait(0.05)


def with_legs(replies, legs):
    """Puts these legs into every march."""
    if isinstance(replies, dict):
        if "marched" in replies:
            replies["marched"]["legs"] = legs
        for value in replies.values():
            with_legs(value, legs)
    elif isinstance(replies, list):
        for value in replies:
            with_legs(value, legs)
    return replies


def victim_of(program):
    """A battle for the hostile seats, one in which somebody marches, and a guest."""
    _, seats = program.begin()
    _, marching = program.begin("bataille-empire")
    march, marcher = None, marching[0]
    for n in range(600):
        seat = marching[n % 2]
        asks = seat.asked()
        if not asks:
            continue
        replies = seat.suggestion(asks[0]["id"])
        if '"marched"' in json.dumps(replies):
            march = {"ask": asks[0]["id"], "replies": with_legs(replies, [{"ahead": 2**31 - 1}] * 60)}
            marcher = seat
            break
        seat.answer(asks[0]["id"], replies)
    invited = program.client().good("POST", "/api/assistant/invite", {})
    return {"seat": seats[0].token, "march": march, "marcher": marcher.token, "guest": invited["links"][0].split("#guest=")[1]}


def honest(program, seconds):
    """How long the answers of one pair of honest players take."""
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        _, seats = program.begin()
        while time.monotonic() < end:
            moved = False
            for seat in seats:
                asks = seat.asked()
                if not asks:
                    continue
                replies = seat.suggestion(asks[0]["id"])
                begun = time.monotonic()
                seat.answer(asks[0]["id"], replies)
                times.append(time.monotonic() - begun)
                moved = True
            if not moved:
                break
    return times


def run(binary, clock, _luck):
    """Without them and with them."""
    seconds = max(5.0, clock.left() / 2)
    with tempfile.TemporaryDirectory() as folder, Program(binary, Path(folder) / "data") as program:
        victim = victim_of(program)
        alone = honest(program, seconds)
        stop = threading.Event()
        crowd = [threading.Thread(target=attacker, args=(program, victim, stop, KINDS[n % len(KINDS)]), daemon=True)
                 for n in range(HOSTILE)]
        before = program.memory()
        for thread in crowd:
            thread.start()
        time.sleep(1)
        among = honest(program, seconds)
        memory = program.memory()
        stop.set()
        for thread in crowd:
            thread.join(30)
        program.check()
    for name, times in (("alone", alone), (f"among {HOSTILE} hostile connections", among)):
        print(f"  {name}: {len(times)} answers, p50 {percentile(times, 0.5) * 1000:.0f} ms, p99 {percentile(times, 0.99) * 1000:.0f} ms")
    print(f"  p99 is {percentile(among, 0.99) / percentile(alone, 0.99):.1f} times what it is alone; memory {before:.0f} -> {memory:.0f} MB; "
          f"{os.cpu_count()} cores shared with the attackers")
