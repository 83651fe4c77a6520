"""Echoes: assignors that return their input instead of an answer, so that a test can compare it with the group."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from kafka_assay.assignors.hosted.serving.host_server import ServedAssignor
from kafka_assay.assignors.model import Group

ECHO = "ASSAY_ECHO"
"""The environment variable that turns echoes on with 1; users need no assignor that assigns nothing."""

_RICHEST = "sticky", "roundrobin"


def add_echoes(served: Mapping[str, ServedAssignor]) -> dict[str, ServedAssignor]:
    """Everything in `served`, an echo of each as `echo-NAME`, and one called `echo`, to which members send the most."""
    echoes = {name: _serve_echo(real) for name, real in served.items()}
    richest = next(echoes[name] for name in _RICHEST if name in echoes)
    return {**served, **{f"echo-{name}": echo for name, echo in echoes.items()}, "echo": richest}


def _serve_echo(real: ServedAssignor) -> ServedAssignor:
    def put(fresh: Any, group: Group) -> Callable[[], Any]:
        call = real.put(fresh, group)
        return (
            partial(_arguments_seen, fresh, *call.args)
            if isinstance(call, partial)
            else partial(_arguments_seen, fresh)
        )

    return replace(real, put=put, read=lambda seen: seen, says="echo")


def _arguments_seen(assignor: Any, cluster: Any = None, members: Any = ()) -> dict[str, object]:
    """The arguments of `assign`, read from the client's own objects; none where no assignor is called."""
    topics = sorted(cluster.topics()) if cluster is not None else ()
    return {
        "topics": {topic: {"partitions": len(cluster.partitions_for_topic(topic))} for topic in topics},
        "members": [_member_seen(assignor, *told) for told in _members_seen(members)],
    }


def _members_seen(members: Any) -> Iterator[tuple[str, Any, dict[str, object]]]:
    """The id and metadata of each member, and its instance id where the client passes it."""
    if not isinstance(members, Mapping):
        for member in members:
            yield member.member_id, member.metadata, {"instance_id": member.group_instance_id}
        return
    for name, metadata in members.items():
        more = {"instance_id": metadata.group_instance_id} if hasattr(metadata, "group_instance_id") else {}
        yield name, metadata, more


def _member_seen(assignor: Any, member: str, metadata: Any, more: dict[str, object]) -> dict[str, object]:
    subscription = metadata.topics if hasattr(metadata, "topics") else metadata.subscription
    echo = {"id": member, "subscription": list(subscription), **more}
    if not hasattr(assignor, "parse_member_metadata"):
        return echo
    parsed = assignor.parse_member_metadata(metadata)
    owned: dict[str, list[int]] = {}
    for topic, partition in parsed.partitions:
        owned.setdefault(topic, []).append(partition)
    return {**echo, "owned": owned, "generation": parsed.generation}
