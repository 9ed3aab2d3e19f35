"""The real program on a data folder, and its clients. Uses only the standard library."""

import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).parents[2]
RULESETS = tuple((ROOT / "data/armies/rulesets.txt").read_text().split())


class Program:
    """`grognard play` over a folder; it can be killed and started again."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, str(folder)
        self.said = tempfile.TemporaryFile("w+")
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
        self.said.close()

    def start(self):
        """Starts it and waits until it prints the address of the table."""
        command = [self.binary, "play", "--no-open", "--lang", "en", "--port", "0", "--data", self.folder]
        # The signals of this process are restored, where a write beyond a limit is an error and not the end.
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.said, text=True, restore_signals=False)
        for line in self.process.stdout:
            if found := re.search(r"http://([\d.]+):(\d+)/#house=([^\s&]+)", line):
                self.host, self.port, self.house = found[1], int(found[2]), found[3]
                return
        raise SystemExit(f"the program did not start:\n{self.complaints()}")

    def kill(self, how=signal.SIGKILL):
        """Ends it at once, as a power cut would."""
        if self.process and self.process.poll() is None:
            os.kill(self.process.pid, how)
        if self.process:
            self.process.wait()
            self.process.stdout.close()
        self.process = None

    def complaints(self):
        """Its error output."""
        self.said.flush()
        self.said.seek(0)
        return self.said.read()[-4000:]

    def check(self):
        """Checks that it runs without a panic."""
        said = self.complaints()
        if self.process is None or self.process.poll() is not None or "panicked at" in said:
            raise SystemExit(f"the program failed:\n{said}")

    def memory(self):
        """Resident memory in megabytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def cpu(self):
        """Seconds of processor time so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def client(self, token=None):
        """A client with a token; by default the owner."""
        return Client(self, token or self.house)

    def begin(self, ruleset="marie-louise", leaders=("person", "person"), scenario="premier-feu"):
        """A battle: its id and the clients of its seats."""
        body = {"scenario": scenario, "ruleset": ruleset, "leaders": list(leaders)}
        opened = self.client().good("POST", "/api/battles", body)
        return opened["battle"], [self.client(seat["token"]) for seat in opened["seats"]]


class Refused(Exception):
    """A status from 400 on."""

    def __init__(self, status, text):
        super().__init__(f"{status} {text[:300]}")
        self.status, self.text = status, text


class Client:
    """A client with a token and a connection of its own."""

    def __init__(self, program, token):
        self.program, self.token, self.connection = program, token, None

    def send(self, method, path, body=None, headers=None, timeout=60):
        """Status and text of a response. A connection that was closed between two requests is opened again."""
        sent = {"Authorization": f"Bearer {self.token}"} | (headers or {})
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
            body = body if isinstance(body, (bytes, str)) else json.dumps(body)
        for attempt in (0, 1):
            fresh = self.connection is None
            if fresh:
                self.connection = http.client.HTTPConnection(self.program.host, self.program.port, timeout=timeout)
            try:
                self.connection.request(method, path, body, sent)
                answer = self.connection.getresponse()
                return answer.status, answer.read().decode()
            except (OSError, http.client.HTTPException):
                self.close()
                # Only an idle connection may be tried again, and only for a request that changes nothing.
                if fresh or attempt or method != "GET":
                    raise
        return None

    def close(self):
        """Closes the connection."""
        if self.connection:
            self.connection.close()
        self.connection = None

    def good(self, method, path, body=None):
        """The response as JSON; anything but success is an error."""
        status, text = self.send(method, path, body)
        if status >= 400:
            raise Refused(status, text)
        return json.loads(text) if text else None

    def table(self):
        """The whole state of the seat."""
        return self.good("GET", "/api/seat")

    def asked(self):
        """The open questions of this seat."""
        return [ask["ask"] for ask in self.table()["now"]["asks"]]

    def suggestion(self, ask):
        """An answer that will be accepted."""
        return self.good("POST", "/api/seat/suggest", {"ask": ask})["replies"]

    def answer(self, ask, replies):
        """Answers a question."""
        return self.good("POST", "/api/seat/answer", {"ask": ask, "replies": replies})


def percentile(values, share):
    """The value below which this share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


class Clock:
    """The rest of the given time."""

    def __init__(self, seconds):
        self.end = time.monotonic() + seconds

    def left(self):
        """The seconds left."""
        return self.end - time.monotonic()

    def __bool__(self):
        return self.left() > 0
