"""The commands that repeat a comparison, and the laws whose verdicts may not repeat."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.properties.records.case_format import Case, case_name

ASKING = ("--like", "--setting", "--call-timeout")
"""The options of the comparison that a single case needs too."""


def repeat_command(record: Comparison, line: ComparisonLine, folder: Path) -> str:
    """
    The command that repeats the case of `line`, whose file is in `folder`. Empty if the file is missing.

    It is also empty for a case of the base if the base is another revision, because that one is not at hand.
    """
    if line.case is None:
        return ""
    path = folder / "cases" / case_name(line.case)
    words = shlex.split(record.command)
    if not path.exists() or ("--git" in words and line.is_about_base):
        return ""
    return case_command(line.case, list(_asking_words(words)), path)


def case_command(case: Case, asking: Sequence[str], path: Path) -> str:
    """The command that repeats a `case` in the file `path`. The words `asking` are options of its target."""
    return shlex.join(["assay", "check", case.target, *asking, "--case", str(path)])


def _asking_words(words: list[str]) -> Iterator[str]:
    for option, value in pairwise(words):
        if option in ASKING:
            yield from (option, value)


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
