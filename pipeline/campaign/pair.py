"""
The verdicts on one pair: a drawn case and a target. A pure function, except for the clock.

No target can end it: the row says what failed. A life is one pair too; its figures are those of the last rebalance.
"""

from __future__ import annotations

import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kafka_assay.assignors.interface import HANG, CannotBeAsked, Promise
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve
from kafka_assay.pipeline.campaign.alarm_kinds import features_of
from kafka_assay.pipeline.campaign.campaign_row import BrokenLaw, CampaignRow, UndecidedLaw
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.timed_target import TimedTarget
from kafka_assay.properties.judging.cause import cause_of, without_addresses
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.judging.judgement import Gap, gap_of
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.law import Law
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.measures.subscriptions import count_assignable, has_equal_subscriptions
from kafka_assay.properties.verdict import Broken, JudgedOrNot, Undecided

_KEPT = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnCase:
    """The example of a case, its family, and the group that it starts with."""

    number: int
    family: str
    example: Example

    @property
    def group(self) -> Group:
        """The group, or the one at the start of the life."""
        return self.example.life.group if isinstance(self.example, LifeRun) else self.example


def draw_case(plan: CampaignPlan, number: int) -> DrawnCase:
    """The case with this number, drawn again wherever it is asked for."""
    return DrawnCase(number=number, family=plan.family_of(number), example=plan.example(number))


@lru_cache(maxsize=_KEPT)
def optimum_of(group: Group) -> Optimum:
    """The optimum of a group: computed once for all targets, which are asked about it one after another."""
    return solve(group)


ONE_IN = 16
"""The default laws include those that ask further questions in one of so many cases."""
LONGEST = 300
"""The most characters of an error or a reason."""


def asks_further(seed: int, number: int) -> bool:
    """Whether laws with further questions are among the default laws of this case, which its number alone decides."""
    return zlib.crc32(f"{seed}/{number}".encode()) % ONE_IN == 0


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
    # Where laws ask further questions, all are evaluated. Elsewhere a kept law may decide another one.
    number = case.number if in_turn or not any(law.asks for law in laws) else None
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    last: Rebalance | None = None
    refused, hung = None, False
    for finding in judge_example(target, laws, case.example, family=case.family, number=number):
        if finding.rebalance is not last:
            last = finding.rebalance
            failure = last.trial.failure
            hung |= failure is not None and failure.kind == HANG
            if isinstance(failure, CannotBeAsked):
                refused = _steady_text(failure.message)
                break
            watch(last)
        tallies[finding.law.id].add(finding)
        hung |= _names_hang(finding.verdict)
    if last is None:
        row = _blank(target, case, case.group, seed)._replace(refused="no rebalance of this life asks it")
    else:
        row = _with_answer(_blank(target, case, last.trial.group, seed), last)
    return row._replace(
        asked=[law for law, tally in tallies.items() if _is_decided(tally)],
        broken=[
            BrokenLaw(law, cause_of(found.facts, found.group, found.expected))
            for law, tally in tallies.items()
            if (found := tally.evidence) is not None
        ],
        undecided=[
            UndecidedLaw(law, _steady_text((tally.reason if tally.undecided else tally.refusal) or ""))
            for law, tally in tallies.items()
            if tally.undecided or tally.unasked
        ],
        refused=row.refused or refused,
        steps=target.steps,
        hung=hung,
        host_seconds=target.nanoseconds / 1e9,
        seconds=time.perf_counter() - begun,
    )


def _is_decided(tally: Tally) -> bool:
    """Whether the law broke, or was decided in every rebalance to which it applies."""
    return tally.breaks > 0 or (tally.kept > 0 and not (tally.undecided or tally.unanswered or tally.unasked))


def _names_hang(verdict: JudgedOrNot) -> bool:
    """Whether a further question of the law hung."""
    match verdict:
        case Broken(facts):
            return bool(facts.get("error") == HANG)
        case Undecided(reason, unanswered=False):
            return f"{HANG}: " in reason
        case _:
            return False


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
    failure = trial.failure
    gap: Gap | None = None
    rounds = error = None
    if failure is None:
        rounds = len(trial.rounds()) if Promise.COOPERATIVE in trial.promises else 1
        if trial.flaw is None:
            gap = gap_of(trial.group, trial.answer, optimum_of(trial.group))
    elif not isinstance(failure, CannotBeAsked):
        error = _steady_text(str(failure))
    features = features_of(trial.group, row.partitions, gap, rounds)
    row = row._replace(rounds=rounds, features=features, error=error)
    return row if gap is None else row._replace(**gap._asdict())


def _steady_text(message: str) -> str:
    """A message that is the same in each run, and not too long."""
    return without_addresses(message)[:LONGEST]
