"""
How many processors a measured command may use.

Spark's own Java process uses processors too, so `local[1]` may keep more than one busy. With `local[1]@1` all processes
of the command share one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


def split_master(master: str) -> tuple[str, int | None]:
    """
    The master of Spark, and the number of processors behind `@` (None: all).

    >>> split_master("local[1]@1"), split_master("local[2]")
    (('local[1]', 1), ('local[2]', None))
    """
    name, _, processors = master.partition("@")
    return name, int(processors) if processors else None


@contextmanager
def only_processors(count: int | None) -> Iterator[None]:
    """Processes started meanwhile use the first `count` of our processors only (None: all)."""
    ours = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(ours)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, ours)
