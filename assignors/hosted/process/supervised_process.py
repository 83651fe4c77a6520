"""A program under a supervisor: its pipes, how it ended, and its end with all that it started."""

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
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.process import supervisor

_LIMITED = 'ulimit -c 0 2>/dev/null; ulimit -d "$1" 2>/dev/null; shift; exec "$@"'
"""
What sets the limits: the shell's own `ulimit`, then the program takes the shell's place.

Data, not address space, is limited: Java and Go reserve far more addresses than they use.
"""

WARD = "ASSAY_WARD"
"""In a host's environment, for the case that its supervisor is gone."""
_WORD = 64
_BOTH = 2
_LAST_SECONDS = 2 * supervisor.PATIENCE


class SupervisedProcess:
    """
    A running program. Its pipes are `stdin`, `stdout` and `stderr`, descriptors that never block; `word` is one that
    can be read once `ending` may have something to tell.
    """

    def __init__(self, command: Sequence[str], *, memory: int, environment: Mapping[str, str]) -> None:
        """Start `command` with at most `memory` bytes, with `environment` added to ours. Raises `AssayError`."""
        if not sys.executable:
            raise AssayError("no Python interpreter is known to start a warden with")
        mark = f"{os.getpid()}-{secrets.token_hex(8)}"
        ours, theirs = socket.socketpair()
        limited = ("/bin/sh", "-c", _LIMITED, "assay-host", str(memory >> 10), *command)
        try:
            self._supervisor = subprocess.Popen(  # noqa: S603 - running what the user names is what a target is for
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
        self.stdin, self.stdout, self.stderr = (
            _descriptor(self._supervisor, name) for name in ("stdin", "stdout", "stderr")
        )
        self.word = ours.fileno()
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)
        self._word = _SupervisorReport(ours)
        self._owner = os.getpid()
        self._end = weakref.finalize(self, _end_with_descendants, self._supervisor, self._word, mark)

    @property
    def is_alive(self) -> bool:
        """Whether it was neither ended nor inherited from the process that started it."""
        return self._end.alive and os.getpid() == self._owner

    def end(self) -> None:
        """End the program and all its descendants; harmless when repeated."""
        self._end()

    def close_input(self) -> None:
        """End the program's stdin."""
        assert self._supervisor.stdin is not None
        self._supervisor.stdin.close()

    def wait_for_end(self, patience: float = 0.0) -> str | None:
        """How the program ended, within so many seconds; None where it still runs."""
        self._word.wait(patience)
        return self._word.ending


class _SupervisorReport:
    """What the supervisor reports: the program's process id, and how it ended."""

    def __init__(self, channel: socket.socket) -> None:
        self.channel = channel
        self.ending: str | None = None
        self._said = b""
        self._poll = select.poll()
        self._poll.register(channel, select.POLLIN)

    def program(self) -> int | None:
        """The process id, where it is known, and not known to have ended: then the number may be somebody else's."""
        numbers = self._said.split(b"\n")
        return int(numbers[0]) if len(numbers) == _BOTH else None

    def wait(self, patience: float) -> None:
        """Wait so many seconds for the report of the program's end."""
        until = time.monotonic() + patience
        while self.ending is None and self._poll.poll(max(0.0, until - time.monotonic()) * 1000):
            self._read_once()

    def wait_until_closed(self) -> None:
        """Wait until the supervisor is gone."""
        self.channel.settimeout(_LAST_SECONDS)
        while self._read_once():
            pass

    def _read_once(self) -> bool:
        heard = self.channel.recv(_WORD)
        self._said += heard
        numbers = self._said.split(b"\n")
        if len(numbers) > _BOTH:
            self.ending = _exit_text(int(numbers[1]))
        elif not heard:
            self.ending = "with its warden, which somebody killed"
        return bool(heard)


def _exit_text(code: int) -> str:
    return f"with exit code {code}" if code >= 0 else f"by signal {_signal_name(-code)}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _descriptor(process: subprocess.Popen[bytes], name: str) -> int:
    descriptor: int = getattr(process, name).fileno()
    return descriptor


def _end_with_descendants(process: subprocess.Popen[bytes], word: _SupervisorReport, mark: str) -> None:
    if not mark.startswith(f"{os.getpid()}-"):
        return  # a fork of ours ends: the host is not its to kill
    with suppress(OSError):
        process.send_signal(signal.SIGCONT)  # a host may have stopped it
        word.channel.shutdown(socket.SHUT_WR)  # not only closed: a fork of ours may hold the channel, too
        word.wait_until_closed()
    word.channel.close()
    process.kill()
    if process.wait() != 0:
        # A host can kill its supervisor, as everything of its user's. What it started can be found all the same.
        if (program := word.program()) is not None:
            with suppress(OSError):
                os.killpg(program, signal.SIGKILL)
        _kill_marked(mark)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def _kill_marked(mark: str) -> None:
    """Kill whoever has `mark` in the environment that it was started with: forks have it, in whatever session."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if f"{WARD}={mark}".encode() in environment.read_bytes():
                os.kill(int(environment.parent.name), signal.SIGKILL)
