"""
Progress on stderr while something is downloaded or built: a line, and on a terminal a spinner.
"""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING

from assay.output import note
from kafka_assay.assignors.hosted.artefacts import BuildListener

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.status import Status

LONG = 1.0
"""Seconds before the spinner appears."""


class BuildDisplay(BuildListener):
    """Note on stderr what is built for the first time, and how long it took."""

    def say(self, line: str) -> None:
        """Print one line."""
        note(f"assay: {line}")

    @contextmanager
    def announce(self, what: str) -> Iterator[None]:
        """Print a line before and after. A failure is reported by the caller."""
        note(f"assay: downloading and building {what} (only once)")
        start = time.monotonic()
        with _show_status(f"{what} ..."):
            yield
        note(f"assay: {what} is ready ({time.monotonic() - start:.0f} s)")


@contextmanager
def _show_status(what: str) -> Iterator[None]:
    """
    Show a spinner after a while, on a terminal only, and not beside another display.
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
