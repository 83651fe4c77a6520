"""
`assay-assignment/1`: an assignment as JSON, read as given and written in one form.

Reading checks only the shape. The laws check whether members, topics and partitions exist and whether ids repeat. So
reading drops nothing, sorts nothing and keeps repeats.
"""

from __future__ import annotations

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.json_values import NOTHING, array_at, object_at, path_to, text_at
from kafka_assay.assignors.model import Assignment

FORMAT = "assay-assignment/1"

_ONLY_INTEGERS = frozenset({int})

FORMATS_WITH_AN_ASSIGNMENT = (FORMAT, "assay-optimum/1", "assay-certificate/1", "assay-judgement/1")
"""The formats of files that can be read for their assignment. `judge` accepts the output of `optimum`, and its own."""


def assignment_from_json(document: object) -> Assignment:
    """
    The assignment inside a parsed document. Ignores other keys, such as the loads. Raises `InvalidGroup`.

    >>> assignment_from_json({"format": "assay-assignment/1", "assignment": {"C0": {"t0": [1, 0, 1]}}})
    {'C0': {'t0': [1, 0, 1]}}
    """
    answer = object_at(document, "", f"an object with the keys 'format': {FORMAT!r} and 'assignment'")
    if answer.get("format", NOTHING) not in FORMATS_WITH_AN_ASSIGNMENT:
        raise InvalidGroup("format", answer.get("format", NOTHING), repr(FORMAT))
    return assignment_at(answer.get("assignment", NOTHING), "assignment")


def assignment_in(value: object) -> Assignment:
    """The assignment in a record: a whole document, or the bare object from member to topics."""
    if isinstance(value, dict) and isinstance(value.get("format"), str):
        return assignment_from_json(value)
    return assignment_at(value)


def assignment_at(value: object, path: str = "assignment") -> Assignment:
    """
    Return `value`, checked to be an object: member id -> topic -> list of integers. For answers from hosts and records.
    """
    shape = "an object: member id -> topic -> partition ids"
    assignment: Assignment = {}
    for member, topics in object_at(value, path, shape).items():
        mine = assignment[member if type(member) is str and member.isascii() else text_at(member, path)] = {}
        if type(topics) is not dict:
            object_at(topics, path_to(path, member), "an object: topic -> partition ids")
        for topic, ids in topics.items():
            # Paths are built only for errors: every answer of a host comes through here.
            if type(topic) is not str or not topic.isascii():
                text_at(topic, path_to(path, member))
            mine[topic] = _partitions(ids, path, member, topic)
    return assignment


def is_well_formed(value: object) -> bool:
    """
    Whether `value`, parsed from JSON, is an object: member id -> topic -> list of integers. The names are not checked.

    >>> is_well_formed({"a": {"t": [0]}}), is_well_formed({"a": {"t": [True]}})
    (True, False)
    """
    if type(value) is not dict:
        return False
    for topics in value.values():
        if type(topics) is not dict:
            return False
        for ids in topics.values():
            if type(ids) is not list or not _ONLY_INTEGERS.issuperset(map(type, ids)):
                return False
    return True


def _partitions(value: object, path: str, member: str, topic: str) -> list[int]:
    if isinstance(value, list) and _ONLY_INTEGERS.issuperset(map(type, value)):
        return value.copy()
    where = path_to(path_to(path, member), topic)
    for position, partition in enumerate(array_at(value, where, "a list of partition ids")):
        if type(partition) is not int:
            raise InvalidGroup(path_to(where, position), partition, "a partition id, an integer")
    raise AssertionError(where)


def assignment_to_json(assignment: Assignment) -> dict[str, dict[str, list[int]]]:
    """
    Member id -> topic -> sorted ids: members in order, topics by name, without topics that have no ids.

    >>> assignment_to_json({"C1": {"t1": [2, 0], "t0": []}, "C0": {}})
    {'C1': {'t1': [0, 2]}, 'C0': {}}
    """
    return {
        member: {topic: sorted(ids) for topic, ids in sorted(topics.items()) if ids}
        for member, topics in assignment.items()
    }
