"""The commands that repeat the cases of a comparison, from its record and its folder."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

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
