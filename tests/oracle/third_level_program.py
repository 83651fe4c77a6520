"""Balance, moves and a third level as one integer program, with a variable for each partition and member."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


def least_cost(by: str, group: Group) -> tuple[int, int, int]:
    """The least squares, then the fewest moves, then the least cost of the level `by`."""
    from ortools.sat.python.cp_model import CpModel, CpSolver

    model, solver = CpModel(), CpSolver()
    solver.parameters.num_workers = 1
    owners, partitions = valid_owners(group), unassigned_partitions(group, {})
    holds = {
        (p, member.id): model.new_bool_var("")
        for p in partitions
        for member in group.members
        if p.topic in member.subscription
    }
    for p in partitions:
        model.add_exactly_one(holds[p, member.id] for member in group.members if (p, member.id) in holds)
    mine = {member.id: [one for (_, holder), one in holds.items() if holder == member.id] for member in group.members}
    moved = [1 - holds[p, owner] for p, owner in owners.items()]
    found: list[int] = []
    for level in (_squares(model, mine.values()), moved, _third_level_terms(model, by, group, holds)):
        objective = sum(level)
        model.minimize(objective)
        assert solver.solve(model) == 4, "optimal"
        found.append(round(solver.objective_value))
        model.add(objective == found[-1])
    return found[0], found[1], found[2]


def _squares(model: CpModel, parts: Iterable[list[Any]]) -> list[Any]:
    """Terms that add up to the square of the number chosen of each part: the n-th one adds 2n - 1."""
    terms = []
    for part in parts:
        steps = [model.new_bool_var("") for _ in part]
        model.add(sum(steps) == sum(part))
        terms += [(2 * n + 1) * step for n, step in enumerate(steps)]
    return terms


def _third_level_terms(model: CpModel, by: str, group: Group, holds: dict[Any, Any]) -> list[Any]:
    members = {member.id: member for member in group.members}
    if by == "rack-match":
        racks = {topic.name: topic.replica_racks or ((),) * topic.partitions for topic in group.topics}
        return [-one for (p, holder), one in holds.items() if members[holder].rack in racks[p.topic][p.partition]]
    parts: dict[Any, list[Any]] = {}
    for (p, holder), one in holds.items():
        key = (p.topic, holder) if by == "topic-spread" else members[holder].host
        parts.setdefault(key, []).append(one)
    return _squares(model, parts.values())
