"""
A foreign program, contained: it takes lines and returns lines, and its failures affect only itself.

It may crash, hang, flood, use up memory or print half a line. Each of these raises `AssignorFailed` within the time
limit, and the program is killed with all its descendants. Its pipes cannot block us: all three are polled at once, so a
program that does not read while it writes delays nothing.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fcntl import ioctl
from termios import FIONREAD

from kafka_assay.assignors.hosted.protocol import quote_line
from kafka_assay.assignors.hosted.supervised_process import Limits, SupervisedProcess
from kafka_assay.assignors.interface import HANG, AssignorFailed

_CHUNK = 1 << 18
_LAST_WORDS = 4_000
DYING_SECONDS = 0.5
"""A dying program may take so long to end."""
_NOTHING_BUT_ERRORS = 0


class DoubtfulFailure(AssignorFailed):
    """A failure that an earlier question may have caused. It counts only if a new process fails too."""


class EarlierFailure(DoubtfulFailure):
    """A failure that an earlier question caused for certain: the host crashed or wrote before it read this one."""


class HostProcess(SupervisedProcess):
    """
    A supervised program that reads lines on stdin and prints lines on stdout.

    After any failure the process is gone. Check `is_alive`, and start another.
    """

    def __init__(self, command: Sequence[str], *, limits: Limits, environment: Mapping[str, str]) -> None:
        """Start `command`, with `environment` added to ours."""
        super().__init__(command, memory=limits.most_memory(), environment=environment)
        self._limits = limits
        self._poll = select.poll()
        self._open = {self.stdout, self.stderr}
        for descriptor in (*self._open, self.word):
            self._poll.register(descriptor, select.POLLIN)
        self._poll.register(self.stdin, _NOTHING_BUT_ERRORS)
        self._is_deaf = False
        self._is_dying = False
        self._deadline = 0.0
        self._longest = limits.longest_answer(0)
        self._received = bytearray()
        self._searched = 0
        self._replies = 0
        self._sent = 0
        self._unsent = memoryview(b"")
        self._is_cut_short = False
        self._last_words = b""

    def kill(self) -> None:
        """End the program and all its descendants. Calling it again does nothing."""
        self.end()
        self._received.clear()  # a flood would stay in memory until the next question

    def read_first_line(self) -> bytes:
        """Read its first line, the greeting, which needs no question. Raises `AssignorFailed`, and ends the program."""
        try:
            return self.read_line(self._limits.start_seconds)
        except BaseException:
            self.kill()
            raise

    def exchange(self, *questions: bytes, seconds: float | None = None) -> list[bytes]:
        """
        Send all `questions` at once. Returns as many lines, without their ends, each within `seconds` (None: the usual
        limit).

        Raises `AssignorFailed`, or `DoubtfulFailure` where an earlier question may be the cause, and ends the program.
        A failure does not say which question caused it. This method does not check which question a line answers, or
        when it was written: see `out_of_turn`.
        """
        self._sent = 0
        try:
            self._check_silence()
            self._longest = self._limits.longest_answer(max(map(len, questions)))
            self._last_words = b""
            self.send(b"".join(questions))
            lines = self._read_lines(len(questions), self._limits.call_seconds if seconds is None else seconds)
        except BaseException:
            self.kill()  # also after an interrupt: the next line would answer the wrong question
            raise
        self._is_cut_short = bool(self._unsent)
        return lines

    def send(self, data: bytes | None = None) -> None:
        """
        Send `data` as far as the pipe takes it; None: send more of the rest. Raises `AssignorFailed`.

        `read_line` sends the rest.
        """
        if data is not None:
            self._sent = 0
            self._unsent = memoryview(data)
        try:
            written = os.write(self.stdin, self._unsent)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            if not self._sent:
                raise self._death_failure("input") from None
            written = len(self._unsent)  # it stopped reading; its stdout shows whether it still answers
        else:
            self._sent += written
        self._unsent = self._unsent[written:]
        if not self._is_deaf:
            self._poll.modify(self.stdin, select.POLLOUT if self._unsent else _NOTHING_BUT_ERRORS)

    def read_line(self, seconds: float) -> bytes:
        """Read the next line, without its end, within `seconds`. Raises `AssignorFailed`; the program runs on."""
        # Its end may have come together with the answer before; then nobody reads this question.
        self._deadline = time.monotonic() + (DYING_SECONDS if self._is_dying else seconds)
        while (line := self._take_line()) is None:
            self._wait(seconds)
            if self._unsent:
                self.send()
        return line

    def _read_lines(self, count: int, seconds: float) -> list[bytes]:
        lines = [self.read_line(seconds)]
        while len(lines) < count:
            lines.append(self.read_line(seconds))
            if sum(map(len, lines)) > self._longest:
                raise self.doubtful_failure("output-flood", f"answers of more than {self._longest:,} bytes")
        return lines

    def read_unasked(self, seconds: float) -> bytes:
        """Read the output that comes without a question within `seconds`, until it ends."""
        self._deadline = time.monotonic() + seconds
        with suppress(AssignorFailed):
            while True:
                self._wait(seconds)
        output, self._received, self._searched = bytes(self._received), bytearray(), 0
        return output

    def close_input(self) -> None:
        """Close its stdin: there are no more questions."""
        self._unsent = memoryview(b"")
        self._ignore_input()
        super().close_input()

    def note_reply(self) -> None:
        """Record that the last line was a valid reply. From now on a failure may come from an earlier question."""
        self._replies += 1

    def out_of_turn(self, line: bytes) -> str | None:
        """Why `line` came out of turn: before the question was read, or with other output; None where it did not."""
        if self._is_cut_short:
            return f"an answer before the question was sent: {quote_line(line)}"
        if self._received:
            return f"more than one line: {quote_line(line)}, {quote_line(self._received)}"
        return None

    def last_words(self) -> str:
        """The end of its stderr."""
        return self._last_words.decode(errors="replace").strip()

    def _check_silence(self) -> None:
        """Raise where the host wrote a line without a question, or closed its output."""
        for descriptor, _ in self._poll.poll(0):
            if descriptor in self._open:
                self._read_from(descriptor)
        if self._received:
            raise self.doubtful_failure("garbage", f"an unexpected line: {quote_line(self._received)}")
        if self.stdout not in self._open:
            raise self._death_failure("output")

    def doubtful_failure(self, kind: str, message: str) -> AssignorFailed:
        """A failure in the host's output. It is doubtful once this process has answered an earlier question."""
        return self._failure(DoubtfulFailure, kind, message)

    def _failure(self, blame: type[AssignorFailed], kind: str, message: str) -> AssignorFailed:
        """A failure, with `blame` if the host has read this question, or enough of it to crash."""
        if not self._replies:
            blame = AssignorFailed
        elif self._unread_bytes() >= self._sent:
            blame = EarlierFailure
        return blame(kind, message, self.last_words())

    def _unread_bytes(self) -> int:
        """The number of written bytes that wait in the pipe."""
        count = bytearray(4)
        ioctl(self.stdin, FIONREAD, count)
        return int.from_bytes(count, sys.byteorder)

    def _take_line(self) -> bytes | None:
        end = self._received.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._received)
            if self._searched > self._longest:
                raise self.doubtful_failure("output-flood", f"a line of more than {self._longest:,} bytes")
            return None
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        self._searched = 0
        return line

    def _wait(self, seconds: float) -> None:
        if self.stdout not in self._open:
            raise self._death_failure("output")
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise self._silence_failure(seconds)
        for descriptor, event in self._poll.poll(left * 1000):
            if descriptor in self._open:
                self._read_from(descriptor)
            elif descriptor == self.stdin:
                if event & select.POLLERR and self._sent:
                    if self._unread_bytes() >= self._sent:
                        raise self._death_failure("input")
                    self._ignore_input()  # it may have read enough to answer
            elif self.wait_for_end() is not None:
                # Its children may keep its output open, but its own output comes soon. A program that ends before the
                # first question may have started the real host.
                self._poll.unregister(self.word)
                self._is_dying = self._sent > 0
                if self._is_dying:
                    self._deadline = min(self._deadline, time.monotonic() + DYING_SECONDS)

    def _ignore_input(self) -> None:
        if not self._is_deaf:
            self._poll.unregister(self.stdin)
            self._is_deaf = True

    def _read_from(self, descriptor: int) -> None:
        try:
            chunk = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._poll.unregister(descriptor)
            self._open.remove(descriptor)
        elif descriptor == self.stderr:
            self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]
        else:
            self._received += chunk

    def _silence_failure(self, seconds: float) -> AssignorFailed:
        if (ended := self.wait_for_end()) is not None:
            return self._failure(AssignorFailed, "crash", f"the process ended {ended}, but its children still run")
        return self._failure(AssignorFailed, HANG, f"no answer within {seconds:g} s{self._unfinished_line()}")

    def _death_failure(self, closed: str) -> AssignorFailed:
        ended = self.wait_for_end(DYING_SECONDS)
        if self.stderr in self._open:
            self._read_from(self.stderr)
        how = f"its {closed} was closed" if ended is None else f"the process ended {ended}"
        # A live host may have closed it because of an earlier question and then read this one.
        blame = DoubtfulFailure if ended is None else AssignorFailed
        return self._failure(blame, "crash", how + self._unfinished_line())

    def _unfinished_line(self) -> str:
        if not self._received:
            return ""
        return f", in the middle of a line: {quote_line(self._received)}"
