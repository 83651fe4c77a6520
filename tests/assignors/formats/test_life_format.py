from __future__ import annotations

import json
from typing import Any

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.documents import is_life
from kafka_assay.assignors.formats.life_format import life_from_json, life_to_json
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart
from kafka_assay.assignors.model import Member, group_of
from tests.support.messages import one_line

GROUP = {
    "format": "assay-group/1",
    "topics": {"t0": 2, "t9": 1},
    "members": [{"id": "C1", "subscription": ["t0"]}, {"id": "C2", "subscription": ["t0"]}],
}
ROLLING = {
    "format": "assay-life/1",
    "name": "rolling deploy",
    "group": GROUP,
    "events": [
        {
            "at": 12.5,
            "join": [{"id": "C3", "subscription": ["t0"], "rack": "ra"}],
            "leave": ["C1"],
            "subscribe": {"C2": ["t0", "t9"]},
            "topics": {"t0": 12, "t9": None},
            "reset": True,
        },
        {"at": 20, "miss": ["C2"]},
        {},
    ],
}
RUN = {"client": "kafka-clients 3.4.1", "session_timeout": 45}
MODELLED: dict[str, Any] = {
    "format": "assay-life/1",
    "protocol": "cooperative",
    "group": {**GROUP, "members": [{"id": "C1", "subscription": ["t0"], **RUN}, {"id": "C2", "subscription": ["t0"]}]},
    "events": [
        {
            "at": 0,
            "join": [{"id": "C3", "subscription": ["t0"], "client": "franz-go", "rebalance_timeout": 60.5}],
            "subscribe": {"C1": []},
            "crash": ["C2"],
            "restart": {"members": ["C1", "C3"], "parallel": 2},
            "upgrade": {"C1": "kafka-clients 4.4.0"},
            "lag_rates": {"t0": [1.5, 0]},
            "miss_sync": ["C3"],
            "errors": {"C1": 25},
            "leader": "C1",
        }
    ],
}


def life(*events: dict[str, Any], **changes: object) -> dict[str, Any]:
    """Return a small life with these events, and one value replaced."""
    return {"format": "assay-life/1", "group": GROUP, "events": list(events), **changes}


def joined(**changes: object) -> dict[str, Any]:
    """Return a small life in which a member joins, with one value replaced."""
    return life({"join": [{"id": "C3", "subscription": [], **changes}]})


def test_every_key_is_read() -> None:
    read = life_from_json(ROLLING)

    assert "rolling deploy" == read.name
    assert (
        Event(
            at=12.5,
            join=(Member(id="C3", subscription=("t0",), rack="ra"),),
            leave=("C1",),
            subscribe=(("C2", ("t0", "t9")),),
            topics=(("t0", 12), ("t9", None)),
            reset=True,
        ),
        Event(at=20, miss=("C2",)),
        Event(),
    ) == read.events


def test_every_key_of_the_model_is_read() -> None:
    read = life_from_json(MODELLED)

    (event,) = read.events
    assert Protocol.COOPERATIVE is read.protocol
    assert (LifeMember(member="C1", client="kafka-clients 3.4.1", session_timeout=45),) == read.runs
    assert (LifeMember(member="C3", client="franz-go", rebalance_timeout=60.5),) == event.runs
    assert (("C2",), Restart(members=("C1", "C3"), parallel=2)) == (event.crash, event.restart)
    assert ((("C1", "kafka-clients 4.4.0"),), (("t0", (1.5, 0)),)) == (event.upgrade, event.lag_rates)
    assert (("C3",), (("C1", 25),), "C1") == (event.miss_sync, event.errors, event.leader)


@pytest.mark.parametrize("written", [ROLLING, MODELLED])
def test_life_survives_a_round_trip(written: dict[str, Any]) -> None:
    assert json.dumps(written) == json.dumps(life_to_json(life_from_json(written)))
    assert is_life(written)
    assert not is_life(GROUP)


def test_an_error_may_be_named() -> None:
    assert (("C1", 82),) == life_from_json(life({"errors": {"C1": "FENCED_INSTANCE_ID"}})).events[0].errors


