"""
Of all optimal plans, one that is best on a third level, asked for by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from assignors.model import TopicPartition
from oracle.figures import optimum_of
from oracle.problem import problem_of
from oracle.third_level.level import ThirdLevel, third_level_named

if TYPE_CHECKING:
    from assignors.model import Group
    from oracle.optimum import Optimum
    from oracle.problem import Ints, Problem


def refine(group: Group, optimum: Optimum, by: str) -> tuple[Optimum, ThirdLevel]:
    """
    An optimum with the same loads, squares and moves as `optimum` that is best on the level `by`, and its value there.

    All three are polynomial: balance, moves and the level are separable convex costs of one and the same flow
    (`oracle.third_level.flow`), so that `proved` is what the answer always says. Raises `AssayError` where the group
    says nothing of hosts or racks, or is too large.
    """
    third_level_named(by)
    problem = problem_of(group)
    if not len(problem.owner):
        _refuse_without_places(group, by)
        return optimum, ThirdLevel(by=by, value=0, status="proved")
    holder, value = _best(group, problem, _holders(problem, optimum), by)
    plan = dict(zip(_partitions(problem), (problem.member_ids[member] for member in holder.tolist()), strict=True))
    refined = optimum_of(group, plan, engine=optimum.engine)
    if (refined.sum_of_squares, refined.moves) != (optimum.sum_of_squares, optimum.moves):
        raise RuntimeError(f"{by} changed the optimum: {refined.sum_of_squares}, {refined.moves}")
    return refined, ThirdLevel(by=by, value=value, status="proved")


def _best(group: Group, problem: Problem, holder: Ints, by: str) -> tuple[Ints, int]:
    match third_level_named(by):
        case "topic-spread":
            from oracle.third_level.topic_spread import spread_topics

            return spread_topics(problem, holder)
        case "host-spread":
            from oracle.third_level.host_spread import spread_hosts

            return spread_hosts(group, problem, holder)
        case _:
            from oracle.third_level.rack_match import match_racks

            return match_racks(group, problem, holder)


def _refuse_without_places(group: Group, by: str) -> None:
    if by == "host-spread":
        from oracle.third_level.host_spread import hosts_of

        hosts_of(group)
    if by == "rack-match":
        from oracle.third_level.rack_match import racks_of

        racks_of(group)


def _partitions(problem: Problem) -> list[TopicPartition]:
    ids = (np.arange(len(problem.topic_of)) - problem.first[problem.topic_of]).tolist()
    return [
        TopicPartition(problem.topic_names[topic], id_)
        for topic, id_ in zip(problem.topic_of.tolist(), ids, strict=True)
    ]


def _holders(problem: Problem, optimum: Optimum) -> Ints:
    """
    The number of the member that holds each partition in `optimum`.
    """
    start = dict(zip(problem.topic_names, problem.first.tolist(), strict=False))
    holder = np.full(len(problem.topic_of), -1, dtype=np.int64)
    for number, member in enumerate(problem.member_ids):
        for topic, ids in optimum.assignment.get(member, {}).items():
            holder[start[topic] + np.array(ids, dtype=np.int64)] = number
    return holder
