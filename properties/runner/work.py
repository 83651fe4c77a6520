"""What a runner runs: work that each process opens once, and then does job after job."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from kafka_assay.assignors.interface import Target

State = TypeVar("State")
Job_contra = TypeVar("Job_contra", contravariant=True)
Row_co = TypeVar("Row_co", covariant=True)

IsOver = Callable[[], bool]
"""Whether a job should end early, with what it has."""


class Work(Protocol[State, Job_contra, Row_co]):
    """
    Work for any number of processes. It can be pickled and equals its copies. A row depends on work and job alone.
    """

    def open(self) -> State:
        """What this process needs for its jobs, such as opened targets. Raises `AssayError`."""

    def do(self, state: State, job: Job_contra, is_over: IsOver, /) -> Row_co:
        """The row of `job`. A long job asks `is_over` now and then."""

    def close(self, state: State) -> None:
        """Release what was opened."""


class TargetWork:
    """The end of all work whose state is opened targets."""

    __slots__ = ()

    def close(self, state: Iterable[Target]) -> None:
        """Close the targets."""
        for target in state:
            target.close()


def never() -> bool:
    """A job is not ended early."""
    return False


class _Opened:
    """The work that is open in this process, and its state."""

    work: Work[Any, Any, Any] | None = None
    state: Any = None


def opened_for_good(work: Work[State, Any, Any]) -> State:
    """
    The state of `work`, opened once in this process, which does nothing else: one of Spark's Python workers.

    It stays open until other work is opened here.
    """
    if _Opened.work != work:
        if _Opened.work is not None:
            _Opened.work.close(_Opened.state)
            _Opened.work = None
        _Opened.state = work.open()
        _Opened.work = work
        exempt_loaded_objects()
    state: State = _Opened.state
    return state


def exempt_loaded_objects() -> None:
    """
    Take what this process has loaded out of all later garbage collections, and let it collect less often: that took
    4 % of an audit's time. A second call does nothing.

    Spark's workers collect all garbage after each task (`pyspark/daemon.py` of 4.3.0).
    """
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000)
