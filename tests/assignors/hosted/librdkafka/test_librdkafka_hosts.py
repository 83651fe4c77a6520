"""librdkafka's assignors are opened by their names, promise what they can know, and share out groups."""

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
    WITHOUT_GENERATIONS,
    WITHOUT_OWNERSHIP,
    opened,
)

ASSIGNORS = ("range", "roundrobin", "cooperative-sticky")


@pytest.mark.parametrize("assignor", ASSIGNORS)
def test_an_assignor_of_the_newest_release_answers(group: Group, assignor: str) -> None:
    """It says what it is, makes the promises of the reference of its name, and shares out a plain group."""
    with opened(NEWEST, assignor) as target:
        loads = sorted(len(topics.get("t0", [])) for topics in target.assign(group).values())

        assert ("librdkafka", NEWEST) == (target.implementation, target.version)
        assert parse_likeness(assignor).promises == target.promises
        assert [1, 2] == loads


@pytest.mark.parametrize("release", [release for release in OLD if release != WITHOUT_OWNERSHIP])
def test_an_older_release_promises_nothing_of_what_it_never_looks_at(group: Group, release: str) -> None:
    """Before 2.2 neither generations nor racks reach an assignor."""
    with opened(release, "cooperative-sticky") as target:
        loads = sorted(len(topics.get("t0", [])) for topics in target.assign(group).values())

        assert release == target.version
        assert parse_likeness("cooperative-sticky,-racks,-claims").promises == target.promises
        assert [1, 2] == loads


def test_the_oldest_releases_have_no_sticky_assignor() -> None:
    """Before 1.6 there is no cooperative one."""
    with pytest.raises(AssayError, match="it serves no 'cooperative-sticky'"):
        opened(WITHOUT_OWNERSHIP, "cooperative-sticky")


@pytest.mark.parametrize("assignor", ["range", "roundrobin"])
def test_an_old_release_answers(assignor: str) -> None:
    """What it had then is what it has now: three partitions to two members, the first one gets two."""
    group = group_of({"t0": 3}, {"C1": ["t0"], "C0": ["t0"]})

    with opened(WITHOUT_OWNERSHIP, assignor) as target:
        loads = {member: len(topics["t0"]) for member, topics in target.assign(group).items()}

    assert {"C0": 2, "C1": 1} == loads


def test_a_cooperative_answer_is_the_target() -> None:
    """A partition that its owner must give up is handed over at once: librdkafka withholds it elsewhere."""
    group = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0, 1]}}, generation=3)

    with opened(NEWEST, "cooperative-sticky") as target:
        answer = target.assign(group)

        assert target.answers_with_target
        assert [1, 1] == [len(answer[member]["t0"]) for member in ("C0", "C1")]


def test_what_the_leader_sends_is_adjusted() -> None:
    """Under a name of ours: what C0 must give up first is withheld from C1 for a round."""
    group = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0, 1]}}, generation=3)

    with opened(NEWEST, "cooperative-sticky-adjusted") as target:
        answer = target.assign(group)

        assert not target.answers_with_target
        assert parse_likeness("cooperative-sticky").promises == target.promises
        assert [1, 0] == [len(answer[member].get("t0", [])) for member in ("C0", "C1")]


def test_what_goes_back_to_its_claimant_on_purpose_is_declared() -> None:
    """
    A claim on a partition or a topic that is gone, or of a topic given up, is left to its claimant, as KIP-429 has it.
    """
    ghost = group_of({"t0": 1}, {"C0": ["t0"]}, {"C0": {"t0": [1]}}, generation=1)
    gone = group_of({"t0": 1}, {"C0": ["t0"]}, {"C0": {"t1": [0]}}, generation=1)
    foreign = group_of({"t0": 1, "t1": 1}, {"C0": ["t0"]}, {"C0": {"t1": [0]}}, generation=1)

    with opened(NEWEST, "cooperative-sticky-adjusted") as target:
        cells = [cell for group in (ghost, gone, foreign) for cell in check_group(target, group).cells]

    broken = [(cell.law, cell.inputs, bool(cell.expected)) for cell in cells if cell.verdict == "broken"]
    assert [
        ("only-existing-partitions", "ghost-claims", True),
        ("only-existing-partitions", "ghost-claims", True),
        ("only-subscribed-topics", "ghost-claims", True),
        ("only-subscribed-topics", "foreign-claims", True),
    ] == broken


