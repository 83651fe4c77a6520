"""Small groups and answers, for tests of verbs that read them."""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import group_of

WHOLE = {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}
PAIR = group_to_json(group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, WHOLE, generation=1, name="pair"))
SIX = group_to_json(group_of({"t": 6}, {name: ["t"] for name in "abcdef"}))
"""A random assignor nearly always gives it another answer."""
EXCHANGED = {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}
TWICE = {"a": {"t": [0, 1]}, "b": {"t": [1, 2, 3]}}
LOPSIDED = {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}}

CHAIN: dict[str, Any] = {
    "format": "assay-group/1",
    "name": "chain",
    "topics": {"t0": 1, "t1": 2},
    "assumptions": ["that members read what they say"],
    "members": [
        {"id": "C0", "subscription": ["t1"]},
        {"id": "C1", "subscription": ["t0"]},
        {"id": "C2", "subscription": ["t0", "t1"], "owned": {"t0": [0]}, "generation": 3},
    ],
}
CHAINED = {"C0": {"t1": [0, 1]}, "C1": {}, "C2": {"t0": [0]}}

ONE_MEMBER = group_to_json(group_of({"t0": 3}, {"C0": ["t0"]}))
CASE: dict[str, Any] = {
    "format": "assay-case/1",
    "law": "one-owner-each",
    "inputs": "clean",
    "steps": [{"group": ONE_MEMBER}],
}
LIFE: dict[str, Any] = {
    "format": "assay-life/1",
    "group": group_to_json(group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]})),
    "events": [{"miss": ["C0"]}, {}],
}
"""C0 misses the second of three rebalances."""


def answer_of(assignment: Any) -> dict[str, Any]:
    """An `assay-assignment/1`."""
    return {"format": "assay-assignment/1", "assignment": assignment}


def loads_in(document: dict[str, Any]) -> list[int]:
    """The number of partitions that each member of an `assay-group/1` owns, in their order."""
    return [sum(map(len, member.get("owned", {}).values())) for member in document["members"]]