MALFORMED: list[tuple[object, str]] = [
    ([], "the document: list []: expected an object with the key 'format': 'assay-life/1'"),
    (GROUP, "format: 'assay-group/1': expected 'assay-life/1'"),
    ({"format": "assay-life/1", "events": []}, "group: nothing: expected this key, which is required"),
    (life(evnets=[]), "evnets: list []: expected a known key; did you mean 'events'?"),
    (life(group={"topics": {}, "members": []}), "group.format: nothing: expected 'assay-group/1' (assay import"),
    (life({"leaves": ["C1"]}), "events[0].leaves: list ['C1']: expected a known key; did you mean 'leave'?"),
    (life({"at": -1}), "events[0].at: -1: expected a number of seconds, not below 0"),
    (life({"at": 2}, {"at": 1}), "events[1].at: 1: expected a time at or after 2, the time of the event before"),
    (life({"leave": ["C9"]}), "events[0].leave[0]: 'C9': expected a member of the group"),
    (life({"leave": ["C1"]}, {"miss": ["C1"]}), "events[1].miss[0]: 'C1': expected a member of the group"),
    (life({"leave": ["C1", "C1"]}), "events[0].leave: 'C1': expected each member once in an event"),
    (life({"leave": "C1"}), "events[0].leave: 'C1': expected a list of member ids"),
    (joined(id="C1"), "events[0].join[0].id: 'C1': expected a member id that is"),
    (joined(id=""), "events[0].join[0].id: '': expected a member id that is not empty"),
    (life({"join": [{"id": "C3"}]}), "events[0].join[0].subscription: nothing: expected this key, which is required"),
    (
        life({"join": [{"id": "C3", "subscription": []}], "miss": ["C3"]}),
        "events[0].miss[0]: 'C3': expected a member from before this event, not a joiner",
    ),
    (life({"subscribe": {"C9": []}}), "events[0].subscribe: 'C9': expected a member of the group"),
    (life({"subscribe": {"C1": ["a b"]}}), "events[0].subscribe.C1[0]: 'a b': expected a topic name of 1 to 249"),
    (life({"topics": {"t0": -1}}), "events[0].topics.t0: -1: expected a partition count from 0 to 2147483647, or null"),
    (life({"topics": {"t8": None}}), "events[0].topics: 't8': expected a topic of the group"),
    (life({"topics": {"a b": 1}}), "events[0].topics: 'a b': expected a topic name of 1 to 249 letters"),
    (life({"topics": {"t0": 2_000_000}}), "events[0].topics: 2000001: expected at most 2000000 partitions in total"),
    (life({"reset": 1}), "events[0].reset: 1: expected true or false"),
    (life(name=3), "name: 3: expected text"),
    (life(protocol="classic"), "protocol: 'classic': expected one of eager, cooperative, consumer"),
    (life({"crash": ["C9"]}), "events[0].crash[0]: 'C9'"),
    (life({"crash": ["C1"], "leave": ["C1"]}), "events[0].crash[0]: 'C1'"),
    (life({"miss_sync": ["C9"]}), "events[0].miss_sync: 'C9'"),
    (life({"miss": ["C1"], "miss_sync": ["C1"]}), "events[0].miss_sync: 'C1'"),
    (life({"errors": {"C1": 27}}), "events[0].errors.C1: 27"),
    (life({"errors": {"C1": "NO_SUCH_ERROR"}}), "events[0].errors.C1: 'NO_SUCH_ERROR'"),
    (life({"errors": {"C9": 25}}), "events[0].errors: 'C9'"),
    (life({"leader": "C9"}), "events[0].leader: 'C9'"),
    (life({"restart": {"members": ["C9"]}}), "events[0].restart: 'C9'"),
    (life({"restart": {"members": ["C1"], "parallel": 0}}), "events[0].restart.parallel: 0"),
    (life({"restart": {"parallel": 1}}), "events[0].restart.members: nothing"),
    (life({"upgrade": {"C9": "franz-go"}}), "events[0].upgrade: 'C9'"),
    (life({"lag_rates": {"t8": [1]}}), "events[0].lag_rates: 't8'"),
    (joined(session_timeout=0), "events[0].join[0].session_timeout: 0: expected a number of seconds above 0"),
]


@pytest.mark.parametrize(("malformed", "beginning"), MALFORMED, ids=[said[:40] for _, said in MALFORMED])
def test_impossible_life_is_rejected_in_one_line(malformed: object, beginning: str) -> None:
    with pytest.raises(InvalidGroup, match=one_line(beginning)):
        life_from_json(malformed)


def test_member_that_left_may_join_again_and_a_deleted_topic_may_be_created_again() -> None:
    """A restart: the same id, even in the same event."""
    group = group_of({"t": 3}, {"a": ["t"]})
    restart = Event(leave=("a",), join=(Member(id="a", subscription=("t",)),))
    created = [Event(topics=(("t", count),)) for count in (None, 1, None)]

    assert 4 == len(Life(group=group, events=(restart, *created)).events)
