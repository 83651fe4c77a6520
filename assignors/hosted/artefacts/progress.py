"""
What is being fetched or built, for whoever wants to hear it. Nobody hears it unless somebody asks: no library prints.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class Listener(Protocol):
    """Somebody who is told."""

    def say(self, line: str) -> None:
        """Take note of one line."""

    def making(self, what: str) -> AbstractContextManager[None]:
        """What is entered while `what` is being fetched or built, which may take minutes."""


class Silence:
    """Nobody."""

    def say(self, line: str) -> None:
        """Nothing happens."""

    def making(self, what: str) -> AbstractContextManager[None]:
        """Nothing happens."""
        del what
        return nullcontext()


class _Heard:
    by: Listener = Silence()


def listener() -> Listener:
    """Who is told now."""
    return _Heard.by


def tell(to: Listener) -> None:
    """From now on `to` is told."""
    _Heard.by = to
