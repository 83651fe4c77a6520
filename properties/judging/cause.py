"""The cause of a broken law, as far as it can be told apart."""

from __future__ import annotations

import re

from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.model import Group
from kafka_assay.properties.judging.expected_failures import kinds_of_break
from kafka_assay.properties.verdict import Facts

DECLARED = "declared"
"""The cause of a break that the target's author declared."""
AFTERWARDS = "after the answer"
"""What a law's facts say of a failure after the answer."""
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
    first = without_addresses(text).strip().splitlines()[0] if text.strip() else ""
    plain = re.sub(r"""(['"`]).*?\1""", "'...'", first)
    return re.sub(r"\d+", "#", plain)[:_LONGEST].rstrip(": ")


def without_addresses(text: str) -> str:
    """
    A message without addresses of memory and Java's hashes of objects, which differ from run to run.

    >>> without_addresses("<Plan at 0x7f3a10>, org.Plan@1b2c3d of team@example")
    '<Plan at 0x#>, org.Plan@# of team@example'
    """
    return re.sub(r"(?<=\w)@[0-9a-f]{4,8}\b", "@#", re.sub(r"\b0x[0-9a-fA-F]+", "0x#", text))
