"""How good an answer is, in one word out of few: the word that tables, figures and sentences share."""

from __future__ import annotations

from enum import StrEnum


class Grade(StrEnum):
    """From best to worst. The value is what people read."""

    OPTIMAL = "at the optimum"
    NEEDLESS_MOVES = "as even, with needless moves"
    LESS_EVEN = "less even than possible"
    INVALID = "breaking a validity law"
    NO_ANSWER = "without an answer"
    UNKNOWN = "without a proven optimum"
    EMPTY = "no members"
    UNASKED = "that cannot be put to it"


GRADE_SIGNS = {
    Grade.OPTIMAL: "✓",
    Grade.NEEDLESS_MOVES: "~",
    Grade.LESS_EVEN: "✗",
    Grade.INVALID: "✗✗",
    Grade.NO_ANSWER: "✗✗",
    Grade.UNKNOWN: "?",
    Grade.EMPTY: "–",
    Grade.UNASKED: "–",
}
