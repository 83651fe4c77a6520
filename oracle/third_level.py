"""Third levels: among all optimal plans, find one that is best on a named further level."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.model import Group
from kafka_assay.oracle.optimum import Optimum, Status

THIRD_LEVELS = ("topic-spread", "host-spread", "rack-match")


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdLevel:
    """
    A third level, its `value` in the plan, and whether it is proved that no optimal plan has a better value.

    `topic-spread`: least sum of squared loads per topic and member. `host-spread`: least sum of squared loads of hosts.
    `rack-match`: most partitions whose owner is on the rack of one of their replicas.
    """

    by: str
    value: int
    status: Status


def parse_third_level(name: str) -> str:
    """Return `name` if it names a third level. Otherwise raises `AssayError` with the nearest name."""
    if name not in THIRD_LEVELS:
        known = ", ".join(THIRD_LEVELS)
        raise AssayError(f"unknown third level {name!r}: expected {known}{spelling_tip(name, THIRD_LEVELS)}")
    return name


def refine(group: Group, optimum: Optimum, by: str) -> tuple[Optimum, ThirdLevel]:
    """
    An optimum with the loads, squares and moves of `optimum` that is best on the level `by`, and its value there.

    All three levels are polynomial: balance, moves and the level are separable convex costs of one flow
    (`kafka_assay.oracle.third_level_plans`). So the status is always `proved`. Raises `AssayError` where the group has
    no hosts or racks, or is too large.
    """
    # A late import: parsing the options of a command must not load numpy.
    from kafka_assay.oracle.proof import prove_assignment
    from kafka_assay.oracle.reduced_problem import reduce_group
    from kafka_assay.oracle.third_level_plans import match_racks, spread_hosts, spread_topics

    problem = reduce_group(group)
    find_best = {"topic-spread": spread_topics, "host-spread": spread_hosts, "rack-match": match_racks}
    holder, value = find_best[parse_third_level(by)](group, problem, problem.holders(optimum.assignment))
    refined = prove_assignment(group, problem.assignment(holder), engine=optimum.engine)
    if (refined.sum_of_squares, refined.moves) != (optimum.sum_of_squares, optimum.moves):
        raise RuntimeError(f"{by} changed the optimum: {refined.sum_of_squares}, {refined.moves}")
    return refined, ThirdLevel(by=by, value=value, status="proved")
