"""
The supervisor of one host, in a separate process: it starts the host, reports its exit and ends all its descendants.

It ends them on request, or when the process that started it is gone.

    python -I -S supervisor.py DESCRIPTOR COMMAND...

DESCRIPTOR is a socket. The supervisor writes two lines: the host's process id and, after its end, its exit code (for a
signal the negative number). Any input, or the end of the input, is the request to end.

A program can leave its process group, its session or its parent, but not its supervisor. Linux gives orphans to the
nearest ancestor that asked for them, and the supervisor stays until no child is left. The user's own process does not
ask for this, because it would get the orphans of all its other programs.

It uses only a few modules of the standard library, because it starts before each host.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from contextlib import suppress

TYPE_CHECKING = False  # as in `typing`, whose import would take longer than all the rest
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import NoReturn

PATIENCE = 5.0
"""The most seconds for killing. A process blocked in the kernel, or one with more rights, may never end."""

_ADOPT_ORPHANS = 36
"""`PR_SET_CHILD_SUBREAPER`; Linux 3.4 and newer."""
_BETWEEN_ROUNDS = 10
"""Milliseconds."""


def main(arguments: Sequence[str]) -> int:
    """Start the host, watch it, end it."""
    word = int(arguments[0])
    os.set_inheritable(word, False)  # noqa: FBT003 - it takes no keyword
    _adopt_orphans()
    bell, ringer = os.pipe()
    for end in (bell, ringer):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(ringer)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    host = os.fork()
    if host == 0:
        _become_host(arguments[1:], word)
    # From here on only a kill signal reaches the supervisor. Signals that a host sends to its surroundings are ignored.
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals() - {signal.SIGCHLD})
    # Our copies of the host's pipes go, so that their end becomes visible when the host closes them.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)
    return 0 if _end_all(_watch(host, word, bell), bell) else 1


def _adopt_orphans() -> None:
    """
    Become the parent of orphaned descendants. On systems other than Linux only the host's process group can be ended.
    """
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)


def _become_host(command: Sequence[str], word: int) -> NoReturn:
    """Run the host in a new session, with no signal ignored."""
    try:
        os.setsid()
        _report(word, os.getpid())  # before the host can affect its supervisor
        for number in signal.valid_signals():
            if signal.getsignal(number) is signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)
        os.execv(command[0], list(command))  # noqa: S606 - the command is the shell that sets the limits
    finally:
        os._exit(127)


def _watch(host: int, word: int, bell: int) -> int:
    """
    Report the host's exit, reap orphans, and return when the end is requested.

    Returns the host's process group, or 0 where the host has ended, because another process may then have the number.
    """
    group = host
    poll = select.poll()
    poll.register(word, select.POLLIN)
    poll.register(bell, select.POLLIN)
    while True:
        ready = [descriptor for descriptor, _ in poll.poll()]
        if word in ready:
            return group
        _drain_bell(bell)
        with suppress(ChildProcessError):
            for pid, status in _reap_children():
                if pid == host:
                    _report(word, os.waitstatus_to_exitcode(status))
                    group = 0


def _report(word: int, number: int) -> None:
    with suppress(OSError):
        os.write(word, b"%d\n" % number)


def _reap_children() -> Iterator[tuple[int, int]]:
    """Reap ended children and adopted orphans. Raises `ChildProcessError` where none is left."""
    while (found := os.waitpid(-1, os.WNOHANG))[0]:
        yield found


def _drain_bell(bell: int) -> None:
    with suppress(BlockingIOError):
        os.read(bell, 4096)


def _end_all(group: int, bell: int) -> bool:
    """Kill until no child is left. The children of killed processes become ours before their parents are reaped."""
    until = time.monotonic() + PATIENCE
    ring = select.poll()
    ring.register(bell, select.POLLIN)
    _kill_group(group)
    while time.monotonic() < until:
        try:
            for _ in _reap_children():
                pass
        except ChildProcessError:
            return True
        for pid, its_group in _children():
            _kill_group(its_group)
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        ring.poll(_BETWEEN_ROUNDS)
        _drain_bell(bell)
    return False


def _kill_group(group: int) -> None:
    """
    Kill a process group at once, including processes that are just forking. The supervisor is not in the host's group.
    """
    if group not in {0, os.getpgrp()}:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


def _children() -> Iterator[tuple[int, int]]:
    """Our living children and the process group of each, the youngest first: processes that keep forking are young."""
    ours = str(os.getpid()).encode()
    with suppress(FileNotFoundError):  # no /proc: the host's group, which is already killed, is all there is
        for entry in reversed(os.listdir("/proc")):  # noqa: PTH208 - pathlib takes longer to load than all the rest
            if entry.isdecimal():
                with suppress(OSError), open(f"/proc/{entry}/stat", "rb") as stat:  # noqa: PTH123
                    # The program's name is in brackets, and may itself contain brackets and spaces.
                    _, parent, group, _ = stat.read().rpartition(b")")[2].split(maxsplit=3)
                    if parent == ours:
                        yield int(entry), int(group)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
