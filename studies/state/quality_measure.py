"""The measure `quality`: how often a target misses the best balance, and the moves that it wastes."""

from __future__ import annotations

from contextlib import closing
from functools import cache
from typing import Any

from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.benchmarks.everyday_groups import everyday_group
from kafka_assay.benchmarks.quality_record import KINDS
from studies.quality.quality import CALL_SECONDS, stretch_of
from studies.quality.solved_group import SolvedGroup, solve_group

GROUPS = 2_000


def quality_command(target: str) -> str:
    """The command that makes the same record. `assay report` shows it."""
    return f"python -m studies quality {target} --groups {GROUPS} --seed 0 --out out/quality"


@cache
def solve_everyday(groups: int = GROUPS) -> tuple[SolvedGroup, ...]:
    """The first everyday groups of seed 0, with their optima."""
    return tuple(solve_group(number, everyday_group(number)) for number in range(groups))


def measure_quality(target: str) -> dict[str, Any]:
    """The tallies of `target` on the everyday groups: those with equal subscriptions, and the others."""
    with closing(open_target(target, call_timeout=CALL_SECONDS)) as opened:
        line = stretch_of(opened, solve_everyday())
    return {"groups": line["groups"], **{kind: line[kind] for kind in KINDS}}
