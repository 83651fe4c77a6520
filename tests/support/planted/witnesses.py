"""The smallest groups that show each planted fault, made by hand."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Group, Topic, group_of
from tests.support.mutants.groups import changed

LONG = "x" * 128


def one_topic(partitions: int, *members: str) -> Group:
    """Return a group whose members all read one topic."""
    return group_of({"t": partitions}, {member: ["t"] for member in members})


WITNESSES: dict[str, Group] = {
    "instance-table": changed(one_topic(2, "a", "b"), a={"instance_id": "i1"}, b={"instance_id": "i19"}),
    "short-names": changed(
        group_of({LONG: 1, "t": 1}, {"a": [LONG, "t"], "b": []}), a={"metadata_version": 0}, b={"metadata_version": 2}
    ),
    "raised-counts": group_of({"t": 1, "u": 1}, {"a": ["t", "u"]}, {"a": {"t": [1], "u": [1]}}),
    "lost-remainder": group_of({"t": 7}, {"a": ["t"], "b": ["t"], "c": ["gone"], "d": ["gone"]}),
    "last-lap": group_of({"t": 7}, {"a": [], "b": [], "c": ["t"], "d": ["t"]}),
    "strange-racks": changed(
        replace(one_topic(1, "a", "b", "c"), topics=(Topic(name="t", partitions=1, replica_racks=(("r",),)),)),
        a={"rack": "r"},
        b={"rack": "s"},
        c={"rack": "u"},
    ),
    "closed-rings": group_of(dict.fromkeys("tuvwx", 1), {"a": [*"tuvwxt"], "b": [*"tuvwxt"]}),
    "fast-path": group_of({"t": 5, "u": 1, "v": 1}, {key: ["t", "u", "v"] for key in "abc"}),
    "topic-table": group_of({"t91": 1, "t170": 1}, {"a": ["t91", "t170"]}),
    "generation-ring": changed(
        group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}),
        a={"generation": 9},
        b={"generation": 1},
    ),
    "sticky-generation-ring": changed(
        group_of({"t": 2, "u": 2}, {"a": ["t", "u"], "b": ["t", "u"]}, {"a": {"u": [1]}, "b": {"t": [0, 1]}}),
        a={"generation": 9},
        b={"generation": 2},
    ),
    "sticky-short-user-data": changed(
        group_of(
            dict.fromkeys("tuvwx", 1),
            {key: [*"tuvwx"] for key in "abz"},
            {"a": {"u": [0]}, "b": {"v": [0], "w": [0]}, "z": {"t": [0], "u": [0], "v": [0], "x": [0]}},
            generation=2,
        ),
        b={"metadata_version": 2},
        z={"metadata_version": 0, "generation": 1},
    ),
    "sticky-kept-twice": group_of(
        dict.fromkeys("tuv", 2),
        {key: [*"tuv"] for key in "abcd"},
        {"a": {"t": [0], "u": [0], "v": [0]}, "b": {"t": [0]}},
        generation=1000,
    ),
}
"""Fault -> group."""
