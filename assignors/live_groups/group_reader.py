"""Ask a cluster what it knows about groups: lists, descriptions and offsets. Nothing here changes the cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from kio.schema.errors import ErrorCode

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.live_groups.classic_metadata import joined_generation, read_assignment, read_subscription
from kafka_assay.assignors.live_groups.cluster import Cluster
from kafka_assay.assignors.live_groups.connection import MakeRequest
from kafka_assay.assignors.model import Claims, Member


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenMember:
    """
    A member of a group. `is_hidden`: the broker does not show its subscription.

    `pattern` is a subscription that the broker resolves. `target` is what the member shall own (KIP-848 only).
    `joined_generation` is the generation of the claims that it sent at its last join (classic only).
    """

    member: Member
    is_hidden: bool = False
    target: Claims | None = None
    pattern: str | None = None
    joined_generation: int | None = None

    @property
    def held(self) -> set[str]:
        """The topics of which the member owns a partition, or shall own one."""
        return {topic for topic, _ in (*self.member.owned, *(self.target or ()))}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenGroup:
    """
    A group. `committed` is topic -> partition -> offset; None where it could not be read.

    `is_classic` tells the protocol. `remarks` are sentences about data that could not be read.
    """

    name: str
    state: str
    strategy: str | None
    is_classic: bool
    members: tuple[SeenMember, ...] = ()
    committed: Mapping[str, Mapping[int, int]] | None = field(default=None, hash=False)
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableGroup:
    """A group that exists and cannot be read, and why."""

    name: str
    why: str


_AT_ONCE = 200
"""Groups in one request."""

_CLASSIC, _CONSUMER = "classic", "consumer"
_UNASKED_STATE = "Unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGroup:
    """A group in the list of its coordinator, the broker `node`. `kind` and `protocol` are Kafka's words."""

    name: str
    node: int
    kind: str
    protocol: str


def list_groups(cluster: Cluster) -> list[ListedGroup]:
    """Every group that the user may see, sorted by name. Each broker lists those that it coordinates."""
    found: dict[str, ListedGroup] = {}
    for node in sorted(cluster.brokers):
        reply = cluster.ask(node, "list_groups", lambda messages: messages.ListGroupsRequest())
        if reply.error_code is not ErrorCode.none:
            raise AssayError(f"broker {node} lists no groups: {_said(reply.error_code)}")
        for group in reply.groups:
            # Releases before 3.8 know no type: a group is classic there.
            kind = (getattr(group, "group_type", "") or _CLASSIC).lower()
            found[group.group_id] = ListedGroup(name=group.group_id, node=node, kind=kind, protocol=group.protocol_type)
    return [found[name] for name in sorted(found)]


def chosen_groups(listed: Sequence[ListedGroup], names: Sequence[str]) -> list[ListedGroup]:
    """The groups called `names`; without names all consumer groups. Raises `AssayError` where one is not listed."""
    by_name = {group.name: group for group in listed}
    for name in names:
        if name not in by_name:
            raise AssayError(f"no group {name!r} that this user may describe{spelling_tip(name, by_name)}")
        if not is_consumer_group(by_name[name]):
            kind = by_name[name].protocol if by_name[name].kind == _CLASSIC else by_name[name].kind
            raise AssayError(f"group {name!r} is no consumer group, but of the kind {kind}")
    if names:
        return [by_name[name] for name in dict.fromkeys(names)]
    return [group for group in listed if is_consumer_group(group)]


def is_consumer_group(group: ListedGroup) -> bool:
    """Whether the members consume partitions of their own, or nobody has ever joined and there are only offsets."""
    return group.kind == _CONSUMER or (group.kind == _CLASSIC and group.protocol in {"consumer", ""})


def describe_groups(cluster: Cluster, groups: Sequence[ListedGroup]) -> Iterator[SeenGroup | UnreadableGroup]:
    """What the coordinators say about the `groups`, in their order."""
    seen: dict[str, SeenGroup | UnreadableGroup] = {}
    for node, kind, batch in _batches(groups):
        described = _describe(cluster, node, kind, batch)
        readable = [group for group in described if isinstance(group, SeenGroup)]
        seen.update((group.name, group) for group in described)
        seen.update((group.name, group) for group in _with_offsets(cluster, node, readable))
    return (seen[group.name] for group in groups)


def _batches(groups: Sequence[ListedGroup]) -> Iterator[tuple[int, str, list[str]]]:
    for (node, kind), same in groupby(sorted(groups, key=attrgetter("node", "kind")), key=attrgetter("node", "kind")):
        names = [group.name for group in same]
        for start in range(0, len(names), _AT_ONCE):
            yield node, kind, names[start : start + _AT_ONCE]


def _describe(cluster: Cluster, node: int, kind: str, names: Sequence[str]) -> list[SeenGroup | UnreadableGroup]:
    plain = {"include_authorized_operations": False}
    if kind == _CONSUMER:
        reply = cluster.ask(
            node,
            "consumer_group_describe",
            lambda messages: messages.ConsumerGroupDescribeRequest(group_ids=tuple(names), **plain),
        )
        return list(map(_consumer_group, reply.groups))
    reply = cluster.ask(
        node, "describe_groups", lambda messages: messages.DescribeGroupsRequest(groups=tuple(names), **plain)
    )
    return list(map(_classic_group, reply.groups))


