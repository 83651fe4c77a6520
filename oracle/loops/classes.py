"""Loops that reduce a group: classes of equal members and topics, and the partitions that each member owned."""

from __future__ import annotations

import numpy as np

from kafka_assay.oracle.columns import Ints

MAKES_ARRAYS = True


def find_member_classes(start: Ints, topics: Ints, weight: Ints, topic_count: int) -> tuple[Ints, Ints]:
    """
    The member class of each member (-1: no topics), and the first member of each class, whose row stands for the class.

    Rows with the same sum of weights are compared, so equal sums of different rows do not form a class. The result has
    no class at all where a row is not ascending or names an unknown topic.
    """
    members = len(start) - 1
    # A hash table with linear probing, at most half full, so a look-up takes constant time on average.
    slots = 16
    while slots < 2 * members:
        slots *= 2
    table = np.full(slots, -1, np.int64)
    member_class, first, sums = np.full(members, -1, np.int64), np.empty(members, np.int64), np.empty(members, np.int64)
    number = 0
    for member in range(members):
        row = topics[start[member] : start[member + 1]]
        if len(row) == 0:
            continue
        # Neighbours are often equal. Comparing them is faster than adding up weights.
        last = member_class[member - 1] if member > 0 else -1
        if last >= 0 and _is_same_row(start, topics, first[last], member):
            member_class[member] = last
            continue
        total = _sum_weights(row, weight, topic_count)
        if total < 0:
            return member_class, first[:0]
        slot = total & (slots - 1)
        while member_class[member] < 0:
            other = table[slot]
            if other < 0:
                table[slot], first[number], sums[number], member_class[member] = number, member, total, number
                number += 1
            elif sums[other] == total and _is_same_row(start, topics, first[other], member):
                member_class[member] = other
            slot = (slot + 1) & (slots - 1)
    return member_class, first[:number]


def _sum_weights(row: Ints, weight: Ints, topic_count: int) -> int:
    """The sum of a row's weights; -1 where the row is not ascending or names an unknown topic."""
    total, before = 0, -1
    for topic in row:
        if topic <= before or topic >= topic_count:
            return -1
        before = topic
        total += weight[topic]
    return total


def _is_same_row(start: Ints, topics: Ints, one: int, other: int) -> bool:
    """
    Whether two members' rows are equal.

    After the lengths and ends, the loop compares everything: a loop without an exit is faster.
    """
    here, there = topics[start[one] : start[one + 1]], topics[start[other] : start[other + 1]]
    if len(here) != len(there) or here[0] != there[0] or here[-1] != there[-1]:
        return False
    unequal = 0
    for place in range(len(here)):
        unequal |= here[place] ^ there[place]
    return bool(unequal == 0)


def find_topic_classes(start: Ints, topics: Ints, first: Ints, weight: Ints, topic_count: int) -> tuple[Ints, Ints]:
    """
    The topic class of each topic (-1: no subscriber), and the first topic of each class.

    Topics with the same sum of their member classes' weights are grouped. All weights are above 0. If a member class
    subscribes to only a part of such a group, sums coincided by chance, and every topic is its own class.
    """
    sums = np.zeros(topic_count, np.int64)
    for member_class in range(len(first)):
        more = weight[member_class]
        for topic in topics[start[first[member_class]] : start[first[member_class] + 1]]:
            sums[topic] += more
    slots = 16
    while slots < 2 * topic_count:
        slots *= 2
    table = np.full(slots, -1, np.int64)
    topic_class, lead, size = np.full(topic_count, -1, np.int64), np.empty(topic_count, np.int64), 0
    for topic in range(topic_count):
        slot = sums[topic] & (slots - 1)
        while sums[topic] > 0 and topic_class[topic] < 0:
            other = table[slot]
            if other < 0:
                table[slot], lead[size], topic_class[topic] = size, topic, size
                size += 1
            elif sums[lead[other]] == sums[topic]:
                topic_class[topic] = other
            slot = (slot + 1) & (slots - 1)
    # Where every topic has its own class, no sums coincided.
    if size < np.count_nonzero(sums) and _has_partial_row(start, topics, first, topic_class, size):
        size = 0
        for topic in range(topic_count):
            if sums[topic] > 0:
                lead[size], topic_class[topic] = topic, size
                size += 1
    return topic_class, lead[:size]


