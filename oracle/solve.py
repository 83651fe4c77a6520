"""Find the optimum of a group with a chosen engine."""

from __future__ import annotations

from kafka_assay.assignors.model import Group
from kafka_assay.oracle.columns import ColumnarOptimum, Columns
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
    match engine:
        case "flow":
            from kafka_assay.oracle.flow.engine import solve as by_flow

            return by_flow(group)
        case "ilp":
            from kafka_assay.oracle.ilp import solve as by_ilp

            return by_ilp(group)
        case "exhaustive":
            from kafka_assay.oracle.exhaustive import solve as by_trying_all

            return by_trying_all(group)


def solve_columns(columns: Columns) -> ColumnarOptimum:
    """
    The optimum of a group of arrays by the flow engine: arrays in, arrays out, with the proof.

    >>> import numpy as np
    >>> from kafka_assay.assignors.numbering import NOBODY
    >>> from kafka_assay.oracle.columns import Columns
    >>> columns = Columns(
    ...     partitions=np.array([1, 2]),
    ...     start=np.array([0, 1, 2, 4]),
    ...     topics=np.array([1, 0, 0, 1]),
    ...     owner=np.array([2, NOBODY, NOBODY]),
    ... )
    >>> solve_columns(columns).holder.tolist()
    [1, 2, 0]
    """
    from kafka_assay.oracle.flow.engine import solve_columns as by_flow

    return by_flow(columns)
