from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.group_format import KnownMembers, group_from_json, group_to_json
from kafka_assay.assignors.model import Group, Member
from tests.assignors.malformed_groups import MALFORMED, document
from tests.assignors.rich_group import DOCUMENT, GROUP
from tests.support.messages import one_line


def test_every_key_is_read_and_written_in_order() -> None:
    group = group_from_json(DOCUMENT)

    assert GROUP == group
    assert repr(DOCUMENT) == repr(group_to_json(group))


@pytest.mark.parametrize(
    "member",
    [
        {"owned": {"t0": [0, 0], "gone": [7]}},
        {"owned": {"t0": [-1, 99]}, "generation": -1},
        {"subscription": ["gone", "t0", "t0"]},
        {"subscription": []},
        {"owned": {"t0": []}},
        {"id": " ", "instance_id": ""},
        {"id": "消费者/+😀"},
    ],
    ids=str,
)
def test_dirty_groups_are_accepted(member: dict[str, Any]) -> None:
    dirty = document(member=member)

    assert dirty == group_to_json(group_from_json(dirty))


@pytest.mark.parametrize(("malformed", "says"), MALFORMED, ids=[says[:50] for _, says in MALFORMED])
def test_malformed_documents_are_rejected_in_one_line(malformed: object, says: str) -> None:
    with pytest.raises(InvalidGroup, match=one_line(says)):
        group_from_json(malformed)


def test_repeated_member_ids_are_rejected() -> None:
    """A large wrong value is shortened in the message."""
    members: list[dict[str, Any]] = [{"id": name, "subscription": []} for name in ("a", "b", "a")]

    with pytest.raises(InvalidGroup, match=r"^members\[2\]\.id: 'a': expected a member id that no other member has$"):
        group_from_json(document(members=members))
    with pytest.raises(InvalidGroup) as caught:
        group_from_json(document(members={"x" * 10_000: [list(range(10_000))] * 10}))
    assert len(str(caught.value)) < 200


def test_two_claims_on_one_topic_are_merged_in_json() -> None:
    member = Member(id="a", subscription=(), owned=(("t0", (2,)), ("t0", (0,))))

    written = group_to_json(Group(topics=(), members=(member,)))

    assert {"t0": [2, 0]} == written["members"][0]["owned"]


NAMES = st.sampled_from(["t0", "t1", "logs.eu", "a_b", "Z"])
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5)
INT64S = st.integers(-(2**63), 2**63 - 1)
INT32S = st.integers(-(2**31), 2**31 - 1)


@st.composite
def topic_documents(draw: st.DrawFn) -> int | dict[str, Any]:
    """A topic as JSON: a count, or an object with some of the lists."""
    count = draw(st.integers(0, 3))
    entries: dict[str, st.SearchStrategy[Any]] = {
        "replica_racks": st.lists(ANY_TEXT, max_size=2),
        "begin_offsets": INT64S,
        "end_offsets": INT64S,
        "committed_offsets": st.none() | INT64S,
        "weights": st.floats(allow_nan=False, allow_infinity=False) | st.integers(0, 10**20),
    }
    chosen = [key for key in entries if draw(st.booleans())]
    lists = {key: draw(st.lists(entries[key], min_size=count, max_size=count)) for key in chosen}
    return {"partitions": count, **lists} if lists else count


MEMBER_DOCUMENTS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"id": ANY_TEXT, "subscription": st.lists(NAMES, max_size=3)},
    optional={
        "owned": st.dictionaries(NAMES, st.lists(INT32S, max_size=3), min_size=1, max_size=3),
        "generation": INT32S,
        "instance_id": ANY_TEXT,
        "rack": ANY_TEXT | st.just(""),
        "host": ANY_TEXT,
        "client_id": ANY_TEXT,
        "metadata_version": st.sampled_from([0, 1, 2]),
    },
)
DOCUMENTS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "format": st.just("assay-group/1"),
        "topics": st.dictionaries(NAMES, topic_documents(), max_size=3),
        "members": st.lists(MEMBER_DOCUMENTS, max_size=3, unique_by=lambda member: str(member["id"])),
    },
    optional={
        "name": ANY_TEXT,
        "assumptions": st.lists(ANY_TEXT, min_size=1, max_size=2),
        "auto_offset_reset": st.sampled_from(["earliest", "none", ""]),
    },
)


@given(DOCUMENTS)
def test_round_trip_keeps_everything(drawn: dict[str, Any]) -> None:
    written = group_to_json(group_from_json(drawn))

    assert drawn == written
    assert list(drawn["topics"]) == list(written["topics"])
    assert [list(member.get("owned", {})) for member in drawn["members"]] == [
        list(member.get("owned", {})) for member in written["members"]
    ]


def test_known_members_are_the_same_and_not_read_again() -> None:
    known = KnownMembers()
    group = group_from_json(DOCUMENT, known)

    again = group_from_json(DOCUMENT, known)

    assert group == again == group_from_json(DOCUMENT)
    assert all(one is other for one, other in zip(group.members, again.members, strict=True))


@pytest.mark.parametrize(
    "changed",
    [
        {"owned": {"t1": [0], "t0": [0, 1]}},
        {"owned": {"t0": [1, 0], "t1": [0]}},
        {"generation": 6},
        {"metadata_version": True},
        {"generation": 5.0},
    ],
)
def test_known_members_do_not_stand_for_members_that_differ_a_little(changed: dict[str, Any]) -> None:
    known = KnownMembers()
    member = {"id": "C0", "subscription": ["t0"], "owned": {"t0": [0, 1], "t1": [0]}, "generation": 5}
    member["metadata_version"] = 1
    group_from_json(document(members=[member]), known)
    other = document(members=[{**member, **changed}])

    def outcome(*before: KnownMembers) -> object:
        try:
            return group_from_json(other, *before)
        except InvalidGroup as wrong:
            return str(wrong)

    assert outcome() == outcome(known)
    assert outcome() != group_from_json(document(members=[member]))
