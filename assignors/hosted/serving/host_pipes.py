"""A host's own end of the protocol: the pipes that it was started with, out of the reach of the code that it runs."""

from __future__ import annotations

import os
from fcntl import F_DUPFD_CLOEXEC, fcntl
from typing import BinaryIO

_STDIN, _STDOUT, _STDERR, _OTHERS = range(4)


def take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """
    Move stdin and stdout to descriptors where nothing else prints, and return them.

    In their places are an empty stdin, and stderr. A stdin that this process was started without is empty, too; of
    stdout and stderr, what is written goes nowhere then.
    """
    asked, answered, printed = (_move_descriptor(descriptor) for descriptor in (_STDIN, _STDOUT, _STDERR))
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, _STDIN)
    os.dup2(printed, _STDOUT)
    for descriptor in {empty, printed} - {_STDIN, _STDOUT, _STDERR}:
        os.close(descriptor)
    return os.fdopen(asked, "rb"), os.fdopen(answered, "wb")


def _move_descriptor(descriptor: int) -> int:
    """A copy of `descriptor` beyond the three that everybody knows; of one that is closed, a way to nowhere."""
    try:
        return fcntl(descriptor, F_DUPFD_CLOEXEC, _OTHERS)
    except OSError:
        nowhere = os.open(os.devnull, os.O_RDWR)
        return fcntl(nowhere, F_DUPFD_CLOEXEC, _OTHERS)
