"""
Peeling: the order in which the general algorithm levelled partitions while it also served equal subscriptions.

Source: Kafka's sticky assignor from 0.11 to 2.5.0; KIP-54's text does not mention it. It applies if all members
subscribe to the same topics and some member owns something. The most loaded member (of equals the last by id) adds one
partition after another to the order. Partitions that belonged to another member before come first, then its others.
Unowned partitions come last. So a member that returns gets its own partitions back (KIP-341), while the order of ids
would give it any.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from heapq import heapify, heappop, heappush

from kafka_assay.assignors.reference.sticky.levelling import SubscribedTopic


def peeling_order(
    held: Sequence[Sequence[int]], copies: Sequence[Sequence[int]], previous: Container[int]
) -> list[int]:
    """
    The numbers that members hold, in peeling order; members by id. Copies count as load, but are not peeled.

    `previous` has the numbers that belonged to another member before.

    >>> peeling_order([[], [0, 1, 4], [2, 3, 5]], [[], [], []], {0, 3})
    [3, 0, 2, 1, 5, 4]
    """
    left = [sorted(mine, key=lambda number: (number not in previous, number), reverse=True) for mine in held]
    queue = [(-len(mine) - len(copies[member]), -member) for member, mine in enumerate(left)]
    heapify(queue)
    order: list[int] = []
    while queue:
        minus_load, minus_member = heappop(queue)
        mine = left[-minus_member]
        if mine:
            order.append(mine.pop())
            heappush(queue, (minus_load + 1, minus_member))
    return order


def batches_by_topic(
    order: Sequence[int], topics: Sequence[SubscribedTopic]
) -> Iterator[tuple[SubscribedTopic, list[int]]]:
    """The `order`, then all other partitions, in batches of one topic each; only topics whose partitions may move."""
    peeled_off = set(order)
    topic_of = {number: topic for topic in topics for number in topic.numbers}
    for number in order:
        if topic_of[number].is_open:
            yield topic_of[number], [number]
    for topic in topics:
        rest = [number for number in topic.numbers if number not in peeled_off]
        if rest and topic.is_open:
            yield topic, rest
