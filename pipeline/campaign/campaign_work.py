"""
The work of a campaign: case numbers in, rows out. It is the same in this process and in Spark's workers.

No target can end it: the row says what failed. A life is one pair too; its figures are those of the last rebalance.
"""

from __future__ import annotations

import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError, TargetGone
from kafka_assay.assignors.hosted.host_target import HostTarget, LateFailure
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import HANG, AssignorFailed, CannotBeAsked, Promise
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve
from kafka_assay.pipeline.campaign.alarm_kinds import features_of
from kafka_assay.pipeline.campaign.campaign_row import BrokenLaw, CampaignRow, UndecidedLaw
from kafka_assay.pipeline.campaign.plan import ALL_LAWS, DEFAULT_LAWS, LAWS_IN_TURN, CampaignPlan, code_version
from kafka_assay.properties.judging.cause import AFTERWARDS, DECLARED, cause_of, find_excuse, without_addresses
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.judging.judgement import gap_of
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.law import Law
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.measures.subscriptions import count_assignable, has_equal_subscriptions
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.runner.work import IsOver, TargetWork, never
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, JudgedOrNot, Undecided

MOST_CASES = 256
"""The most cases in a batch."""
ONE_IN = 16
"""The default laws include those that ask further questions in one of so many cases."""
LONGEST = 300
"""The most characters of an error or a reason."""
RETURNS = "returns-an-answer"
_KEPT = 64
_RESTART_FAILED = "the restart failed"
_LAST_QUESTION = group_of({"t": 1}, {"a": ["t"]})

Watch: TypeAlias = "Callable[[int, int, Rebalance], None]"
"""Called with the number of a case, the place of a target in the plan, and each rebalance."""


