"""
What a person sees while something is fetched or built: a line that says what, and on a terminal that it still goes on.
"""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING

from assay.terminal.output import note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.status import Status

LONG = 1.0
"""Only who waits longer than so many seconds is shown that something moves."""


class BuildDisplay:
    """Tells stderr what is made for the first time, and how long it took."""

    def say(self, line: str) -> None:
        """A line of its own."""
        note(f"assay: {line}")

    @contextmanager
    def announce(self, what: str) -> Iterator[None]:
        """Say so before, and when it is kept; what fails is told by whoever wanted it."""
        note(f"assay: fetching and building {what}, once")
        start = time.monotonic()
        with _show_status(f"{what} ..."):
            yield
        note(f"assay: {what} is kept ({time.monotonic() - start:.0f} s)")


@contextmanager
def _show_status(what: str) -> Iterator[None]:
    """
    A sign that turns, once it takes long, where somebody looks; none beside another display that is there already.
    """
    shown: list[Status] = []

    def show() -> None:
        from rich.console import Console
        from rich.errors import LiveError

        status = Console(file=sys.stderr).status(what)
        with suppress(LiveError):
            status.start()
            shown.append(status)

    timer = Timer(LONG, show)
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if timer.ident is not None:
            timer.join()
        for status in shown:
            status.stop()
