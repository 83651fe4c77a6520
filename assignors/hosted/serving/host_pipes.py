"""The protocol pipes of a host, moved out of reach of the code that it runs."""

from __future__ import annotations

import os
from fcntl import F_DUPFD_CLOEXEC, fcntl
from typing import BinaryIO

_STDIN, _STDOUT, _STDERR, _OTHERS = range(4)


def take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """
    Move stdin and stdout to descriptors that no other code uses, and return them.

    An empty stdin, and stderr, take their places. If this process was started without stdin, it is empty too. Output to
    a missing stdout or stderr is discarded.
    """
    questions, answers, printed = (_move_descriptor(descriptor) for descriptor in (_STDIN, _STDOUT, _STDERR))
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, _STDIN)
    os.dup2(printed, _STDOUT)
    for descriptor in {empty, printed} - {_STDIN, _STDOUT, _STDERR}:
        os.close(descriptor)
    return os.fdopen(questions, "rb"), os.fdopen(answers, "wb")


def _move_descriptor(descriptor: int) -> int:
    """A copy of `descriptor` above the three standard ones; for a closed one, a descriptor of the null device."""
    try:
        return fcntl(descriptor, F_DUPFD_CLOEXEC, _OTHERS)
    except OSError:
        nowhere = os.open(os.devnull, os.O_RDWR)
        return fcntl(nowhere, F_DUPFD_CLOEXEC, _OTHERS)