def contested(older: int, newer: int) -> Group:
    """Two members that both claim the only partition: C0 at the generation `newer`, C1 at `older`."""
    claims = (("t0", (0,)),)
    members = tuple(
        Member(id=name, subscription=("t0",), owned=claims, generation=generation)
        for name, generation in (("C0", newer), ("C1", older))
    )
    return Group(topics=(Topic(name="t0", partitions=1),), members=members)


@pytest.mark.parametrize(("older", "newer", "owner"), [(4, 5, "C0"), (5, 4, "C1")])
def test_the_newest_claim_counts(older: int, newer: int, owner: str) -> None:
    """From 2.2 on the leader reads generations."""
    with opened(NEWEST, "cooperative-sticky") as target:
        answer = target.assign(contested(older, newer))

    assert {"t0": [0]} == answer[owner]


def test_a_member_that_subscribes_to_nothing_is_left_out() -> None:
    """The leader cannot read such a subscription, so that member gets no assignment at all."""
    group = group_of({"t0": 1}, {"C0": ["t0"], "C1": []})

    with opened(NEWEST, "range") as target:
        assert {"C0": {"t0": [0]}} == target.assign(group)


@pytest.mark.parametrize(
    ("group", "why"),
    [
        (group_of({"t0": 1}, {"C0": [], "C1": []}), "nobody subscribes to anything"),
        (group_of({"t0": 100_001}, {"C0": ["t0"]}), "a topic of more than 100,000 partitions"),
        (group_of({"t0": 1}, {"C\0": ["t0"]}), "text with a NUL in it"),
        (group_of({"t0": 1}, {"C" * 40_000: ["t0"]}), "text of more than 32,767 bytes"),
    ],
)
def test_what_never_reaches_an_assignor_cannot_be_asked(group: Group, why: str) -> None:
    """Such a group is nobody's fault, and one line says why."""
    with opened(NEWEST, "range") as target, pytest.raises(CannotBeAsked, match=why):
        target.assign(group)


def test_a_crash_of_the_library_is_contained(group: Group) -> None:
    """
    A member with a rack beside one of an older version, which cannot say whether it has one: there the sticky assignor
    follows a null pointer. The next question is answered.
    """
    racks = (("ra",), ("rb",))
    with_rack = Member(id="C0", subscription=("t0",), rack="ra")
    older = Member(id="C1", subscription=("t0",), metadata_version=2)
    fatal = Group(topics=(Topic(name="t0", partitions=2, replica_racks=racks),), members=(with_rack, older))

    with opened(NEWEST, "cooperative-sticky") as target:
        with pytest.raises(AssignorFailed, match="signal SIGSEGV"):
            target.assign(fatal)

        assert {"C0", "C1"} == set(target.assign(group))


def test_nobody_leads_a_group_without_members() -> None:
    """So nobody is asked, and nobody gets anything."""
    with opened(NEWEST, "cooperative-sticky") as target:
        assert {} == target.assign(group_of({"t0": 1}, {}))


def test_a_reused_object_answers_as_a_fresh_one() -> None:
    """What librdkafka keeps for an assignor is a member's own business: the leader never looks at it."""
    group = group_of({"t0": 5}, {"C0": ["t0"], "C1": ["t0"]}, {"C1": {"t0": [0, 1, 2]}}, generation=1)

    with opened(NEWEST, "cooperative-sticky") as target:
        kept = target.reused_object()
        answers = [kept(group), kept(group), target.assign(group)]

    assert [{"C0": {"t0": [3, 4]}, "C1": {"t0": [0, 1, 2]}}] * 3 == answers


def test_before_2_2_an_older_claim_counts_as_much() -> None:
    """The generation is not read from the wire: both claimants look alike, and the partition goes to one of them."""
    with opened(WITHOUT_GENERATIONS, "cooperative-sticky") as target:
        answers = [target.assign(contested(older, newer)) for older, newer in ((4, 5), (5, 4))]

    assert answers[0] == answers[1]
