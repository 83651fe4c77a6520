"""
`assay-life/1`: a group's life as JSON, read strictly and written canonically.

    {"format": "assay-life/1", "name": "rolling deploy", "group": {assay-group/1},
     "events": [{"at": 12.5, "join": [member], "leave": ["C1"], "subscribe": {"C2": ["t0"]},
                 "topics": {"t0": 12, "t9": null}, "miss": ["C3"], "reset": true}]}

Every key of an event is optional. An event without keys is a rebalance without changes. The keys for the model of the
coordinator and its members are in `life_model_format.py`.
"""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.documents import MOST_PARTITIONS_AT_WORK, group_in, require_workable
from kafka_assay.assignors.formats.group_format import group_to_json, member_at, member_to_json, subscription_at
from kafka_assay.assignors.formats.json_values import (
    NOTHING,
    array_at,
    check_keys,
    number_at,
    object_at,
    path_to,
    text_at,
)
from kafka_assay.assignors.formats.life_model_format import (
    MODEL_EVENT_KEYS,
    join_members,
    model_keys_at,
    model_keys_to_json,
    names_at,
    protocol_at,
    split_members,
)
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember
from kafka_assay.assignors.model import MOST_PARTITIONS

FORMAT = "assay-life/1"

LIFE_KEYS = ("format", "name", "protocol", "group", "events")
EVENT_KEYS = ("at", "join", "leave", "subscribe", "topics", "miss", "reset", *MODEL_EVENT_KEYS)


def life_from_json(document: object) -> Life:
    """
    The life in a parsed `assay-life/1` document. Raises `InvalidGroup`.

    >>> group = {"format": "assay-group/1", "topics": {"t0": 2}, "members": [{"id": "C0", "subscription": ["t0"]}]}
    >>> life_from_json({"format": "assay-life/1", "group": group, "events": [{"leave": ["C0"]}]}).events[0].leave
    ('C0',)
    """
    life = object_at(document, "", f"an object with the key 'format': {FORMAT!r}")
    if life.get("format", NOTHING) != FORMAT:
        raise InvalidGroup("format", life.get("format", NOTHING), repr(FORMAT))
    check_keys(life, "", LIFE_KEYS, required=("group", "events"))
    events = array_at(life["events"], "events", "a list of events")
    group: object = life["group"]
    runs: tuple[LifeMember, ...] = ()
    if isinstance(group, dict):
        members, runs = split_members(group.get("members"), "group.members")
        group = group | {"members": members} if runs else group
    found = Life(
        group=require_workable(group_in({"group": group})),
        events=tuple(event_from_json(event, path_to("events", number)) for number, event in enumerate(events)),
        name=text_at(life["name"], "name") if "name" in life else None,
        protocol=protocol_at(life["protocol"], "protocol") if "protocol" in life else None,
        runs=runs,
    )
    _refuse_too_many(found)
    return found


def event_from_json(document: object, path: str) -> Event:
    """The event in `document`. Raises `InvalidGroup` with a path that starts with `path`."""
    event = object_at(document, path, "an event: an object")
    check_keys(event, path, EVENT_KEYS)
    plain, runs = split_members(event.get("join", []), f"{path}.join")
    joiners = array_at(plain, f"{path}.join", "a list of members")
    subscriptions = object_at(event.get("subscribe", {}), f"{path}.subscribe", "an object: member id -> topics")
    topics = object_at(event.get("topics", {}), f"{path}.topics", "an object: topic name -> partition count or null")
    return Event(
        at=_seconds(event["at"], f"{path}.at") if "at" in event else None,
        join=tuple(member_at(joiner, f"{path}.join[{place}]") for place, joiner in enumerate(joiners)),
        leave=names_at(event.get("leave", []), f"{path}.leave"),
        subscribe=tuple(
            (text_at(member, f"{path}.subscribe"), subscription_at(listed, path_to(f"{path}.subscribe", member)))
            for member, listed in subscriptions.items()
        ),
        topics=tuple((name, _count(count, path_to(f"{path}.topics", name))) for name, count in topics.items()),
        miss=names_at(event.get("miss", []), f"{path}.miss"),
        reset=_boolean(event.get("reset", False), f"{path}.reset"),
        runs=runs,
        **model_keys_at(event, path),
    )


def _seconds(value: object, path: str) -> float:
    seconds = number_at(value, path)
    if seconds < 0:
        raise InvalidGroup(path, value, "a number of seconds, not below 0")
    return seconds


def _count(value: object, path: str) -> int | None:
    if value is not None and (type(value) is not int or not 0 <= value <= MOST_PARTITIONS):
        raise InvalidGroup(path, value, f"a partition count from 0 to {MOST_PARTITIONS}, or null")
    return value


def _boolean(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidGroup(path, value, "true or false")
    return value


def _refuse_too_many(life: Life) -> None:
    counts = life.group.partition_counts()
    for number, event in enumerate(life.events):
        counts.update((name, count or 0) for name, count in event.topics)
        if sum(counts.values()) > MOST_PARTITIONS_AT_WORK:
            expected = f"at most {MOST_PARTITIONS_AT_WORK} partitions in total, because an answer must fit into memory"
            raise InvalidGroup(f"events[{number}].topics", sum(counts.values()), expected)


def life_to_json(life: Life) -> dict[str, Any]:
    """`life` as an `assay-life/1` document, without empty parts."""
    named = {} if life.name is None else {"name": life.name}
    protocol = {} if life.protocol is None else {"protocol": life.protocol.value}
    group = group_to_json(life.group)
    return {
        "format": FORMAT,
        **named,
        **protocol,
        "group": group | {"members": join_members(group["members"], life.runs)},
        "events": [event_to_json(event) for event in life.events],
    }


def event_to_json(event: Event) -> dict[str, Any]:
    """`event` as in a life, and in the step of a case."""
    document: dict[str, Any] = {} if event.at is None else {"at": event.at}
    if event.join:
        document["join"] = join_members([member_to_json(member) for member in event.join], event.runs)
    if event.leave:
        document["leave"] = list(event.leave)
    if event.subscribe:
        document["subscribe"] = {member: list(topics) for member, topics in event.subscribe}
    if event.topics:
        document["topics"] = dict(event.topics)
    if event.miss:
        document["miss"] = list(event.miss)
    if event.reset:
        document["reset"] = True
    return document | model_keys_to_json(event)
