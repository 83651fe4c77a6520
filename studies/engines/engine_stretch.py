"""
One stretch of `agreement`: a number of groups of one kind, each answered by two or three engines.

The engines must agree on loads, squares, moves and kept partitions. The certificate, which shares no code with the
engines, must also prove every plan. Groups that a solver could not decide in time are counted separately. For the
smallest groups every plan is judged too: it must be improvable exactly if a better one exists.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import unassigned_partitions
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.loops import compilation
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.slow_engines import SolverTimeout, solve_by_program, try_all_assignments
from kafka_assay.oracle.solve import solve
from tests.support.engines.every_group import every_group
from tests.support.engines.every_plan import count_plans, find_misjudged_plan
from tests.support.engines.larger_groups import larger_group, middling_group
from tests.support.engines.plan_figures import figures

KINDS = {
    "every": "every group, up to symmetry, of at most 3 members, 2 topics and 4 partitions in total",
    "larger": "random groups above these, of at most 7 members, 5 topics and 25 partitions, dirty claims",
    "middling": "random groups of 100 to 1,000 partitions",
}

MOST_WAYS = 20_000
"""Brute force tries up to this many assignments, in a tenth of a second. It skips groups with more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineStretch:
    """
    One unit of work: `groups` groups of one of the `KINDS`, from number `first` on.

    `seconds` limits each solver run. With `compiled`, the flow uses the compiled loops for large groups; without, plain
    Python.
    """

    kind: str
    first: int
    groups: int
    seconds: float = 60.0
    compiled: bool = False


@dataclass(slots=True, kw_only=True)
class EngineOutcome:
    """
    The counts of a stretch.

    `answered` counts the groups that each engine answered, `proved` the plans with a valid certificate. `most` is the
    largest number of partitions of a group. `undecided` and `faults` name groups.
    """

    kind: str
    first: int
    groups: int
    answered: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("flow", "ilp", "exhaustive"), 0))
    proved: int = 0
    most: int = 0
    took: float = 0.0
    undecided: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def run_stretch(stretch: EngineStretch) -> EngineOutcome:
    """Put every group of the stretch to the engines."""
    progress = compilation.STATE
    # For this stretch only: every size uses the compiler, or none does.
    before = compilation.SMALL, progress.met, progress.compiles
    compilation.SMALL, progress.met, progress.compiles = (0, 0, True) if stretch.compiled else (2**63, 0, False)
    start = time.monotonic()
    outcome = EngineOutcome(kind=stretch.kind, first=stretch.first, groups=stretch.groups)
    for number in range(stretch.first, stretch.first + stretch.groups):
        group = group_number(stretch.kind, number)
        outcome.most = max(outcome.most, len(unassigned_partitions(group, {})))
        try:
            _ask_engines(group, f"{stretch.kind} {number}", stretch.seconds, outcome)
        except Exception as mistake:  # noqa: BLE001 - a failing engine is a fault of this group, and the run goes on
            outcome.faults.append(f"{stretch.kind} {number}: {type(mistake).__name__}: {mistake}")
    compilation.SMALL, progress.met, progress.compiles = before
    outcome.took = round(time.monotonic() - start, 1)
    return outcome


def group_number(kind: str, number: int) -> Group:
    """The group of this kind and number. The number is a place in the enumeration or a seed."""
    match kind:
        case "every":
            return _all_small()[number]
        case "larger":
            return larger_group(number)
        case _:
            return middling_group(number)


def count_small_groups() -> int:
    """The number of groups of the kind `every`."""
    return len(_all_small())


@cache
def _all_small() -> Sequence[Group]:
    return [small.group() for small in every_group()]


def _ask_engines(group: Group, name: str, seconds: float, outcome: EngineOutcome) -> None:
    optima: dict[str, Optimum] = {"flow": solve(group)}
    if count_plans(group) <= MOST_WAYS:
        optima["exhaustive"] = try_all_assignments(group)
    try:
        optima["ilp"] = solve_by_program(group, seconds=seconds)
    except SolverTimeout:
        outcome.undecided.append(name)
    for engine, optimum in optima.items():
        outcome.answered[engine] += 1
        refusal = verify(group, optimum.assignment, optimum.certificate)
        outcome.proved += refusal is None
        if refusal is not None:
            outcome.faults.append(f"{name}: {engine}: not proved: {refusal}")
    if outcome.kind == "every" and (plan := find_misjudged_plan(group)) is not None:
        outcome.faults.append(f"{name}: misjudged: {plan}")
    by_engine = {engine: figures(optimum) for engine, optimum in optima.items()}
    if len(set(by_engine.values())) > 1:
        outcome.faults.append(f"{name}: {by_engine}")
