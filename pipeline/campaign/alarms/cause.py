"""The cause of a broken law, as far as it can be told apart."""

from __future__ import annotations

import re

from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.model import Group
from kafka_assay.properties.judging.expected_failures import kinds_of_break
from kafka_assay.properties.verdict import Facts

DECLARED = "declared"
"""The cause of a break that the target's author declared."""
_LONGEST = 120


def cause_of(facts: Facts, group: Group, declared: ExpectedFailure | None) -> str:
    """
    The cause of a break with these `facts` on `group`; empty where nothing tells it apart.

    Breaks without an answer differ by the error, in which names and numbers do not count. Others differ by the kinds of
    known breaks that the group can cause, and by what a law asked differently.
    """
    if declared is not None:
        return DECLARED
    if "error" in facts:
        parts = [_shape_of_error(f"{facts['error']}: {facts.get('message', '')}")]
    else:
        parts = sorted(kinds_of_break(group))
    if "way" in facts:
        parts.append(str(facts["way"]))
    return ", ".join([*parts, *map(str, facts.get("lists", ()))])


def _shape_of_error(text: str) -> str:
    """
    An error without the names and numbers in it.

    >>> _shape_of_error("KeyError: 'C1'"), _shape_of_error("crash: the process ended with signal 11")
    ("KeyError: '...'", 'crash: the process ended with signal #')
    """
    first = text.strip().splitlines()[0] if text.strip() else ""
    plain = re.sub(r"""(['"`]).*?\1""", "'...'", first)
    return re.sub(r"\d+", "#", re.sub(r"0x[0-9a-f]+", "0x#", plain))[:_LONGEST].rstrip(": ")
