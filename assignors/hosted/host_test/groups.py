"""The groups for tests of a host, as `assay-group/1`."""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import Group, Member, Topic, group_of

ODD_MEMBERS = (
    'quote " backslash \\ slash / brace {',
    "tab \t line \n return \r null \x00 delete \x7f",
    "Ünïcödé, кириллица, 日本語, 😀, \u2028 and \ufeff",
    " blanks ",
    "null",
)
ODD_TOPICS = ("0", "a.b-c_d", "constructor", "true", "x" * 249)

PLAIN = group_to_json(group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}))
"""Two members on one topic of four partitions. Any assignor that assigns something gives both of them some."""

EMPTY = group_to_json(group_of({"t0": 4}, {}))
"""A topic without members."""

ODD_NAMES = group_to_json(
    Group(
        topics=tuple(Topic(name=name, partitions=len(ODD_MEMBERS)) for name in ODD_TOPICS),
        members=tuple(
            Member(
                id=name, subscription=ODD_TOPICS, instance_id=f"i {name}", rack=f"r {name}", client_id=name, host=name
            )
            for name in ODD_MEMBERS
        ),
    )
)
"""
Names that JSON must escape, that are not ASCII, or that have a special meaning; Kafka allows all of them.

All members subscribe to all topics, and there are partitions for each, because some clients reject less simple groups.
"""

_DIRTY: list[dict[str, Any]] = [
    {"subscription": ["t0", "t1"], "owned": {"t0": [0, 1]}, "generation": 5},
    {"subscription": ["t0", "t1"], "owned": {"t0": [1, 2]}, "generation": 5},
    {"subscription": ["t1", "t1"], "owned": {"t0": [3], "t1": [0]}, "generation": 7},
    {"subscription": ["t0", "missing"], "owned": {"t0": [99, -1, 2_147_483_647], "gone": [0]}, "generation": 2},
    {"subscription": [], "owned": {"t1": [1]}},
    {"subscription": ["t0", "t1"], "owned": {"t0": []}, "generation": -1, "metadata_version": 0},
    {"subscription": ["t0"], "owned": {"t0": [0]}, "generation": 2_147_483_647, "instance_id": "same"},
    {"subscription": ["t0"], "generation": 1, "instance_id": "same", "rack": "nowhere", "metadata_version": 1},
]
DIRTY: dict[str, Any] = {
    "format": "assay-group/1",
    "topics": {"t0": 4, "t1": {"partitions": 2, "replica_racks": [["ra", "rb"], []]}, "t2": 0},
    "members": [{"id": f"C{place}", **one} for place, one in enumerate(_DIRTY)],
}
"""A valid question with every kind of wrong claim and subscription."""

LONG_QUESTION = group_to_json(
    Group(
        topics=(Topic(name="t0", partitions=400),),
        members=tuple(
            Member(id=f"C{place}", subscription=("t0",), instance_id=f"{place}-" + "x" * 6_000) for place in range(200)
        ),
    )
)
"""A line of more than a megabyte that is easy to solve: 200 members with long instance ids."""

_LONG_NAMES = [f"t{place}-".ljust(249, "x") for place in range(600)]
LONG_ANSWER = group_to_json(group_of(dict.fromkeys(_LONG_NAMES, 1), {"C0": _LONG_NAMES, "C1": _LONG_NAMES}))
"""An answer larger than any pipe that is easy to compute: 600 topics with the longest names."""

CLAIMED = group_to_json(
    Group(
        topics=(Topic(name="t0", partitions=4),),
        members=(
            Member(id="!", subscription=("t0",)),
            Member(id="C0", subscription=("t0",), owned=(("t0", (0, 1)),), generation=8),
            Member(id="C1", subscription=("t0",), owned=(("t0", (2, 3)),), generation=9),
        ),
    )
)
"""The plain group one rebalance later: both members own their partitions, and a third one joins in front of them."""
