"""The loop that finds connected topic classes and member classes."""

from __future__ import annotations

import numpy as np

from kafka_assay.oracle.columns import Ints

MAKES_ARRAYS = True


def connected_components(
    row_start: Ints, row_class: Ints, topic_level: Ints, member_level: Ints, levels: int
) -> tuple[Ints, Ints, int]:
    """
    The connected component of each topic class and each member class, and the number of components.

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
) -> tuple[Ints, Ints, int]:
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
    return of_topic_class, of_member_class, number