class CampaignTarget:
    """
    An opened target with the interface of `Target`, and the `laws` that it promises.

    `nanoseconds` is the time that the target needed for its answers by its own clock, `steps` the number of questions.
    With `other_process` the target may be asked in a second process too.
    """

    def __init__(self, opened: ReferenceTarget | HostTarget, *, other_process: bool) -> None:
        """Take over an `opened` target."""
        self._opened = opened
        self.name = opened.name
        self.version = opened.version
        self.like = opened.like
        self.promises = opened.promises
        self.laws = tuple(promised_laws(opened.promises))
        self.expected_failures = opened.expected_failures
        self.answers_with_target = opened.answers_with_target
        self.settings = opened.settings
        self.unordered_lists: frozenset[str] = getattr(opened, "unordered_lists", frozenset())
        self.other_process = opened.other_process if other_process else None
        self.assign_all = self._ask_all if isinstance(opened, HostTarget) else None
        self.close = opened.close
        self.start_counting()

    def start_counting(self) -> None:
        """Count from 0 again."""
        self.nanoseconds = 0
        self._asked: list[Group] = []

    @property
    def steps(self) -> int:
        """The number of questions."""
        return len(self._asked)

    def assign(self, group: Group) -> Assignment:
        """The assignment of `group`."""
        return self._ask(self._opened.assign, group)

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A function that uses one assignor object for all its calls."""
        ask = self._opened.reused_object()
        return lambda group: self._ask(ask, group)

    def take_late_failures(self) -> list[tuple[LateFailure, bool]]:
        """
        The late failures since the last call, and whether each is of a question that was asked before the counted ones.

        What the settling question has done belongs to no pair.
        """
        if not isinstance(self._opened, HostTarget):
            return []
        found = [one for one in self._opened.late_failures if one.group is not _LAST_QUESTION]
        self._opened.late_failures.clear()
        return [(one, all(one.group is not asked for asked in self._asked)) for one in found]

    def settle(self) -> None:
        """Ask one more question, so that a failure after the last answer is noticed now."""
        if isinstance(self._opened, HostTarget):
            self.start_counting()
            with suppress(AssignorFailed):
                self.assign(_LAST_QUESTION)

    def _ask(self, ask: Callable[[Group], Assignment], group: Group) -> Assignment:
        self._asked.append(group)
        try:
            answer = ask(group)
        except AssignorFailed as failure:
            self._require_running(failure)
            raise
        self.nanoseconds += self._opened.last_nanoseconds or 0
        return answer

    def _ask_all(self, groups: Sequence[Group]) -> list[Assignment | AssignorFailed]:
        """The outcomes of several questions that are sent at once."""
        assert isinstance(self._opened, HostTarget)
        self._asked += groups
        outcomes = self._opened.assign_all(groups)
        self.nanoseconds += self._opened.last_nanoseconds or 0
        for one in outcomes:
            if isinstance(one, AssignorFailed):
                self._require_running(one)
        return outcomes

    def _require_running(self, failure: AssignorFailed) -> None:
        if failure.message.startswith(_RESTART_FAILED):
            raise TargetGone(f"{self.name}: {failure.message}") from failure

    def laws_of(self, plan: CampaignPlan, number: int) -> list[Law]:
        """The laws of a case: only in some cases those that ask further questions."""
        further = plan.laws != DEFAULT_LAWS or asks_further(plan.seed, number)
        return [law for law in self.laws if further or not law.asks]


def asks_further(seed: int, number: int) -> bool:
    """Whether laws with further questions are among the default laws of this case, which its number alone decides."""
    return zlib.crc32(f"{seed}/{number}".encode()) % ONE_IN == 0


@dataclass(frozen=True, slots=True)
class WorkOnPlan(TargetWork):
    """Work on the cases of `plan`, whose targets are opened once in each process."""

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
            target = CampaignTarget(text.open(), other_process=plan.laws == ALL_LAWS)
            if target.version != planned.version:
                raise AssayError(f"{text.text}: this worker has {target.version}, the campaign needs {planned.version}")
            found.append(target)
        return tuple(found)


class CampaignWork(WorkOnPlan):
    """Judge the cases."""

    def do(self, state: Sequence[CampaignTarget], job: Sequence[int], _: IsOver = never) -> list[CampaignRow]:
        """The rows of the cases `job`: for each case those of all targets."""
        return [row.with_digests() for row in judge_cases(self.plan, state, job)]


def judge_cases(
    plan: CampaignPlan, opened: Sequence[CampaignTarget], numbers: Iterable[int], watch: Watch = lambda *_: None
) -> list[CampaignRow]:
    """
    The rows of these cases: for each case those of all targets, which share its optimum.

    Raises `RuntimeError`, which names the pair, for a mistake of our own.
    """
    rows: list[CampaignRow] = []
    asked_last: dict[int, int] = {}  # by place, because a comparison may name a target twice
    for number in numbers:
        example = plan.example(number)
        for place, target in enumerate(opened):
            try:
                rows.append(judge_pair(plan, target, number, example, partial(watch, number, place)))
            except (AssayError, OSError, MemoryError):
                raise
            except Exception as mistake:
                told = f"{type(mistake).__name__}: {mistake}".removesuffix(": ")
                raise RuntimeError(f"internal error in case {number} of {target.name}: {told}") from mistake
            _note_late_failures(rows, target, asked_last.get(place))
            if rows[-1].steps:
                asked_last[place] = len(rows) - 1
    for place, last in asked_last.items():
        opened[place].settle()
        _note_late_failures(rows, opened[place], last)
    return rows


@lru_cache(maxsize=_KEPT)
def optimum_of(group: Group) -> Optimum:
    """The optimum of a group: computed once for all targets, which are asked about it one after another."""
    return solve(group)


def judge_pair(
    plan: CampaignPlan, target: CampaignTarget, number: int, example: Example, watch: Callable[[Rebalance], None]
) -> CampaignRow:
    """
    The row of a target and the case with this `number`, which draws `example`. `watch` is called with each rebalance.

    With `LAWS_IN_TURN`, laws that ask further questions are asked as a check asks them about drawn groups: costly ones
    not on every group, and none that a kept law decides.
    """
    begun = time.perf_counter()
    laws, family = target.laws_of(plan, number), plan.family_of(number)
    target.start_counting()
    # Where laws ask further questions, all are evaluated. Elsewhere a kept law may decide another one.
    in_turn = plan.laws == LAWS_IN_TURN or not any(law.asks for law in laws)
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    last: Rebalance | None = None
    refused, hung = None, False
    for finding in judge_example(target, laws, example, family=family, number=number if in_turn else None):
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
        refused = "no rebalance of this life asks it"
    figures = {} if last is None else _figures_of(last.trial)  # asks further rounds, which count
    group = last.trial.group if last is not None else example.life.group if isinstance(example, LifeRun) else example
    return CampaignRow(
        case=number,
        target=target.name,
        family=family,
        seed=plan.seed,
        members=len(group.members),
        partitions=count_assignable(group),
        topics=len(group.topics),
        equal=has_equal_subscriptions(group),
        racks=do_racks_matter(group),
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
        refused=refused,
        steps=target.steps,
        hung=hung,
        host_seconds=target.nanoseconds / 1e9,
        **figures,
        seconds=time.perf_counter() - begun,
    )


def _figures_of(trial: Trial) -> dict[str, Any]:
    """The columns that depend on the answer of the last rebalance."""
    failure, gap, rounds, error = trial.failure, None, None, None
    if failure is None:
        rounds = len(trial.rounds()) if Promise.COOPERATIVE in trial.promises else 1
        if trial.flaw is None:
            gap = gap_of(trial.group, trial.answer, optimum_of(trial.group))
    elif not isinstance(failure, CannotBeAsked):
        error = _steady_text(str(failure))
    figures = {} if gap is None else gap._asdict()
    return {**figures, "rounds": rounds, "features": features_of(trial.group, gap, rounds), "error": error}


def _steady_text(message: str) -> str:
    """A message that is the same in each run, and not too long."""
    return without_addresses(message)[:LONGEST]


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


def _note_late_failures(rows: list[CampaignRow], target: CampaignTarget, asked_last: int | None) -> None:
    for late, is_earlier in target.take_late_failures():
        place = asked_last if is_earlier else len(rows) - 1
        if place is not None:
            rows[place] = with_late_failure(rows[place], target, late)


def with_late_failure(row: CampaignRow, target: CampaignTarget, late: LateFailure) -> CampaignRow:
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
