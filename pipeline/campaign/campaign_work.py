"""The work of a campaign: case numbers in, rows out. It is the same in this process and in Spark's workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import HANG
from kafka_assay.pipeline.campaign.campaign_row import BrokenLaw, CampaignRow
from kafka_assay.pipeline.campaign.pair import DrawnCase, asks_further, draw_case, judge_pair
from kafka_assay.pipeline.campaign.plan import ALL_LAWS, DEFAULT_LAWS, LAWS_IN_TURN, CampaignPlan, code_version
from kafka_assay.pipeline.campaign.timed_target import PairLateFailure, TimedTarget
from kafka_assay.properties.judging.cause import AFTERWARDS, DECLARED, cause_of, find_excuse
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.law import Law
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.runner.work import IsOver, never

MOST_CASES = 256
"""The most cases in a batch."""
RETURNS = "returns-an-answer"

Watch: TypeAlias = "Callable[[int, int, Rebalance], None]"
"""Called with the number of a case, the place of a target in the plan, and each rebalance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignTarget:
    """An opened target, the laws for every case, and those for the cases in which laws ask further questions."""

    target: TimedTarget
    plain_laws: tuple[Law, ...]
    all_laws: tuple[Law, ...]

    def laws_of(self, plan: CampaignPlan, number: int) -> tuple[Law, ...]:
        """The laws of a case."""
        further = plan.laws != DEFAULT_LAWS or asks_further(plan.seed, number)
        return self.all_laws if further else self.plain_laws


@dataclass(frozen=True, slots=True)
class CampaignWork:
    """Judge cases of `plan`, whose targets are opened once in each process."""

    plan: CampaignPlan

    def open(self) -> tuple[CampaignTarget, ...]:
        """
        The targets of the plan. Raises `AssayError` if one cannot be opened.

        The code of this process must be the one that the plan names.
        """
        plan = self.plan
        if code_version() != plan.code:
            raise AssayError(f"this worker has the code {code_version()}, the campaign needs {plan.code}")
        found = []
        for planned, text in zip(plan.targets, plan.target_texts(), strict=True):
            target = TimedTarget(text.open(), other_process=plan.laws == ALL_LAWS)
            if target.version != planned.version:
                raise AssayError(f"{text.text}: this worker has {target.version}, the campaign needs {planned.version}")
            laws = promised_laws(target.promises)
            plain = tuple(law for law in laws if not law.asks)
            found.append(CampaignTarget(target=target, plain_laws=plain, all_laws=tuple(laws)))
        return tuple(found)

    def do(self, state: Sequence[CampaignTarget], job: Sequence[int], _: IsOver = never) -> list[CampaignRow]:
        """The rows of the cases `job`: for each case those of all targets."""
        return [row.with_digests() for row in judge_cases(self.plan, state, job)]

    def close(self, state: Sequence[CampaignTarget]) -> None:
        """Close the targets."""
        for one in state:
            one.target.close()


def judge_cases(
    plan: CampaignPlan, opened: Sequence[CampaignTarget], numbers: Iterable[int], watch: Watch = lambda *_: None
) -> list[CampaignRow]:
    """The rows of these cases: for each case those of all targets, which share its optimum."""
    rows: list[CampaignRow] = []
    asked_last: dict[int, int] = {}  # by place, because a comparison may name a target twice
    for number in numbers:
        case = draw_case(plan, number)
        for place, one in enumerate(opened):
            rows.append(_judge(plan, one, case, partial(watch, number, place)))
            _note_late_failures(rows, one.target, asked_last.get(place))
            if rows[-1].steps:
                asked_last[place] = len(rows) - 1
    for place, one in enumerate(opened):
        if place in asked_last:
            one.target.settle()
            _note_late_failures(rows, one.target, asked_last[place])
    return rows


def _judge(plan: CampaignPlan, one: CampaignTarget, case: DrawnCase, watch: Callable[[Rebalance], None]) -> CampaignRow:
    """The row of a pair. Raises `RuntimeError`, which names the pair, for a mistake of our own."""
    laws, in_turn = one.laws_of(plan, case.number), plan.laws == LAWS_IN_TURN
    try:
        return judge_pair(one.target, laws, case, plan.seed, in_turn=in_turn, watch=watch)
    except (AssayError, OSError, MemoryError):
        raise
    except Exception as mistake:
        told = f"{type(mistake).__name__}: {mistake}".removesuffix(": ")
        raise RuntimeError(f"internal error in case {case.number} of {one.target.name}: {told}") from mistake


def _note_late_failures(rows: list[CampaignRow], target: TimedTarget, asked_last: int | None) -> None:
    for late in target.take_late_failures():
        place = asked_last if late.before else len(rows) - 1
        if place is not None:
            rows[place] = _with_late_failure(rows[place], target, late)


def _with_late_failure(row: CampaignRow, target: TimedTarget, late: PairLateFailure) -> CampaignRow:
    """The row of a pair after whose answer the host failed: it has broken the law that an answer comes back."""
    row = row._replace(hung=row.hung or late.failure.kind == HANG)
    others = [one for one in row.broken if one != (RETURNS, DECLARED)]
    if any(one.law == RETURNS for one in others):
        return row
    declared = find_excuse(target.expected_failures, RETURNS, row.family, late.group)
    facts = {"error": late.failure.kind, "message": late.failure.message, "way": AFTERWARDS}
    return row._replace(
        asked=[*row.asked, *({RETURNS} - set(row.asked))],
        broken=[*others, BrokenLaw(RETURNS, cause_of(facts, late.group, declared))],
    )
