"""The groups of the examples that source texts print, with the strategies whose answers the texts discuss."""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Group

CLASSIC = ("range", "roundrobin", "sticky", "cooperative-sticky", "optimal")
_EVEN = CLASSIC[1:]


class SourceExample(NamedTuple):
    """A group that `source` prints."""

    id: str
    source: str
    group: Group
    strategies: tuple[str, ...] = CLASSIC


def _group(topics: dict[str, int], members: dict[str, str], owned: dict[str, str] | None = None) -> Group:
    """A group from short notation: member -> its topics, and member -> the partitions that it claims (`t0-1`)."""
    claims: dict[str, dict[str, list[int]]] = {}
    for member, words in (owned or {}).items():
        for word in words.split():
            topic, _, partition = word.rpartition("-")
            claims.setdefault(member, {}).setdefault(topic, []).append(int(partition))
    return group_from_json(
        {
            "format": "assay-group/1",
            "topics": topics,
            "members": [
                {"id": member, "subscription": names.split()}
                | ({"owned": claims[member], "generation": 1} if member in claims else {})
                for member, names in members.items()
            ],
        }
    )


def _equal(topics: dict[str, int], members: str, owned: dict[str, str] | None = None) -> Group:
    return _group(topics, dict.fromkeys(members.split(), " ".join(topics)), owned)


_FOUR, _STAIRS = dict.fromkeys(("t0", "t1", "t2", "t3"), 2), {"t0": 1, "t1": 2, "t2": 3}
_TWO, _THREE_EACH = {"t0": 2, "t1": 2}, {"t0": 3, "t1": 3}
_MEMBERS = {"C0": "t0", "C1": "t0 t1", "C2": "t0 t1 t2"}
_FIRST = {"C0": "t0-0 t1-1 t3-0", "C2": "t1-0 t2-1"}
_SECOND = {"C1": "t1-0 t1-1", "C2": "t2-0 t2-1 t2-2"}
_LAGS = group_from_json(
    {
        "format": "assay-group/1",
        "topics": {"t0": {"partitions": 3, "end_offsets": [100000, 50000, 60000], "committed_offsets": [0, 0, 0]}},
        "members": [{"id": "C0", "subscription": ["t0"]}, {"id": "C1", "subscription": ["t0"]}],
    }
)

SOURCE_EXAMPLES = (
    SourceExample("kip-54-1", "KIP-54, example 1", _equal(_FOUR, "C0 C1 C2")),
    SourceExample("kip-54-1-leave", "KIP-54, example 1: C1 is removed", _equal(_FOUR, "C0 C2", _FIRST)),
    SourceExample("kip-54-2", "KIP-54, example 2", _group(_STAIRS, _MEMBERS)),
    SourceExample(
        "kip-54-2-leave",
        "KIP-54, example 2: C0 is removed",
        _group(_STAIRS, {"C1": _MEMBERS["C1"], "C2": _MEMBERS["C2"]}, _SECOND),
    ),
    SourceExample("kip-54-3", "KIP-54, example 3", _equal(_TWO, "C0 C1")),
    SourceExample(
        "kip-54-3-join",
        "KIP-54, example 3: C2 joins",
        _equal(_TWO, "C0 C1 C2", {"C0": "t0-0 t1-0", "C1": "t0-1 t1-1"}),
    ),
    SourceExample(
        "kafka-12464",
        "KAFKA-12464",
        _equal({"t1": 10}, "C0 C1 C2", {"C0": "t1-0 t1-1 t1-2 t1-3 t1-4", "C1": "t1-5 t1-6 t1-7 t1-8 t1-9"}),
        _EVEN,
    ),
    SourceExample("lag-readme", "kafka-lag-based-assignor, README", _LAGS, ("lag",)),
    SourceExample("kip-874", "KIP-874", _equal(_THREE_EACH, "C0 C1"), ("topicroundrobin", *CLASSIC)),
    SourceExample("kip-874-fail", "KIP-874: C0 fails", _equal(_THREE_EACH, "C1"), ("topicroundrobin", *CLASSIC)),
    SourceExample(
        "kip-874-instances",
        "KIP-874: two instances",
        _equal({"t0": 3, "t1": 2}, "A0.C0 A0.C1 A1.C0 A1.C1"),
        ("topicroundrobin", *CLASSIC),
    ),
    SourceExample("signal", "R. Quinlivan, Kafka Consumer Assignments (Signal, 2017)", _equal(_TWO, "C1 C2")),
    SourceExample(
        "signal-topic",
        "R. Quinlivan, Kafka Consumer Assignments (Signal, 2017): a new topic",
        _equal(_TWO | {"t3": 1}, "C1 C2", {"C1": "t0-0 t1-1", "C2": "t1-0 t0-1"}),
    ),
    SourceExample(
        "signal-leave",
        "R. Quinlivan, Kafka Consumer Assignments (Signal, 2017): C1 dies",
        _equal(_TWO, "C2", {"C2": "t1-0 t0-1"}),
    ),
)
"""The examples of KIP-54, KAFKA-12464, KIP-874, the README of kafka-lag-based-assignor, and an article of Signal."""
