"""The grade of an answer for its group, as one of a few words. Terminal, tables, figures and counts all use it."""

from __future__ import annotations

from enum import StrEnum

from kafka_assay.pipeline.audit.audit_row import TODAY, AuditRow
from kafka_assay.properties.registry import LAWS

VALIDITY = frozenset(law.id for law in LAWS if law.promise is None)
"""The laws for every assignor. If one is broken, loads and moves cannot be compared."""


class Grade(StrEnum):
    """The grades from best to worst. The values are the words that people read."""

    OPTIMAL = "at the optimum"
    NEEDLESS_MOVES = "balanced, with needless moves"
    LESS_EVEN = "less balanced than possible"
    INVALID = "invalid"
    NO_ANSWER = "without an answer"
    UNKNOWN = "without a proven optimum"
    REBALANCING = "rebalancing"
    EMPTY = "without members"
    UNASKED = "not applicable"


COMPARABLE = frozenset({Grade.OPTIMAL, Grade.NEEDLESS_MOVES, Grade.LESS_EVEN})
"""The grades of answers whose balance and moves can be compared."""

NOT_COUNTED = frozenset({Grade.EMPTY, Grade.UNASKED, Grade.REBALANCING})
"""The grades that say nothing about the answer. Such a group is left out of every share."""


def grade(row: AuditRow) -> Grade:
    """
    The grade of this row's answer. A broken law for every assignor outweighs all figures.

    The captured assignment of a rebalancing group is not judged, because ownership was about to change.
    """
    if row.could_not_be_asked:
        return Grade.UNASKED
    if row.error is not None and row.sum_of_squares is None:
        return Grade.NO_ANSWER
    if row.target == TODAY and row.is_rebalancing:
        return Grade.REBALANCING
    if any(law_word.law in VALIDITY and law_word.verdict == "broken" for law_word in row.laws):
        return Grade.INVALID
    if not row.members:
        return Grade.EMPTY
    if row.optimal_sum_of_squares is None or row.optimal_moves is None or row.sum_of_squares is None:
        return Grade.UNKNOWN
    if row.sum_of_squares > row.optimal_sum_of_squares:
        return Grade.LESS_EVEN
    if row.moves is not None and row.moves > row.optimal_moves:
        return Grade.NEEDLESS_MOVES
    return Grade.OPTIMAL


def counted_grade(row: AuditRow, met: Grade) -> Grade:
    """The grade under which the row is counted. All targets are counted on the same groups as today's assignment."""
    return Grade.REBALANCING if row.is_rebalancing else met
