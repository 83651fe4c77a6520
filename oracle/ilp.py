"""
The optimum as an integer program: the specification, in a solver's words.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from assignors.errors import AssayError
from assignors.ownership import unassigned, valid_owners
from oracle.figures import optimum_of

if TYPE_CHECKING:
    from assignors.model import Group
    from oracle.optimum import Optimum

MOST_CHOICES = 200_000
"""The most pairs of a partition and a member who may hold it: a variable each."""


def solve(group: Group) -> Optimum:
    """
    The optimum of `group`. Raises `AssayError` where it has more than 200,000 choices of partition and member.
    """
    from ortools.sat.python.cp_model import OPTIMAL, CpModel, CpSolver

    subscribers = {t.name: [m.id for m in group.members if t.name in m.subscription] for t in group.topics}
    if (number := sum(t.partitions * len(subscribers[t.name]) for t in group.topics)) > MOST_CHOICES:
        raise AssayError(f"{number} choices of a partition and a member: the ilp engine takes at most {MOST_CHOICES}")
    choices = [(partition, m) for partition in sorted(unassigned(group, {})) for m in subscribers[partition.topic]]
    model, solver = CpModel(), CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0

    holds = {choice: model.new_bool_var(f"{choice}") for choice in choices}
    for _, alternatives in groupby(choices, key=itemgetter(0)):
        model.add_exactly_one(holds[choice] for choice in alternatives)
    squares = []
    for member in group.member_ids():
        mine = [held for (_, holder), held in holds.items() if holder == member]
        steps = [model.new_bool_var(f"{member} holds {n + 1} or more") for n in range(len(mine))]
        model.add(sum(steps) == sum(mine))
        # One more on top of n raises the square by 2n + 1; the cheap steps are taken first.
        squares += [(2 * n + 1) * step for n, step in enumerate(steps)]
    model.minimize(sum(squares))
    assert solver.solve(model) == OPTIMAL
    model.add(sum(squares) == round(solver.objective_value))

    model.maximize(sum(holds[choice] for choice in valid_owners(group).items()))
    assert solver.solve(model) == OPTIMAL
    plan = {partition: member for (partition, member), held in holds.items() if solver.boolean_value(held)}
    return optimum_of(group, plan, engine="ilp")
