from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.model import Group, group_of
from tests.assignors.hosted.python.hosts import (
    ALL,
    BEFORE_3,
    FIRST_STICKY,
    NEW_AIOKAFKA,
    NEWEST,
    OLD_AIOKAFKA,
    OLDEST,
    WITH_STICKY,
    WITHOUT_STATIC,
    WITHOUT_STICKY,
    command,
    open_assignor,
)

WITHOUT_RACKS = {"range": "range,-racks", "roundrobin": "roundrobin", "sticky": "sticky,-racks"}
UNSTATIC = {"range": "range,-racks,-static", "roundrobin": "roundrobin,-static"}
LIKE = {
    OLDEST: {"roundrobin": "roundrobin,-static"},
    WITHOUT_STICKY: UNSTATIC,
    FIRST_STICKY: {**UNSTATIC, "sticky": "sticky,-racks"},
    WITHOUT_STATIC: {**UNSTATIC, "sticky": "sticky,-racks"},
    BEFORE_3: WITHOUT_RACKS,
    NEWEST: {**WITHOUT_RACKS, "cooperative-sticky": "cooperative-sticky,-racks"},
    OLD_AIOKAFKA: {**UNSTATIC, "sticky": "sticky,-racks"},
    NEW_AIOKAFKA: {**UNSTATIC, "sticky": "sticky,-racks"},
}
"""Release -> its assignors and their promises."""


@pytest.mark.parametrize("release", ALL)
def test_release_reports_version_assignors_and_promises(release: str) -> None:
    """No promise about data that it ignores."""
    process, said = command(release).start()
    process.kill()

    assert release == f"{said.implementation}=={said.version}"
    assert tuple(LIKE[release]) == said.assignors
    assert LIKE[release] == said.like


@pytest.mark.parametrize("release", ALL)
def test_roundrobin_gives_partitions_in_turn(release: str) -> None:
    """The example in the docstring of the class."""
    group = group_of({"t0": 3, "t1": 3}, {"C0": ["t0", "t1"], "C1": ["t0", "t1"]})

    with open_assignor(release, "roundrobin") as target:
        answer = target.assign(group)

    assert {"C0": {"t0": [0, 2], "t1": [1]}, "C1": {"t0": [1], "t1": [0, 2]}} == answer


@pytest.mark.parametrize("release", WITH_STICKY)
def test_sticky_keeps_claimed_partitions_and_forgets_questions(release: str) -> None:
    owned = {"C0": {"t0": [1, 3]}, "C1": {"t0": [0, 2]}}
    group = group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}, owned, generation=3)
    other = group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": owned["C1"], "C1": owned["C0"]}, generation=9)

    with open_assignor(release, "sticky") as target:
        answers = [target.assign(asked) for asked in (group, other, group)]

    assert [owned, {"C0": owned["C1"], "C1": owned["C0"]}, owned] == answers


def static_last() -> Group:
    """A dynamic member whose id comes first, and a static one."""
    group = group_of({"t0": 1}, {"A": ["t0"], "B": ["t0"]})
    return replace(group, members=(group.members[0], replace(group.members[1], instance_id="i")))


@pytest.mark.parametrize(("release", "owner"), [(WITHOUT_STATIC, "A"), (BEFORE_3, "B"), (NEWEST, "B")])
def test_static_members_come_first_from_2_3_on(release: str, owner: str) -> None:
    """Earlier leaders do not know static members."""
    with open_assignor(release, "range") as target:
        answer = target.assign(static_last())

    assert [owner] == [member for member, topics in answer.items() if topics.get("t0")]


@pytest.mark.parametrize(
    ("release", "assignor", "why"),
    [
        ("kafka-python==0.9.5", "range", "has no assignors: the first release with assignors is 1.0.0"),
        ("aiokafka==0.8.1", "range", "has no assignors: the first release with assignors is 0.9.0"),
        (NEWEST, "stick", "kafka-python has no assignor 'stick'; did you mean 'sticky'?"),
        (OLD_AIOKAFKA, "cooperative-sticky", "aiokafka has no assignor 'cooperative-sticky'"),
    ],
)
def test_assignor_that_no_release_has_is_rejected_before_fetching(release: str, assignor: str, why: str) -> None:
    with pytest.raises(AssayError) as wrong:
        parse_target(f"{release}:{assignor}").host_command()

    assert why in str(wrong.value)


def test_assignor_missing_in_this_release_lists_the_available() -> None:
    with pytest.raises(AssayError, match=r"has no assignor 'sticky'; it has range, roundrobin$"):
        open_assignor(WITHOUT_STICKY, "sticky")
