"""
Make thousands of calls to a host that misbehaves at random: no verdict is lost or wrong.

Each question is a different group, so that an answer to another question would be noticed. The group's name tells the
hostile host what to do. A verdict that is not the expected one, a process or a descriptor that is left at the end: each
is a line of `wrong`.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, group_of

HOST = Path(__file__).with_name("hostile_host.py")
CONFESSION = b"<silent from now on>"
LIMITS = Limits(start_seconds=120, call_seconds=120, memory=200 << 20, line=1 << 20)
"""
Never waited for, even on a busy machine: a host that falls silent prints `CONFESSION` first. Other tests cover waiting.
"""

HONEST = {"answer": 60, "noise": 2, "in-pieces": 2, "children": 1}
"""Behaviours with a correct answer, and how often they are drawn."""

Behaviours: TypeAlias = "dict[str, tuple[str, float]]"
"""The kind of failure of each behaviour, and how often it is drawn."""


def _behaviours(*rows: tuple[str, float, str]) -> Behaviours:
    return {how: (kind, weight) for kind, weight, names in rows for how in names.split()}


FAILING = _behaviours(
    ("Refused", 2, "refuse"),
    ("crash", 2, "crash exit"),
    ("crash", 1, "abort killed partial-exit"),
    ("crash", 0.5, "kill-warden"),
    ("crash", 0.3, "memory orphans escape close-output close-all"),
    ("garbage", 2, "garbage"),
    ("garbage", 1, "not-utf8 deep huge-number blank bare wrong-id malformed nothing twice"),
    ("output-flood", 1, "flood"),
    ("hang", 1, "hang spin stop deaf partial-hang noise-hang"),
)
"""Behaviours without an answer."""

AFTERWARDS = _behaviours(
    ("crash", 2, "answer-then-exit"),
    ("crash", 1, "answer-then-crash"),
    ("crash", 0.3, "answer-then-escape answer-then-close-input answer-then-close-output"),
    ("hang", 1, "answer-then-hang"),
    ("garbage", 1, "answer-then-talk answer-then-half answer-then-flood answer-early late"),
)
"""Behaviours that answer and then fail."""

AT_ONCE = frozenset({"answer-then-talk", "answer-then-half", "answer-then-flood", "answer-early"})
"""
Behaviours whose failure may arrive together with the answer. Then this question fails.

If the failure arrives later, it is a late failure. A late flood may be another kind, if more arrives than a pipe holds.
"""

UNSEEN_WHERE_HELD = frozenset({"close-output", "close-all", "answer-then-close-input", "answer-then-close-output"})
"""Behaviours whose closing is invisible while `children` of the same process hold the pipes: then it is a hang."""

HOLDING = frozenset({"children"})
"""Behaviours that change what later calls of the same process look like; calls made together leave them out."""

LATE_FLOOD = ("answer-then-flood", "output-flood")


def hostile_group(how: str, number: int) -> Group:
    """A unique group whose name tells the host what to do."""
    return group_of({"t0": 1 + number % 40, f"t{number}": 2}, {f"C{number}": ["t0"], "other": ["t0"]}, name=how)


def honest_answer(group: Group) -> Assignment:
    """The hostile host's answer, if it gives one."""
    return {group.members[0].id: {topic.name: list(range(topic.partitions)) for topic in group.topics}}


@contextmanager
def skip_confessed_waiting() -> Iterator[None]:
    """Give up at once on a host that has printed `CONFESSION`."""
    hear, wait = HostProcess._read_from, HostProcess._wait

    def hear_confession(process: HostProcess, descriptor: int) -> None:
        hear(process, descriptor)
        if CONFESSION in process._last_words:
            process.has_confessed = True  # type: ignore[attr-defined]

    def wait_less(process: HostProcess, seconds: float) -> None:
        if hasattr(process, "has_confessed"):
            process._deadline = 0.0
        wait(process, seconds)

    with patch.object(HostProcess, "_read_from", hear_confession), patch.object(HostProcess, "_wait", wait_less):
        yield


