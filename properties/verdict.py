"""What a law says of one trial: kept, broken with facts, or undecided with the reason. Data; prose comes later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Word: TypeAlias = Literal["kept", "broken", "undecided"]
Facts: TypeAlias = dict[str, Any]
"""JSON-able facts that prove a broken law: the partitions, members and numbers that the explanation will name."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The law held."""

    word: Word = field(default="kept", init=False)


@dataclass(frozen=True, slots=True)
class Broken:
    """The law did not hold, and `facts` prove it."""

    facts: Facts = field(hash=False)
    word: Word = field(default="broken", init=False)


@dataclass(frozen=True, slots=True)
class Undecided:
    """
    The law could not be judged, for `reason`. Never a pass.

    `unanswered` says that there was nothing to judge: the assignor gave no answer to the trial's own group, which
    `returns-an-answer` reports. A search that counts undecided trials may leave these out.

    `unasked` says that a question which the law needs cannot be put to this assignor at all: its client has no way to
    carry it. That is no example of the law, and nobody's fault.
    """

    reason: str
    unanswered: bool = False
    unasked: bool = False
    word: Word = field(default="undecided", init=False)


def gravest_verdict(words: Iterable[str]) -> Word:
    """The gravest word: broken before undecided (or none at all, or one that is no verdict) before kept."""
    met = set(words)
    return "broken" if "broken" in met else "kept" if met == {"kept"} else "undecided"


Verdict: TypeAlias = Kept | Broken | Undecided


def facts_of(verdict: Verdict) -> Facts:
    """The facts of a broken law, the reason of an undecided one, nothing of a kept one."""
    match verdict:
        case Broken(facts):
            return facts
        case Undecided(reason):
            return {"reason": reason}
        case Kept():
            return {}