def _classic_group(group: Any) -> SeenGroup | UnreadableGroup:
    if group.error_code is not ErrorCode.none:
        return UnreadableGroup(name=group.group_id, why=f"DescribeGroups: {_said(group.error_code)}")
    strategy = group.protocol_data or None
    remarks: list[str] = []
    return SeenGroup(
        name=group.group_id,
        state=group.group_state or _UNASKED_STATE,
        strategy=strategy,
        is_classic=True,
        members=tuple([_classic_member(member, strategy, remarks) for member in group.members]),
        remarks=tuple(remarks),
    )


def _classic_member(member: Any, strategy: str | None, remarks: list[str]) -> SeenMember:
    joined = read_subscription(member.member_metadata) if member.member_metadata else None
    if joined is None and member.member_metadata:
        remarks.append(f"the metadata of member {member.member_id} cannot be read")
    owned = read_assignment(member.member_assignment)
    if owned is None:
        remarks.append(f"the assignment of member {member.member_id} cannot be read")
    return SeenMember(
        member=Member(
            id=member.member_id,
            subscription=() if joined is None else joined.topics,
            owned=owned or (),
            metadata_version=3 if joined is None else max(joined.version, 0),
            instance_id=getattr(member, "group_instance_id", None),
            rack=None if joined is None else joined.rack or None,  # librdkafka sends an unset rack as ''
            host=member.client_host or None,
            client_id=member.client_id or None,
        ),
        is_hidden=joined is None,
        joined_generation=None if joined is None else joined_generation(joined, strategy),
    )


def _consumer_group(group: Any) -> SeenGroup | UnreadableGroup:
    if group.error_code is not ErrorCode.none:
        is_hidden = group.error_code is ErrorCode.topic_authorization_failed
        why = "the user may not describe every topic of its members, so the broker shows nothing of a KIP-848 group"
        said = f"ConsumerGroupDescribe: {_said(group.error_code)}{f': {why}' if is_hidden else ''}"
        return UnreadableGroup(name=group.group_id, why=said)
    return SeenGroup(
        name=group.group_id,
        state=group.group_state or _UNASKED_STATE,
        strategy=group.assignor_name or None,
        is_classic=False,
        members=tuple(
            SeenMember(
                member=Member(
                    id=member.member_id,
                    subscription=tuple(member.subscribed_topic_names),
                    owned=_claims(member.assignment),
                    generation=int(member.member_epoch) if member.member_epoch >= 0 else None,
                    instance_id=member.instance_id or None,
                    rack=member.rack_id or None,
                    host=member.client_host or None,
                    client_id=member.client_id or None,
                ),
                pattern=member.subscribed_topic_regex or None,
                target=_claims(member.target_assignment),
            )
            for member in group.members
        ),
    )


def _claims(assignment: Any) -> Claims:
    owned = {part.topic_name: tuple(sorted(map(int, part.partitions))) for part in assignment.topic_partitions}
    return tuple(sorted((topic, ids) for topic, ids in owned.items() if ids))


def _with_offsets(cluster: Cluster, node: int, groups: Sequence[SeenGroup]) -> Iterator[SeenGroup]:
    replies = _offset_replies(cluster, node, [group.name for group in groups])
    for group in groups:
        reply = replies.get(group.name)
        if reply is None or reply.error_code is not ErrorCode.none:
            why = "no reply" if reply is None else _said(reply.error_code)
            yield replace(group, remarks=(*group.remarks, f"the committed offsets cannot be read ({why})"))
        else:
            yield replace(group, committed=_committed(reply.topics))


def _offset_replies(cluster: Cluster, node: int, names: Sequence[str]) -> dict[str, Any]:
    """Group -> what its coordinator says about its offsets. A release before 3.0 knows one group in a request."""
    if not names:
        return {}
    if (cluster.version_of(node, "offset_fetch") or 0) < 8:
        return {name: cluster.ask(node, "offset_fetch", _offsets_request(name)) for name in names}
    reply = cluster.ask(
        node,
        "offset_fetch",
        lambda messages: messages.OffsetFetchRequest(
            groups=tuple(messages.OffsetFetchRequestGroup(group_id=name, topics=None) for name in names)
        ),
    )
    return {group.group_id: group for group in reply.groups}


def _offsets_request(name: str) -> MakeRequest:
    return lambda messages: messages.OffsetFetchRequest(group_id=name, topics=None)


def _committed(topics: Iterable[Any]) -> dict[str, dict[int, int]]:
    return {
        topic.name: {
            int(part.partition_index): int(part.committed_offset)
            for part in topic.partitions
            if part.error_code is ErrorCode.none and part.committed_offset >= 0
        }
        for topic in topics
    }


def _said(code: ErrorCode) -> str:
    return code.name.upper()
