"""A consumer program that a study runs: it is told new topics on stdin, and its end and last words are known."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from kafka_assay.assignors.hosted.supervised_process import Limits, SupervisedProcess

_CHUNK = 1 << 16
_LAST_WORDS = 4_000


class MemberProgram:
    """A running program, under a supervisor. `ended` becomes the text of its end."""

    def __init__(self, process: SupervisedProcess) -> None:
        """Watch `process` on the running event loop."""
        self._process = process
        self._loop = asyncio.get_running_loop()
        self._printed = b""
        self.ended: asyncio.Future[str] = self._loop.create_future()
        self._watched = (process.stdout, process.stderr, process.word)
        for descriptor in self._watched[:2]:
            self._loop.add_reader(descriptor, self._read, descriptor)
        self._loop.add_reader(process.word, self._note_end)

    def subscribe(self, topics: Sequence[str]) -> None:
        """Tell the program its new topics."""
        self.stop_polling(topics)
        self.poll_again()

    def stop_polling(self, topics: Sequence[str]) -> None:
        """Begin a line with topics. A recipe waits for its end in the thread that polls."""
        os.write(self._process.stdin, ",".join(topics).encode())

    def poll_again(self) -> None:
        """End the line."""
        os.write(self._process.stdin, b"\n")

    def last_line(self) -> str:
        """The last line that the program printed, but for the frames of a stack."""
        lines = (line.strip() for line in reversed(self._printed.decode("utf-8", "replace").split("\n")))
        return next((line for line in lines if line and not line.startswith("at ")), "")

    def stop(self) -> None:
        """End the program and all its descendants."""
        for descriptor in self._watched:
            self._loop.remove_reader(descriptor)
        self._process.end()

    def _read(self, descriptor: int) -> None:
        data = b""
        with suppress(BlockingIOError):
            data = os.read(descriptor, _CHUNK)
            if not data:
                self._loop.remove_reader(descriptor)
        self._printed = (self._printed + data)[-_LAST_WORDS:]

    def _note_end(self) -> None:
        ending = self._process.wait_for_end()
        if ending is not None:
            self._loop.remove_reader(self._process.word)
            self.ended.set_result(ending)


@contextmanager
def running_member(words: Sequence[str]) -> Iterator[MemberProgram]:
    """Start a program, and end it with the block. Raises `AssayError`."""
    program = MemberProgram(SupervisedProcess(words, memory=Limits().most_memory(), environment={}))
    try:
        yield program
    finally:
        program.stop()
