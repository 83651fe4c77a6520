"""
The audit of one group: the captured assignment and each target's answer, compared with the proven optimum.

A pure function from the text of a group to rows, except for the clock. It runs the same in a loop, in a test and in
Spark's workers. No group and no target can end it: the row records each failure.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.formats.codec import json_text
from kafka_assay.assignors.formats.documents import sample_from_line
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.interface import CannotBeAsked, Promise, Target
from kafka_assay.assignors.model import CONNECT, Assignment, Group
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.oracle.solve import solve
from kafka_assay.pipeline.audit.answer_figures import AnswerFigures, FiguresOfGroup, captured_assignment
from kafka_assay.pipeline.audit.audit_row import (
    TODAY,
    AuditRow,
    Grade,
    LawWord,
    badness_of,
    grade,
)
from kafka_assay.pipeline.audit.extra_columns import NO_EXTRAS, ExtraColumns, weigh_answers, what_if_cell
from kafka_assay.pipeline.audit.group_lines import GroupLine
from kafka_assay.properties.judging.evidence import GivenAnswer
from kafka_assay.properties.judging.finding import Finding, judge_example
from kafka_assay.properties.law import Law
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.properties.registry import LAW_BY_ID, LAWS, promised_laws
from kafka_assay.properties.trials.ask_modes import PlainTarget
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, NotApplicable, NotDue, facts_of

_DEFAULT_KINDS = frozenset({"validity", "balance"})


class LawChoice(StrEnum):
    """
    Which laws an audit asks of the assignors' answers.

    `default`: validity and balance. They need only the answer. `all`: every promised law. Some of these put further
    groups to the assignor, and the references are known to keep them.
    """

    DEFAULT = "default"
    ALL = "all"


LAWS_OF_TODAY = (
    *(law for law in LAWS if law.promise is None and law.id not in {"returns-an-answer", "answers-every-member"}),
    LAW_BY_ID["optimally-balanced"],
)
"""
The laws for the captured assignment, whatever the choice.

They are the laws for every assignor that concern partitions, and the best possible balance. Nobody promised the latter;
its facts are the hand-overs that would help.
"""


@cache
def laws_of_answers(promises: frozenset[Promise], choice: LawChoice) -> tuple[Law, ...]:
    """The laws of these `promises` that `choice` asks."""
    promised = promised_laws(promises)
    return tuple(law for law in promised if choice is LawChoice.ALL or (law.kind in _DEFAULT_KINDS and not law.asks))


@dataclass(frozen=True, slots=True, kw_only=True)
class _GroupAudit:
    """A group, and what all its rows share. `optimum` is its plan and the seconds that it took; None without one."""

    group: Group
    figures: FiguresOfGroup
    columns: dict[str, Any]
    optimum: tuple[Assignment, float] | None
    known: list[tuple[Assignment, str, AnswerFigures]] = field(default_factory=list)

    def row(self, **columns: Any) -> AuditRow:
        """The row with these `columns`."""
        return AuditRow(**(self.columns | columns))

    def row_of_answer(self, trial: Trial, findings: Iterable[Finding], **columns: Any) -> AuditRow:
        """The row of the answer of `trial`, with other `columns`."""
        text, figures = self._known_answer(trial)
        return self.row(**figures._asdict(), assignment=text, laws=law_words(findings), **columns)

    def _known_answer(self, trial: Trial) -> tuple[str, AnswerFigures]:
        """The text of the answer of `trial`, and its figures. Many assignors give the same answer."""
        for answer, text, figures in self.known:
            if answer == trial.answer and [*answer] == [*trial.answer]:
                return text, figures
        text = json_text(assignment_to_json(trial.answer))
        figures = self.figures.figures_of(trial.answer, trial.loads, is_valid=trial.is_flawless)
        self.known.append((trial.answer, text, figures))
        return text, figures


def law_words(findings: Iterable[Finding]) -> list[LawWord]:
    """The verdicts of the laws that were judged, as the table holds them."""
    words = []
    for found in findings:
        match found.verdict:
            case Kept():
                words.append(LawWord(law=found.law.id, verdict="kept"))
            case NotApplicable() | NotDue():
                pass
            case verdict:
                expected = None if found.expected is None else found.expected.reason
                words.append(LawWord(found.law.id, verdict.word, json_text(facts_of(verdict)), expected))
    return words


def audit_group(
    line: GroupLine,
    targets: Sequence[Target],
    laws: LawChoice = LawChoice.DEFAULT,
    extras: ExtraColumns = NO_EXTRAS,
) -> list[AuditRow] | InvalidGroup:
    """The rows of one group: today's, then each target's, with the `extras`. For a line without a group, the error."""
    try:
        group, captured_at = sample_from_line(line.data)
    except InvalidGroup as wrong:
        return wrong
    question = _start_group(group, line, captured_at)
    rows = [_row_of_target(question, target, laws) for target in targets]
    rows = [_row_of_today(question), *rows]
    _add_extras(rows, group, targets, extras)
    add_grades(rows)
    return rows


def _add_extras(rows: list[AuditRow], group: Group, targets: Sequence[Target], extras: ExtraColumns) -> None:
    """Fill in the columns that the user asked for."""
    today, *answers = rows
    if extras.change is not None:
        for target, answer in zip(targets, answers, strict=True):
            answer.what_if = what_if_cell(target, group, extras.change)
    if extras.weights is not None:
        given = [None if row.assignment is None else json.loads(row.assignment) for row in rows]
        weighed, today.weighted_plan = weigh_answers(group, given, extras.weights)
        for row, cell in zip(rows, weighed, strict=True):
            row.weighted = cell


def add_grades(rows: list[AuditRow]) -> None:
    """Fill in the grades, and in today's row how bad the group is. All targets count on the same groups as today."""
    grades = [grade(row) for row in rows]
    today, *answers = rows
    assignors = [(row, met) for row, met in zip(answers, grades[1:], strict=True) if row.target != OPTIMAL]
    today.best = [row.target for row, met in assignors if met is Grade.OPTIMAL]
    today.asked = len(assignors)
    for row, met in zip(rows, grades, strict=True):
        row.grade = Grade.REBALANCING if row.is_rebalancing else met
    today.badness = badness_of(today)


