"""The real program on a data folder of its own, and requests to it."""

import json
import os
import re
import subprocess
import tempfile
import urllib.error
import urllib.request

LOCAL = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Program:
    """A running `grognard play`; ends with the `with`."""

    def __init__(self, binary):
        self.binary = binary

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        command = [self.binary, "play", "--no-open", "--lang", "en", "--port", "0", "--data", self.folder.name]
        self.complaints = tempfile.TemporaryFile("w+")
        quiet = os.environ | {"RUST_BACKTRACE": "0"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.complaints, text=True, env=quiet)
        for line in self.process.stdout:
            if found := re.search(r"(http://\S+)/#house=([^\s&]+)", line):
                self.base, self.house = found.groups()
                return self
        raise SystemExit(f"{self.binary} did not say where the table is")

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.complaints.close()
        self.folder.cleanup()

    def check(self):
        """Checks that it runs without a panic: a caught panic is a fault too."""
        self.complaints.seek(0)
        said = self.complaints.read()
        if self.process.poll() is not None or "panicked at" in said:
            raise SystemExit(f"the program failed:\n{said[-3000:]}")

    def send(self, method, path, token, body=None):
        """Status and text of an answer."""
        return send(self.base, method, path, token, body)

    def begin(self):
        """A battle of two persons: its id and the tokens of its seats."""
        house = json.loads(self.send("GET", "/api/house", self.house)[1])
        wanted = {
            "scenario": "premier-feu",
            "ruleset": house["rulesets"][0]["id"],
            "leaders": ["person", "person"],
        }
        status, text = self.send("POST", "/api/battles", self.house, wanted)
        if status >= 300:
            raise SystemExit(f"no battle: {status} {text}")
        opened = json.loads(text)
        return opened["battle"], [seat["token"] for seat in opened["seats"]]


def send(base, method, path, token, body=None):
    """Status and text of an answer."""
    headers = {"Authorization": f"Bearer {token}"}
    if body is not None:
        headers["Content-Type"] = "application/json"
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data=body, headers=headers, method=method)
    try:
        with LOCAL.open(request, timeout=120) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def log(base, seats):
    """The events of a battle, as each seat may know them."""
    return [send(base, "GET", "/api/seat/log", token) for token in seats]
