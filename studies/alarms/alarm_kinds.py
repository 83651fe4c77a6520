"""
One stretch of the run over released assignors: count each kind of broken law, and keep the first cases of each.

A kind is a target, a law and a family; for `returns-an-answer` also the kind of failure. The groups are those of
`studies.alarms.alarm_stretch`, drawn once for all targets. A call may take `CALL_SECONDS`, because an endless loop
costs the full limit each time. `alarm_shrinking` asks again with a longer limit, which separates endless from slow.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.interface import CannotBeAsked, Target
from kafka_assay.assignors.life_run import Example
from kafka_assay.properties.judging.evidence import Evidence, verdict_of
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.judging.rebalances import Rebalance, run_rebalances
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.case_format import Case, keep_step
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.search.late_failure import BROKEN_LAW, late_failures
from kafka_assay.properties.shrink.life_runs import reading_rank
from kafka_assay.properties.strategies.sampling import sample_draws
from kafka_assay.properties.verdict import Broken, Undecided, Verdict
from studies.alarms.alarm_stretch import AlarmOutcome, write_case
from studies.family_run import FamilyStretch

CALL_SECONDS = 1.0
CASES = 3
"""The number of cases kept for each kind. Each is the smallest of its stretch."""


@dataclass(slots=True, kw_only=True)
class KindOutcome(AlarmOutcome):
    """
    The counts of a stretch by target: how often each law broke, and why verdicts were undecided.

    `groups` counts the groups that could be asked. Groups that cannot be expressed to a client count as `undecided`.
    """

    kinds: dict[str, dict[str, int]] = field(default_factory=dict)
    undecided: dict[str, dict[str, int]] = field(default_factory=dict)


class SeenAlarm(NamedTuple):
    """A broken law, the name of its kind, and the evidence."""

    law: str
    kind: str
    evidence: Evidence


class KindCount:
    """The running counts of one target in one stretch."""

    def __init__(self, target: Target, family: str) -> None:
        """Start with empty counts."""
        self.target = target
        self.family = family
        self.groups = self.verdicts = 0
        self.expected: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.undecided: Counter[str] = Counter()
        self.smallest: dict[str, SeenAlarm] = {}

    def add(self, law: Law, verdict: Verdict | None, rebalance: Rebalance, since: int) -> None:
        """Count the verdict of one law on one answer. The law asked its further questions `since` that step."""
        self.verdicts += verdict is not None
        match verdict:
            case Broken(facts):
                if find_excuse(self.target.expected_failures, law.id, self.family, rebalance.trial.group) is not None:
                    self.expected[law.id] += 1
                else:
                    how = f" ({facts['error']})" if law.id == BROKEN_LAW and "error" in facts else ""
                    self.see(SeenAlarm(law.id, law.id + how, rebalance.evidence(facts, since)))
            case Undecided():
                self.undecided[reason_of(verdict)] += 1

    def see(self, seen: SeenAlarm) -> None:
        """Count a broken law, and store it if it is the smallest of its kind so far."""
        self.kinds[seen.kind] += 1
        before = self.smallest.get(seen.kind)
        if before is None or reading_rank(seen.evidence.example) < reading_rank(before.evidence.example):
            self.smallest[seen.kind] = seen


def reason_of(verdict: Undecided) -> str:
    """
    The reason of an undecided verdict, without details that differ between groups.

    >>> reason_of(Undecided("no answer to a further question of the law: KeyError: (None, 'C1')"))
    'no answer to a further question of the law: KeyError'
    >>> reason_of(Undecided("no answer: hang: no answer within 1 s", unanswered=True))
    'no answer to the group itself'
    """
    return "no answer to the group itself" if verdict.unanswered else plain_reason(verdict.reason)


def plain_reason(text: str) -> str:
    """
    A reason without names, numbers, text in brackets, and text after a quoted name.

    >>> plain_reason("the answer breaks nothing-left-out (t1-0), so it cannot become the next claims")
    'the answer breaks nothing-left-out, so it cannot become the next claims'
    >>> plain_reason('the group there is no topic "gone": the leader asks for it first')
    'the group there is no topic'
    """
    for opening in ("no answer to a further question of the law: ", "internal error of the check: "):
        if text.startswith(opening):
            return opening + text.removeprefix(opening).partition(":")[0]
    return re.sub(r" \([^)]*\)|'[^']*'| \".*", "", re.sub(r"-?\d+", "N", text))[:120]


def run_stretch(stretch: FamilyStretch, cases: Path) -> KindOutcome:
    """Put every draw of the stretch to every target. Write the smallest cases of each kind into the folder `cases`."""
    start = time.monotonic()
    outcome = KindOutcome(family=stretch.family, seed=stretch.seed)
    drawn = sample_draws(stretch.family, stretch.draws, stretch.seed)
    for name in stretch.names:
        count = _count_answers(_open_targets(name), stretch.family, drawn)
        outcome.groups[name], outcome.verdicts[name] = count.groups, count.verdicts
        for counts, what in (
            (outcome.expected, count.expected),
            (outcome.kinds, count.kinds),
            (outcome.undecided, count.undecided),
        ):
            if what:
                counts[name] = dict(what)
        for seen in count.smallest.values():
            _keep(seen, name, count.target.version, stretch, cases)
    outcome.seconds = round(time.monotonic() - start, 1)
    return outcome


@cache
def _open_targets(name: str) -> Target:
    return open_target(name, call_timeout=CALL_SECONDS)


def _count_answers(target: Target, family: str, drawn: Iterable[Example]) -> KindCount:
    count = KindCount(target, family)
    laws = promised_laws(target.promises)
    for rebalance in _rebalances(target, drawn):
        failure = rebalance.trial.failure()
        if isinstance(failure, CannotBeAsked):
            count.undecided[f"the group {failure.message[:120]}"] += 1
            continue
        count.groups += 1
        for law in laws:
            since = len(rebalance.trial.steps)
            count.add(law, verdict_of(target, law, rebalance.trial), rebalance, since)
    for evidence in late_failures(target):
        count.see(SeenAlarm(BROKEN_LAW, f"{BROKEN_LAW} (afterwards: {evidence.facts['error']})", evidence))
    getattr(target, "late_failures", []).clear()
    return count


def _rebalances(target: Target, drawn: Iterable[Example]) -> Iterator[Rebalance]:
    for one in drawn:
        yield from run_rebalances(target, one)


def file_name(*words: str) -> str:
    """
    A file name made from a target, a kind, a family and so on.

    >>> file_name("npm:@platformatic/kafka@2.12.1:roundrobin", "returns-an-answer (hang)")
    'npm-platformatic-kafka-2.12.1-roundrobin--returns-an-answer-hang'
    """
    return "--".join(re.sub(r"[^A-Za-z0-9._=]+", "-", word).strip("-") for word in words)


def _keep(seen: SeenAlarm, name: str, version: str, stretch: FamilyStretch, cases: Path) -> None:
    kind = file_name(name, seen.kind, stretch.family)
    if len(list(cases.glob(f"{kind}--*.json"))) >= CASES:
        return
    case = Case(
        law=seen.law,
        inputs=stretch.family,
        target=name,
        seed=0,
        versions={name: version},
        steps=tuple(map(keep_step, seen.evidence.steps)),
        facts=seen.evidence.facts,
    )
    write_case(case, cases / f"{kind}--{stretch.seed}.json")
