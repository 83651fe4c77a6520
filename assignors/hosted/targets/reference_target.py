"""A reference assignor as a target in this process, the fast path."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import Any

from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.hosted.host_command import HASH_SEED
from kafka_assay.assignors.hosted.process.limits import Limits
from kafka_assay.assignors.hosted.targets.host_target import HostTarget
from kafka_assay.assignors.hosted.targets.target_name import ReferenceName
from kafka_assay.assignors.interface import Assignor, AssignorFailed, ExpectedFailure
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.promises import likeness_of_assignor, parse_likeness
from kafka_assay.assignors.registry import assignor_factory, reference_assignor
from kafka_assay.assignors.settings import NO_SETTINGS

_PATIENT = Limits(call_seconds=3600.0)
_OURS = ("kafka_assay.assignors.", "kafka_assay.oracle.")


class ReferenceTarget:
    """The reference called `name`. The shape of its answers is checked if another package installed it."""

    def __init__(self, name: str, *, like: str | None = None, seed: int = 0) -> None:
        """
        Find the reference. Raises `AssayError`.

        `like` overrides its promises. A reference that is random by design uses `seed`.
        """
        self._assignor = reference_assignor(name, seed)
        self._seed = seed
        self._other_process: HostTarget | None = None
        self._is_alone = False
        self._ours = type(self._assignor).__module__.startswith(_OURS)
        promised = likeness_of_assignor(self._assignor) if like is None else parse_likeness(like)
        self.name = name
        self.version = version("kafka-assay")
        self.like = promised.text
        self.promises = promised.promises
        self.answers_with_target = False
        self.settings = NO_SETTINGS
        self.expected_failures: tuple[ExpectedFailure, ...] = tuple(getattr(self._assignor, "expected_failures", ()))
        self.last_nanoseconds: int | None = None

    def assign(self, group: Group) -> Assignment:
        """The assignment of `group`. Raises only `AssignorFailed`."""
        return self._answer(self._assignor, group)

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A function that uses one assignor object, made for this purpose, for all its calls."""
        return partial(self._answer, assignor_factory(self.name, self._seed)())

    def other_process(self) -> Callable[[Group], Assignment] | None:
        """
        A function that uses the same reference in a process with another hash seed; None where none can be started.
        """
        if self._other_process is None and not self._is_alone:
            try:
                self._other_process = reference_host(self.name)
            except AssayError:
                self._is_alone = True
        return None if self._other_process is None else self._other_process.assign

    def close(self) -> None:
        """End the other process, if there is one. A later question starts another."""
        if self._other_process is not None:
            self._other_process.close()

    def _answer(self, assignor: Assignor, group: Group) -> Assignment:
        self.last_nanoseconds = None
        start = time.perf_counter_ns()
        try:
            answer: Any = assignor.assign(group)
        except Exception as raised:
            trace = "".join(traceback.format_exception(raised))
            raise AssignorFailed(type(raised).__name__, str(raised), trace) from raised
        self.last_nanoseconds = time.perf_counter_ns() - start
        return answer if self._ours else _check_answer(answer)


def reference_host(name: str) -> HostTarget:
    """
    The reference called `name` in another process with another hash seed. Raises `AssayError`.

    It is trusted as in this process, and has no time limit.
    """
    ours = {HASH_SEED: os.environ.get(HASH_SEED, "")}
    command = replace(ReferenceName(name=name).host_command(), environment=ours, limits=_PATIENT)
    return HostTarget(name, command.with_another_hash_seed())


def _check_answer(answer: Any) -> Assignment:
    try:
        return assignment_at(answer)
    except InvalidGroup as wrong:
        raise AssignorFailed("garbage", str(wrong)) from None
