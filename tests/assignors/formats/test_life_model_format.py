"""The keys of a life for the model of coordinator and members."""

from typing import Any

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.life_format import life_from_json, life_to_json
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart

GROUP: dict[str, Any] = {
    "format": "assay-group/1",
    "topics": {"t0": 2},
    "members": [
        {"id": "C0", "subscription": ["t0"], "client": "kafka-clients 3.4.1", "session_timeout": 45},
        {"id": "C1", "subscription": ["t0"]},
    ],
}
EVENT: dict[str, Any] = {
    "join": [{"id": "C2", "subscription": ["t0"], "client": "franz-go", "rebalance_timeout": 60.5}],
    "crash": ["C1"],
    "restart": {"members": ["C0", "C2"], "parallel": 2},
    "upgrade": {"C0": "kafka-clients 4.4.0"},
    "lag_rates": {"t0": [1.5, 0]},
    "miss_sync": ["C2"],
    "errors": {"C0": 25},
    "leader": "C0",
}


def life_with(**event: Any) -> dict[str, Any]:
    """A life with one event."""
    return {"format": "assay-life/1", "protocol": "cooperative", "group": GROUP, "events": [event]}


def test_every_key_is_read() -> None:
    life = life_from_json(life_with(**EVENT))

    (event,) = life.events
    assert Protocol.COOPERATIVE is life.protocol
    assert (LifeMember(member="C0", client="kafka-clients 3.4.1", session_timeout=45),) == life.runs
    assert (LifeMember(member="C2", client="franz-go", rebalance_timeout=60.5),) == event.runs
    assert (("C1",), Restart(members=("C0", "C2"), parallel=2)) == (event.crash, event.restart)
    assert ((("C0", "kafka-clients 4.4.0"),), (("t0", (1.5, 0)),)) == (event.upgrade, event.lag_rates)
    assert (("C2",), (("C0", 25),), "C0") == (event.miss_sync, event.errors, event.leader)


def test_what_is_written_reads_the_same() -> None:
    document = life_with(**EVENT)

    assert document == life_to_json(life_from_json(document))


def test_an_error_may_be_named() -> None:
    life = life_from_json(life_with(errors={"C0": "FENCED_INSTANCE_ID"}))

    assert (("C0", 82),) == life.events[0].errors


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ({"crash": ["C9"]}, "events[0].crash[0]"),
        ({"crash": ["C1"], "leave": ["C1"]}, "events[0].crash[0]"),
        ({"miss_sync": ["C9"]}, "events[0].miss_sync"),
        ({"miss": ["C1"], "miss_sync": ["C1"]}, "events[0].miss_sync"),
        ({"errors": {"C0": 27}}, "events[0].errors.C0"),
        ({"errors": {"C0": "NO_SUCH_ERROR"}}, "events[0].errors.C0"),
        ({"errors": {"C9": 25}}, "events[0].errors"),
        ({"leader": "C9"}, "events[0].leader"),
        ({"restart": {"members": ["C9"]}}, "events[0].restart"),
        ({"restart": {"members": ["C0"], "parallel": 0}}, "events[0].restart.parallel"),
        ({"restart": {"parallel": 1}}, "events[0].restart.members"),
        ({"upgrade": {"C9": "franz-go"}}, "events[0].upgrade"),
        ({"lag_rates": {"t9": [1]}}, "events[0].lag_rates"),
        ({"join": [{"id": "C2", "subscription": [], "session_timeout": 0}]}, "events[0].join[0].session_timeout"),
    ],
)
def test_an_impossible_event_is_refused(event: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidGroup) as caught:
        life_from_json(life_with(**event))

    assert path == caught.value.path


def test_an_unknown_protocol_is_refused() -> None:
    with pytest.raises(InvalidGroup, match="eager, cooperative, consumer"):
        life_from_json(life_with() | {"protocol": "classic"})


def test_a_group_file_has_no_clients() -> None:
    from kafka_assay.assignors.formats.group_format import group_from_json

    with pytest.raises(InvalidGroup):
        group_from_json(GROUP)
