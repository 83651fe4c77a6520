"""What a comparison shows about sides that do not repeat their answers: their cases may not break a law again."""

from __future__ import annotations

from typing import Literal

from kafka_assay.benchmarks.comparison.comparison_record import Comparison

Side = Literal["base", "candidate"]

REPEATS = "same-question-same-answer"


def repeats_answers(record: Comparison, side: Side) -> bool:
    """
    Whether nothing in `record` shows otherwise.

    The law shows it of both sides. Of the base a control does too: it was asked once more, because its answers vary.
    """
    lines = record.lines
    if any(line.law == REPEATS and getattr(line, side) for line in lines):
        return False
    # Time has a control in every comparison.
    return side == "candidate" or all(line.control is None for line in lines if line.measure != "seconds")


def case_note(record: Comparison, side: Side) -> str:
    """A sentence for the command that repeats a case of `side`; empty if the side repeats its answers."""
    if repeats_answers(record, side):
        return ""
    return f"The {side} does not repeat its answers, so this case may keep the law next time."


def comparison_note(record: Comparison) -> str:
    """A sentence for the command that repeats the comparison; empty if both sides repeat their answers."""
    match repeats_answers(record, "base"), repeats_answers(record, "candidate"):
        case True, True:
            return ""
        case False, False:
            return "Base and candidate do not repeat their answers, so the counts may differ if they are asked again."
        case base, _:
            side = "candidate" if base else "base"
            return f"The {side} does not repeat its answers, so the counts may differ if it is asked again."
