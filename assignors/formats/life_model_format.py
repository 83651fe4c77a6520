"""
The keys of `assay-life/1` for the model of the coordinator and its members.

    member: {"client": "kafka-clients 3.4.1", "session_timeout": 45, "rebalance_timeout": 300}
    event:  {"crash": ["C1"], "restart": {"members": ["C0", "C1"], "parallel": 1}, "upgrade": {"C0": "kafka-clients"},
             "lag_rates": {"t0": [10, 0.5]}, "miss_sync": ["C2"], "errors": {"C3": 25}, "leader": "C0"}
    life:   {"protocol": "eager" | "cooperative" | "consumer"}
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.json_values import (
    array_at,
    check_keys,
    integer_at,
    number_at,
    object_at,
    path_to,
    text_at,
)
from kafka_assay.assignors.kafka_errors import KafkaError
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart

RUN_KEYS = ("client", "session_timeout", "rebalance_timeout")
MODEL_EVENT_KEYS = ("crash", "restart", "upgrade", "lag_rates", "miss_sync", "errors", "leader")
RESTART_KEYS = ("members", "parallel")
_MOST_CODE = 32_767
_MOST_PARALLEL = 1_000_000


def split_members(value: object, path: str) -> tuple[object, tuple[LifeMember, ...]]:
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
                session_timeout=_seconds(member, "session_timeout", here),
                rebalance_timeout=_seconds(member, "rebalance_timeout", here),
            )
        )
    return plain, tuple(runs)


def join_members(members: list[dict[str, Any]], runs: Iterable[LifeMember]) -> list[dict[str, Any]]:
    """The members as JSON with what `runs` says about them."""
    by_name = {run.member: run for run in runs}
    return [
        member | {key: value for key in RUN_KEYS if (value := getattr(by_name[member["id"]], key)) is not None}
        if member["id"] in by_name
        else member
        for member in members
    ]


def protocol_at(value: object, path: str) -> Protocol:
    """The protocol of a life."""
    words = [protocol.value for protocol in Protocol]
    if value not in words:
        raise InvalidGroup(path, value, f"one of {', '.join(words)}")
    return Protocol(value)


def model_keys_at(event: dict[str, Any], path: str) -> dict[str, Any]:
    """The fields of an `Event` that the model's keys in `event` fill."""
    errors = object_at(event.get("errors", {}), f"{path}.errors", "an object: member id -> Kafka error code")
    upgrade = object_at(event.get("upgrade", {}), f"{path}.upgrade", "an object: member id -> client")
    rates = object_at(event.get("lag_rates", {}), f"{path}.lag_rates", "an object: topic -> records a second")
    return {
        "crash": names_at(event.get("crash", []), f"{path}.crash"),
        "restart": _restart(event["restart"], f"{path}.restart") if "restart" in event else None,
        "upgrade": tuple((name, text_at(client, path_to(f"{path}.upgrade", name))) for name, client in upgrade.items()),
        "lag_rates": tuple((topic, _rates(each, path_to(f"{path}.lag_rates", topic))) for topic, each in rates.items()),
        "miss_sync": names_at(event.get("miss_sync", []), f"{path}.miss_sync"),
        "errors": tuple((name, _error_code(code, path_to(f"{path}.errors", name))) for name, code in errors.items()),
        "leader": text_at(event["leader"], f"{path}.leader") if "leader" in event else None,
    }


def model_keys_to_json(event: Event) -> dict[str, Any]:
    """The model's keys of an event, without empty ones."""
    document: dict[str, Any] = {
        "crash": list(event.crash),
        "restart": {"members": list(event.restart.members), "parallel": event.restart.parallel}
        if event.restart
        else None,
        "upgrade": dict(event.upgrade),
        "lag_rates": {topic: list(rates) for topic, rates in event.lag_rates},
        "miss_sync": list(event.miss_sync),
        "errors": {member: int(code) for member, code in event.errors},
        "leader": event.leader,
    }
    return {key: value for key, value in document.items() if value}


def names_at(value: object, path: str) -> tuple[str, ...]:
    """A list of member ids."""
    listed = array_at(value, path, "a list of member ids")
    return tuple(text_at(member, path_to(path, place)) for place, member in enumerate(listed))


def _restart(value: object, path: str) -> Restart:
    restart = object_at(value, path, "an object with 'members' and 'parallel'")
    check_keys(restart, path, RESTART_KEYS, required=("members",))
    parallel = integer_at(restart.get("parallel", 1), f"{path}.parallel", least=1, most=_MOST_PARALLEL)
    return Restart(members=names_at(restart["members"], f"{path}.members"), parallel=parallel)


def _rates(value: object, path: str) -> tuple[float, ...]:
    listed = array_at(value, path, "a list: records a second of each partition")
    return tuple(number_at(rate, path_to(path, place)) for place, rate in enumerate(listed))


def _error_code(value: object, path: str) -> int:
    if isinstance(value, str) and value in KafkaError.__members__:
        return int(KafkaError[value])
    return integer_at(value, path, least=-1, most=_MOST_CODE, what="a Kafka error code")


def _seconds(member: dict[str, Any], key: str, path: str) -> float | None:
    if key not in member:
        return None
    seconds = number_at(member[key], f"{path}.{key}")
    if seconds <= 0:
        raise InvalidGroup(f"{path}.{key}", seconds, "a number of seconds above 0")
    return seconds
