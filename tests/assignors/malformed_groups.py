"""Documents that are not a group, each with the start of its error message."""

from __future__ import annotations

from typing import Any


def document(*, topics: object = None, member: dict[str, Any] | None = None, **changes: object) -> dict[str, Any]:
    """Return a small valid document with one value replaced."""
    plain = {"format": "assay-group/1", "topics": {"t0": 2} if topics is None else topics, "members": []}
    if member is not None:
        plain["members"] = [{"id": "C0", "subscription": ["t0"], **member}]
    return {**plain, **changes}


def topic(partitions: int, **lists: list[Any]) -> dict[str, Any]:
    """Return a document whose topic t0 has these lists."""
    return document(topics={"t0": {"partitions": partitions, **lists}})


MALFORMED: list[tuple[object, str]] = [
    ([], "the document: list []: expected an object with the key 'format': 'assay-group/1'"),
    (None, "the document: null: expected an object with the key 'format': 'assay-group/1'"),
    ({"topics": {}, "members": []}, "format: nothing: expected 'assay-group/1' (assay import reads"),
    (document(format="assay-group/2"), "format: 'assay-group/2': expected 'assay-group/1'"),
    (document(strategy=1), "strategy: 1: expected text"),
    (document(state="stable"), "state: 'stable': expected one of Kafka's group states: Stable, Empty"),
    (document(state=None), "state: null: expected text"),
    (document(topics=[]), "topics: list []: expected an object: topic name -> partition count"),
    (
        document(topics={"t0": True}),
        "topics.t0: true: expected a partition count from 0 to 2147483647 (or an object with",
    ),
    (document(topics={"t0": -1}), "topics.t0: -1: expected a partition count from 0 to 2147483647"),
    (document(topics={"t0": 2147483648}), "topics.t0: 2147483648: expected a partition count from 0 to 2147483647"),
    (document(topics={"t0": 1.0}), "topics.t0: 1.0: expected a partition count"),
    (document(topics={"t0": {}}), "topics.t0.partitions: nothing: expected this key, which is required"),
    (document(topics={"a b": 1}), "topics: 'a b': expected a topic name of 1 to 249 letters"),
    (document(topics={"..": 1}), "topics: '..': expected a topic name"),
    (document(topics={"é": 1}), "topics: 'é': expected a topic name"),
    (document(topics={"t" * 250: 1}), "topics: 'ttt"),
    (topic(2, end_offsets=[1]), "topics.t0.end_offsets: '1 entries': expected one entry for each of the 2 partitions"),
    (
        document(topics={"logs.eu": {"partitions": 2, "end_offsets": [1, "7"]}}),
        "topics[\"logs.eu\"].end_offsets[1]: '7': expected a 64-bit offset from",
    ),
    (topic(1, begin_offsets=[None]), "topics.t0.begin_offsets[0]: null: expected a 64-bit offset from"),
    (topic(1, committed_offsets=[1.5]), "topics.t0.committed_offsets[0]: 1.5: expected an offset or null"),
    (topic(1, weights=[float("nan")]), "topics.t0.weights[0]: nan: expected a finite number"),
    (topic(1, weights=[10**400]), "topics.t0.weights[0]: 1000"),
    (topic(1, weights=[True]), "topics.t0.weights[0]: true: expected a number"),
    (topic(1, replica_racks=["ra"]), "topics.t0.replica_racks[0]: 'ra': expected a list of racks"),
    (topic(1, replica_racks=[["ra", 2]]), "topics.t0.replica_racks[0][1]: 2: expected text"),
    (
        document(topics={"t0": {"partition": 1}}),
        "topics.t0.partition: 1: expected a known key; did you mean 'partitions'?",
    ),
    (document(membres=[]), "membres: list []: expected a known key; did you mean 'members'?"),
    (document(members={}), "members: object {}: expected a list of members"),
    (document(members=[3]), "members[0]: 3: expected a member: an object with 'id' and 'subscription'"),
    (document(member={"id": ""}), "members[0].id: '': expected a member id that is not empty"),
    (document(member={"id": 1}), "members[0].id: 1: expected text"),
    (document(member={"id": "\ud800"}), "members[0].id: '\\ud800': expected text without a lone surrogate"),
    (document(member={"subscripton": []}), "members[0].subscripton: list []: expected a known key; did you mean"),
    (document(member={"subscription": "t0"}), "members[0].subscription: 't0': expected a list of topic names"),
    (document(member={"subscription": ["t0", 1]}), "members[0].subscription[1]: 1: expected a topic name"),
    (document(member={"subscription": [["t0"]]}), "members[0].subscription[0]: list ['t0']: expected a topic name"),
    (document(member={"subscription": [""]}), "members[0].subscription[0]: '': expected a topic name of 1 to"),
    (document(member={"owned": []}), "members[0].owned: list []: expected an object: topic name -> partition ids"),
    (document(member={"owned": {"t0": 1}}), "members[0].owned.t0: 1: expected a list of partition ids"),
    (document(member={"owned": {"t0": ""}}), "members[0].owned.t0: '': expected a list of partition ids"),
    (document(member={"owned": {"t0": {}}}), "members[0].owned.t0: object {}: expected a list of partition ids"),
    (document(member={"owned": {"t0": [0], "a b": [1]}}), "members[0].owned: 'a b': expected a topic name of 1 to"),
    (document(member={"owned": {"t0": [False]}}), "members[0].owned.t0[0]: false: expected a partition id from"),
    (document(member={"owned": {"t0": [0, 2**31]}}), "members[0].owned.t0[1]: 2147483648: expected a partition id"),
    (document(member={"generation": "5"}), "members[0].generation: '5': expected a generation from"),
    (document(member={"generation": None}), "members[0].generation: null: expected a generation from"),
    (document(member={"generation": 2**31}), "members[0].generation: 2147483648: expected a generation from"),
    (document(member={"metadata_version": -1}), "members[0].metadata_version: -1: expected a version from 0"),
    (document(member={"rack": None}), "members[0].rack: null: expected text"),
    (document(assumptions=["a", 1]), "assumptions[1]: 1: expected text"),
    (document(auto_offset_reset=0), "auto_offset_reset: 0: expected text"),
    (document(name=7), "name: 7: expected text"),
]
