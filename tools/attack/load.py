"""Many battles at once: latency percentiles and memory per battle.

python tools/attack/load.py target/release/grognard [--battles 10,200,1000] [--seconds 30] [--begun 0]

Two clients per battle answer with suggestions, each with a WebSocket, after a pause of 0 to 10 seconds. They are
separate processes with low priority: real players bring their own machines. A pair of players with short pauses, in
a process of its own, is measured while all the others play; the delay of this process's own wake-ups is shown beside
it, as the effect of the machine. `--begun N` instead starts, plays and leaves N battles in one run and prints the
memory.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import tempfile
import time
from pathlib import Path

from program import Client, Program, Refused, percentile

CROWDS = 4


class Line:
    """A connection that is kept open for several requests."""

    def __init__(self, program, token):
        self.program, self.token, self.reader, self.writer = program, token, None, None

    async def send(self, method, path, body=None):
        """The answer as JSON; None: it was refused."""
        data = json.dumps(body).encode() if body is not None else b""
        head = (f"{method} {path} HTTP/1.1\r\nHost: {self.program.host}:{self.program.port}\r\n"
                f"Authorization: Bearer {self.token}\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n")
        for attempt in (0, 1):
            if self.writer is None:
                self.reader, self.writer = await asyncio.open_connection(self.program.host, self.program.port, limit=1 << 22)
            try:
                self.writer.write(head.encode() + data)
                await self.writer.drain()
                first = await self.reader.readuntil(b"\r\n\r\n")
                break
            except (OSError, asyncio.IncompleteReadError):
                # Closed because it was idle.
                self.close()
                if attempt:
                    raise
        lines = first.decode().split("\r\n")
        length = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length"))
        text = await self.reader.readexactly(length)
        status = int(lines[0].split()[1])
        return json.loads(text) if status < 300 and text else None

    def close(self):
        """Closes it."""
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None


async def listen(program, token, asks):
    """The WebSocket of a seat: keeps the open questions up to date."""
    reader, writer = await asyncio.open_connection(program.host, program.port, limit=1 << 24)
    writer.write((f"GET /api/seat/ws HTTP/1.1\r\nHost: {program.host}:{program.port}\r\nConnection: Upgrade\r\n"
                  "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())
    await reader.readuntil(b"\r\n\r\n")
    hello = json.dumps({"token": token}).encode()
    mask = b"\1\2\3\4"
    writer.write(bytes([0x81, 0x80 | len(hello)]) + mask + bytes(b ^ mask[n % 4] for n, b in enumerate(hello)))
    try:
        while True:
            first, length = await reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await reader.readexactly(2))
            elif length == 127:
                length = int.from_bytes(await reader.readexactly(8))
            text = await reader.readexactly(length)
            if first & 15 == 9:
                writer.write(bytes([0x8A, 0x80]) + mask)
            elif first & 15 == 1:
                told = json.loads(text)
                now = told.get("now", told)
                asks["open"] = [ask["ask"]["id"] for ask in now.get("asks", [])]
                asks["over"] = now.get("outcome") is not None
                asks["news"].set()
    except (asyncio.IncompleteReadError, OSError):
        asks["over"] = asks["lost"] = True
        asks["news"].set()
    finally:
        writer.close()


class Counts:
    """The counts of a crowd of players."""

    def __init__(self):
        self.answers = self.refused = self.lost = 0


async def play(program, token, pause, until, counts, luck):
    """Answers questions until the end."""
    asks = {"open": [], "over": False, "lost": False, "news": asyncio.Event()}
    listening = asyncio.create_task(listen(program, token, asks))
    line = Line(program, token)
    try:
        while not until() and not asks["over"] and not listening.done():
            asks["news"].clear()
            if not asks["open"]:
                try:
                    await asyncio.wait_for(asks["news"].wait(), 1)
                except TimeoutError:
                    pass
                continue
            await asyncio.sleep(luck.uniform(0, pause))
            if not asks["open"]:
                continue
            ask = asks["open"][0]
            suggested = await line.send("POST", "/api/seat/suggest", {"ask": ask})
            if suggested is not None:
                done = await line.send("POST", "/api/seat/answer", {"ask": ask, "replies": suggested["replies"]})
                counts.answers += done is not None
                counts.refused += done is None
            else:
                await asyncio.sleep(0.05)
    except (OSError, asyncio.IncompleteReadError):
        counts.lost += 1
    finally:
        counts.lost += asks["lost"] or (listening.done() and not asks["over"])
        listening.cancel()
        line.close()


async def begin(program):
    """The tokens of a new battle."""
    owner = Line(program, program.house)
    body = {"scenario": "premier-feu", "ruleset": "marie-louise", "leaders": ["person", "person"]}
    opened = await owner.send("POST", "/api/battles", body)
    owner.close()
    if opened is None:
        raise SystemExit("a battle could not be begun")
    return [seat["token"] for seat in opened["seats"]]


class Where:
    """A client's knowledge of the program."""

    def __init__(self, program):
        self.host, self.port, self.house = program.host, program.port, program.house

    def client(self, token=None):
        """A client with a token."""
        return Client(self, token or self.house)

    def begin(self):
        """The clients of the seats of a new battle."""
        body = {"scenario": "premier-feu", "ruleset": "marie-louise", "leaders": ["person", "person"]}
        return [self.client(seat["token"]) for seat in self.client().good("POST", "/api/battles", body)["seats"]]


