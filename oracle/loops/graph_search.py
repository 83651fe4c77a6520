"""Loops that search the class graph: its connected components, and the potentials of a plan."""

from __future__ import annotations

import numpy as np

from kafka_assay.oracle.columns import Ints

MAKES_ARRAYS = True


def connected_components(
    row_start: Ints, row_class: Ints, topic_level: Ints, member_level: Ints, levels: int
) -> tuple[Ints, Ints]:
    """
    The connected component of each topic class and each member class.

    Edges between different levels do not connect. The loop ends once the topic classes of each of the `levels` form one
    component, because further edges change nothing.
    """
    root, apart = np.arange(len(topic_level)), len(topic_level) - levels
    for member_class in range(len(member_level)):
        first = -1
        for edge in range(row_start[member_class], row_start[member_class + 1]):
            if apart == 0:
                break
            if topic_level[row_class[edge]] == member_level[member_class]:
                top = _find_root(root, row_class[edge])
                if first < 0:
                    first = top
                elif first != top:
                    # The lowest number is the root, so every root is labelled before the rest of its component.
                    low, high = min(first, top), max(first, top)
                    root[high] = low
                    first = low
                    apart -= 1
    return _label_components(row_start, row_class, topic_level, member_level, root)


def _find_root(root: Ints, topic_class: int) -> int:
    """The topic class that represents the component of `topic_class`. Halves paths on the way (union-find)."""
    while root[topic_class] != topic_class:
        root[topic_class] = root[root[topic_class]]
        topic_class = root[topic_class]
    return topic_class


def _label_components(
    row_start: Ints, row_class: Ints, topic_level: Ints, member_level: Ints, root: Ints
) -> tuple[Ints, Ints]:
    """
    Number the components.

    A member class belongs to the component of its topic classes on its level. Without any it is its own component.
    """
    topic_classes, member_classes = len(topic_level), len(member_level)
    of_topic_class, number = np.empty(topic_classes, np.int64), 0
    for topic_class in range(topic_classes):
        top = _find_root(root, topic_class)
        if top == topic_class:
            of_topic_class[topic_class] = number
            number += 1
        else:
            of_topic_class[topic_class] = of_topic_class[top]
    of_member_class = np.full(member_classes, -1, np.int64)
    for member_class in range(member_classes):
        for edge in range(row_start[member_class], row_start[member_class + 1]):
            if topic_level[row_class[edge]] == member_level[member_class]:
                of_member_class[member_class] = of_topic_class[row_class[edge]]
                break
        if of_member_class[member_class] < 0:
            of_member_class[member_class] = number
            number += 1
    return of_topic_class, of_member_class


def lower_potentials(
    topics: tuple[Ints, Ints, Ints],
    rows: tuple[Ints, Ints, Ints],
    held: tuple[Ints, Ints, Ints],
    topic_potential: Ints,
    member_potential: Ints,
    level_potential: Ints,
) -> bool:
    """
    Lower the potentials in place until no step costs less than the difference of its potentials.

    Returns False where that never ends. `topics` has the topics sorted by class, their first partitions and their
    classes. `rows` has the class of each member and the topic classes of each member class. `held` has the holder and
    the owner of each partition, and the load of each member.
    """
    nodes = len(topic_potential) + len(member_potential) + len(level_potential)
    # Bellman and Ford: each round covers paths that are one step longer. A shortest path has fewer steps than there are
    # nodes. If potentials still fall after that, there is a cycle of negative cost.
    for _ in range(nodes + 2):
        changed = _lower_along_partitions(topics, held, topic_potential, member_potential)
        # Rows are long. They change nothing while no member is above the lowest topic class plus 1.
        if len(topic_potential) > 0 and np.min(topic_potential) + 1 < np.max(member_potential):
            changed |= _lower_along_rows(rows, topic_potential, member_potential)
        changed |= _lower_along_levels(held[2], member_potential, level_potential)
        if not changed:
            return True
    return False


def _lower_along_partitions(
    topics: tuple[Ints, Ints, Ints], held: tuple[Ints, Ints, Ints], topic_potential: Ints, member_potential: Ints
) -> bool:
    """
    Apply three steps: taking a kept partition costs 0, taking a new one -1, giving a lost one back to its owner 0.
    """
    in_order, first, topic_class = topics
    holder, owner, _ = held
    changed = False
    highest = np.full(len(topic_potential), np.iinfo(np.int64).min)
    for topic in in_order:
        here = topic_class[topic]
        lowest, robbed = topic_potential[here], highest[here]
        for partition in range(first[topic], first[topic + 1]):
            mine, before = holder[partition], owner[partition]
            if mine == before:
                lowest = min(lowest, member_potential[mine])
            else:
                lowest = min(lowest, member_potential[mine] - 1)
                if before >= 0:
                    robbed = max(robbed, member_potential[before])
        highest[here] = robbed
        if lowest < topic_potential[here]:
            topic_potential[here] = lowest
            changed = True
    for topic in in_order:
        here = topic_potential[topic_class[topic]]
        # No owner that lost one of these partitions is above the topic class, so there is nothing to lower.
        if highest[topic_class[topic]] <= here:
            continue
        for partition in range(first[topic], first[topic + 1]):
            member = owner[partition]
            if member >= 0 and member != holder[partition] and here < member_potential[member]:
                member_potential[member] = here
                changed = True
    return changed


def _lower_along_rows(rows: tuple[Ints, Ints, Ints], topic_potential: Ints, member_potential: Ints) -> bool:
    """Apply one step: giving a member any partition that it may hold costs at most 1."""
    member_class, row_start, row_class = rows
    cheapest = np.empty(len(row_start) - 1, np.int64)
    for one in range(len(cheapest)):
        row = row_class[row_start[one] : row_start[one + 1]]
        lowest = topic_potential[row[0]] if len(row) > 0 else 0
        for topic_class in row:
            lowest = min(lowest, topic_potential[topic_class])
        cheapest[one] = lowest + 1
    changed = False
    for member in range(len(member_class)):
        if member_class[member] >= 0 and cheapest[member_class[member]] < member_potential[member]:
            member_potential[member] = cheapest[member_class[member]]
            changed = True
    return changed


def _lower_along_levels(load: Ints, member_potential: Ints, level_potential: Ints) -> bool:
    """Apply one step: passing an extra from a member to one of the next lower load costs 0."""
    changed = False
    for member in range(len(load)):
        if member_potential[member] < level_potential[load[member]]:
            level_potential[load[member]] = member_potential[member]
    for member in range(len(load)):
        if load[member] > 0 and level_potential[load[member] - 1] < member_potential[member]:
            member_potential[member] = level_potential[load[member] - 1]
            changed = True
    return changed
