"""The output of a process, line by line: kept, and waited for."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Sequence
from time import monotonic, sleep
from typing import TypeVar

from kafka_assay.assignors.errors import AssayError

_LAST_WORDS = 5
_LOOK_SECONDS = 0.05
_Found = TypeVar("_Found")


def wait_until(find: Callable[[], _Found | None], seconds: float, otherwise: str) -> _Found:
    """What `find` finds in the lines of several programs, looked at every twentieth of a second."""
    until = monotonic() + seconds
    while monotonic() < until:
        if (found := find()) is not None:
            return found
        sleep(_LOOK_SECONDS)
    raise AssayError(f"{otherwise} after {seconds:g} s")


class WatchedLines:
    """Keeps every line that a process prints."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        """Read the process's stdout in a thread of its own."""
        self._process = process
        self._lines: list[str] = []
        self._changed = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def wait_for_end(self, seconds: float) -> None:
        """Read to the end of the process, which is killed after so many seconds."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._thread.join()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as printed:
            for line in printed:
                with self._changed:
                    self._lines.append(line.decode("utf-8", "replace").rstrip("\n"))
                    self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def count(self) -> int:
        """The number of lines so far."""
        with self._changed:
            return len(self._lines)

    def since(self, start: int) -> list[str]:
        """The lines from number `start` on."""
        with self._changed:
            return self._lines[start:]

    def wait_for(self, is_wanted: Callable[[str], bool], seconds: float, start: int = 0) -> str:
        """
        The first wanted line from number `start` on.

        Raises `AssayError` where the process ends first, or none comes within `seconds`.
        """
        return self.wait_until(lambda lines: next(filter(is_wanted, lines[start:]), None), seconds)

    def wait_until(self, find: Callable[[Sequence[str]], _Found | None], seconds: float) -> _Found:
        """
        What `find` finds in all lines so far, as soon as it is not None.

        Raises `AssayError` where the process ends first, or nothing is found within `seconds`.
        """
        until = monotonic() + seconds
        with self._changed:
            while True:
                found = find(self._lines)
                if found is not None:
                    return found
                if self._ended or not self._changed.wait(until - monotonic()):
                    why = "it ended" if self._ended else f"nothing within {seconds:g} s"
                    raise AssayError(f"{why}: {' | '.join(self._lines[-_LAST_WORDS:])}")
