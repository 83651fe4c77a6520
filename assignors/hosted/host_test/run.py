"""All checks, one after the other, and what came of them."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.hosted.host_test import answer_checks, greeting_checks, instance_checks, line_checks
from kafka_assay.assignors.hosted.host_test.check import Checked, Verdict, checked
from kafka_assay.assignors.hosted.host_test.conversation import Silence
from kafka_assay.assignors.hosted.host_test.mistake import Mistake
from kafka_assay.assignors.hosted.host_test.speed import Speed, speed

if TYPE_CHECKING:
    from kafka_assay.assignors.hosted.host_test.session import Session

FIRST = (*greeting_checks.FIRST, *answer_checks.FIRST)
"""Where one of these is broken, nothing can be said of the others."""
OTHERS = (
    *greeting_checks.CHECKS,
    *answer_checks.CHECKS,
    *line_checks.CHECKS,
    *instance_checks.CHECKS,
    *line_checks.LAST,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostTest:
    """
    What a test found: the greeting (empty where there was none), each check, and the speed where it could be measured.
    """

    greeting: dict[str, Any]
    checks: tuple[Checked, ...]
    speed: Speed | None

    @property
    def mistakes(self) -> tuple[Checked, ...]:
        """The checks that are broken."""
        return tuple(one for one in self.checks if one.verdict is Verdict.BROKEN)


def host_test(session: Session) -> HostTest:
    """
    Test a host. Raises `AssayError` where it says itself that it cannot be opened, or does not serve what was picked.
    """
    with closing(session):
        done: list[Checked] = []
        for check in FIRST:
            done.append(checked(check, session))
            if done[-1].verdict is not Verdict.KEPT:
                why = f"not asked, because of {check.name}"
                rest = (one for one in (*FIRST, *OTHERS) if one not in [other.check for other in done])
                done.extend(Checked(check=one, verdict=Verdict.UNDECIDED, why=why) for one in list(rest))
                return HostTest(greeting=session.greeting, checks=tuple(done), speed=None)
        done.extend(checked(check, session) for check in OTHERS)
        return HostTest(greeting=session.greeting, checks=tuple(done), speed=_speed(session))


def _speed(session: Session) -> Speed | None:
    try:
        return speed(session)
    except (Mistake, Silence):
        return None
