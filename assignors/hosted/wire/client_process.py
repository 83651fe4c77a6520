"""The consumer program of a `wire:` target."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import threading
from collections.abc import Mapping

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


def start_client(words: list[str]) -> subprocess.Popen[bytes]:
    """
    Start the program. Its output goes to our stderr. When it ends, this process ends too.

    Then the end is judged as the end of any other host, and nothing waits for a program that is gone.
    """
    client = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=sys.stderr.fileno())  # noqa: S603
    threading.Thread(target=_end_with, args=(client, words[0]), daemon=True).start()
    return client


def _end_with(client: subprocess.Popen[bytes], name: str) -> None:
    code = client.wait()
    ending = f"with exit code {code}" if code >= 0 else f"by signal {-code}"
    os.write(2, f"the consumer program {name} ended {ending}\n".encode())
    os._exit(code if code > 0 else 1)
