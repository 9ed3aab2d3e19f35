"""A check after every request of schemathesis: a refused request has changed nothing."""

import os

import schemathesis

from program import log

BASE = os.environ["FUZZ_BASE"]
SEATS = os.environ["FUZZ_SEATS"].split(",")
known = log(BASE, SEATS)


@schemathesis.serializer("application/jsonl", "application/toml")
def as_text(ctx, value):
    """Files are sent as they are generated."""
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")


@schemathesis.check
def refused_changes_nothing(ctx, response, case):
    """The log of the battle is the same after a refusal; an accepted request may have changed it."""
    global known
    if response.status_code < 400 and case.method == "GET":
        return
    now = log(BASE, SEATS)
    changed = now != known
    known = now
    if response.status_code >= 400 and changed:
        raise AssertionError(f"{case.method} {case.path} was refused with {response.status_code} and changed the battle")
