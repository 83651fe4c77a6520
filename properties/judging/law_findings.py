"""
The verdicts of several laws on one rebalance.

On examples drawn by number, two things save time. A law with `every` is asked on its share of the examples only. A law
that a kept one decides (`Law.decides`) is not evaluated again. Both depend on the number and the answers alone, so that
a replay repeats them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.properties.judging.evidence import verdict_of
from kafka_assay.properties.judging.judgement import is_applicable
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.law import Law, has_turn
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided, Verdict

TWICE = 16
"""On one in this many drawn examples, implied laws are evaluated all the same, to test the implications."""


class LawFinding(NamedTuple):
    """
    The verdict of one law on one rebalance; None if the law is not applicable.

    `since` is the number of the trial's steps before the law asked its own questions. `implied` is the id of the kept
    law that decided this one, which was then not evaluated.
    """

    law: Law
    verdict: Verdict | None
    since: int
    implied: str | None = None


def judge_laws(
    target: Target, laws: Sequence[Law], rebalance: Rebalance, *, number: int | None = None
) -> Iterator[LawFinding]:
    """
    Judge the `laws` on `rebalance`, in their order.

    `number` is the number of a drawn example. It decides which laws are asked; the others have no finding. None: the
    example comes from another source, and every law is asked and evaluated.
    """
    due = laws if number is None else [law for law in laws if law.is_due(number)]
    ask_ahead(target, due, rebalance.trial)
    if number is None:
        for law in laws:
            since = len(rebalance.trial.steps)
            yield LawFinding(law, verdict_of(target, law, rebalance.trial), since)
    else:
        yield from _DrawnJudgement(target, due, rebalance.trial, number).findings()


def ask_ahead(target: Target, laws: Sequence[Law], trial: Trial) -> None:
    """Send the further questions of all `laws` together, if the target takes several at once."""
    if trial.ask_modes.assign_all is None or not trial.can_ask or trial.failure() is not None:
        return
    groups: dict[int, Group] = {}  # by identity: two laws may ask about the same group
    with suppress(Exception):  # a mistake of ours is reported by the law itself
        for law in laws:
            if (
                law.asks
                and law.is_asked_of(target.promises, trial.group)
                and is_applicable(law, trial, target.promises)
            ):
                groups |= {id(group): group for group in law.questions(trial)}
    trial.ask_ahead(list(groups.values()))


class _DrawnJudgement:
    """The verdicts of the laws that are due on one drawn example."""

    def __init__(self, target: Target, laws: Sequence[Law], trial: Trial, number: int) -> None:
        self._target = target
        self._laws = laws
        self._trial = trial
        self._is_tested = has_turn(f"twice/{number}", TWICE)
        self._found: dict[str, LawFinding] = {}

    def findings(self) -> Iterator[LawFinding]:
        """The findings in the order of the laws."""
        for law in self._laws:
            yield self._find(law)

    def _find(self, law: Law) -> LawFinding:
        known = self._found.get(law.id)
        if known is None:
            known = self._found[law.id] = self._judge(law)
        return known

    def _judge(self, law: Law) -> LawFinding:
        stronger = self._kept_law_that_decides(law)
        since = len(self._trial.steps)
        if stronger is not None and not self._is_tested and law.is_asked_of(self._target.promises, self._trial.group):
            return LawFinding(law, Kept(), since, stronger)
        verdict = verdict_of(self._target, law, self._trial)
        if stronger is not None and isinstance(verdict, Broken):
            why = f"{stronger} is kept and decides {law.id}, which is broken: {verdict.facts}"
            verdict = Undecided(f"internal error of the check: {why}")
        return LawFinding(law, verdict, since)

    def _kept_law_that_decides(self, law: Law) -> str | None:
        """The id of a law that is kept here, and so decides `law`; None if there is none."""
        for stronger in self._laws:
            if law.id in stronger.decides and isinstance(self._find(stronger).verdict, Kept):
                return stronger.id if self._trial.flaw is None else None
        return None