def crowd(where, battles, begun, stop, told, seed):
    """One process of players: starts its battles and plays them; a finished one is followed by another."""
    os.nice(10)
    luck, counts = random.Random(seed), Counts()

    async def pair(tokens):
        while not stop.is_set():
            await asyncio.gather(*(play(where, token, 10, stop.is_set, counts, luck) for token in tokens))
            if not stop.is_set():
                tokens = await begin(where)

    async def all_of_them():
        tasks = []
        for _ in range(battles):
            tasks.append(asyncio.create_task(pair(await begin(where))))
            with begun.get_lock():
                begun.value += 1
        await asyncio.gather(*tasks)

    asyncio.run(all_of_them())
    told.put((counts.answers, counts.refused, counts.lost))


def probe(where, seconds, told, seed):
    """The pair that is measured: its response times, and the delay of this process's own wake-ups."""
    luck, times, late = random.Random(seed), [], []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seats, over = where.begin(), False
        while time.monotonic() < end and not over:
            moved = False
            for seat in seats:
                table = seat.table()
                over = over or table["now"]["outcome"] is not None
                for ask in table["now"]["asks"][:1]:
                    replies = seat.suggestion(ask["ask"]["id"])
                    pause = luck.uniform(0, 0.3)
                    asleep = time.monotonic()
                    time.sleep(pause)
                    begun = time.monotonic()
                    late.append(begun - asleep - pause)
                    try:
                        seat.answer(ask["ask"]["id"], replies)
                    except Refused:
                        continue
                    times.append(time.monotonic() - begun)
                    moved = True
            over = over or not moved
    told.put((times, late))


def measure(program, battles, seconds, seed):
    """Runs this many battles at once."""
    where, empty = Where(program), program.memory()
    stop, told, begun = multiprocessing.Event(), multiprocessing.Queue(), multiprocessing.Value("i", 0)
    crowds = min(CROWDS, battles)
    others = [multiprocessing.Process(target=crowd, args=(
        where, battles * (n + 1) // crowds - battles * n // crowds, begun, stop, told, f"{seed} {n}")) for n in range(crowds)]
    for process in others:
        process.start()
    while begun.value < battles:
        if not all(process.is_alive() for process in others):
            raise SystemExit("the players could not begin their battles")
        time.sleep(0.1)
    time.sleep(5)
    heard = multiprocessing.Queue()
    measured = multiprocessing.Process(target=probe, args=(where, seconds, heard, seed))
    start, spent = time.monotonic(), program.cpu()
    measured.start()
    times, late = heard.get()
    memory, spent, passed = program.memory(), program.cpu() - spent, time.monotonic() - start
    measured.join()
    stop.set()
    answers, refused, lost = map(sum, zip(*(told.get() for _ in others)))
    for process in others:
        process.join()
    whole = time.monotonic() - start
    ms = lambda values, share: percentile(values, share) * 1000
    print(f"  {battles:>6} {answers / whole:>9.1f} {len(times):>8} {ms(times, 0.5):>7.0f} {ms(times, 0.9):>7.0f} {ms(times, 0.99):>7.0f} "
          f"{ms(late, 0.99):>9.1f} {100 * spent / passed:>6.0f} % {memory:>7.0f} {(memory - empty) / battles:>10.2f}  {refused:>7} {lost:>6}",
          flush=True)


async def left(program, battles, luck):
    """Starts, plays to the end and leaves this many battles, some at a time."""
    done, most, counts = 0, 0.0, Counts()

    async def one():
        nonlocal done, most
        tokens = await begin(program)
        end = time.monotonic() + 600
        await asyncio.gather(*(play(program, token, 0, lambda: time.monotonic() > end, counts, luck) for token in tokens))
        done += 1
        if done % 100 == 0:
            most = max(most, program.memory())
            print(f"  {done:>6} battles begun, played and left: {program.memory():.0f} MB", flush=True)

    for first in range(0, battles, 8):
        await asyncio.gather(*(one() for _ in range(min(8, battles - first))))
    print(f"  at most {most:.0f} MB; {counts.answers} answers, {counts.refused} refused, {counts.lost} connections lost", flush=True)


def main():
    """Prints what was measured."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("binary")
    arguments.add_argument("--battles", default="10,200,1000")
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--begun", type=int, default=0)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    if asked.begun:
        with tempfile.TemporaryDirectory() as folder, Program(asked.binary, Path(folder) / "data") as program:
            asyncio.run(left(program, asked.begun, random.Random(asked.seed)))
            program.check()
        return
    print("  battles answers/s measured  p50 ms  p90 ms  p99 ms  late p99     CPU  RSS MB  MB/battle  refused   lost   "
          "(latency of the pair measured; late: the machine alone; CPU of one core)")
    for battles in map(int, asked.battles.split(",")):
        with tempfile.TemporaryDirectory() as folder, Program(asked.binary, Path(folder) / "data") as program:
            measure(program, battles, asked.seconds, asked.seed)
            program.check()


if __name__ == "__main__":
    main()
