"""
Second owners: what several members own at once, for an algorithm in which every partition has one owner.

Rules of former times let two members keep one partition (see `historic_claims`). Today's algorithm knows one owner for
each, which makes it fast; so a second ownership is a partition of its own, of a topic that nobody but its owner
subscribes to. It weighs like any other, and can never move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kafka_assay.assignors.reference.numbering import Numbering


class SecondOwners:
    """
    A numbering with further partitions: one for each number in `copies`, which are what each member keeps as well.

    `numbers` are those of each member's further partitions, `subscribers` maps their topics to their only subscriber.

    >>> from kafka_assay.assignors.reference.numbering import number_partitions
    >>> second = SecondOwners(number_partitions({"t": 2}, ["t"]), [[], [1]])
    >>> second.numbers, second.subscribers, len(second.numbering)
    ([[], [2]], {'copies of 1': [1]}, 3)
    >>> second.originals([0, 2])
    [0, 1]
    """

    def __init__(self, numbering: Numbering, copies: Sequence[Sequence[int]]) -> None:
        """Number the copies after everything else."""
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
            # No topic of Kafka's has a blank in its name.
            topic = f"copies of {member}"
            topic_of += [len(spans)] * len(span)
            ids += range(len(span))
            spans[topic] = span
            self.subscribers[topic] = [member]
        self.numbering = Numbering(topics=tuple(spans), spans=spans, topic_of=topic_of, ids=ids)

    def originals(self, numbers: Iterable[int]) -> list[int]:
        """`numbers` with the partition itself in the place of each copy."""
        return [number if number < self._first else self._originals[number - self._first] for number in numbers]
