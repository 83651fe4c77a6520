"""One check of a host, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from kafka_assay.assignors.hosted.host_test.mistake import Mistake, NotSeenError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafka_assay.assignors.hosted.host_test.session import Session


class Verdict(StrEnum):
    """What a check says of a host. What cannot be seen from outside is undecided, and no mistake."""

    KEPT = "kept"
    BROKEN = "broken"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """
    `look` asks a host; it returns a remark or None, or raises `Mistake` or `NotSeenError`. `says` is what has to hold.
    """

    name: str
    says: str
    look: Callable[[Session], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What came of one check: why, where something is to be said, and the lines that show a mistake."""

    check: Check
    verdict: Verdict
    why: str | None = None
    sent: bytes | None = None
    came: bytes | None = None


def checked(check: Check, session: Session) -> Checked:
    """Look, and put what came of it into a record."""
    try:
        return Checked(check=check, verdict=Verdict.KEPT, why=check.look(session))
    except Mistake as mistake:
        return Checked(check=check, verdict=Verdict.BROKEN, why=mistake.why, sent=mistake.sent, came=mistake.came)
    except NotSeenError as reason:
        return Checked(check=check, verdict=Verdict.UNDECIDED, why=str(reason))
