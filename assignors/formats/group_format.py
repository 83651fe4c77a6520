"""
`assay-group/1`: a group as JSON, read strictly and written canonically.

Dirty groups are valid: claims may be stale, foreign or negative, or name missing topics. Values that Kafka's protocol
cannot carry are malformed. Partition ids and generations are 32-bit integers there, offsets are 64-bit, and every topic
name must be legal. `InvalidGroup` names the place.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.json_values import (
    INT32,
    INT64,
    NOTHING,
    are_integers,
    array_at,
    check_keys,
    integer_at,
    integers_at,
    number_at,
    object_at,
    path_to,
    text_at,
)
from kafka_assay.assignors.model import MOST_PARTITIONS, PER_PARTITION, Claims, Group, Member, Topic, is_legal_topic

FORMAT = "assay-group/1"

_GROUP_TEXTS = ("name", "strategy", "state")
GROUP_KEYS = ("format", *_GROUP_TEXTS, "topics", "assumptions", "members", "auto_offset_reset")
_NOT_FOR_ASSIGNORS = ("strategy", "state")
TOPIC_KEYS = ("partitions", *PER_PARTITION)
_MEMBER_TEXTS = ("instance_id", "rack", "host", "client_id")
MEMBER_KEYS = ("id", "subscription", "owned", "generation", *_MEMBER_TEXTS, "metadata_version")
_LEGAL_NAME = "a topic name of 1 to 249 letters, digits, '.', '_' or '-', and not '.' or '..'"
_MOST_METADATA_VERSION = 2**15 - 1


class _NamesSeen:
    """
    Topic names and subscriptions seen so far in one document.

    A group of 1,000 members on 1,000 topics repeats each name 1,000 times. Each name is checked once. Equal lists
    become one tuple, so that an assignor can compare subscriptions by identity.
    """

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.subscriptions: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.last: tuple[list[Any], tuple[str, ...]] = ([], ())

    def name(self, value: object, path: str) -> str:
        if not isinstance(value, str):
            raise InvalidGroup(path, value, "a topic name")
        known = self.names.get(value)
        if known is None:
            if not is_legal_topic(value):
                raise InvalidGroup(path, value, _LEGAL_NAME)
            known = self.names[value] = value
        return known

    def subscription(self, value: object, path: str) -> tuple[str, ...]:
        listed = array_at(value, path, "a list of topic names")
        if listed == self.last[0]:
            return self.last[1]
        try:
            topics = tuple(map(self.names.__getitem__, listed))
        except (KeyError, TypeError):
            topics = tuple(self.name(topic, path_to(path, position)) for position, topic in enumerate(listed))
        topics = self.subscriptions.setdefault(topics, topics)
        self.last = (listed, topics)
        return topics


class KnownMembers:
    """
    Members that were read before, for a host: it is asked a dozen questions about nearly the same members.

    They are known by the text of their parsed JSON. For a member with few claims, that text takes a fraction of the
    time of reading it; from a hundred claims on, it takes longer.
    """

    def __init__(self) -> None:
        """Start without members."""
        self._members: dict[str, Member] = {}

    def read(self, value: object, path: str, names: _NamesSeen) -> Member:
        """The member in `value`, as `_member` reads it."""
        text = repr(value)
        known = self._members.get(text)
        if known is None:
            known = _member(value, path, names)
            if len(self._members) >= _MOST_KNOWN:
                self._members.clear()
            self._members[text] = known
        return known


_MOST_KNOWN = 1_000


def group_from_json(document: object, members_before: KnownMembers | None = None) -> Group:
    """
    The group in a parsed `assay-group/1` document. Raises `InvalidGroup`.

    Members of earlier documents are taken from `members_before`, if given.

    >>> group_from_json({"format": "assay-group/1", "topics": {"t0": 2}, "members": []}).topics[0].partitions
    2
    """
    group = object_at(document, "", f"an object with the key 'format': {FORMAT!r}")
    if group.get("format") != FORMAT:
        tip = "" if "format" in group else " (assay import reads what other tools write)"
        raise InvalidGroup("format", group.get("format", NOTHING), repr(FORMAT) + tip)
    check_keys(group, "", GROUP_KEYS, required=("topics", "members"))
    names = _NamesSeen()
    read_member = _member if members_before is None else members_before.read
    topics = object_at(group["topics"], "topics", "an object: topic name -> partition count")
    members = array_at(group["members"], "members", "a list of members")
    sentences = array_at(group.get("assumptions", []), "assumptions", "a list of sentences")
    return Group(
        topics=tuple(_topic(names.name(name, "topics"), value) for name, value in topics.items()),
        members=tuple(read_member(member, f"members[{position}]", names) for position, member in enumerate(members)),
        **{key: text_at(group[key], key) for key in _GROUP_TEXTS if key in group},
        assumptions=tuple(
            text_at(sentence, path_to("assumptions", position)) for position, sentence in enumerate(sentences)
        ),
        auto_offset_reset=text_at(group.get("auto_offset_reset", "latest"), "auto_offset_reset"),
    )


def member_at(value: object, path: str) -> Member:
    """The member in `value`, as in a group. Raises `InvalidGroup` with a path that starts with `path`."""
    return _member(value, path, _NamesSeen())


def subscription_at(value: object, path: str) -> tuple[str, ...]:
    """The topics in `value`, with repeats. Raises `InvalidGroup` with a path that starts with `path`."""
    return _NamesSeen().subscription(value, path)


def _topic(name: str, value: object) -> Topic:
    path = path_to("topics", name)
    if not isinstance(value, dict):
        return Topic(name=name, partitions=_count(value, path, " (or an object with 'partitions')"))
    check_keys(value, path, TOPIC_KEYS, required=("partitions",))
    count = _count(value["partitions"], path_to(path, "partitions"))
    for key in _ENTRIES:
        if key in value:
            entries = array_at(value[key], path_to(path, key))
            if len(entries) != count:
                expected = f"one entry for each of the {count} partitions"
                raise InvalidGroup(path_to(path, key), f"{len(entries)} entries", expected)
    lists = {key: read(value[key], path_to(path, key)) for key, read in _ENTRIES.items() if key in value}
    return Topic(name=name, partitions=count, **lists)


def _count(value: object, path: str, otherwise: str = "") -> int:
    if type(value) is not int or not 0 <= value <= MOST_PARTITIONS:
        raise InvalidGroup(path, value, f"a partition count from 0 to {MOST_PARTITIONS}{otherwise}")
    return value


def _offsets(entries: list[Any], path: str) -> tuple[int, ...]:
    return integers_at(entries, path, most=INT64, what="64-bit offset")


def _committed(offsets: list[Any], path: str) -> tuple[int | None, ...]:
    known = [offset for offset in offsets if offset is not None]
    if known and (set(map(type, known)) != {int} or not -INT64 - 1 <= min(known) <= max(known) <= INT64):
        for partition, offset in enumerate(offsets):
            if offset is not None:
                integer_at(offset, path_to(path, partition), most=INT64, what="an offset or null,")
    return tuple(offsets)


def _weights(weights: list[Any], path: str) -> tuple[float, ...]:
    return tuple(number_at(weight, path_to(path, partition)) for partition, weight in enumerate(weights))


def _replica_racks(entries: list[Any], path: str) -> tuple[tuple[str, ...], ...]:
    # A cluster has few racks and many partitions, so each name is checked once.
    checked: set[str] = set()
    return tuple(_racks(racks, path, partition, checked) for partition, racks in enumerate(entries))


def _racks(value: object, path: str, partition: int, checked: set[str]) -> tuple[str, ...]:
    if isinstance(value, list) and all(type(rack) is str and rack in checked for rack in value):
        return tuple(value)
    here = path_to(path, partition)
    racks = array_at(value, here, "a list of racks")
    checked.update(text_at(rack, path_to(here, position)) for position, rack in enumerate(racks))
    return tuple(racks)


_ENTRIES: dict[str, Callable[[list[Any], str], Any]] = {
    "replica_racks": _replica_racks,
    "begin_offsets": _offsets,
    "end_offsets": _offsets,
    "committed_offsets": _committed,
    "weights": _weights,
}
"""The readers of the lists with one entry for each partition."""


def _member(value: object, path: str, names: _NamesSeen) -> Member:
    member = object_at(value, path, "a member: an object with 'id' and 'subscription'")
    check_keys(member, path, MEMBER_KEYS, required=("id", "subscription"))
    generation = member.get("generation")
    if "generation" in member:
        generation = integer_at(generation, f"{path}.generation", most=INT32, what="a generation")
    version = member.get("metadata_version", 3)
    return Member(
        id=text_at(member["id"], f"{path}.id"),
        subscription=names.subscription(member["subscription"], f"{path}.subscription"),
        owned=_owned(member["owned"], f"{path}.owned", names) if "owned" in member else (),
        generation=generation,
        **{key: text_at(member[key], f"{path}.{key}") for key in _MEMBER_TEXTS if key in member},
        metadata_version=integer_at(
            version, f"{path}.metadata_version", least=0, most=_MOST_METADATA_VERSION, what="a version"
        ),
    )


def _owned(value: object, path: str, names: _NamesSeen) -> Claims:
    owned = object_at(value, path, "an object: topic name -> partition ids")
    lists = list(owned.values())
    # A member may claim a thousand topics with one id each.
    are_lists = {list}.issuperset(map(type, lists)) and are_integers(list(chain.from_iterable(lists)), most=INT32)
    if names.names.keys() >= owned.keys() and are_lists:
        return tuple(zip(map(names.names.__getitem__, owned), map(tuple, lists), strict=True))
    claims: list[tuple[str, tuple[int, ...]]] = []
    for topic, ids in owned.items():
        partitions = integers_at(ids, path_to(path, topic), most=INT32, what="partition id")
        claims.append((names.name(topic, path), partitions))
    return tuple(claims)


def group_to_json(group: Group) -> dict[str, Any]:
    """`group` as an `assay-group/1` document, with order and repeats, without defaults."""
    document: dict[str, Any] = {"format": FORMAT}
    for key in _GROUP_TEXTS:
        value = getattr(group, key)
        if value is not None:
            document[key] = value
    document["topics"] = {topic.name: topic_to_json(topic) for topic in group.topics}
    if group.assumptions:
        document["assumptions"] = list(group.assumptions)
    document["members"] = [member_to_json(member) for member in group.members]
    if group.auto_offset_reset != "latest":
        document["auto_offset_reset"] = group.auto_offset_reset
    return document


def question_to_json(group: Group) -> dict[str, Any]:
    """`group` as a host receives it: without the keys that describe its present state."""
    document = group_to_json(group)
    for key in _NOT_FOR_ASSIGNORS:
        document.pop(key, None)
    return document


def topic_to_json(topic: Topic) -> int | dict[str, Any]:
    """`topic` as in an `assay-group/1` document: its partition count, or an object if it has more."""
    lists = {key: list(values) for key in PER_PARTITION if (values := getattr(topic, key)) is not None}
    if not lists:
        return topic.partitions
    if topic.replica_racks is not None:
        lists["replica_racks"] = [list(racks) for racks in topic.replica_racks]
    return {"partitions": topic.partitions, **lists}


def member_to_json(member: Member) -> dict[str, Any]:
    """`member` as in an `assay-group/1` document."""
    document: dict[str, Any] = {"id": member.id, "subscription": list(member.subscription)}
    claims: dict[str, list[int]] = {}
    if member.owned:
        # A group built in Python may claim a topic twice. JSON cannot, so the ids are joined.
        document["owned"] = claims
        for topic, ids in member.owned:
            claims.setdefault(topic, []).extend(ids)
    for key in ("generation", *_MEMBER_TEXTS):
        value = getattr(member, key)
        if value is not None:
            document[key] = value
    if member.metadata_version != 3:
        document["metadata_version"] = member.metadata_version
    return document
