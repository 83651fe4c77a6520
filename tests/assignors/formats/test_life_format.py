from __future__ import annotations

import json
from typing import Any

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.documents import is_life
from kafka_assay.assignors.formats.life_format import life_from_json, life_to_json
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.model import Member, group_of

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


def life(*events: dict[str, Any], **changes: object) -> dict[str, Any]:
    """Return a small life with these events, and one value replaced."""
    return {"format": "assay-life/1", "group": GROUP, "events": list(events), **changes}


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


def test_life_survives_a_round_trip() -> None:
    assert ROLLING == json.loads(json.dumps(life_to_json(life_from_json(ROLLING))))
    assert is_life(ROLLING)
    assert not is_life(GROUP)


MALFORMED: list[tuple[object, str]] = [
    ([], "the document: list []: expected an object with the key 'format': 'assay-life/1'"),
    (GROUP, "format: 'assay-group/1': expected 'assay-life/1'"),
    ({"format": "assay-life/1", "events": []}, "group: nothing: expected this key, which is required"),
    (life(evnets=[]), "evnets: list []: expected a known key; did you mean 'events'?"),
    (life(group={"topics": {}, "members": []}), "group.format: nothing: expected this key, which is required"),
    (life({"leaves": ["C1"]}), "events[0].leaves: list ['C1']: expected a known key; did you mean 'leave'?"),
    (life({"at": -1}), "events[0].at: -1: expected a number of seconds, not below 0"),
    (life({"at": 2}, {"at": 1}), "events[1].at: 1: expected a time at or after 2, the time of the event before"),
    (life({"leave": ["C9"]}), "events[0].leave[0]: 'C9': expected a member of the group"),
    (life({"leave": ["C1"]}, {"miss": ["C1"]}), "events[1].miss[0]: 'C1': expected a member of the group"),
    (life({"leave": ["C1", "C1"]}), "events[0].leave: 'C1': expected each member once in an event"),
    (life({"leave": "C1"}), "events[0].leave: 'C1': expected a list of member ids"),
    (
        life({"join": [{"id": "C1", "subscription": []}]}),
        "events[0].join[0].id: 'C1': expected a member id that is",
    ),
    (
        life({"join": [{"id": "", "subscription": []}]}),
        "events[0].join[0].id: '': expected a member id that is not empty",
    ),
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
]


@pytest.mark.parametrize(("malformed", "beginning"), MALFORMED, ids=[said[:40] for _, said in MALFORMED])
def test_impossible_life_is_rejected_in_one_line(malformed: object, beginning: str) -> None:
    with pytest.raises(InvalidGroup) as caught:
        life_from_json(malformed)

    assert str(caught.value).startswith(beginning)
    assert "\n" not in str(caught.value)


def test_member_that_left_may_join_again() -> None:
    """A restart: the same id, even in the same event."""
    group = group_of({"t": 1}, {"a": ["t"]})

    restarted = Life(group=group, events=(Event(leave=("a",), join=(Member(id="a", subscription=("t",)),)),))

    assert ("a",) == restarted.events[0].leave


def test_deleted_topic_may_be_created_again() -> None:
    group = group_of({"t": 3}, {"a": ["t"]})
    events = tuple(Event(topics=(("t", count),)) for count in (None, 1, None))

    assert 3 == len(Life(group=group, events=events).events)
