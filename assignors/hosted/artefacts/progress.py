"""Report what is being fetched or built to a listener. Without a listener nothing is printed."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class BuildListener(Protocol):
    """Receives the progress of fetching and building."""

    def say(self, line: str) -> None:
        """Receive one line."""

    def announce(self, what: str) -> AbstractContextManager[None]:
        """A block in which `what` is fetched or built, which may take minutes."""


class SilentListener:
    """Ignores all progress."""

    def say(self, line: str) -> None:
        """Do nothing."""

    def announce(self, what: str) -> AbstractContextManager[None]:
        """Do nothing."""
        del what
        return nullcontext()


class _CurrentListener:
    by: BuildListener = SilentListener()


def current_listener() -> BuildListener:
    """The listener in use."""
    return _CurrentListener.by


def set_listener(to: BuildListener) -> None:
    """Use this listener from now on."""
    _CurrentListener.by = to
