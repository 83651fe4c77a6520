"""The verdict of a law on one trial: kept, broken with facts, or undecided with a reason. Plain data without prose."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

VERDICT_VERSION = 3
"""
The version of what our code says. It is raised when a law judges differently, a generator draws other groups, or a host
asks its client differently or makes other promises for it.

Results with the same version are comparable, whatever else changed in the code. A test compares golden verdicts with
the code, and fails if they differ and the version is the same (`python -m tests.support.golden_verdicts`).
"""

Word: TypeAlias = Literal["kept", "broken", "undecided"]
Facts: TypeAlias = dict[str, Any]
"""JSON-able facts that prove a broken law: the partitions, members and numbers of the explanation."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The law holds."""

    word: Word = field(default="kept", init=False)


@dataclass(frozen=True, slots=True)
class Broken:
    """The law does not hold, and `facts` prove it."""

    facts: Facts = field(hash=False)
    word: Word = field(default="broken", init=False)


@dataclass(frozen=True, slots=True)
class Undecided:
    """
    The law could not be judged, for `reason`. It never counts as kept.

    `unanswered`: the assignor gave no answer to the trial's own group, so there was nothing to judge.
    `returns-an-answer` reports that. A search that counts undecided trials may leave these out.

    `unasked`: the law needs a question that cannot be expressed to this assignor, because its client has no field for
    it. That is no example of the law and no fault.
    """

    reason: str
    unanswered: bool = False
    unasked: bool = False
    word: Word = field(default="undecided", init=False)


def failing_law(reason: str) -> str | None:
    """
    The law whose break is the `reason` why another one is undecided; None if the reason is something else.

    >>> failing_law("the answer breaks one-owner-each (t-0)"), failing_law("no answer: it hung")
    ('one-owner-each', None)
    """
    found = re.search(r"the answer breaks ([a-z]+(?:-[a-z]+)+)", reason)
    return None if found is None else found[1]


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """The law is not defined on the group, or says nothing about such a target."""


@dataclass(frozen=True, slots=True)
class NotDue:
    """It is not the law's turn on this drawn example (see `Law.every`)."""


def gravest_verdict(words: Iterable[str]) -> Word:
    """
    The gravest word: broken, then undecided (also for no word and for words that are no verdict), then kept.

    >>> [gravest_verdict(words) for words in (["kept"], ["kept", "undecided"], ["undecided", "broken"], [])]
    ['kept', 'undecided', 'broken', 'undecided']
    """
    met = set(words)
    return "broken" if "broken" in met else "kept" if met == {"kept"} else "undecided"


Verdict: TypeAlias = Kept | Broken | Undecided
JudgedOrNot: TypeAlias = Verdict | NotApplicable | NotDue


def facts_of(verdict: JudgedOrNot) -> Facts:
    """The facts of a broken law, the reason of an undecided one, else an empty dict."""
    match verdict:
        case Broken(facts):
            return facts
        case Undecided(reason):
            return {"reason": reason}
        case _:
            return {}
