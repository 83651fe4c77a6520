"""A program under a supervisor: its limits, its pipes, its exit, and the end of all its descendants."""

from __future__ import annotations

import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import supervisor
from kafka_assay.assignors.hosted.protocol import LONGEST_LINE

_LONGEST_PLAIN_ANSWER = 32 << 20
_ANSWER_TO_QUESTION = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Seconds until the greeting, seconds for a call, bytes of memory (0: fits the machine), most bytes of one line."""

    start_seconds: float = 30.0
    call_seconds: float = 2.0
    memory: int = 0
    line: int = LONGEST_LINE

    def most_memory(self) -> int:
        """The memory limit in bytes. Default: 4 GiB, or three quarters of a smaller machine."""
        if self.memory:
            return self.memory
        return min(4 << 30, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4)

    def longest_answer(self, question: int) -> int:
        """
        The most bytes of the answer to a question of `question` bytes.

        It is enough for two million partitions, and more where the question's names are long. Parsing a line may take
        twenty times its size in our own memory.
        """
        return min(self.line, _LONGEST_PLAIN_ANSWER + _ANSWER_TO_QUESTION * question)


_LIMITED = 'ulimit -c 0 2>/dev/null; ulimit -d "$1" 2>/dev/null; shift; exec "$@"'
"""
The shell command that sets the limits with `ulimit` and then runs the program in the shell's place.

It limits data, not address space: Java and Go reserve far more addresses than they use.
"""

WARD = "ASSAY_WARD"
"""Marks a host's environment, to find its processes if its supervisor is gone."""
_WORD = 64
_BOTH = 2
_LAST_SECONDS = 2 * supervisor.PATIENCE


class SupervisedProcess:
    """
    A running program. `stdin`, `stdout` and `stderr` are its pipes, as non-blocking descriptors.

    `word` becomes readable once `wait_for_end` may have a result.
    """

    def __init__(self, command: Sequence[str], *, memory: int, environment: Mapping[str, str]) -> None:
        """Start `command` with at most `memory` bytes, with `environment` added to ours. Raises `AssayError`."""
        if not sys.executable:
            raise AssayError("no Python interpreter found to start the supervisor")
        mark = f"{os.getpid()}-{secrets.token_hex(8)}"
        ours, theirs = socket.socketpair()
        limited = ("/bin/sh", "-c", _LIMITED, "assay-host", str(memory >> 10), *command)
        try:
            self._supervisor = subprocess.Popen(  # noqa: S603 - a target names the command to run
                [sys.executable, "-I", "-S", supervisor.__file__, str(theirs.fileno()), *limited],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env={**os.environ, **environment, WARD: mark},
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        except OSError as wrong:
            ours.close()
            raise AssayError(f"no process can be started: {wrong.strerror}") from None
        finally:
            theirs.close()
        pipes = self._supervisor.stdin, self._supervisor.stdout, self._supervisor.stderr
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in pipes if pipe is not None)
        self.word = ours.fileno()
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)
        self._word = _SupervisorReport(ours)
        self._owner = os.getpid()
        self._end = weakref.finalize(self, _end_with_descendants, self._supervisor, self._word, mark)

    @property
    def is_alive(self) -> bool:
        """Whether it was neither ended nor inherited by a fork."""
        return self._end.alive and os.getpid() == self._owner

    @property
    def process_id(self) -> int | None:
        """The program's process id while it is known to run."""
        self._word.wait(0.0)
        return self._word.program()

    def end(self) -> None:
        """End the program and all its descendants. Calling it again does nothing."""
        self._end()

    def close_input(self) -> None:
        """Close the program's stdin."""
        assert self._supervisor.stdin is not None
        self._supervisor.stdin.close()

    def wait_for_end(self, patience: float = 0.0) -> str | None:
        """How the program ended, within `patience` seconds; None where it still runs."""
        self._word.wait(patience)
        return self._word.ending


class _SupervisorReport:
    """The supervisor's report: the program's process id, and how it ended."""

    def __init__(self, channel: socket.socket) -> None:
        self.channel = channel
        self.ending: str | None = None
        self._report = b""
        self._poll = select.poll()
        self._poll.register(channel, select.POLLIN)

    def program(self) -> int | None:
        """The process id while the program is known to run. Later another process may have the number."""
        numbers = self._report.split(b"\n")
        return int(numbers[0]) if len(numbers) == _BOTH else None

    def wait(self, patience: float) -> None:
        """Read the report, up to `patience` seconds, until the program ends."""
        until = time.monotonic() + patience
        while self.ending is None and self._poll.poll(max(0.0, until - time.monotonic()) * 1000):
            self.read_once()

    def read_once(self) -> bool:
        """Read what has come. Returns whether the supervisor may say more."""
        received = self.channel.recv(_WORD)
        self._report += received
        numbers = self._report.split(b"\n")
        if len(numbers) > _BOTH:
            self.ending = _exit_text(int(numbers[1]))
        elif not received:
            self.ending = "together with its supervisor, which was killed"
        return bool(received)


def _exit_text(code: int) -> str:
    if code >= 0:
        return f"with exit code {code}"
    known = signal.Signals.__members__.values()
    return f"by signal {next((one.name for one in known if one == -code), -code)}"


def _end_with_descendants(process: subprocess.Popen[bytes], word: _SupervisorReport, mark: str) -> None:
    if not mark.startswith(f"{os.getpid()}-"):
        return  # a fork of this process ends: it must not kill the host
    with suppress(OSError):
        process.send_signal(signal.SIGCONT)  # the host may have stopped it
        word.channel.shutdown(socket.SHUT_WR)  # closing is not enough: a fork of this process may hold the channel too
        word.channel.settimeout(_LAST_SECONDS)
        while word.read_once():  # until the supervisor is gone
            pass
    word.channel.close()
    process.kill()
    if process.wait() != 0:
        # A host can kill its supervisor, which runs as the same user. Its processes can still be found.
        if (program := word.program()) is not None:
            with suppress(OSError):
                os.killpg(program, signal.SIGKILL)
        # Forks inherit the mark in their environment, in every session.
        for environment in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if f"{WARD}={mark}".encode() in environment.read_bytes():
                    os.kill(int(environment.parent.name), signal.SIGKILL)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
