"""Two hundred hostile connections of every kind, and one honest player beside them: the response times of the honest
player.

The attackers are separate processes, so that they do not share an interpreter with the player who is measured, and
run with idle priority, because a real attacker brings another machine: the cost to the program is measured, not the
cost to the machine. The remaining effect is measured too: the same crowd against a second program, and after every
answer a bare write of one page to the same disk, because an answer is not given before it is on the disk (with
TMPDIR=/dev/shm there is no disk in it).
"""

import json
import multiprocessing
import os
import socket
import tempfile
import threading
import time
from pathlib import Path

from program import Client, Program, Refused, percentile

HOSTILE = 200
CROWDS = 2


class Target:
    """The attackers' knowledge of the program."""

    def __init__(self, program):
        self.host, self.port = program.host, program.port

    def client(self, token):
        """A client with a token."""
        return Client(self, token)


def stream(program):
    """A connection."""
    return socket.create_connection((program.host, program.port), timeout=20)


def head(program, method, path, token, length):
    """The head of a request with a body."""
    return (f"{method} {path} HTTP/1.1\r\nHost: {program.host}:{program.port}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n").encode()


def unfinished_body(program, victim, stop):
    """A body without an end, with the weakest token."""
    with stream(program) as wire:
        wire.sendall(head(program, "POST", "/api/assistant/marie-louise/tests/morale/resolve", victim["guest"], 4000) + b"{")
        stop.wait(8)


def half_head(program, _, stop):
    """A head without an end."""
    with stream(program) as wire:
        wire.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127")
        stop.wait(12)


def silent(program, _, stop):
    """A silent connection."""
    with stream(program):
        stop.wait(12)


def wrong_tokens(program, _, stop):
    """Tries tokens one after the other."""
    stranger = program.client("0" * 64)
    for _ in range(40):
        if not stop.is_set():
            stranger.send("GET", "/api/seat")
    stranger.close()


def world_marches(program, victim, stop):
    """Marches round the world, in a battle of their own."""
    seat = program.client(victim["marcher"])
    if victim["march"] and not stop.is_set():
        seat.send("POST", "/api/seat/preview", victim["march"])
    seat.close()
    stop.wait(0.3)


def advice(program, victim, stop):
    """Asks for advice again and again."""
    seat = program.client(victim["seat"])
    asks = seat.asked()
    if asks and not stop.is_set():
        seat.send("POST", "/api/seat/suggest", {"ask": asks[0]["id"]})
    seat.close()
    stop.wait(0.3)


def large_standing(program, victim, stop):
    """Standing answers of the greatest size of a body."""
    seat = program.client(victim["seat"])
    seat.send("POST", "/api/seat/stand", {"kind": "fire", "does": "fire", "when": [["x" * 100_000, 0, 1]] * 4})
    seat.close()
    stop.wait(0.3)


def nested(program, victim, stop):
    """JSON nested as deep as a body allows."""
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
    """WebSockets that are silent, or send a wrong token."""
    with stream(program) as wire:
        wire.sendall((f"GET /api/seat/ws HTTP/1.1\r\nHost: {program.host}:{program.port}\r\nConnection: Upgrade\r\n"
                      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                      "dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())
        stop.wait(6)


KINDS = (unfinished_body, half_head, silent, wrong_tokens, world_marches, advice, large_standing, nested, does_not_read, sockets)


def attacker(program, victim, stop, kind, tried):
    """Repeats an attack."""
    while not stop.is_set():
        try:
            kind(program, victim, stop)
        except (OSError, Refused, ValueError):
            stop.wait(0.05)
        except Exception:  # a connection that was refused in the middle of a request
            stop.wait(0.05)
        tried.append(kind)


def attack(target, victim, kinds, stopped, sent):
    """One process of attackers."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    stop, tried = threading.Event(), []
    crowd = [threading.Thread(target=attacker, args=(target, victim, stop, kind, tried), daemon=True) for kind in kinds]
    for thread in crowd:
        thread.start()
    stopped.wait()
    stop.set()
    with sent.get_lock():
        sent.value += len(tried)
    os._exit(0)  # connections that still wait are not waited for


class Crowd:
    """The hostile connections, while it is open."""

    def __init__(self, program, victim, kinds=KINDS):
        self.stopped, self.sent = multiprocessing.Event(), multiprocessing.Value("i", 0)
        of_kind = [kinds[n % len(kinds)] for n in range(HOSTILE)]
        self.processes = [multiprocessing.Process(
            target=attack, args=(Target(program), victim, of_kind[n::CROWDS], self.stopped, self.sent)) for n in range(CROWDS)]

    def __enter__(self):
        self.begun = time.monotonic()
        for process in self.processes:
            process.start()
        time.sleep(1)
        return self

    def __exit__(self, *_):
        self.stopped.set()
        for process in self.processes:
            process.join(30)
        self.rate = self.sent.value / (time.monotonic() - self.begun)


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
    """A battle for the hostile seats, one with a march, and a guest."""
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


def written(disk):
    """The time of the disk for one page."""
    os.pwrite(disk, b"page" * 1024, 0)
    begun = time.monotonic()
    os.fdatasync(disk)
    return time.monotonic() - begun


def honest(program, seconds):
    """The response times of one pair of honest players, and the times of the disk alone."""
    disk = os.open(Path(program.folder) / "page", os.O_WRONLY | os.O_CREAT)
    times, disk_times, end = [], [], time.monotonic() + seconds
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
                disk_times.append(written(disk))
                moved = True
            if not moved:
                break
    os.close(disk)
    return times, disk_times


def told(name, measured):
    """The result in a line; returns the p99 of the response times."""
    times, disk = measured
    in_ms = lambda values, share: f"{percentile(values, share) * 1000:.1f} ms"
    print(f"  {name}: {len(times)} answers, p50 {in_ms(times, 0.5)}, p99 {in_ms(times, 0.99)}; the disk alone p99 {in_ms(disk, 0.99)}",
          flush=True)
    return percentile(times, 0.99)


def run(binary, clock, _luck):
    """Without the attackers, with them beside, and among them."""
    seconds = max(5.0, clock.left() / 3)
    with tempfile.TemporaryDirectory() as folder, Program(binary, Path(folder) / "data") as program:
        with Program(binary, Path(folder) / "other") as other:
            alone = told("alone", honest(program, seconds))
            with Crowd(other, victim_of(other)) as crowd:
                measured = honest(program, seconds)
            beside = told(f"with {HOSTILE} hostile connections to another program on this machine ({crowd.rate:.0f} attempts/s)", measured)
        victim, before = victim_of(program), program.memory()
        with Crowd(program, victim) as crowd:
            spent, begun = program.cpu(), time.monotonic()
            measured = honest(program, seconds)
            share = (program.cpu() - spent) / (time.monotonic() - begun)
            memory = program.memory()
        among = told(f"among {HOSTILE} hostile connections ({crowd.rate:.0f} attempts/s)", measured)
        program.check()
    print(f"  p99 is {among / alone:.1f} times what it is alone, {among / beside:.1f} times what the machine makes of it; "
          f"the program: {100 * share:.0f} % of a core, {before:.0f} -> {memory:.0f} MB")
