"""Where a step costs less than the difference of the potentials that it spans: what a certificate must not have."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kafka_assay.oracle.certificate.tally import NOBODY, CertificateTally, Ints

FAR = np.iinfo(np.int64).max // 2


def find_violation(tally: CertificateTally, members: Ints, topics: Ints) -> str | None:
    """
    The first step of giving or taking a partition that is cheaper than the potentials of a valid tally say, in words.
    """
    for member, topic, step in _violations(tally, members, topics):
        said = step.format(member=tally.member_name(member), topic=tally.topic_name(topic))
        return f"{said} is cheaper than the potentials say"
    return None


def _violations(tally: CertificateTally, members: Ints, topics: Ints) -> Iterator[tuple[int, int, str]]:
    # Of the topics of a row the cheapest is enough to look at; one without partitions gives nobody anything.
    cheapest = tally.reduce_rows(np.minimum, np.where(tally.sizes > 0, topics, FAR), where_none=FAR)
    if (under := members > cheapest[tally.row] + 1).any():
        member = int(under.argmax())
        mine = tally.row_topics[tally.row_start[tally.row[member]] : tally.row_start[tally.row[member] + 1]]
        yield member, int(mine[topics[mine] == cheapest[tally.row[member]]][0]), GIVE
    given = np.flatnonzero(tally.holder != NOBODY)
    topic_of, holder, owner = tally.topic_of[given], tally.holder[given], tally.owner[given]
    is_new = owner != holder
    for told, under in (
        (TAKE_KEPT, topics[topic_of] > members[holder]),
        (TAKE_NEW, is_new & (topics[topic_of] > members[holder] - 1)),
    ):
        if under.any():
            yield int(holder[under.argmax()]), int(topic_of[under.argmax()]), told
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
    Each load that has a next higher one among the members: the lowest potential at that load, the highest at the next.
    """
    if not len(loads):
        return
    lowest, highest = np.full(loads.max() + 1, FAR), np.full(loads.max() + 1, -FAR)
    np.minimum.at(lowest, loads, members)
    np.maximum.at(highest, loads, members)
    for load in np.flatnonzero((lowest[:-1] < FAR) & (highest[1:] > -FAR)).tolist():
        yield load, int(lowest[load]), int(highest[load + 1])
