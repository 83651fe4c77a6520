"""
Second owners: partitions with several owners, for an algorithm in which every partition has one owner.

Earlier rules let two members keep one partition (see `historic_claims`). The current algorithm knows one owner for each
partition, which makes it fast. So a second ownership becomes an additional partition, of a topic to which only its
owner subscribes. It counts as load and can never move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kafka_assay.assignors.reference.numbering import Numbering


class SecondOwners:
    """
    A numbering with one additional partition for each number in `copies`, which lists what each member also keeps.

    `numbers` are the additional partitions of each member. `subscribers` maps their topics to their only subscriber.

    >>> from kafka_assay.assignors.reference.numbering import number_partitions
    >>> second = SecondOwners(number_partitions({"t": 2}, ["t"]), [[], [1]])
    >>> second.numbers, second.subscribers, len(second.numbering)
    ([[], [2]], {'copies of 1': [1]}, 3)
    >>> second.originals([0, 2])
    [0, 1]
    """

    def __init__(self, numbering: Numbering, copies: Sequence[Sequence[int]]) -> None:
        """Number the copies after all other partitions."""
        self._first = len(numbering)
        self._originals = [number for numbers in copies for number in numbers]
        self.numbers: list[list[int]] = []
        self.subscribers: dict[str, list[int]] = {}
        spans = dict(numbering.spans)
        topic_of, ids = numbering.topic_of.copy(), numbering.ids.copy()
        for member, numbers in enumerate(copies):
            span = range(len(ids), len(ids) + len(numbers))
            self.numbers.append(list(span))
            if not numbers:
                continue
            # No topic name in Kafka contains a space.
            topic = f"copies of {member}"
            topic_of += [len(spans)] * len(span)
            ids += range(len(span))
            spans[topic] = span
            self.subscribers[topic] = [member]
        self.numbering = Numbering(topics=tuple(spans), spans=spans, topic_of=topic_of, ids=ids)

    def originals(self, numbers: Iterable[int]) -> list[int]:
        """`numbers`, with each copy replaced by the partition itself."""
        return [number if number < self._first else self._originals[number - self._first] for number in numbers]
