"""A group that sets every field, and its document."""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.model import Group, Member, Topic

DOCUMENT: dict[str, Any] = {
    "format": "assay-group/1",
    "name": "kip54-example-2",
    "strategy": "cooperative-sticky",
    "state": "Reconciling",
    "topics": {
        "t0": 1,
        "t1": {
            "partitions": 2,
            "replica_racks": [["ra", "rb"], ["rb"]],
            "begin_offsets": [0, 0],
            "end_offsets": [90, 7],
            "committed_offsets": [10, None],
            "weights": [3.5, 1],
        },
    },
    "assumptions": ["every member subscribes to every topic of the group"],
    "members": [
        {
            "id": "C0",
            "subscription": ["t0"],
            "owned": {"t0": [0]},
            "generation": 5,
            "instance_id": "i0",
            "rack": "ra",
            "host": "h1",
            "client_id": "app",
            "metadata_version": 2,
        },
        {"id": "C1", "subscription": []},
    ],
    "auto_offset_reset": "earliest",
}
MEMBER = Member(
    id="C0",
    subscription=("t0",),
    owned=(("t0", (0,)),),
    generation=5,
    instance_id="i0",
    rack="ra",
    host="h1",
    client_id="app",
    metadata_version=2,
)
GROUP = Group(
    name="kip54-example-2",
    topics=(
        Topic(name="t0", partitions=1),
        Topic(
            name="t1",
            partitions=2,
            replica_racks=(("ra", "rb"), ("rb",)),
            begin_offsets=(0, 0),
            end_offsets=(90, 7),
            committed_offsets=(10, None),
            weights=(3.5, 1),
        ),
    ),
    assumptions=("every member subscribes to every topic of the group",),
    members=(MEMBER, Member(id="C1", subscription=())),
    auto_offset_reset="earliest",
    strategy="cooperative-sticky",
    state="Reconciling",
)
