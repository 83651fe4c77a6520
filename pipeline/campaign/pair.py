"""
The verdicts on one pair: a drawn case and a target. A pure function, except for the clock.

No target can end it: the row says what failed. A life is one pair too; its figures are those of the last rebalance.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Sequence

from kafka_assay.assignors.interface import HANG, AssignorFailed, CannotBeAsked, Promise
from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.campaign.campaign_row import BrokenLaw, CampaignRow, UndecidedLaw
from kafka_assay.pipeline.campaign.drawn_case import DrawnCase, optimum_of
from kafka_assay.pipeline.campaign.features import features_of
from kafka_assay.pipeline.campaign.timed_target import TimedTarget
from kafka_assay.properties.judging.cause import DECLARED, cause_of, without_addresses
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.judging.judgement import Gap, gap_of
from kafka_assay.properties.judging.law_findings import judge_laws
from kafka_assay.properties.judging.rebalances import Rebalance, run_rebalances
from kafka_assay.properties.law import Law
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.measures.subscriptions import count_assignable, has_equal_subscriptions
from kafka_assay.properties.verdict import Broken, Kept, Undecided

ONE_IN = 16
"""The default laws include those that ask further questions in one of so many cases."""
LONGEST = 300
"""The most characters of an error or a reason."""


def asks_further(seed: int, number: int) -> bool:
    """Whether laws with further questions are among the default laws of this case, which its number alone decides."""
    return zlib.crc32(f"{seed}/{number}".encode()) % ONE_IN == 0


class _Tally:
    """The verdicts over all rebalances of one example."""

    def __init__(self, target: TimedTarget, family: str) -> None:
        self.target = target
        self.family = family
        self.decided: dict[str, None] = {}
        self.broken: dict[str, str] = {}
        self.undecided: dict[str, str] = {}
        self.unanswered: set[str] = set()
        self.hung = False

    @property
    def asked(self) -> list[str]:
        """The laws that broke, or were decided in every rebalance to which they apply."""
        doubtful = self.undecided.keys() | self.unanswered
        return [law for law in self.decided if law in self.broken or law not in doubtful]

    def judge(self, laws: Sequence[Law], rebalance: Rebalance, number: int | None) -> None:
        for law, verdict, *_ in judge_laws(self.target, laws, rebalance, number=number):
            match verdict:
                case Kept():
                    self.decided[law.id] = None
                case Broken(facts):
                    self.hung |= facts.get("error") == HANG
                    group = rebalance.trial.group
                    declared = find_excuse(self.target.expected_failures, law.id, self.family, group)
                    self.decided[law.id] = None
                    # In a life, an undeclared break counts more than a declared one before it.
                    if self.broken.get(law.id, DECLARED) == DECLARED:
                        self.broken[law.id] = cause_of(facts, group, declared)
                case Undecided(unanswered=True):
                    self.unanswered.add(law.id)
                case Undecided(reason):
                    self.hung |= f"{HANG}: " in reason
                    self.undecided.setdefault(law.id, _steady_text(reason))


def judge_pair(
    target: TimedTarget,
    laws: Sequence[Law],
    case: DrawnCase,
    seed: int,
    *,
    in_turn: bool = False,
    watch: Callable[[Rebalance], None] = lambda _: None,
) -> CampaignRow:
    """
    The row of `case` and `target`, which is asked about the promised `laws`.

    With `in_turn`, laws that ask further questions are asked as a check asks them about drawn groups: costly ones not
    on every group, and none that a kept law decides. `watch` is called with each rebalance.
    """
    begun = time.perf_counter()
    target.start_counting()
    tally = _Tally(target, case.family)
    last: Rebalance | None = None
    refused = None
    for last in run_rebalances(target, case.example):
        failure = last.trial.failure()
        tally.hung |= failure is not None and failure.kind == HANG
        if isinstance(failure, CannotBeAsked):
            refused = _steady_text(failure.message)
            break
        # Where laws ask further questions, all are evaluated. Elsewhere a kept law may decide another one.
        tally.judge(laws, last, case.number if in_turn or not any(law.asks for law in laws) else None)
        watch(last)
    if last is None:
        row = _blank(target, case, case.group, seed)._replace(refused="no rebalance of this life asks it")
    else:
        row = _with_answer(_blank(target, case, last.trial.group, seed), last)
    return row._replace(
        asked=tally.asked,
        broken=[BrokenLaw(*one) for one in tally.broken.items()],
        undecided=[UndecidedLaw(*one) for one in tally.undecided.items()],
        refused=row.refused or refused,
        steps=target.steps,
        hung=tally.hung,
        host_seconds=target.nanoseconds / 1e9,
        seconds=time.perf_counter() - begun,
    )


def _blank(target: TimedTarget, case: DrawnCase, group: Group, seed: int) -> CampaignRow:
    return CampaignRow(
        case=case.number,
        target=target.name,
        family=case.family,
        seed=seed,
        members=len(group.members),
        partitions=count_assignable(group),
        topics=len(group.topics),
        equal=has_equal_subscriptions(group),
        racks=do_racks_matter(group),
    )


def _with_answer(row: CampaignRow, last: Rebalance) -> CampaignRow:
    trial = last.trial
    failure = trial.failure()
    gap: Gap | None = None
    rounds = None
    if failure is None:
        rounds = len(trial.rounds()) if Promise.COOPERATIVE in trial.promises else 1
        if trial.flaw is None:
            gap = gap_of(trial.group, trial.answer, optimum_of(trial.group))
    features = features_of(trial.group, row.partitions, gap, rounds)
    row = row._replace(rounds=rounds, features=features, error=_error_text(failure))
    return row if gap is None else row._replace(**gap._asdict())


def _error_text(failure: AssignorFailed | None) -> str | None:
    if failure is None or isinstance(failure, CannotBeAsked):
        return None
    return _steady_text(str(failure))


def _steady_text(message: str) -> str:
    """A message that is the same in each run, and not too long."""
    return without_addresses(message)[:LONGEST]
