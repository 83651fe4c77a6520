"""How good an answer is for its group, in one word out of few: terminal, tables, figures and counts all use it."""

from __future__ import annotations

from enum import StrEnum

from kafka_assay.pipeline.audit.audit_row import TODAY, AuditRow
from kafka_assay.properties.registry import LAWS

VALIDITY = frozenset(law.id for law in LAWS if law.promise is None)
"""The laws that hold for all: where one is broken, loads and moves cannot be compared."""


class Grade(StrEnum):
    """From best to worst. The value is what people read."""

    OPTIMAL = "at the optimum"
    NEEDLESS_MOVES = "as even, with needless moves"
    LESS_EVEN = "less even than possible"
    INVALID = "breaking a validity law"
    NO_ANSWER = "without an answer"
    UNKNOWN = "without a proven optimum"
    REBALANCING = "rebalancing when captured"
    EMPTY = "no members"
    UNASKED = "that cannot be put to it"


COMPARABLE = frozenset({Grade.OPTIMAL, Grade.NEEDLESS_MOVES, Grade.LESS_EVEN})
"""The grades of answers whose balance and moves can be compared."""

NOT_COUNTED = frozenset({Grade.EMPTY, Grade.UNASKED, Grade.REBALANCING})
"""The grades that tell nothing about the answer: such a group is left out of every share."""


def grade(row: AuditRow) -> Grade:
    """
    How good the answer of this row is. A law of all that is broken outweighs every figure.

    Today's assignment of a rebalancing group is not judged: who owns what was about to change.
    """
    if row.could_not_be_asked:
        return Grade.UNASKED
    if row.error is not None and row.sum_of_squares is None:
        return Grade.NO_ANSWER
    if row.target == TODAY and row.members and row.is_rebalancing:
        return Grade.REBALANCING
    if any(said.law in VALIDITY and said.verdict == "broken" for said in row.laws):
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
