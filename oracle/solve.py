"""Find the optimum of a group with a chosen engine."""

from __future__ import annotations

from kafka_assay.assignors.model import Group
from kafka_assay.oracle.optimum import Engine, Optimum


def solve(group: Group, engine: Engine = "flow") -> Optimum:
    """
    The optimum of `group`: all partitions assigned, least sum of squared loads, fewest moves, with a proof.

    `flow` handles any size, `ilp` a few hundred partitions, `exhaustive` a handful. Raises `AssayError` where the group
    is too large for the engine.

    >>> from kafka_assay.assignors.model import group_of
    >>> solve(group_of({"t0": 1, "t1": 2}, {"C0": ["t1"], "C1": ["t0"], "C2": ["t0", "t1"]})).loads
    (1, 1, 1)
    """
    # Each engine has its own solver, which takes up to two seconds to import.
    if engine == "flow":
        from kafka_assay.oracle.flow.engine import solve as solve_by_flow

        return solve_by_flow(group)
    from kafka_assay.oracle.slow_engines import solve_by_program, try_all_assignments

    return solve_by_program(group) if engine == "ilp" else try_all_assignments(group)
