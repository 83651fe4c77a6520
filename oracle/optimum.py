"""
The oracle's answer: a plan, its figures and its proof.

The objective is lexicographic:

1. Every partition of a subscribed, existing topic has an owner.
2. The sum of squared loads is least. This is the same as the least-majorised load vector, which is unique once sorted.
3. The fewest partitions with a valid owner move.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from kafka_assay.assignors.model import Assignment

Engine: TypeAlias = Literal["flow", "ilp", "exhaustive"]
Status: TypeAlias = Literal["proved", "bounded", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimum:
    """
    A plan with its figures: `loads` ascending, `moves` and `kept` of the partitions that have a valid owner.

    `proved` means that the engine finished and that `kafka_assay.oracle.certificate.certificate.verify` accepts the
    plan's `certificate`, which can be written as JSON.
    """

    engine: Engine
    status: Status
    loads: tuple[int, ...]
    sum_of_squares: int
    moves: int
    kept: int
    assignment: Assignment = field(hash=False)
    certificate: dict[str, Any] = field(hash=False)
