"""The exceptions of Grognard: every fault with its place and its reason. A call that raises has changed nothing."""

from __future__ import annotations

from typing import List, Sequence, Tuple

__all__ = ["GrognardError", "BadInput", "Refused"]


class GrognardError(Exception):
    """An operation that is not possible. ``faults`` holds place and reason of each fault."""

    def __init__(self, faults: Sequence[Tuple[str, str]]) -> None:
        self.faults: List[Tuple[str, str]] = [(str(place), str(reason)) for place, reason in faults]
        super().__init__("\n".join(f"{place}: {reason}" if place else reason for place, reason in self.faults))

    def __reduce__(self):  # type: ignore[no-untyped-def]
        return type(self), (self.faults,)

    @property
    def place(self) -> str:
        """The place of the first fault."""
        return self.faults[0][0] if self.faults else ""

    @property
    def reason(self) -> str:
        """The reason of the first fault."""
        return self.faults[0][1] if self.faults else ""


class BadInput(GrognardError, ValueError):
    """An invalid argument: an unknown id, a file with faults, a question that is not open."""


class Refused(GrognardError):
    """An answer that the rules do not allow. Each reason begins with the rule."""
