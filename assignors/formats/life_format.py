"""
`assay-life/1`: a group's life as JSON, read strictly and written canonically.

    {"format": "assay-life/1", "name": "rolling deploy", "protocol": "eager" | "cooperative" | "consumer",
     "group": {assay-group/1}, "events": [event], "recorded": [rebalance]}
    event:  {"at": 12.5, "join": [member], "leave": ["C1"], "subscribe": {"C2": ["t0"]},
             "topics": {"t0": 12, "t9": null}, "miss": ["C3"], "reset": true, "crash": ["C1"],
             "restart": {"members": ["C0", "C1"], "parallel": 1},
             "upgrade": {"C0": "kafka-clients"}, "lag_rates": {"t0": [10, 0.5]}, "miss_sync": ["C2"],
             "errors": {"C3": 25}, "leader": "C0", "racks": {"t0": [["ra", "rb"]]}, "batch": 1}
    rebalance: {"generation": 7, "members": ["C0"], "assignment": {"C0": {"t0": [0, 1]}}, "event": 0, "at": 12.5,
             "why": ["C1 left"]}
    member: {member of assay-group/1, "client": "kafka-clients 3.4.1", "session_timeout": 45, "rebalance_timeout": 300}

Every key of an event is optional. An event without keys is a rebalance without changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.formats.documents import MOST_PARTITIONS_AT_WORK, group_in, require_workable
from kafka_assay.assignors.formats.group_format import group_to_json, member_at, member_to_json, subscription_at
from kafka_assay.assignors.formats.json_values import (
    INT32,
    NOTHING,
    array_at,
    check_keys,
    integer_at,
    number_at,
    object_at,
    path_to,
    text_at,
)
from kafka_assay.assignors.life import Event, KafkaError, Life, RecordedRebalance
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart
from kafka_assay.assignors.model import MOST_PARTITIONS, Claims

FORMAT = "assay-life/1"

LIFE_KEYS = ("format", "name", "protocol", "group", "events", "recorded")
RUN_KEYS = ("client", "session_timeout", "rebalance_timeout")
RESTART_KEYS = ("members", "parallel")
_MOST_CODE = 32_767
_MOST_PARALLEL = 1_000_000

Reader: TypeAlias = Callable[[object, str], Any]
"""A JSON value and its path -> the value of a field. Raises `InvalidGroup`."""


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
        members, runs = _split_members(group.get("members"), "group.members")
        group = group | {"members": members} if runs else group
    found = Life(
        group=require_workable(group_in({"group": group})),
        events=tuple(event_from_json(event, path_to("events", number)) for number, event in enumerate(events)),
        name=text_at(life["name"], "name") if "name" in life else None,
        protocol=protocol_at(life["protocol"], "protocol") if "protocol" in life else None,
        runs=runs,
        recorded=_list_of(_recorded, "a list of rebalances")(life.get("recorded", []), "recorded"),
    )
    counts = found.group.partition_counts()
    for number, event in enumerate(found.events):
        counts.update((name, count or 0) for name, count in event.topics)
        if sum(counts.values()) > MOST_PARTITIONS_AT_WORK:
            expected = f"at most {MOST_PARTITIONS_AT_WORK} partitions in total, because an answer must fit into memory"
            raise InvalidGroup(f"events[{number}].topics", sum(counts.values()), expected)
    return found


def event_from_json(document: object, path: str) -> Event:
    """The event in `document`. Raises `InvalidGroup` with a path that starts with `path`."""
    event = object_at(document, path, "an event: an object")
    check_keys(event, path, EVENT_KEYS)
    plain, runs = _split_members(event.get("join", []), f"{path}.join")
    event = event | {"join": plain} if runs else event
    return Event(runs=runs, **{key: _READERS[key](event[key], f"{path}.{key}") for key in EVENT_KEYS if key in event})


def protocol_at(value: object, path: str) -> Protocol:
    """The protocol of a life."""
    words = [protocol.value for protocol in Protocol]
    if value not in words:
        raise InvalidGroup(path, value, f"one of {', '.join(words)}")
    return Protocol(value)


def life_to_json(life: Life) -> dict[str, Any]:
    """`life` as an `assay-life/1` document, without empty parts."""
    named = {} if life.name is None else {"name": life.name}
    protocol = {} if life.protocol is None else {"protocol": life.protocol.value}
    group = group_to_json(life.group)
    return {
        "format": FORMAT,
        **named,
        **protocol,
        "group": group | {"members": _join_members(group["members"], life.runs)},
        "events": [event_to_json(event) for event in life.events],
        **({"recorded": [_recorded_to_json(one) for one in life.recorded]} if life.recorded else {}),
    }


def _recorded_to_json(one: RecordedRebalance) -> dict[str, Any]:
    document = {key: _plain(getattr(one, key)) for key in RECORDED_KEYS if getattr(one, key) not in (None, ())}
    if one.assignment is not None:
        document["assignment"] = {
            member: {topic: list(ids) for topic, ids in claims} for member, claims in one.assignment
        }
    return document | {"members": list(one.members)}


def event_to_json(event: Event) -> dict[str, Any]:
    """`event` as in a life, and in the step of a case."""
    fields = {key: getattr(event, key) for key in EVENT_KEYS if key != "racks"}
    document = {key: _plain(one) for key, one in fields.items() if one is not None and one is not False and one != ()}
    if event.racks:
        document["racks"] = {topic: [list(one) for one in racks] for topic, racks in event.racks}
    if event.join:
        document["join"] = _join_members([member_to_json(member) for member in event.join], event.runs)
    return document


def _plain(value: Any) -> Any:
    """The value of a field of an event as JSON: pairs become an object, other tuples a list."""
    if isinstance(value, Restart):
        return {"members": list(value.members), "parallel": value.parallel}
    if isinstance(value, tuple):
        is_pairs = bool(value) and isinstance(value[0], tuple)
        return {key: _plain(one) for key, one in value} if is_pairs else list(value)
    return value


def _split_members(value: object, path: str) -> tuple[object, tuple[LifeMember, ...]]:
    """A list of members without the keys that a group does not have, and what these keys say."""
    if not isinstance(value, list):
        return value, ()
    plain: list[object] = []
    runs: list[LifeMember] = []
    for place, member in enumerate(value):
        if not isinstance(member, dict) or not any(key in member for key in RUN_KEYS):
            plain.append(member)
            continue
        here = path_to(path, place)
        plain.append({key: member[key] for key in member if key not in RUN_KEYS})
        runs.append(
            LifeMember(
                member=text_at(member.get("id"), f"{here}.id"),
                client=text_at(member["client"], f"{here}.client") if "client" in member else None,
                session_timeout=_timeout(member, "session_timeout", here),
                rebalance_timeout=_timeout(member, "rebalance_timeout", here),
            )
        )
    return plain, tuple(runs)


def _join_members(members: list[dict[str, Any]], runs: Iterable[LifeMember]) -> list[dict[str, Any]]:
    """The members as JSON with what `runs` says about them."""
    said = {run.member: {key: value for key in RUN_KEYS if (value := getattr(run, key)) is not None} for run in runs}
    return [member | said.get(member["id"], {}) for member in members]


def _timeout(member: dict[str, Any], key: str, path: str) -> float | None:
    if key not in member:
        return None
    seconds = number_at(member[key], f"{path}.{key}")
    if seconds <= 0:
        raise InvalidGroup(f"{path}.{key}", seconds, "a number of seconds above 0")
    return seconds


def _time(value: object, path: str) -> float:
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


def _error_code(value: object, path: str) -> int:
    if isinstance(value, str) and value in KafkaError.__members__:
        return int(KafkaError[value])
    return integer_at(value, path, least=-1, most=_MOST_CODE, what="a Kafka error code")


def _list_of(read: Reader, what: str) -> Reader:
    def read_list(value: object, path: str) -> tuple[Any, ...]:
        return tuple(read(one, path_to(path, place)) for place, one in enumerate(array_at(value, path, what)))

    return read_list


def _pairs_of(read: Reader, what: str) -> Reader:
    """The reader of an object whose keys are names."""

    def read_pairs(value: object, path: str) -> tuple[tuple[str, Any], ...]:
        found = object_at(value, path, f"an object: {what}")
        return tuple((text_at(name, path), read(one, path_to(path, name))) for name, one in found.items())

    return read_pairs


_names = _list_of(text_at, "a list of member ids")
_racks = _list_of(_list_of(text_at, "a list of racks"), "a list: the racks of each partition's replicas")
_rates = _list_of(number_at, "a list: records a second of each partition")


def _restart(value: object, path: str) -> Restart:
    restart = object_at(value, path, "an object with 'members' and 'parallel'")
    check_keys(restart, path, RESTART_KEYS, required=("members",))
    parallel = integer_at(restart.get("parallel", 1), f"{path}.parallel", least=1, most=_MOST_PARALLEL)
    return Restart(members=_names(restart["members"], f"{path}.members"), parallel=parallel)


def _recorded(value: object, path: str) -> RecordedRebalance:
    document = object_at(value, path, "a rebalance: an object")
    check_keys(document, path, RECORDED_KEYS, required=("members",))
    return RecordedRebalance(
        **{key: _RECORDED_READERS[key](one, f"{path}.{key}") for key, one in document.items() if one is not None}
    )


def _claims_of_each(value: object, path: str) -> tuple[tuple[str, Claims], ...]:
    return tuple(
        (member, tuple((topic, tuple(ids)) for topic, ids in topics.items()))
        for member, topics in assignment_at(value, path).items()
    )


def _int32(value: object, path: str) -> int:
    return integer_at(value, path, least=0, most=INT32)


def _batch(value: object, path: str) -> int:
    return integer_at(value, path, least=1, most=INT32)


_RECORDED_READERS: dict[str, Reader] = {
    "generation": _int32,
    "members": _names,
    "assignment": _claims_of_each,
    "event": _int32,
    "at": _time,
    "time": text_at,
    "why": _names,
}
RECORDED_KEYS = tuple(_RECORDED_READERS)
_READERS: dict[str, Reader] = {
    "at": _time,
    "join": _list_of(member_at, "a list of members"),
    "leave": _names,
    "subscribe": _pairs_of(subscription_at, "member id -> topics"),
    "topics": _pairs_of(_count, "topic name -> partition count or null"),
    "miss": _names,
    "reset": _boolean,
    "crash": _names,
    "restart": _restart,
    "upgrade": _pairs_of(text_at, "member id -> client"),
    "lag_rates": _pairs_of(_rates, "topic -> records a second"),
    "miss_sync": _names,
    "errors": _pairs_of(_error_code, "member id -> Kafka error code"),
    "leader": text_at,
    "racks": _pairs_of(_racks, "topic -> racks of each partition"),
    "batch": _batch,
}
EVENT_KEYS = tuple(_READERS)
