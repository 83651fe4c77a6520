"""
Number the partitions that need an owner. Algorithms use the numbers, and only the answer has names.

Lists of numbers are much faster than a million small objects, which would take seconds to create.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from kafka_assay.assignors.order import kafka_order


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Numbering:
    """
    Numbered partitions: partition p of `topics[t]` has the number `spans[topics[t]].start + p`.

    Numbers ascend in the order of (topic, id). `spans` maps a topic to the numbers of its partitions.
    `topic_of[number]` is t, `ids[number]` is p.
    """

    topics: tuple[str, ...]
    spans: dict[str, range]
    topic_of: list[int]
    ids: list[int]

    def __len__(self) -> int:
        """The number of partitions."""
        return len(self.ids)

    def ids_by_topic(self, numbers: Iterable[int]) -> dict[str, list[int]]:
        """
        Topic -> sorted ids of `numbers`: one member's part of an answer.

        >>> number_partitions({"t1": 2, "t0": 3}, ["t0", "t1", "gone"]).ids_by_topic([4, 0, 2])
        {'t0': [0, 2], 't1': [1]}
        """
        topics, topic_of, ids = self.topics, self.topic_of, self.ids
        mine: dict[str, list[int]] = {}
        latest = -1
        for number in sorted(numbers):
            topic = topic_of[number]
            if topic != latest:
                latest = topic
                partitions = mine[topics[topic]] = []
            partitions.append(ids[number])
        return mine


def number_partitions(counts: dict[str, int], subscribed: Iterable[str]) -> Numbering:
    """
    Number the partitions of the `subscribed` topics that exist.

    Topics without subscribers get no numbers: Kafka's coordinator drops them before it calls an assignor.
    """
    topics = tuple(sorted({topic for topic in subscribed if counts.get(topic, 0) > 0}, key=kafka_order))
    ends = list(accumulate(counts[topic] for topic in topics))
    spans = {topic: range(end - counts[topic], end) for topic, end in zip(topics, ends, strict=True)}
    topic_of: list[int] = []
    ids: list[int] = []
    for place, topic in enumerate(topics):
        topic_of += [place] * counts[topic]
        ids += range(counts[topic])
    return Numbering(topics=topics, spans=spans, topic_of=topic_of, ids=ids)
