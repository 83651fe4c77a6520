"""
Lines to and from a host that may be wrong. No output ends the conversation; only silence does.

`host_process` is strict and kills at the first mistake, because a wrong line must never become a verdict. This module
looks for mistakes, so it continues to read after any output.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Mapping, Sequence

from kafka_assay.assignors.hosted.supervised_process import Limits, SupervisedProcess

_CHUNK = 1 << 18
_LAST_WORDS = 2_000


class NoLineError(Exception):
    """No line came: the host ended, closed its output, never ended the line, or took too long."""


class Conversation:
    """A running host. Input is sent while output is read, so that neither side can block the other."""

    def __init__(self, words: Sequence[str], *, limits: Limits, environment: Mapping[str, str]) -> None:
        """Start the program. Raises `AssayError` where it cannot be started."""
        self._program = SupervisedProcess(words, memory=limits.most_memory(), environment=environment)
        self._longest = limits.line
        self._unsent = bytearray()
        self._received = bytearray()
        self._last_words = b""
        self._poll = select.poll()
        self._open = {self._program.stdout, self._program.stderr}
        for descriptor in self._open:
            self._poll.register(descriptor, select.POLLIN)

    def send(self, data: bytes) -> None:
        """Send `data` as far as the pipe takes it, and the rest while listening."""
        self._unsent += data
        self._poll.register(self._program.stdin, select.POLLOUT)
        self._write_pending()

    def read_line(self, seconds: float) -> bytes:
        """Read the next line, without its end. Raises `NoLineError` where none comes within `seconds`."""
        until = time.monotonic() + seconds
        while (end := self._received.find(b"\n")) < 0:
            if self._program.stdout not in self._open:
                raise NoLineError(self._how_it_ended())
            if len(self._received) > self._longest:
                raise NoLineError(f"a line of more than {self._longest:,} bytes")
            if (left := until - time.monotonic()) <= 0:
                raise NoLineError(
                    f"no line within {seconds:g} s" + (" (the line is incomplete)" if self._received else "")
                )
            self._wait_once(left)
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        return line

    def read_unasked(self, seconds: float) -> bytes:
        """Read the host's output without a question, for `seconds`."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and self._program.stdout in self._open:
            self._wait_once(left)
        return bytes(self._received)

    def close_input(self) -> None:
        """Close its stdin: there are no more questions."""
        if self._unsent:
            self._stop_sending()
        self._program.close_input()

    def wait_for_end(self, seconds: float) -> str | None:
        """How it ended, within `seconds`; None where it still runs."""
        until = time.monotonic() + seconds
        while self._open and (left := until - time.monotonic()) > 0 and self._program.wait_for_end() is None:
            self._wait_once(min(left, 0.05))
        return self._program.wait_for_end(max(0.0, until - time.monotonic()))

    def last_words(self) -> str:
        """The end of its stderr."""
        return self._last_words.decode(errors="replace").strip()

    def close(self) -> None:
        """End the host. Calling it again does nothing."""
        self._program.end()

    def _how_it_ended(self) -> str:
        ended = self._program.wait_for_end(1.0)
        how = "its output was closed" if ended is None else f"the process ended {ended}"
        last = self.last_words().rpartition("\n")[2]
        return how + (f"; last line on stderr: {last}" if last else "")

    def _wait_once(self, seconds: float) -> None:
        for descriptor, _ in self._poll.poll(seconds * 1000):
            if descriptor == self._program.stdin:
                self._write_pending()
            else:
                self._read_from(descriptor)

    def _write_pending(self) -> None:
        try:
            del self._unsent[: os.write(self._program.stdin, self._unsent)]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._unsent.clear()  # it stopped reading; its stdout shows whether it still writes
        if not self._unsent:
            self._stop_sending()

    def _stop_sending(self) -> None:
        self._unsent.clear()
        self._poll.unregister(self._program.stdin)

    def _read_from(self, descriptor: int) -> None:
        chunk = os.read(descriptor, _CHUNK)
        if not chunk:
            self._poll.unregister(descriptor)
            self._open.remove(descriptor)
        elif descriptor == self._program.stderr:
            self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]
        else:
            self._received += chunk