def _has_partial_row(start: Ints, topics: Ints, first: Ints, topic_class: Ints, topic_classes: int) -> bool:
    """Whether a member class subscribes to only a part of a topic class."""
    size, met = np.zeros(topic_classes, np.int64), np.zeros(topic_classes, np.int64)
    for topic in range(len(topic_class)):
        if topic_class[topic] >= 0:
            size[topic_class[topic]] += 1
    is_partial = False
    for member in first:
        row = topics[start[member] : start[member + 1]]
        # A row that subscribes to a part of a class has fewer of its topics than the class has.
        for topic in row:
            met[topic_class[topic]] += 1
        for topic in row:
            is_partial |= met[topic_class[topic]] < size[topic_class[topic]]
        for topic in row:
            met[topic_class[topic]] = 0
    return is_partial


def class_rows(start: Ints, topics: Ints, first: Ints, topic_class: Ints, lead: Ints) -> tuple[Ints, Ints]:
    """
    The topic classes of each member class: the start of each row, and the rows.

    A topic class takes the position of its first topic.
    """
    starts, longest = np.zeros(len(first) + 1, np.int64), 0
    for member_class in range(len(first)):
        longest += start[first[member_class] + 1] - start[first[member_class]]
    topic_classes, length = np.empty(longest, np.int64), 0
    for member_class in range(len(first)):
        for place in range(start[first[member_class]], start[first[member_class] + 1]):
            topic = topics[place]
            if lead[topic_class[topic]] == topic:
                topic_classes[length] = topic_class[topic]
                length += 1
        starts[member_class + 1] = length
    return starts, topic_classes[:length]


def count_claims(
    in_order: Ints, first: Ints, topic_class: Ints, owner: Ints, members: int
) -> tuple[Ints, Ints, Ints, Ints]:
    """
    The claims: how many partitions of each topic class each member owned.

    Returns the start of each member's claims, then the topic class, member and count of each claim. `in_order` lists
    the topics, sorted by topic class.
    """
    pair_class, pair_member, pair_count = _claims_by_topic_class(in_order, first, topic_class, owner, members)
    # A counting sort by member. It is stable, so a member's claims stay sorted by topic class.
    start = np.zeros(members + 1, np.int64)
    for member in pair_member:
        start[member + 1] += 1
    for member in range(members):
        start[member + 1] += start[member]
    claims = len(pair_member)
    claim_class, claim_member, count = (
        np.empty(claims, np.int64),
        np.empty(claims, np.int64),
        np.empty(claims, np.int64),
    )
    for member in range(members):
        for place in range(start[member], start[member + 1]):
            claim_member[place] = member
    end = np.copy(start[:members])
    for pair in range(claims):
        place = end[pair_member[pair]]
        claim_class[place], count[place] = pair_class[pair], pair_count[pair]
        end[pair_member[pair]] += 1
    return start, claim_class, claim_member, count


def _claims_by_topic_class(
    in_order: Ints, first: Ints, topic_class: Ints, owner: Ints, members: int
) -> tuple[Ints, Ints, Ints]:
    """
    The claims sorted by topic class: the topic classes, members and counts.

    The loop finishes one topic class before the next and uses one counter for each member. The counters stay in the
    processor's cache. `count_claims` then sorts only the claims by member.
    """
    claim_class, claim_member, counts = np.empty_like(owner), np.empty_like(owner), np.empty_like(owner)
    place, pairs = np.full(members, -1, np.int64), 0
    begin, now = 0, -1
    for topic in in_order:
        if topic_class[topic] != now:
            begin, now = pairs, topic_class[topic]
        for partition in range(first[topic], first[topic + 1]):
            member = owner[partition]
            if member >= 0:
                # An index below `begin` belongs to an earlier class, so nothing is reset between classes.
                if place[member] < begin:
                    place[member] = pairs
                    claim_class[pairs], claim_member[pairs], counts[pairs] = now, member, 0
                    pairs += 1
                counts[place[member]] += 1
    return claim_class[:pairs], claim_member[:pairs], counts[:pairs]


def group_by_label(label: Ints, number: int) -> tuple[Ints, Ints]:
    """
    The positions of each label below `number`: the start of each label's list, and the lists, ascending.

    Negative labels are left out.
    """
    start = np.zeros(number + 1, np.int64)
    for place in range(len(label)):
        if label[place] >= 0:
            start[label[place] + 1] += 1
    for one in range(number):
        start[one + 1] += start[one]
    places, end = np.empty(start[number], np.int64), np.copy(start[:number])
    for place in range(len(label)):
        if label[place] >= 0:
            places[end[label[place]]] = place
            end[label[place]] += 1
    return start, places
