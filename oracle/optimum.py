"""
What the oracle answers: a plan, how good it is, and how sure we are.

The objective is lexicographic: (1) every partition of a subscribed, existing topic has an owner; (2) the sum of squared
loads is least, which is the same as the least-majorised load vector (unique once sorted); (3) fewest moves among the
partitions that have a valid owner.
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
    A plan with its figures: `loads` ascending in partitions, `moves` and `kept` of the valid owners' partitions.

    `proved` means that the engine ended and the plan carries a `certificate` (JSON-able) which
    `kafka_assay.oracle.certificate.certificate.verify` accepts.
    """

    engine: Engine
    status: Status
    loads: tuple[int, ...]
    sum_of_squares: int
    moves: int
    kept: int
    assignment: Assignment = field(hash=False)
    certificate: dict[str, Any] = field(hash=False)
