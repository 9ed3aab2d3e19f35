"""Many battles at once: latency percentiles and memory per battle.

python tools/attack/load.py target/release/grognard [--battles 10,200,1000] [--seconds 30] [--begun 0]

Two clients a battle answer by chance, each with a WebSocket, after a pause of 0 to 10 seconds; a probe battle with short
pauses is measured. `--begun N` instead begins, plays and leaves N battles in one run and prints the memory.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from pathlib import Path

from program import Program, percentile


class Line:
    """A connection that is kept open for one request after the other."""

    def __init__(self, program, token):
        self.program, self.token, self.reader, self.writer = program, token, None, None

    async def send(self, method, path, body=None):
        """The answer as JSON; nothing: it was refused."""
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
        """Lets it go."""
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None


async def listen(program, token, asks):
    """The WebSocket of a seat: keeps the questions that are open now."""
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
        asks["over"] = True
        asks["news"].set()
    finally:
        writer.close()


class End:
    """When the players stop; it is set once all battles have begun."""

    def __init__(self, at=float("inf")):
        self.at = at


async def play(program, token, pause, end, times, luck):
    """Answers what comes until the end."""
    asks = {"open": [], "over": False, "news": asyncio.Event()}
    listening = asyncio.create_task(listen(program, token, asks))
    line = Line(program, token)
    try:
        while time.monotonic() < end.at and not asks["over"]:
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
            if suggested is None:
                await asyncio.sleep(0.05)
                continue
            begun = time.monotonic()
            done = await line.send("POST", "/api/seat/answer", {"ask": ask, "replies": suggested["replies"]})
            if done is not None:
                times.append((begun, time.monotonic() - begun))
    finally:
        listening.cancel()
        line.close()


async def begin(program, luck, ruleset):
    """The tokens of a new battle."""
    owner = Line(program, program.house)
    body = {"scenario": "premier-feu", "ruleset": ruleset, "leaders": ["person", "person"]}
    opened = await owner.send("POST", "/api/battles", body)
    owner.close()
    return [seat["token"] for seat in opened["seats"]]


async def measure(program, battles, seconds, luck):
    """So many battles at once."""
    empty = program.memory()
    rulesets = ["marie-louise"]
    all_times, probe, tasks = [], [], []
    end = End()
    for n in range(battles):
        tokens = await begin(program, luck, rulesets[n % len(rulesets)])
        for token in tokens:
            times, pause = (probe, 0.6) if n == 0 else (all_times, 10)
            tasks.append(asyncio.create_task(play(program, token, pause, end, times, luck)))
    await asyncio.sleep(5)
    start, spent = time.monotonic(), program.cpu()
    end.at = start + seconds
    await asyncio.sleep(max(0.0, seconds - 0.5))
    memory, spent, passed = program.memory(), program.cpu() - spent, time.monotonic() - start
    await asyncio.gather(*tasks, return_exceptions=True)
    settled = [took for begun, took in all_times + probe if begun >= start]
    near = [took for begun, took in probe if begun >= start] or settled
    print(f"  {battles:>6} {len(settled) / passed:>9.1f} {percentile(near, 0.5) * 1000:>7.0f} {percentile(near, 0.9) * 1000:>7.0f} "
          f"{percentile(near, 0.99) * 1000:>7.0f} {percentile(settled, 0.99) * 1000:>9.0f} {100 * spent / passed:>6.0f} % {memory:>7.0f} "
          f"{(memory - empty) / battles:>10.2f}", flush=True)


async def left(program, battles, luck):
    """Begins, plays to the end and leaves so many battles, some at a time."""
    done = 0

    async def one():
        nonlocal done
        tokens = await begin(program, luck, "marie-louise")
        end = End(time.monotonic() + 600)
        await asyncio.gather(*(play(program, token, 0, end, [], luck) for token in tokens))
        done += 1
        if done % 100 == 0:
            print(f"  {done:>6} battles begun, played and left: {program.memory():.0f} MB", flush=True)

    for first in range(0, battles, 8):
        await asyncio.gather(*(one() for _ in range(min(8, battles - first))))


def main():
    """Prints what was measured."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("binary")
    arguments.add_argument("--battles", default="10,200,1000")
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--begun", type=int, default=0)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    luck = random.Random(asked.seed)
    if asked.begun:
        with tempfile.TemporaryDirectory() as folder, Program(asked.binary, Path(folder) / "data") as program:
            asyncio.run(left(program, asked.begun, luck))
            program.check()
        return
    print("  battles answers/s  p50 ms  p90 ms  p99 ms  p99 of all   CPU  RSS MB  MB/battle   (probe battle; CPU of one core)")
    for battles in map(int, asked.battles.split(",")):
        with tempfile.TemporaryDirectory() as folder, Program(asked.binary, Path(folder) / "data") as program:
            asyncio.run(measure(program, battles, asked.seconds, luck))
            program.check()


if __name__ == "__main__":
    main()