def _start_group(group: Group, line: GroupLine, captured_at: str | None) -> _GroupAudit:
    name = line.name_of(group)
    columns: dict[str, Any] = {
        "index": line.index,
        "file": line.file,
        "line": line.line,
        "group": name if captured_at is None else f"{name} at {captured_at}",
        "target": TODAY,
        "name": group.name,
        "captured_at": captured_at,
        "members": len(group.members),
        "partitions": count_assignable(group),
        "strategy": group.strategy,
        "state": group.state,
    }
    found, begun = None, time.perf_counter()
    try:
        optimum = solve(group)
    except Exception as failed:  # noqa: BLE001 - one missing optimum is a gap in the table, not the end of the audit
        columns["error"] = f"no optimum: {_error_text(failed)}"
    else:
        found = optimum.assignment, time.perf_counter() - begun
        columns |= {
            "optimal_loads": optimum.loads,
            "optimal_sum_of_squares": optimum.sum_of_squares,
            "optimal_moves": optimum.moves,
        }
    return _GroupAudit(group=group, figures=FiguresOfGroup(group), columns=columns, optimum=found)


def _row_of_today(question: _GroupAudit) -> AuditRow:
    group = question.group
    columns: dict[str, Any] = {"assumptions": group.assumptions, "document": json_text(group_to_json(group))}
    try:
        today = GivenAnswer(answer=captured_assignment(group), promises=_PROMISES_OF_TODAY)
        laws = (LAW_BY_ID["optimally-balanced"],) if group.strategy == CONNECT else LAWS_OF_TODAY
        findings = list(judge_example(today, laws, group, family=None))
        row = question.row_of_answer(findings[0].rebalance.trial, findings, **columns)
        row.by_lag = question.figures.with_limits(row.by_lag)
    except Exception as mistake:  # noqa: BLE001 - as for a target; the row still holds the group
        return question.row(error=f"not judged: {_error_text(mistake)}", **columns)
    return row


_OF_CONNECT = str(CannotBeAsked("Kafka Connect assigns its tasks by its own rule"))
_PROMISES_OF_TODAY = frozenset(law.promise for law in LAWS_OF_TODAY if law.promise is not None)


def _row_of_target(question: _GroupAudit, target: Target, laws: LawChoice) -> AuditRow:
    about = {"target": target.name, "version": target.version}
    if question.group.strategy == CONNECT and target.name != OPTIMAL:
        return question.row(error=_OF_CONNECT, **about)
    # The target `optimal` is the engine that has just found the optimum. The same plan is not computed twice.
    known, spent = (question.optimum if target.name == OPTIMAL else None) or (None, 0.0)
    asked = PlainTarget(target, known)
    try:
        findings = list(judge_example(asked, laws_of_answers(target.promises, laws), question.group, family=None))
        trial = findings[0].rebalance.trial
        if isinstance(trial.failure, CannotBeAsked):
            return question.row(error=str(trial.failure), **about)
        seconds = spent + sum(asked.seconds[: trial.own_steps])
        if trial.failure is None:
            return question.row_of_answer(trial, findings, seconds=seconds, **about)
        return question.row(laws=law_words(findings), error=str(trial.failure), seconds=seconds, **about)
    except Exception as mistake:  # noqa: BLE001 - a fault of ours costs one row, and the row says so
        return question.row(error=f"not judged: {_error_text(mistake)}", **about)


def _error_text(failed: Exception) -> str:
    return f"{type(failed).__name__}: {failed}"
