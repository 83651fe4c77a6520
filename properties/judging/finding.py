"""
The one loop that judges: a group or a life is put to a target, and each law yields a finding for each rebalance. An
answer that was captured or read from a file is judged in the place of a target.

On examples drawn by number, two things save time. A law with `every` is asked on its share of the examples only. A law
that a kept one decides (`Law.decides`) is not evaluated again. Both depend on the number and the answers alone, so that
a replay repeats them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from kafka_assay.assignors.interface import CannotBeAsked, ExpectedFailure, Promise, Target
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.judging.cause import find_excuse
from kafka_assay.properties.judging.evidence import Evidence, GivenAnswer
from kafka_assay.properties.judging.judgement import LawVerdict, decide, is_applicable
from kafka_assay.properties.judging.rebalances import Rebalance, run_rebalances
from kafka_assay.properties.law import Law, has_turn
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, JudgedOrNot, Kept, NotApplicable, NotDue, Undecided, Word, facts_of

TWICE = 16
"""On one in this many drawn examples, implied laws are evaluated all the same, to test the implications."""

_KEPT, _NOT_APPLICABLE, _NOT_DUE = Kept(), NotApplicable(), NotDue()


class Finding(NamedTuple):
    """
    The verdict of one law on one rebalance.

    The trial's steps from `since` up to `until` are the law's own questions. `implied` is the id of the kept law that
    decided this one, which was then not evaluated. `expected` is the declared failure that covers a break (None: it is
    unexpected).
    """

    law: Law
    verdict: JudgedOrNot
    rebalance: Rebalance
    since: int
    until: int
    implied: str | None = None
    expected: ExpectedFailure | None = None

    @property
    def refusal(self) -> CannotBeAsked | None:
        """Why the group cannot be expressed to the target; None if it was asked."""
        failure = self.rebalance.trial.failure
        return failure if isinstance(failure, CannotBeAsked) else None

    @property
    def evidence(self) -> Evidence:
        """The evidence of the verdict, with the questions of this law alone."""
        one = self.rebalance
        asked = (*one.asked_steps, *one.trial.steps[self.since : self.until])
        # A life without events is stored as a group.
        run = one.example if isinstance(one.example, LifeRun) and one.example.life.events else None
        return Evidence(one.trial.group, facts_of(self.verdict), asked, run, self.expected)


def judge_example(
    target: Target | GivenAnswer,
    laws: Sequence[Law],
    example: Example,
    *,
    family: str | None,
    number: int | None = None,
) -> Iterator[Finding]:
    """
    Put `example` of the input `family` to `target`. Yield a finding for each rebalance and each law, in their order.

    `family` None: the example belongs to none, so that a failure declared in any family may cover a break.
    `number` is that of a drawn example, and decides which laws are asked. None: the example comes from another source,
    and every law is asked and evaluated. A group that cannot be expressed to the target leaves every law undecided.
    """
    due = {law.id: law for law in laws if number is None or law.is_due(number)}
    deciding = [] if number is None else [law for law in due.values() if law.decides]
    for rebalance in run_rebalances(target, example):
        rebalance.trial.judge_answer = verdict_words
        rebalance.trial.outcome()  # before the questions of the laws
        ask_ahead(target, due.values(), rebalance.trial)
        judged = _JudgedRebalance(target, deciding, rebalance, family, number)
        for law in laws:
            yield judged.find(law) if law.id in due else Finding(law, _NOT_DUE, rebalance, 0, 0)


def find_breaks(target: Target, law: Law, example: Example, *, family: str) -> Iterator[Evidence]:
    """The evidence of each rebalance of an `example` that breaks `law`. No other law is asked."""
    for finding in judge_example(target, [law], example, family=family):
        if isinstance(finding.verdict, Broken):
            yield finding.evidence


def judged_laws(findings: Iterable[Finding]) -> list[LawVerdict]:
    """The verdicts of the laws that were judged."""
    return [
        LawVerdict(one.law.id, one.verdict) for one in findings if not isinstance(one.verdict, NotApplicable | NotDue)
    ]


def verdict_words(group: Group, answer: Assignment, promises: frozenset[Promise]) -> dict[str, Word]:
    """Law id -> verdict word, for every law of these `promises` that can be judged on a settled `answer` to `group`."""
    given = GivenAnswer(answer=answer, promises=promises, answers_with_target=True)
    found = judge_example(given, promised_laws(promises), group, family=None)
    return {law: verdict.word for law, verdict in judged_laws(found)}


def ask_ahead(target: Target | GivenAnswer, laws: Iterable[Law], trial: Trial) -> None:
    """Send the further questions of all `laws` together, if the target takes several at once."""
    if trial.ask_modes.assign_all is None or not trial.can_ask or trial.failure is not None:
        return
    groups: dict[int, Group] = {}  # by identity: two laws may ask about the same group
    with suppress(Exception):  # a mistake of ours is reported by the law itself
        for law in laws:
            if law.asks and is_applicable(law, trial, target.promises):
                groups |= {id(group): group for group in law.questions(trial)}
    trial.ask_ahead(list(groups.values()))


@dataclass(slots=True)
class _JudgedRebalance:
    """The findings of the due laws on one rebalance. A `deciding` law is judged before those that it decides."""

    target: Target | GivenAnswer
    deciding: Sequence[Law]
    rebalance: Rebalance
    family: str | None
    number: int | None
    found: dict[str, Finding] = field(default_factory=dict)

    def find(self, law: Law) -> Finding:
        """The finding of `law`, judged once."""
        if law.id in self.found:
            return self.found[law.id]
        trial, promises = self.rebalance.trial, self.target.promises
        stronger = self._kept_law_that_decides(law)
        is_tested = stronger is None or has_turn(f"twice/{self.number}", TWICE)
        since, implied, expected = len(trial.steps), None, None
        verdict: JudgedOrNot = _NOT_APPLICABLE
        if not is_tested and law.is_asked_of(promises, trial.group):
            verdict, implied = _KEPT, stronger
        elif is_applicable(law, trial, promises):
            verdict = decide(law, trial)
            if isinstance(verdict, Broken) and stronger is not None:
                why = f"{stronger} is kept and decides {law.id}, which is broken: {verdict.facts}"
                verdict = Undecided(f"internal error of the check: {why}")
            elif isinstance(verdict, Broken):
                expected = find_excuse(self.target.expected_failures, law.id, self.family, trial.group)
        found = Finding(law, verdict, self.rebalance, since, len(trial.steps), implied, expected)
        self.found[law.id] = found
        return found

    def _kept_law_that_decides(self, law: Law) -> str | None:
        """The id of a law that is kept here, and so decides `law`; None if there is none."""
        for stronger in self.deciding:
            if law.id in stronger.decides and isinstance(self.find(stronger).verdict, Kept):
                return stronger.id if self.rebalance.trial.flaw is None else None
        return None