@dataclass(slots=True)
class HostileCalls:
    """
    The calls so far. `wrong` holds a sentence for each unexpected result.

    `held` is the number of the process whose pipes are held by its children.
    """

    target: HostTarget
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    before: Group | None = None
    awaited: str | None = None
    held: int = 0

    def ask(self, how: str, number: int) -> None:
        """Make one call, and check its result and the late failure of the call before it."""
        group = hostile_group(how, number)
        verdict = self._verdict(group)
        self.counts[how] += 1
        process = self.target._started
        unseen = how in UNSEEN_WHERE_HELD and self.held == process
        if verdict not in _lawful(how, unseen=unseen):
            self.wrong.append(f"{number} {how}: {verdict}")
        self._look_back(number, answered=verdict == "answered")
        self.before = group
        self.awaited = None
        if verdict == "answered" and how in AFTERWARDS:
            self.awaited = "hang" if unseen else AFTERWARDS[how][0]
        if how == "children":
            self.held = process

    def ask_together(self, orders: Sequence[str], number: int) -> None:
        """Make several calls at once, the first with this `number`, and check each result."""
        groups = [hostile_group(how, number + place) for place, how in enumerate(orders)]
        for place, outcome in enumerate(self.target.assign_all(groups)):
            how, verdict = orders[place], _verdict_of(outcome, groups[place])
            self.counts[how] += 1
            if verdict not in _lawful(how, unseen=False):
                self.wrong.append(f"{number + place} {how} (together): {verdict}")
        for late in self.target.late_failures:
            if late.group.name not in AFTERWARDS:
                self.wrong.append(f"before {number}: {late.group.name}: late failure {late.failure.kind}")
        self.target.late_failures.clear()

    def _verdict(self, group: Group) -> str:
        try:
            return _verdict_of(self.target.assign(group), group)
        except AssignorFailed as failure:
            return _verdict_of(failure, group)

    def _look_back(self, number: int, *, answered: bool) -> None:
        """Check that a late failure is reported for the group before this one, and for no other."""
        found = [(one.group, one.failure.kind) for one in self.target.late_failures]
        self.target.late_failures.clear()
        expected = [] if self.awaited is None else [(self.before, self.awaited)]
        if found == expected or (not found and not answered and self._talked_late()):
            return
        names = [(group.name, kind) for group, kind in found]
        if names != [LATE_FLOOD] or found[0][0] != self.before or self.awaited is None:
            name = None if self.before is None else self.before.name
            self.wrong.append(f"before {number}: {name}: late failures {names}, expected {self.awaited}")

    def _talked_late(self) -> bool:
        """
        Whether the call before may have written late: with a failing call after it, the two failures look like one.
        """
        return self.before is not None and self.before.name in {"late", *AT_ONCE}


def _verdict_of(outcome: Assignment | AssignorFailed, group: Group) -> str:
    if isinstance(outcome, AssignorFailed):
        return outcome.kind
    return "answered" if outcome == honest_answer(group) else "a wrong answer"


def _lawful(how: str, *, unseen: bool) -> set[str]:
    if how in FAILING:
        return {"hang" if unseen else FAILING[how][0]}
    return {"answered", AFTERWARDS[how][0]} if how in AT_ONCE else {"answered"}


def draw_orders(calls: int, seed: int) -> list[str]:
    """The behaviour of each call. The last one is honest, so that a late failure of the call before it is noticed."""
    often = {**HONEST, **{how: weight for how, (_, weight) in (FAILING | AFTERWARDS).items()}}
    return [*random.Random(seed).choices(list(often), list(often.values()), k=calls - 1), "answer"]


def living_processes(tag: str) -> list[str]:
    """The processes whose command line contains `tag`, without zombies."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if tag.encode() in entry.read_bytes():
                found.append(entry.parent.name)
    return found


def leftover_processes(tag: str, patience: float) -> list[str]:
    """
    The processes of a host that are still alive after at most `patience` seconds.

    If a host has killed its warden, nothing waits for its processes.
    """
    until = time.monotonic() + patience
    while living_processes(tag) and time.monotonic() < until:
        time.sleep(0.05)
    return living_processes(tag)


def make_hostile_calls(orders: Sequence[str], together: int = 1) -> HostileCalls:
    """Make all these calls to a hostile host, some of them `together`, close it, and look for leftovers."""
    tag = f"hostile-{os.getpid()}-{time.monotonic_ns()}"
    before = len(list(Path("/proc/self/fd").iterdir()))
    command = HostCommand(words=(sys.executable, "-S", "-E", str(HOST), tag), assignor=None, limits=LIMITS)
    with skip_confessed_waiting(), closing(HostTarget("hostile", command)) as target:
        calls = HostileCalls(target)
        if together > 1:
            for number in range(0, len(orders), together):
                target._batches_to_skip = 0.0  # the pause after a failure would leave few calls to be made together
                calls.ask_together(orders[number : number + together], number)
        else:
            for number, how in enumerate(orders):
                calls.ask(how, number)
    calls.wrong += [f"process {pid} is left" for pid in leftover_processes(tag, 30.0)]
    after = len(list(Path("/proc/self/fd").iterdir()))
    if after != before:
        calls.wrong.append(f"{after - before} descriptors are left")
    return calls
