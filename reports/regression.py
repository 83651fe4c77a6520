"""
What a pasted regression test calls: one law, on one group, of one target or one given answer.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from assignors.assignment_format import assignment_at
from assignors.group_format import group_from_json
from assignors.hosted.opening import open_target
from assignors.interface import Promise
from assignors.promises import likeness
from properties.evidence import trial_of, verdict_on
from properties.judgement import applies, decided
from properties.registry import LAW_BY_ID
from properties.trial import Trial
from properties.verdict import facts_of
from reports.sentences import explanation

if TYPE_CHECKING:
    from properties.verdict import Verdict


def what_breaks(
    law: str,
    group: dict[str, Any],
    *,
    target: str | None = None,
    answer: dict[str, Any] | None = None,
    like: str | None = None,
) -> str:
    """
    How `target`, or the given `answer`, breaks `law` on the group that `group` describes; nothing where it keeps it.

    `like` says whose promises are made. A law that could not be judged is told, too: a test must not pass on it.

    >>> group = {"format": "assay-group/1", "topics": {"t": 1}, "members": [{"id": "a", "subscription": ["t"]}]}
    >>> what_breaks("nothing-left-out", group, answer={"a": {"t": [0]}})
    ''
    >>> what_breaks("nothing-left-out", group, answer={"a": {}})
    'Nobody owns t-0, although its topic has subscribers.'
    """
    verdict = _of_target(law, group, target, like) if target is not None else _of_answer(law, group, answer, like)
    if verdict is None:
        return f"Not decided: {law} is not asked here."
    return explanation(law, facts_of(verdict))


def _of_target(law: str, group: dict[str, Any], target: str, like: str | None) -> Verdict | None:
    with closing(open_target(target, like=like)) as opened:
        return verdict_on(opened, LAW_BY_ID[law], trial_of(opened, group_from_json(group)))


def _of_answer(law: str, group: dict[str, Any], answer: dict[str, Any] | None, like: str | None) -> Verdict | None:
    promises = likeness(like).promises
    cooperative = Promise.COOPERATIVE in promises
    trial = Trial(group_from_json(group), answer=assignment_at(answer), cooperative=cooperative)
    asked = LAW_BY_ID[law].asked_of(promises, trial.group) and applies(LAW_BY_ID[law], trial, promises)
    return decided(LAW_BY_ID[law], trial) if asked else None
