"""Run all checks one after another, and collect their results."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Any

from kafka_assay.assignors.hosted.host_test import (
    answer_checks,
    greeting_checks,
    instance_checks,
    line_checks,
    settings_checks,
)
from kafka_assay.assignors.hosted.host_test.check import CheckResult, HostVerdict, run_check
from kafka_assay.assignors.hosted.host_test.conversation import NoLineError
from kafka_assay.assignors.hosted.host_test.mistake import Mistake
from kafka_assay.assignors.hosted.host_test.session import HostSession
from kafka_assay.assignors.hosted.host_test.speed import HostSpeed, measure_speed

FIRST = (*greeting_checks.FIRST, *answer_checks.FIRST)
"""If one of these is broken, the other checks are meaningless."""
OTHERS = (
    *greeting_checks.CHECKS,
    *answer_checks.CHECKS,
    *line_checks.CHECKS,
    *instance_checks.CHECKS,
    *settings_checks.CHECKS,
    *line_checks.LAST,
)


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
    with closing(session):
        done: list[CheckResult] = []
        for check in FIRST:
            done.append(run_check(check, session))
            if done[-1].verdict is not HostVerdict.KEPT:
                why = f"skipped, because {check.name} failed"
                rest = (one for one in (*FIRST, *OTHERS) if one not in [other.check for other in done])
                done.extend(CheckResult(check=one, verdict=HostVerdict.UNDECIDED, why=why) for one in list(rest))
                return HostTest(greeting=session.greeting, checks=tuple(done), speed=None)
        done.extend(run_check(check, session) for check in OTHERS)
        return HostTest(greeting=session.greeting, checks=tuple(done), speed=_speed_if_measurable(session))


def _speed_if_measurable(session: HostSession) -> HostSpeed | None:
    try:
        return measure_speed(session)
    except (Mistake, NoLineError):
        return None
