"""
The supervisor of one host, a process of its own: it starts the host, says how it ended, and when it is told to, or when
whoever started it is gone, it ends the host with all its descendants.

    python -I -S supervisor.py DESCRIPTOR COMMAND...

DESCRIPTOR is a socket: two lines go out, the host's process id and, once it has ended, its exit code (of a signal the
negative number); whatever comes in, its end too, means the end.

A program that leaves its process group, its session or its parent cannot leave its supervisor: Linux hands orphans to
the nearest ancestor that asked for them, and the supervisor stays until no child is left. To ask for that in the user's
own process would bring it the orphans of everything else that runs there.

The standard library alone, and little of it: this is started before each host.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from contextlib import suppress

TYPE_CHECKING = False  # as in `typing`, which would take longer to load than all the rest
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import NoReturn

PATIENCE = 5.0
"""
Seconds that killing may take: a process that the kernel itself holds, or one with more rights, would take for ever.
"""

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
    # From here on nothing but a killer's signal reaches us: what a host sends to all around it is meant for others.
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals() - {signal.SIGCHLD})
    _close_own_pipes()
    return 0 if _end_all(_watch(host, word, bell), bell) else 1


def _adopt_orphans() -> None:
    """Elsewhere than on Linux the host's process group is all that can be ended."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)


def _become_host(command: Sequence[str], word: int) -> NoReturn:
    """Take on the host: in a session of its own, and with no signal ignored, be it by Python or by who started us."""
    try:
        os.setsid()
        _report(word, os.getpid())  # before it can do anything to its supervisor
        for number in signal.valid_signals():
            if signal.getsignal(number) is signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)
        os.execv(command[0], list(command))  # noqa: S606 - the command is the shell that sets the limits
    finally:
        os._exit(127)


def _close_own_pipes() -> None:
    """The host alone holds its pipes, so that its end, or its closing them, can be seen."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)


def _watch(host: int, word: int, bell: int) -> int:
    """
    Say how the host ended, once it has; bury orphans; return when the end is called for: the host's process group, or 0
    where it has ended, because a number that is free again may be somebody else's.
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
    """Children and adopted orphans that have ended, buried. Raises `ChildProcessError` where none is left."""
    while (found := os.waitpid(-1, os.WNOHANG))[0]:
        yield found


def _drain_bell(bell: int) -> None:
    with suppress(BlockingIOError):
        os.read(bell, 4096)


def _end_all(group: int, bell: int) -> bool:
    """Kill until no child is left: the children of those who die become ours before these can be buried."""
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
    """The kernel kills a group as one, whoever of it is forking just then; ours is never among those of the host's."""
    if group not in {0, os.getpgrp()}:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


def _children() -> Iterator[tuple[int, int]]:
    """Our living children and the process group of each, the youngest first: those who keep forking are young."""
    ours = str(os.getpid()).encode()
    with suppress(FileNotFoundError):  # no /proc: then the host's group, killed already, is all there is
        for entry in reversed(os.listdir("/proc")):  # noqa: PTH208 - pathlib takes longer to load than all the rest
            if entry.isdecimal():
                with suppress(OSError), open(f"/proc/{entry}/stat", "rb") as stat:  # noqa: PTH123
                    # The name of the program, in brackets, may hold brackets and blanks itself.
                    _, parent, group, _ = stat.read().rpartition(b")")[2].split(maxsplit=3)
                    if parent == ours:
                        yield int(entry), int(group)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
