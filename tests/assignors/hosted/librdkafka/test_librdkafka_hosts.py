from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.properties.search.check import check_group
from tests.assignors.hosted.librdkafka.hosts import (
    NEWEST,
    OLD,
    WITHOUT_OWNERSHIP,
    open_assignor,
)

ASSIGNORS = ("range", "roundrobin", "cooperative-sticky")


@pytest.mark.parametrize("assignor", ASSIGNORS)
def test_newest_release_answers_and_makes_its_promises(group: Group, assignor: str) -> None:
    with open_assignor(NEWEST, assignor) as target:
        loads = sorted(len(topics.get("t0", [])) for topics in target.assign(group).values())

        assert ("librdkafka", NEWEST) == (target.implementation, target.version)
        assert parse_likeness(assignor).promises == target.promises
        assert [1, 2] == loads


@pytest.mark.parametrize("release", [release for release in OLD if release != WITHOUT_OWNERSHIP])
def test_older_release_makes_no_promise_about_generations_and_racks(group: Group, release: str) -> None:
    """Before 2.2 its assignors see neither."""
    with open_assignor(release, "cooperative-sticky") as target:
        loads = sorted(len(topics.get("t0", [])) for topics in target.assign(group).values())

        assert release == target.version
        assert parse_likeness("cooperative-sticky,-racks,-claims").promises == target.promises
        assert [1, 2] == loads


def test_oldest_releases_have_no_sticky_assignor() -> None:
    """Before 1.6 there is no cooperative one."""
    with pytest.raises(AssayError, match="the host has no assignor 'cooperative-sticky'"):
        open_assignor(WITHOUT_OWNERSHIP, "cooperative-sticky")


@pytest.mark.parametrize("assignor", ["range", "roundrobin"])
def test_old_release_answers(assignor: str) -> None:
    group = group_of({"t0": 3}, {"C1": ["t0"], "C0": ["t0"]})

    with open_assignor(WITHOUT_OWNERSHIP, assignor) as target:
        loads = {member: len(topics["t0"]) for member, topics in target.assign(group).items()}

    assert {"C0": 2, "C1": 1} == loads


def test_cooperative_answer_is_the_target_plan() -> None:
    """librdkafka withholds moved partitions in another place."""
    group = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0, 1]}}, generation=3)

    with open_assignor(NEWEST, "cooperative-sticky") as target:
        answer = target.assign(group)

        assert target.answers_with_target
        assert [1, 1] == [len(answer[member]["t0"]) for member in ("C0", "C1")]


def test_adjusted_target_withholds_moved_partitions_for_a_round() -> None:
    """The target name is ours."""
    group = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0, 1]}}, generation=3)

    with open_assignor(NEWEST, "cooperative-sticky-adjusted") as target:
        answer = target.assign(group)

        assert not target.answers_with_target
        assert parse_likeness("cooperative-sticky").promises == target.promises
        assert [1, 0] == [len(answer[member].get("t0", [])) for member in ("C0", "C1")]


def test_claims_kept_by_kip_429_are_declared() -> None:
    """Claims on a partition that is gone, or on a topic without subscription."""
    ghost = group_of({"t0": 1}, {"C0": ["t0"]}, {"C0": {"t0": [1]}}, generation=1)
    gone = group_of({"t0": 1}, {"C0": ["t0"]}, {"C0": {"t1": [0]}}, generation=1)
    foreign = group_of({"t0": 1, "t1": 1}, {"C0": ["t0"]}, {"C0": {"t1": [0]}}, generation=1)

    with open_assignor(NEWEST, "cooperative-sticky-adjusted") as target:
        cells = [cell for group in (ghost, gone, foreign) for cell in check_group(target, group).cells]

    broken = [(cell.law, cell.inputs, bool(cell.expected)) for cell in cells if cell.verdict == "broken"]
    assert [
        ("only-existing-partitions", "ghost-claims", True),
        ("only-existing-partitions", "ghost-claims", True),
        ("only-subscribed-topics", "ghost-claims", True),
        ("only-subscribed-topics", "foreign-claims", True),
    ] == broken


def test_member_without_subscription_gets_no_assignment() -> None:
    """The leader cannot read such a subscription."""
    group = group_of({"t0": 1}, {"C0": ["t0"], "C1": []})

    with open_assignor(NEWEST, "range") as target:
        assert {"C0": {"t0": [0]}} == target.assign(group)


@pytest.mark.parametrize(
    ("group", "why"),
    [
        (group_of({"t0": 1}, {"C0": [], "C1": []}), "no member subscribes to a topic"),
        (group_of({"t0": 100_001}, {"C0": ["t0"]}), "a topic of more than 100,000 partitions"),
        (group_of({"t0": 1}, {"C\0": ["t0"]}), "text with a NUL in it"),
        (group_of({"t0": 1}, {"C" * 40_000: ["t0"]}), "text of more than 32,767 bytes"),
    ],
)
def test_group_that_never_reaches_an_assignor_is_not_expressible(group: Group, why: str) -> None:
    with open_assignor(NEWEST, "range") as target, pytest.raises(CannotBeAsked, match=why):
        target.assign(group)


def test_library_crash_is_contained(group: Group) -> None:
    """The sticky assignor follows a null pointer for a rack beside a member of an older version."""
    racks = (("ra",), ("rb",))
    with_rack = Member(id="C0", subscription=("t0",), rack="ra")
    older = Member(id="C1", subscription=("t0",), metadata_version=2)
    fatal = Group(topics=(Topic(name="t0", partitions=2, replica_racks=racks),), members=(with_rack, older))

    with open_assignor(NEWEST, "cooperative-sticky") as target:
        with pytest.raises(AssignorFailed, match="signal SIGSEGV"):
            target.assign(fatal)

        assert {"C0", "C1"} == set(target.assign(group))


def test_group_without_members_gets_an_empty_answer() -> None:
    with open_assignor(NEWEST, "cooperative-sticky") as target:
        assert {} == target.assign(group_of({"t0": 1}, {}))
