"""Progress on stderr while something is downloaded or built: lines, and on a terminal a spinner."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from assay.output import note
from kafka_assay.assignors.hosted.artefacts import BuildListener

EVERY = 20.0
"""Without a terminal, a line after so many seconds says that the work goes on."""


class BuildDisplay(BuildListener):
    """Note on stderr what is built for the first time, and how long it took."""

    def say(self, line: str) -> None:
        """Print one line."""
        note(f"assay: {line}")

    @contextmanager
    def announce(self, what: str) -> Iterator[None]:
        """Print a line before and after. A failure is reported by the caller."""
        from rich.console import Console

        note(f"assay: downloading and building {what} (only once)")
        start = time.monotonic()
        with Console(file=sys.stderr).status(f"{what} ...") if sys.stderr.isatty() else _lines_about(what, start):
            yield
        note(f"assay: {what} is ready ({time.monotonic() - start:.0f} s)")


@contextmanager
def _lines_about(what: str, start: float) -> Iterator[None]:
    ended = Event()

    def tell() -> None:
        while not ended.wait(EVERY):
            note(f"assay: {what}: still at it ({time.monotonic() - start:.0f} s)")

    teller = Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()
