"""Run all checks of a host one after another, and measure its speed without judging it."""

from __future__ import annotations

import statistics
import time
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from kafka_assay.assignors.hosted.host_test import answer_checks, groups, line_checks
from kafka_assay.assignors.hosted.host_test.session import (
    CHECKS,
    HostCheck,
    HostSession,
    HostVerdict,
    Mistake,
    NotSeenError,
)
from kafka_assay.assignors.interface import AssignorFailed

MODULES = answer_checks, line_checks
"""The modules whose import defines the checks, in the order of the report."""

QUESTIONS = 500
SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of one check: the reason, if there is one, and the lines that show a mistake."""

    check: HostCheck
    verdict: HostVerdict
    why: str | None = None
    sent: bytes | None = None
    came: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSpeed:
    """
    Seconds from the start to the greeting, and the speed of `questions` small questions.

    `round_trip` is the median and `slowest` the slowest round trip in seconds. `one_by_one` and `at_once` are questions
    a second, sent singly and in one write.
    """

    start_seconds: float
    questions: int
    round_trip: float
    slowest: float
    one_by_one: float
    at_once: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HostTest:
    """The result of a test: the greeting (empty where there was none), each check, and the speed if it was measured."""

    greeting: dict[str, Any]
    checks: tuple[CheckResult, ...]
    speed: HostSpeed | None

    @property
    def mistakes(self) -> tuple[CheckResult, ...]:
        """The checks that are broken."""
        return tuple(one for one in self.checks if one.verdict is HostVerdict.BROKEN)


def run_host_test(session: HostSession) -> HostTest:
    """
    Test a host. Raises `AssayError` where it reports that it cannot be opened, or does not serve the chosen assignor.
    """
    done: list[CheckResult] = []
    failed: str | None = None
    with closing(session):
        for check in sorted(CHECKS, key=lambda check: not check.needed):
            if failed is not None:
                why = f"skipped, because {failed} failed"
                done.append(CheckResult(check=check, verdict=HostVerdict.UNDECIDED, why=why))
                continue
            done.append(run_check(check, session))
            if check.needed and done[-1].verdict is not HostVerdict.KEPT:
                failed = check.name
        speed = None if failed is not None else _speed_if_measurable(session)
    return HostTest(greeting=session.greeting, checks=tuple(done), speed=speed)


def run_check(check: HostCheck, session: HostSession) -> CheckResult:
    """Run `check` and record its result."""
    try:
        return CheckResult(check=check, verdict=HostVerdict.KEPT, why=check.look(session))
    except Mistake as mistake:
        return CheckResult(
            check=check, verdict=HostVerdict.BROKEN, why=mistake.why, sent=mistake.sent, came=mistake.came
        )
    except NotSeenError as reason:
        return CheckResult(check=check, verdict=HostVerdict.UNDECIDED, why=str(reason))


def _speed_if_measurable(session: HostSession) -> HostSpeed | None:
    """Measure for about a second; None where the host stops answering."""
    try:
        session.ask(groups.PLAIN, seconds=session.loading_seconds)  # it may have to be started again
        trips: list[float] = []
        begun = time.perf_counter()
        while len(trips) < QUESTIONS and time.perf_counter() - begun < SECONDS:
            trips.append(session.ask(groups.PLAIN).seconds)
        one_by_one = len(trips) / (time.perf_counter() - begun)
        lines = [session.question_line(groups.PLAIN)[1] for _ in trips]
        host = session.running_host()
        begun = time.perf_counter()
        host.send(b"".join(lines))
        for line in lines:
            session.next_object(host, line, session.long_seconds)
        at_once = len(trips) / (time.perf_counter() - begun)
    except (Mistake, AssignorFailed):
        return None
    return HostSpeed(
        start_seconds=session.start_seconds,
        questions=len(trips),
        round_trip=statistics.median(trips),
        slowest=max(trips),
        one_by_one=one_by_one,
        at_once=at_once,
    )
