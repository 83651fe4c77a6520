"""What an assignor would have seen, in the place of its answer: a test holds it against the group that was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from kafka_assay.assignors.hosted.serving.host_server import ServedAssignor
from kafka_assay.assignors.model import Group

ECHO = "ASSAY_ECHO"
"""The environment variable that must be 1: people do not want an assignor that assigns nothing."""

_RICHEST = "sticky", "roundrobin"


def add_echoes(served: Mapping[str, ServedAssignor]) -> dict[str, ServedAssignor]:
    """All that is `served`, an echo of each as `echo-NAME`, and one called `echo`, to which members say the most."""
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
    """The arguments of `assign` as the client's own objects say them; none where nobody is asked."""
    topics = sorted(cluster.topics()) if cluster is not None else ()
    return {
        "topics": {topic: {"partitions": len(cluster.partitions_for_topic(topic))} for topic in topics},
        "members": [_member_seen(assignor, *told) for told in _members_seen(members)],
    }


def _members_seen(members: Any) -> Iterator[tuple[str, Any, dict[str, object]]]:
    """Of each member its id, its metadata, and its instance id where the client tells it."""
    if not isinstance(members, Mapping):
        for member in members:
            yield member.member_id, member.metadata, {"instance_id": member.group_instance_id}
        return
    for name, metadata in members.items():
        more = {"instance_id": metadata.group_instance_id} if hasattr(metadata, "group_instance_id") else {}
        yield name, metadata, more


def _member_seen(assignor: Any, member: str, metadata: Any, more: dict[str, object]) -> dict[str, object]:
    subscription = metadata.topics if hasattr(metadata, "topics") else metadata.subscription
    heard = {"id": member, "subscription": list(subscription), **more}
    if not hasattr(assignor, "parse_member_metadata"):
        return heard
    said = assignor.parse_member_metadata(metadata)
    owned: dict[str, list[int]] = {}
    for topic, partition in said.partitions:
        owned.setdefault(topic, []).append(partition)
    return {**heard, "owned": owned, "generation": said.generation}
