"""
`topic-spread`: among all optimal plans, one with the least sum of squared loads per topic and member.

The problem is polynomial, by a convex flow: topics -> (topic, member) -> members. A member that validly owned `had`
partitions of a topic and gets x of them keeps min(x, had). So partition number x costs a move exactly if x > had. It
adds 2x - 1 to the sum of squares. Both costs only grow with x. So each (topic, member) is a row of arcs with rising
prices, and a cheapest flow fills them from the first.

There can be millions of such arcs, and a plan uses few arcs beyond its start. So only a window around the last plan has
arcs. If the answer touches no edge of a window, it is best without the windows too, because a convex sum has no other
local minimum. Otherwise the touched windows get wider, around the new plan.
"""

from __future__ import annotations

import numpy as np

from kafka_assay.oracle.flow.blocks import sum_by_label
from kafka_assay.oracle.flow.class_plan import index_in_run
from kafka_assay.oracle.reduced_problem import Ints, ReducedProblem
from kafka_assay.oracle.third_level.lexicographic_flow import (
    LastPlaces,
    LevelPrices,
    PricedNetwork,
    last_places,
    refuse_too_many_arcs,
)

RADIUS = 2
"""The radius of a window at first."""


def spread_topics(problem: ReducedProblem, holder: Ints) -> tuple[Ints, int]:
    """The holders in the best plan and its sum of squares, from the holders in any optimal plan."""
    pairs = _TopicMemberPairs(problem)
    places = last_places(np.bincount(holder, minlength=pairs.members))
    held, radius = pairs.count_partitions(holder), np.full(len(pairs.topic), RADIUS)
    while True:
        low, high = np.maximum(held - radius, 0), np.minimum(held + radius, pairs.most)
        held = _solve_window(pairs, places, low, high)
        touched = ((held == low) & (low > 0)) | ((held == high) & (high < pairs.most))
        if not touched.any():
            return pairs.deal_partitions(held), int((held * held).sum())
        radius = np.where(touched, 2 * radius, radius)


class _TopicMemberPairs:
    """The pairs of a topic and a subscriber, sorted, with the partitions that each pair owned and its topic's total."""

    def __init__(self, problem: ReducedProblem) -> None:
        self.problem, graph = problem, problem.graph
        self.members, self.topics = len(problem.member_ids), len(problem.topic_names)
        of_class = [np.flatnonzero(graph.member_class == number) for number in range(len(graph.size))]
        reach = [np.sort(np.concatenate([of_class[one] for one in some.tolist()])) for some in graph.subscriber_classes]
        subscribers = [reach[topic_class] for topic_class in problem.topic_class.tolist()]
        self.topic = np.repeat(np.arange(self.topics), [len(some) for some in subscribers])
        self.member = np.concatenate(subscribers)
        self.keys = self.topic * self.members + self.member
        self.most = np.diff(problem.first)[self.topic]
        self.owned = problem.owner >= 0
        self.had = self.count_partitions(problem.owner)

    def count_partitions(self, holder: Ints) -> Ints:
        """The number of partitions of each pair if `holder[p]` holds partition p (-1: none)."""
        known = holder >= 0
        places = np.searchsorted(self.keys, self.problem.topic_of[known] * self.members + holder[known])
        return np.bincount(places, minlength=len(self.keys))

    def deal_partitions(self, held: Ints) -> Ints:
        """The holders if each pair holds `held`. Owners keep their first partitions; the rest is dealt by topic."""
        topic_of, owner = self.problem.topic_of, self.problem.owner
        holder = np.full(len(owner), -1, dtype=np.int64)
        owned = np.flatnonzero(self.owned)
        pair = np.searchsorted(self.keys, topic_of[owned] * self.members + owner[owned])
        order = np.argsort(pair, kind="stable")
        kept = owned[order][index_in_run(pair[order]) < held[pair[order]]]
        holder[kept] = owner[kept]
        need = held - np.minimum(held, self.had)
        # Topics ascend in both: the rest of a topic is exactly what its pairs still need.
        holder[np.flatnonzero(holder < 0)] = np.repeat(self.member, need)
        return holder


def _solve_window(pairs: _TopicMemberPairs, places: LastPlaces, low: Ints, high: Ints) -> Ints:
    """The number of partitions of each pair in the best plan within its window from `low` to `high`."""
    refuse_too_many_arcs(int((high - low).sum()))
    prices = LevelPrices(spread_of_third=int((high * high - low * low).sum()), owned=int(pairs.owned.sum()))
    sink = pairs.topics + pairs.members
    supply = np.zeros(sink + 1, dtype=np.int64)
    supply[: pairs.topics] = np.diff(pairs.problem.first) - sum_by_label(pairs.topic, low, pairs.topics)
    supply[pairs.topics : sink] = sum_by_label(pairs.member, low, pairs.members) - places.base
    supply[sink] = -supply.sum()
    pair = np.repeat(np.arange(len(low)), high - low)
    below = low[pair] + index_in_run(pair)
    network = PricedNetwork(supply=supply)
    price = np.where(below >= pairs.had[pair], prices.move, 0) + 2 * below + 1
    network.add_arcs(pairs.topic[pair], pairs.topics + pairs.member[pair], 1, price)
    network.add_arcs(pairs.topics + places.member, sink, 1, places.rank * prices.balance)
    return low + sum_by_label(pair, network.cheapest_flow()[: len(pair)], len(low))
