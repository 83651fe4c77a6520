"""Open a target from its text: a reference in this process, any other one in a separate process."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.metadata import version
from typing import Any

from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.release_order import parse_range
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import (
    HASH_SEED,
    HostCommand,
    TargetName,
    command_words,
    python_host_command,
)
from kafka_assay.assignors.interface import Assignor, AssignorFailed, ExpectedFailure
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.promises import likeness_of_assignor, parse_likeness
from kafka_assay.assignors.registry import assignor_factory, reference_assignor
from kafka_assay.assignors.settings import NO_SETTINGS, Settings

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
        return None if self._other is None else self._other.assign

    @cached_property
    def _other(self) -> HostTarget | None:
        with suppress(AssayError):
            return reference_host(self.name)
        return None

    def close(self) -> None:
        """End the other process, if there is one. A later question starts another."""
        other = vars(self).get("_other")
        if other is not None:
            other.close()

    def _answer(self, assignor: Assignor, group: Group) -> Assignment:
        self.last_nanoseconds = None
        start = time.perf_counter_ns()
        try:
            answer: Any = assignor.assign(group)
        except Exception as raised:
            trace = "".join(traceback.format_exception(raised))
            raise AssignorFailed(type(raised).__name__, str(raised), trace) from raised
        self.last_nanoseconds = time.perf_counter_ns() - start
        try:
            return answer if self._ours else assignment_at(answer)
        except InvalidGroup as wrong:
            raise AssignorFailed("garbage", str(wrong)) from None


def reference_host(name: str) -> HostTarget:
    """
    The reference called `name` in another process with another hash seed. Raises `AssayError`.

    It is trusted as in this process, and has no time limit.
    """
    ours = {HASH_SEED: os.environ.get(HASH_SEED, "")}
    command = python_host_command("reference_host", name, assignor=name, target_text=name)
    return HostTarget(name, replace(command, environment=ours, limits=_PATIENT).with_another_hash_seed())


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetText:
    """
    A target as text, for a plan, a record or a worker on another machine.

    References that are random by design use `seed`. It also fixes the hash seed of Python hosts, so that an assignor
    that depends on hash order repeats its answers. `call_timeout` (seconds) ends a call of a host that hangs.
    `settings` reach the `configure()` of hosts that take them. With `checks_hangs` a question that hung is asked once
    more, with more time.
    """

    text: str
    like: str | None = None
    seed: int = 0
    call_timeout: float = 2.0
    settings: Settings = NO_SETTINGS
    checks_hangs: bool = False

    def open(self) -> ReferenceTarget | HostTarget:
        """The opened target. Raises `AssayError`."""
        name = parse_target(self.text)
        if name.is_reference:
            reference = ReferenceTarget(name.text, like=self.like, seed=self.seed)
            if self.settings and not self.settings.optional:
                options = " ".join(self.settings.words())
                raise AssayError(f"{self.text}: a reference accepts no settings: remove {options}")
            return reference
        if parse_range(name.release or ""):
            raise AssayError(f"{self.text}: {name.release} is a range of releases: expected a single release")
        name = name.resolve()
        command = name.host_command().with_hash_seed(self.seed)
        command = replace(command, limits=replace(command.limits, call_seconds=self.call_timeout))
        return HostTarget(name.text, command, like=self.like, settings=self.settings, checks_hangs=self.checks_hangs)


def open_target(
    text: str,
    *,
    like: str | None = None,
    call_timeout: float = 2.0,
    seed: int = 0,
    settings: Settings = NO_SETTINGS,
    checks_hangs: bool = False,
) -> ReferenceTarget | HostTarget:
    """
    The opened target for `text`. Raises `AssayError` where it cannot be opened.

    `like` names the target's promises and overrides its own declaration. The rest is as in `TargetText`. References are
    trusted and run in this process without a limit.

    >>> open_target("stick")
    Traceback (most recent call last):
    kafka_assay.assignors.errors.AssayError: unknown assignor 'stick'; did you mean 'sticky'?
    """
    return TargetText(
        text=text, like=like, seed=seed, call_timeout=call_timeout, settings=settings, checks_hangs=checks_hangs
    ).open()


def host_command(name: TargetName) -> HostCommand:
    """The command of any program (`exec:`), split as a shell splits it."""
    words = command_words(name["command"], name.text, name.kind.form)
    return HostCommand(words=words, assignor=name.parts["assignor"])


def default_likeness(name: TargetName) -> str | None:
    """The promises of a reference in the form of `--like`; None for any other program."""
    if not name.is_reference:
        return None
    return ",".join(f"+{promise}" for promise in reference_assignor(name.text).promises)
