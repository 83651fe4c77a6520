"""How good an answer is for its group."""

from __future__ import annotations

from kafka_assay.properties.registry import LAWS
from kafka_assay.reports.audit.records import AuditedAnswer, AuditedGroup
from kafka_assay.reports.wording.grades import Grade

VALIDITY = frozenset(law.id for law in LAWS if law.promise is None)
"""The laws that hold for all: where one is broken, loads and moves cannot be compared."""


def grade(group: AuditedGroup, answer: AuditedAnswer) -> Grade:
    """How good `answer` is for `group`. A law of all that is broken outweighs every figure."""
    if answer.could_not_be_asked:
        return Grade.UNASKED
    if answer.error is not None and answer.sum_of_squares is None:
        return Grade.NO_ANSWER
    if any(said.law in VALIDITY and said.verdict == "broken" for said in answer.laws):
        return Grade.INVALID
    if not group.members:
        return Grade.EMPTY
    if group.optimal_sum_of_squares is None or group.optimal_moves is None or answer.sum_of_squares is None:
        return Grade.UNKNOWN
    if answer.sum_of_squares > group.optimal_sum_of_squares:
        return Grade.LESS_EVEN
    if answer.moves is not None and answer.moves > group.optimal_moves:
        return Grade.NEEDLESS_MOVES
    return Grade.OPTIMAL
