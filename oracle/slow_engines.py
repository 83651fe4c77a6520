"""
Two slow engines, as independent checks of the flow engine: an integer program, and a search that tries everything.

The integer program is a second statement of the specification, for a solver. Partitions of one topic with the same
valid owner are interchangeable, so it counts them. Its variables are the number of a topic's partitions that a member
holds, and the number that it keeps.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import log2
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners
from kafka_assay.oracle.optimum import Engine, Optimum
from kafka_assay.oracle.proof import prove_assignment

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

MOST_CHOICES = 200_000
"""The integer program's limit: pairs of a partition and a member that may hold it."""

MOST_ASSIGNMENTS = 1_000_000
"""The most assignments to try: a few seconds of work."""


class SolverTimeout(AssayError):
    """The time limit ended before the solver had an optimum and its proof."""


def solve_by_program(group: Group, *, seconds: float | None = None) -> Optimum:
    """
    The optimum of `group`. Raises `AssayError` where it has more than 200,000 choices of a partition and a member.

    `seconds` limits the search for the balance, and again the search for the moves. Raises `SolverTimeout` where a
    limit ends a search.
    """
    from ortools.sat.python.cp_model import CpModel, CpSolver

    subscribers = {t.name: [m.id for m in group.members if t.name in m.subscription] for t in group.topics}
    if (choices := sum(t.partitions * len(subscribers[t.name]) for t in group.topics)) > MOST_CHOICES:
        raise AssayError(
            f"{choices} choices of a partition and a member: the ilp engine supports at most {MOST_CHOICES}"
        )
    sizes = {topic.name: topic.partitions for topic in group.topics if subscribers[topic.name]}
    owned = Counter((topic, owner) for (topic, _), owner in valid_owners(group).items())
    model, solver = CpModel(), CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds

    holds = {(t, m): model.new_int_var(0, size, f"{m} holds {t}") for t, size in sizes.items() for m in subscribers[t]}
    keeps = {(t, m): model.new_int_var(0, count, f"{m} keeps {t}") for (t, m), count in owned.items()}
    for topic, size in sizes.items():
        model.add(sum(holds[topic, member] for member in subscribers[topic]) == size)
    for pair, kept in keeps.items():
        model.add(kept <= holds[pair])
    squares = []
    for member in group.member_ids():
        mine = [topic for topic in sizes if (topic, member) in holds]
        steps = [model.new_bool_var(f"{member} has more than {n}") for n in range(sum(sizes[topic] for topic in mine))]
        model.add(sum(steps) == sum(holds[topic, member] for topic in mine))
        # Partition n + 1 raises the square of a load by 2n + 1. The minimum takes the cheap steps first.
        squares += [(2 * n + 1) * step for n, step in enumerate(steps)]

    model.minimize(sum(squares))
    _run_solver(solver, model)
    model.add(sum(squares) == round(solver.objective_value))
    model.maximize(sum(keeps.values()))
    _run_solver(solver, model)

    held = {pair: solver.value(variable) for pair, variable in holds.items()}
    kept_of = {pair: solver.value(variable) for pair, variable in keeps.items()}
    return _prove_plan(group, _deal_partitions(group, sizes, held, kept_of), "ilp")


def _run_solver(solver: CpSolver, model: CpModel) -> None:
    status = solver.status_name(solver.solve(model))
    if status in {"FEASIBLE", "UNKNOWN"}:
        raise SolverTimeout(
            f"the ilp engine was given {solver.parameters.max_time_in_seconds:g} seconds, which was not enough"
        )
    if status != "OPTIMAL":
        raise RuntimeError(f"the solver ended without an optimum: {status}")


def _deal_partitions(
    group: Group, sizes: dict[str, int], held: dict[tuple[str, str], int], kept: dict[tuple[str, str], int]
) -> dict[TopicPartition, str]:
    """The holder of each partition: owners keep their first partitions, and the others fill up the counts in `held`."""
    still_kept, room = dict(kept), dict(held)
    plan: dict[TopicPartition, str] = {}
    for partition, owner in sorted(valid_owners(group).items()):
        if still_kept[partition.topic, owner]:
            still_kept[partition.topic, owner] -= 1
            room[partition.topic, owner] -= 1
            plan[partition] = owner
    rest = [TopicPartition(topic, id_) for topic, size in sizes.items() for id_ in range(size)]
    takers = iter([(topic, member) for (topic, member), count in sorted(room.items()) for _ in range(count)])
    plan.update((partition, next(takers)[1]) for partition in sorted(set(rest) - plan.keys()))
    return plan


def try_all_assignments(group: Group) -> Optimum:
    """The optimum of `group`. Raises `AssayError` where there are more than a million assignments to try."""
    subscribers = {t.name: sorted(m.id for m in group.members if t.name in m.subscription) for t in group.topics}
    if sum(t.partitions * log2(len(subscribers[t.name]) or 1) for t in group.topics) > log2(MOST_ASSIGNMENTS):
        raise AssayError(f"more than {MOST_ASSIGNMENTS} assignments to try: too many for the exhaustive engine")
    partitions = sorted(unassigned_partitions(group, {}))
    owners = valid_owners(group)

    def cost(holders: tuple[str, ...]) -> tuple[int, int]:
        kept = sum(owners.get(partition) == holder for partition, holder in zip(partitions, holders, strict=True))
        return sum(load * load for load in Counter(holders).values()), -kept

    best = min(product(*(subscribers[topic] for topic, _ in partitions)), key=cost)
    return _prove_plan(group, dict(zip(partitions, best, strict=True)), "exhaustive")


def _prove_plan(group: Group, plan: dict[TopicPartition, str], engine: Engine) -> Optimum:
    """The optimum for the plan of an engine: partition -> holder."""
    assignment: Assignment = {member: {} for member in group.member_ids()}
    for (topic, partition), holder in plan.items():
        assignment[holder].setdefault(topic, []).append(partition)
    return prove_assignment(group, assignment, engine=engine)
