"""Refine an optimum: among all optimal plans, find one that is best on a named third level."""

from __future__ import annotations

from kafka_assay.assignors.model import Group
from kafka_assay.oracle.build_optimum import build_optimum, holder_numbers, partitions_of
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.reduced_problem import Ints, ReducedProblem, reduce_group
from kafka_assay.oracle.third_level.third_level import ThirdLevel, parse_third_level


def refine(group: Group, optimum: Optimum, by: str) -> tuple[Optimum, ThirdLevel]:
    """
    An optimum with the loads, squares and moves of `optimum` that is best on the level `by`, and its value there.

    All three levels are polynomial: balance, moves and the level are separable convex costs of one flow
    (`kafka_assay.oracle.third_level.lexicographic_flow`). So the status is always `proved`. Raises `AssayError` where
    the group has no hosts or racks, or is too large.
    """
    parse_third_level(by)
    problem = reduce_group(group)
    if not len(problem.owner):
        _refuse_without_places(group, by)
        return optimum, ThirdLevel(by=by, value=0, status="proved")
    holder, value = _refine_by(group, problem, holder_numbers(problem, optimum.assignment), by)
    plan = dict(zip(partitions_of(problem), (problem.member_ids[member] for member in holder.tolist()), strict=True))
    refined = build_optimum(group, plan, engine=optimum.engine)
    if (refined.sum_of_squares, refined.moves) != (optimum.sum_of_squares, optimum.moves):
        raise RuntimeError(f"{by} changed the optimum: {refined.sum_of_squares}, {refined.moves}")
    return refined, ThirdLevel(by=by, value=value, status="proved")


def _refine_by(group: Group, problem: ReducedProblem, holder: Ints, by: str) -> tuple[Ints, int]:
    match parse_third_level(by):
        case "topic-spread":
            from kafka_assay.oracle.third_level.topic_spread import spread_topics

            return spread_topics(problem, holder)
        case "host-spread":
            from kafka_assay.oracle.third_level.host_spread import spread_hosts

            return spread_hosts(group, problem, holder)
        case _:
            from kafka_assay.oracle.third_level.rack_match import match_racks

            return match_racks(group, problem, holder)


def _refuse_without_places(group: Group, by: str) -> None:
    if by == "host-spread":
        from kafka_assay.oracle.third_level.host_spread import hosts_of

        hosts_of(group)
    if by == "rack-match":
        from kafka_assay.oracle.third_level.rack_match import racks_of

        racks_of(group)
