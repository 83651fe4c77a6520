"""Find a step that costs less than the difference of its potentials; a valid certificate has none."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.oracle.certificate.tally import CertificateTally, Ints

FAR = np.iinfo(np.int64).max // 2


def find_violation(tally: CertificateTally, members: Ints, topics: Ints) -> str | None:
    """
    Describe the first step of giving or taking a partition that is cheaper than the potentials of a valid tally allow.
    """
    for member, topic, step in _violations(tally, members, topics):
        description = step.format(member=tally.member_name(member), topic=tally.topic_name(topic))
        return f"{description} is cheaper than the potentials say"
    return None


def _violations(tally: CertificateTally, members: Ints, topics: Ints) -> Iterator[tuple[int, int, str]]:
    # Only the cheapest topic of a row matters. A topic without partitions gives nothing to any member.
    cheapest = tally.reduce_rows(np.minimum, np.where(tally.sizes > 0, topics, FAR), where_none=FAR)
    if (under := members > cheapest[tally.row] + 1).any():
        member = int(under.argmax())
        row_topics = tally.row_topics[tally.row_start[tally.row[member]] : tally.row_start[tally.row[member] + 1]]
        yield member, int(row_topics[topics[row_topics] == cheapest[tally.row[member]]][0]), GIVE
    given = np.flatnonzero(tally.holder != NOBODY)
    topic_of, holder, owner = tally.topic_of[given], tally.holder[given], tally.owner[given]
    is_new = owner != holder
    for step, under in (
        (TAKE_KEPT, topics[topic_of] > members[holder]),
        (TAKE_NEW, is_new & (topics[topic_of] > members[holder] - 1)),
    ):
        if under.any():
            yield int(holder[under.argmax()]), int(topic_of[under.argmax()]), step
    away = is_new & (owner != NOBODY)
    topic_of, owner = topic_of[away], owner[away]
    if (under := members[owner] > topics[topic_of]).any():
        yield int(owner[under.argmax()]), int(topic_of[under.argmax()]), GIVE_BACK


GIVE = "giving {member} one more partition of {topic}"
GIVE_BACK = "giving {member} its own partition of {topic} back"
TAKE_KEPT = "taking a kept partition of {topic} from {member}"
TAKE_NEW = "taking a new partition of {topic} from {member}"


def adjacent_loads(loads: Ints, members: Ints) -> Iterator[tuple[int, int, int]]:
    """
    Each load l that has members, where load l + 1 has members too, with two potentials.

    These are the lowest potential at load l and the highest at load l + 1.
    """
    if not len(loads):
        return
    lowest, highest = np.full(loads.max() + 1, FAR), np.full(loads.max() + 1, -FAR)
    np.minimum.at(lowest, loads, members)
    np.maximum.at(highest, loads, members)
    for load in np.flatnonzero((lowest[:-1] < FAR) & (highest[1:] > -FAR)).tolist():
        yield load, int(lowest[load]), int(highest[load + 1])
