"""Lines of a record of the state page, written by hand."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from studies.state.measures import LawResult
from studies.state.measuring import StateKey, StateLine

ROUNDROBIN = "kafka-python==3.0.12:roundrobin"
KAFKAJS = "npm:kafkajs@2.2.4:roundrobin"
DAY = "2026-11-24"


def line_of(measure: str, target: str, command: str = "", **result: Any) -> StateLine:
    """Return a line with this result."""
    key = StateKey(version="1", verdicts=1, command=command)
    return StateLine(measure=measure, target=target, key=key, day=DAY, result=result)


def laws_of(target: str, *laws: LawResult) -> StateLine:
    """Return the line of a check with these laws."""
    results = json.loads(json.dumps([asdict(one) for one in laws]))
    return line_of("laws", target, f"assay check {target}", version="1", like="roundrobin", groups=9, laws=results)


def by_place(*lines: StateLine) -> dict[tuple[str, str], StateLine]:
    """Return the lines as the record has them."""
    return {(line.measure, line.target): line for line in lines}


BROKEN = LawResult(
    law="even-when-equal",
    verdict="broken",
    groups=5,
    kept=4,
    broken_in=("clean",),
    case=1,
    size="2 members, 2 partitions",
)
KEPT = LawResult(law="even-when-equal", verdict="kept", groups=9, kept=9)
UNDECIDED = LawResult(law="settles", verdict="undecided", groups=3, undecided=3, reason="no answer")
