"""
Loops that shrink a group: members and topics that are alike, and what each member had.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from oracle.columns import Ints

MAKES_ARRAYS = True


def crews_of(start: Ints, topics: Ints, weight: Ints, number_of_topics: int) -> tuple[Ints, Ints]:
    """
    The crew of each member (-1: on nothing), and the first member of each crew, which are its members' rows.

    Rows with the same sum of weights are compared, so that a coincidence of sums cannot make a crew. No crew at all
    comes back where a row is not ascending, or names a topic that there is not.
    """
    members = len(start) - 1
    slots = 16
    while slots < 2 * members:
        slots *= 2
    table = np.full(slots, -1, np.int64)
    crew, first, sums = np.full(members, -1, np.int64), np.empty(members, np.int64), np.empty(members, np.int64)
    number = 0
    for member in range(members):
        row = topics[start[member] : start[member + 1]]
        if len(row) == 0:
            continue
        # Neighbours are often alike, and to see that is quicker than to add up weights.
        if member > 0 and crew[member - 1] >= 0 and _same_row(start, topics, first[crew[member - 1]], member):
            crew[member] = crew[member - 1]
            continue
        total = _weighed(row, weight, number_of_topics)
        if total < 0:
            return crew, first[:0]
        slot = total & (slots - 1)
        while crew[member] < 0:
            other = table[slot]
            if other < 0:
                table[slot], first[number], sums[number], crew[member] = number, member, total, number
                number += 1
            elif sums[other] == total and _same_row(start, topics, first[other], member):
                crew[member] = other
            slot = (slot + 1) & (slots - 1)
    return crew, first[:number]


def _weighed(row: Ints, weight: Ints, number_of_topics: int) -> int:
    """
    The sum of a row's weights; -1 where it is not ascending, or names a topic that there is not.
    """
    total, before = 0, -1
    for topic in row:
        if topic <= before or topic >= number_of_topics:
            return -1
        before = topic
        total += weight[topic]
    return total


def _same_row(start: Ints, topics: Ints, one: int, other: int) -> bool:
    """
    Whether two members' rows are equal. Once their ends are, all is looked at: without a way out a loop is quicker.
    """
    here, there = topics[start[one] : start[one + 1]], topics[start[other] : start[other + 1]]
    if len(here) != len(there) or here[0] != there[0] or here[-1] != there[-1]:
        return False
    unequal = 0
    for place in range(len(here)):
        unequal |= here[place] ^ there[place]
    return bool(unequal == 0)


def hubs_of(start: Ints, topics: Ints, first: Ints, weight: Ints, number_of_topics: int) -> tuple[Ints, Ints]:
    """
    The hub of each topic (-1: nobody subscribes), and the first topic of each hub.

    Topics are put together by the sum of the weights, all above 0, of their crews. A hub that some crew subscribes to
    in part was put together by coincidence, and taken apart.
    """
    sums = np.zeros(number_of_topics, np.int64)
    for crew in range(len(first)):
        more = weight[crew]
        for topic in topics[start[first[crew]] : start[first[crew] + 1]]:
            sums[topic] += more
    slots = 16
    while slots < 2 * number_of_topics:
        slots *= 2
    table = np.full(slots, -1, np.int64)
    hub, lead, size = np.full(number_of_topics, -1, np.int64), np.empty(number_of_topics, np.int64), 0
    for topic in range(number_of_topics):
        slot = sums[topic] & (slots - 1)
        while sums[topic] > 0 and hub[topic] < 0:
            other = table[slot]
            if other < 0:
                table[slot], lead[size], hub[topic] = size, topic, size
                size += 1
            elif sums[lead[other]] == sums[topic]:
                hub[topic] = other
            slot = (slot + 1) & (slots - 1)
    if size < np.count_nonzero(sums):
        return _confirmed(start, topics, first, hub, lead[:size])
    return hub, lead[:size]


def _confirmed(start: Ints, topics: Ints, first: Ints, hub: Ints, lead: Ints) -> tuple[Ints, Ints]:
    """
    The same hubs without those that some crew subscribes to in part: each of their topics is a hub.
    """
    size, met = np.zeros(len(lead), np.int64), np.zeros(len(lead), np.int64)
    apart = np.zeros(len(lead), np.bool_)
    for topic in range(len(hub)):
        if hub[topic] >= 0:
            size[hub[topic]] += 1
    for member in first:
        row = topics[start[member] : start[member + 1]]
        for topic in row:
            met[hub[topic]] += 1
        for topic in row:
            apart[hub[topic]] |= met[hub[topic]] < size[hub[topic]]
        for topic in row:
            met[hub[topic]] = 0
    new, leads, number = np.full(len(hub), -1, np.int64), np.empty(len(hub), np.int64), 0
    for topic in range(len(hub)):
        if hub[topic] >= 0:
            if lead[hub[topic]] == topic or apart[hub[topic]]:
                leads[number], new[topic] = topic, number
                number += 1
            else:
                new[topic] = new[lead[hub[topic]]]
    return new, leads[:number]


def rows_of(start: Ints, topics: Ints, first: Ints, hub: Ints, lead: Ints) -> tuple[Ints, Ints]:
    """
    The hubs of each crew: where its row starts, and the rows. A hub stands where its first topic stood.
    """
    starts, longest = np.zeros(len(first) + 1, np.int64), 0
    for crew in range(len(first)):
        longest += start[first[crew] + 1] - start[first[crew]]
    hubs, length = np.empty(longest, np.int64), 0
    for crew in range(len(first)):
        for place in range(start[first[crew]], start[first[crew] + 1]):
            topic = topics[place]
            if lead[hub[topic]] == topic:
                hubs[length] = hub[topic]
                length += 1
        starts[crew + 1] = length
    return starts, hubs[:length]


def keeps_of(
    in_order: Ints, first: Ints, hub: Ints, owner: Ints, members: int, hubs: int
) -> tuple[Ints, Ints, Ints, Ints]:
    """
    How many partitions of which hub each member had: where a member's keeps start; their hubs, members and counts.

    `in_order` holds the topics, hub after hub.
    """
    if hubs == 1:
        return _keeps_of_one_hub(in_order, first, owner, members)
    pair_hub, pair_member, pair_count = _pairs(in_order, first, hub, owner, members)
    start = np.zeros(members + 1, np.int64)
    for member in pair_member:
        start[member + 1] += 1
    for member in range(members):
        start[member + 1] += start[member]
    keeps = len(pair_member)
    keep_hub, keep_member, count = np.empty(keeps, np.int64), np.empty(keeps, np.int64), np.empty(keeps, np.int64)
    for member in range(members):
        keep_member[start[member] : start[member + 1]] = member
    end = start[:members].copy()
    for pair in range(keeps):
        place = end[pair_member[pair]]
        keep_hub[place], count[place] = pair_hub[pair], pair_count[pair]
        end[pair_member[pair]] += 1
    return start, keep_hub, keep_member, count


def _pairs(in_order: Ints, first: Ints, hub: Ints, owner: Ints, members: int) -> tuple[Ints, Ints, Ints]:
    """
    The same, hub after hub: the hubs, members and counts.

    A hub is counted to its end in a place for each member, which stays near the processor; what is sorted by member
    afterwards is no more than the keeps.
    """
    hubs, owners, counts = (
        np.empty(len(owner), np.int64),
        np.empty(len(owner), np.int64),
        np.empty(len(owner), np.int64),
    )
    place, pairs = np.full(members, -1, np.int64), 0
    begin, now = 0, -1
    for topic in in_order:
        if hub[topic] != now:
            begin, now = pairs, hub[topic]
        for partition in range(first[topic], first[topic + 1]):
            member = owner[partition]
            if member >= 0:
                if place[member] < begin:
                    place[member] = pairs
                    hubs[pairs], owners[pairs], counts[pairs] = now, member, 0
                    pairs += 1
                counts[place[member]] += 1
    return hubs[:pairs], owners[:pairs], counts[:pairs]


def _keeps_of_one_hub(in_order: Ints, first: Ints, owner: Ints, members: int) -> tuple[Ints, Ints, Ints, Ints]:
    """
    The same where there is one hub: each member had so much of it.
    """
    had, start = np.zeros(members, np.int64), np.zeros(members + 1, np.int64)
    for topic in in_order:
        for partition in range(first[topic], first[topic + 1]):
            if owner[partition] >= 0:
                had[owner[partition]] += 1
    for member in range(members):
        start[member + 1] = start[member] + (had[member] > 0)
    keep_member = np.flatnonzero(had)
    return start, np.zeros(len(keep_member), np.int64), keep_member, had[keep_member]


def listed(label: Ints, number: int) -> tuple[Ints, Ints]:
    """
    The places of each label below `number`: where its list starts, and the lists, ascending. Negative ones are in none.
    """
    start = np.zeros(number + 1, np.int64)
    for place in range(len(label)):
        if label[place] >= 0:
            start[label[place] + 1] += 1
    for one in range(number):
        start[one + 1] += start[one]
    places, end = np.empty(start[number], np.int64), start[:number].copy()
    for place in range(len(label)):
        if label[place] >= 0:
            places[end[label[place]]] = place
            end[label[place]] += 1
    return start, places
