"""
A foreign program, contained: lines go in, lines come out, and whatever else it does costs nobody but itself.

It may crash, hang, flood, eat memory or leave half a line. Each of these raises `AssignorFailed` within the time given,
and the program is killed with all its children. Neither of its pipes can block us: all three are polled at once, so a
program that does not read while it writes stops nobody.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
import weakref
from contextlib import suppress
from fcntl import ioctl
from termios import FIONREAD
from typing import TYPE_CHECKING

from assignors.interface import AssignorFailed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assignors.hosted.limits import Limits

_CHUNK = 1 << 18
_LAST_WORDS = 4_000
_SHOWN = 80
_DYING_SECONDS = 0.5

_LIMITED = 'ulimit -c 0 2>/dev/null; ulimit -d "$1" 2>/dev/null; shift; exec "$@"'
"""
What sets the limits: the shell's own `ulimit`, then the program takes the shell's place.

Data, not address space, is limited: Java and Go reserve far more addresses than they use.
"""


class Doubtful(AssignorFailed):
    """
    A failure that may be an earlier question's doing: it counts only if a new process fails too.

    So is a host that fell before it read this question, or said something that nobody asked for.
    """


class HostProcess:
    """
    A running program whose stdin takes lines and whose stdout gives them.

    After any failure the process is gone: ask `alive`, and start another.
    """

    def __init__(self, command: Sequence[str], *, limits: Limits, environment: Mapping[str, str]) -> None:
        """
        Start `command`, with `environment` added to ours.
        """
        self._limits = limits
        self._process = subprocess.Popen(  # noqa: S603 - running what the user names is what a target is for
            ["/bin/sh", "-c", _LIMITED, "assay-host", str(limits.most_memory() >> 10), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, **environment},
            start_new_session=True,
        )
        self._in, self._out, self._err = (_descriptor(self._process, name) for name in ("stdin", "stdout", "stderr"))
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        self._open = {self._out, self._err}
        for descriptor in self._open:
            self._poll.register(descriptor, select.POLLIN)
        self._received = bytearray()
        self._searched = 0
        self._replies = 0
        self._sent = 0
        self._last_words = b""
        self._owner = os.getpid()
        self._kill = weakref.finalize(self, _kill_with_children, self._process, self._owner)

    @property
    def alive(self) -> bool:
        """
        Whether it can be asked: not killed, and not inherited from the process that started it.
        """
        return self._kill.alive and os.getpid() == self._owner

    def kill(self) -> None:
        """
        End the program and all its children; harmless when repeated.
        """
        self._kill()

    def first_line(self) -> bytes:
        """
        The first line that it prints of its own accord: its greeting.
        """
        return self._contained(b"", self._limits.start_seconds)

    def exchange(self, question: bytes) -> bytes:
        """
        The one line that it prints once it was given `question`, without the line's end. Raises `AssignorFailed`;
        `Doubtful` where an earlier question may be to blame.
        """
        return self._contained(question, self._limits.call_seconds)

    def replied(self) -> None:
        """
        The last line was a true reply: from now on, what goes wrong may be its aftermath.
        """
        self._replies += 1

    def last_words(self) -> str:
        """
        The end of what it wrote to stderr.
        """
        return self._last_words.decode(errors="replace").strip()

    def _contained(self, question: bytes, seconds: float) -> bytes:
        try:
            return self._exchanged(question, seconds)
        except BaseException:
            # Also when we are interrupted: the next line would answer the wrong question.
            self.kill()
            raise

    def _exchanged(self, question: bytes, seconds: float) -> bytes:
        deadline = time.monotonic() + seconds
        self._sent = 0
        if question:
            self._listen()
        self._last_words = b""
        unsent = memoryview(question)[self._write(question) :]
        if unsent:
            self._poll.register(self._in, select.POLLOUT)
        try:
            while (line := self._line()) is None:
                self._wait(deadline, seconds)
                if unsent:
                    unsent = unsent[self._write(unsent) :]
                    if not unsent:
                        self._poll.unregister(self._in)
        finally:
            if unsent:
                self._poll.unregister(self._in)
        if question and self._received:
            # Perhaps the line is an earlier question's last word, and what follows is the answer.
            raise self.doubted("garbage", f"more than one line: {shown_line(line)}, {shown_line(self._received)}")
        return line

    def _listen(self) -> None:
        """
        Nothing was asked, so it should be silent and alive.
        """
        for descriptor, _ in self._poll.poll(0):
            self._hear(descriptor)
        if self._received:
            raise self.doubted("garbage", f"a line that nobody asked for: {shown_line(self._received)}")
        if self._out not in self._open:
            raise self._death()

    def doubted(self, kind: str, message: str) -> AssignorFailed:
        """
        A failure: doubtful if an earlier question may be to blame, because this process has answered one.
        """
        return (Doubtful if self._replies else AssignorFailed)(kind, message, self.last_words())

    def _failure(self, kind: str, message: str) -> AssignorFailed:
        if self._unread() < self._sent:
            return AssignorFailed(kind, message, self.last_words())
        return self.doubted(kind, message)

    def _write(self, data: bytes | memoryview) -> int:
        if not data:
            return 0
        try:
            written = os.write(self._in, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            # It no longer listens. Whether it still answers shows on its stdout.
            return len(data)
        self._sent += written
        return written

    def _unread(self) -> int:
        """
        How many bytes of what was written wait in the pipe.
        """
        count = bytearray(4)
        ioctl(self._in, FIONREAD, count)
        return int.from_bytes(count, sys.byteorder)

    def _line(self) -> bytes | None:
        end = self._received.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._received)
            if self._searched > self._limits.line:
                raise self.doubted("output-flood", f"a line of more than {self._limits.line:,} bytes")
            return None
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        self._searched = 0
        return line

    def _wait(self, deadline: float, seconds: float) -> None:
        if self._out not in self._open:
            raise self._death()
        left = deadline - time.monotonic()
        if left <= 0:
            raise self._silence(seconds)
        for descriptor, _ in self._poll.poll(left * 1000):
            if descriptor != self._in:
                self._hear(descriptor)

    def _hear(self, descriptor: int) -> None:
        try:
            chunk = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._poll.unregister(descriptor)
            self._open.remove(descriptor)
        elif descriptor == self._err:
            self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]
        else:
            self._received += chunk

    def _silence(self, seconds: float) -> AssignorFailed:
        if (ended := self._ending()) is not None:
            return self._failure("crash", f"the process ended {ended}, its children did not")
        return self._failure("hang", f"no answer within {seconds:g} s{self._half_a_line()}")

    def _death(self) -> AssignorFailed:
        patience = time.monotonic() + _DYING_SECONDS
        while (ended := self._ending()) is None and time.monotonic() < patience:
            time.sleep(0.001)
        if self._err in self._open:
            self._hear(self._err)
        how = "its output was closed" if ended is None else f"the process ended {ended}"
        return self._failure("crash", how + self._half_a_line())

    def _ending(self) -> str | None:
        """
        How the process ended, if it has. It stays unburied until the kill, so that its group's number stays its own.
        """
        status = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if status is None:
            return None
        if status.si_code == os.CLD_EXITED:
            return f"with exit code {status.si_status}"
        return f"by signal {_signal_name(status.si_status)}"

    def _half_a_line(self) -> str:
        if not self._received:
            return ""
        return f", in the middle of a line: {shown_line(self._received)}"


def shown_line(line: bytes | bytearray) -> str:
    """
    A line of a foreign program as it appears in a message: quoted, and cut where it is long.

    >>> shown_line(b"x" * 100)[-8:]
    "xxxx'..."
    """
    text = bytes(line[:_SHOWN]).decode(errors="replace")
    return repr(text) + ("..." if len(line) > _SHOWN else "")


def _descriptor(process: subprocess.Popen[bytes], name: str) -> int:
    descriptor: int = getattr(process, name).fileno()
    return descriptor


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _kill_with_children(process: subprocess.Popen[bytes], owner: int) -> None:
    if os.getpid() != owner:
        return  # a fork of ours ends: the host is not its to kill
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
