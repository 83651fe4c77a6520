"""
The consumer programs of a target. Each leads a group of its own, so that they answer questions side by side.

The first one starts at once. Another one starts when a question has to wait, up to the number that was asked for. So
questions that come one by one all go to the first program.
"""

from __future__ import annotations

import heapq
import os
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import TypeAlias

from kafka_assay.assignors.hosted.wire.broker import Broker
from kafka_assay.assignors.hosted.wire.wire_assignor import WireAssignor
from kafka_assay.assignors.model import Group


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


Plan: TypeAlias = "dict[str, dict[str, list[int]]]"


class Consumers:
    """The running programs. A program that has joined answers one question at a time."""

    def __init__(self, command: str, group: str, strategy: str | None, count: int) -> None:
        """Up to `count` programs of `command`, with `group` at the start of their group ids. None runs yet."""
        self._broker = Broker()
        self._command = command
        self._group = group
        self._strategy = strategy
        self._count = count
        self._assignors: list[WireAssignor] = []
        self._free: list[int] = []
        self._joined: set[int] = set()
        self._changed = threading.Condition()

    def start_first(self) -> WireAssignor:
        """Start the first program, and wait until it leads its group. Raises `OSError`."""
        first = self._start(is_needed=True)
        first.probe()
        self._add_free(0)
        return first

    def put(self, _: object, group: Group) -> Callable[[], Plan]:
        """The call that asks a free program about `group`, and makes it free again. Waits until one is free."""
        number = self._take_free()

        def ask() -> Plan:
            try:
                return self._assignors[number].assign(group)
            finally:
                self._add_free(number)

        return ask

    def _take_free(self) -> int:
        with self._changed:
            if not self._free and len(self._assignors) < self._count:
                self._start_another()
            self._changed.wait_for(lambda: self._free)
            return heapq.heappop(self._free)

    def _add_free(self, number: int) -> None:
        with self._changed:
            self._joined.add(number)
            heapq.heappush(self._free, number)
            self._changed.notify()

    def _start_another(self) -> None:
        """Start one more program. No question waits for it: it is used when it has joined."""
        number = len(self._assignors)
        try:
            another = self._start(is_needed=False)
        except OSError as wrong:
            os.write(2, f"no further consumer program can be started: {wrong}\n".encode())
            return

        def join() -> None:
            another.probe()
            self._add_free(number)

        threading.Thread(target=join, daemon=True).start()

    def _start(self, *, is_needed: bool) -> WireAssignor:
        number = len(self._assignors)
        served = self._broker.open_group(self._strategy)
        values: Mapping[str, str] = {
            "bootstrap": served.bootstrap,
            "group": self._group if is_needed else f"{self._group}-{number}",
            "topics": ",".join(served.pool.first_names),
            "strategy": self._strategy or "",
        }
        words = filled_words(self._command, values)
        start_client(words, lambda ending: self._note_end(number, words[0], ending))
        self._assignors.append(WireAssignor(self._broker, served))
        return self._assignors[-1]

    def _note_end(self, number: int, name: str, code: int) -> None:
        """
        End this process with the program that ended.

        Then the end is judged as the end of any other host, and nothing waits for a program that is gone. A further
        program that has never joined is only left out.
        """
        ending = f"with exit code {code}" if code >= 0 else f"by signal {-code}"
        os.write(2, f"the consumer program {name} ended {ending}\n".encode())
        if not number or number in self._joined:
            os._exit(code if code > 0 else 1)
