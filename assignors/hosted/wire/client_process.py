"""The consumer program of a `wire:` target."""

from __future__ import annotations

import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping

PLACEHOLDERS = ("bootstrap", "group", "topics", "strategy")


def filled_words(command: str, values: Mapping[str, str]) -> list[str]:
    """
    The words of `command` with its placeholders filled in.

    >>> filled_words("python c.py {bootstrap} '{topics}'", {"bootstrap": "localhost:9092", "topics": "a,b"})
    ['python', 'c.py', 'localhost:9092', 'a,b']
    """
    words = shlex.split(command)
    for name, value in values.items():
        words = [word.replace(f"{{{name}}}", value) for word in words]
    return words


def start_client(words: list[str], note_end: Callable[[int], None]) -> None:
    """Start the program. Its output goes to our stderr. `note_end` gets its exit code, on a thread of its own."""
    client = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=sys.stderr.fileno())  # noqa: S603
    threading.Thread(target=lambda: note_end(client.wait()), daemon=True).start()
