"""One check of a host, and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kafka_assay.assignors.hosted.host_test.mistake import Mistake, NotSeenError
from kafka_assay.assignors.hosted.host_test.session import HostSession


class HostVerdict(StrEnum):
    """The verdict of a check. A property that cannot be seen from outside is undecided, not a mistake."""

    KEPT = "kept"
    BROKEN = "broken"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostCheck:
    """
    One rule for hosts: `says` states it, `look` tests a host.

    `look` returns a remark or None, or raises `Mistake` or `NotSeenError`.
    """

    name: str
    says: str
    look: Callable[[HostSession], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of one check: the reason, if there is one, and the lines that show a mistake."""

    check: HostCheck
    verdict: HostVerdict
    why: str | None = None
    sent: bytes | None = None
    came: bytes | None = None


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
