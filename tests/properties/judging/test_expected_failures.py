"""Tests of which groups an expected failure covers."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.reference.known_failures import STOPPED_TOO_EARLY, WRONG_RACKS_AND_ORDER
from kafka_assay.properties.judging.cause import find_excuse, kinds_of_break, smallest_group
from kafka_assay.properties.measures.laps import count_laps

LAW = "order-does-not-matter"
(FAILURE,) = WRONG_RACKS_AND_ORDER
LAPS = next(one for one in STOPPED_TOO_EARLY if one.law == "locally-balanced")


def test_claim_on_a_wrong_rack_is_covered() -> None:
    """The result depends on the order, so the expected failure covers every group that has such a claim."""
    group = smallest_group(FAILURE)

    assert {"wrong-racks-and-equal"} == kinds_of_break(group)
    assert FAILURE is find_excuse([FAILURE], LAW, "racks", group)


def test_partition_without_a_known_replica_rack_counts_as_a_wrong_rack() -> None:
    group = group_of({"t": 1, "u": 2}, {"a": ["t", "u"]}, {"a": {"u": [1]}}, generation=1)
    racked = replace(group, topics=(replace(group.topics[0], replica_racks=(("x",),)), group.topics[1]))

    assert "wrong-racks-and-equal" in kinds_of_break(replace(racked, members=(replace(group.members[0], rack="x"),)))
    assert not kinds_of_break(racked)


def test_racks_without_a_claim_on_a_wrong_rack_are_not_covered() -> None:
    """The same holds for unequal subscriptions."""
    group = smallest_group(FAILURE)
    *others, last = group.members
    home = replace(group, members=(*others, replace(last, rack="y")))
    unequal = replace(group, members=(*others, replace(last, subscription=("t", "gone"))))

    assert find_excuse([FAILURE], LAW, "racks", home) is None
    assert find_excuse([FAILURE], LAW, "racks", unequal) is None
    assert not kinds_of_break(group_of({"t": 1}, {"a": ["t"]}))


@pytest.mark.parametrize("family", ["racks", "mixed", "sequences", "large"])
def test_known_kind_of_break_is_covered_in_every_family(family: str) -> None:
    assert FAILURE is find_excuse([FAILURE], LAW, family, smallest_group(FAILURE))
    assert find_excuse([FAILURE], "settles", family, smallest_group(FAILURE)) is None


def chain(surplus: tuple[int, ...]) -> Group:
    """Members that share topics two by two; the first subscriber of each topic owns all of it."""
    last = len(surplus)
    return group_of(
        {f"t{place}": count for place, count in enumerate(surplus)},
        {f"m{place}": [f"t{topic}" for topic in (place - 1, place) if 0 <= topic < last] for place in range(last + 1)},
        {f"m{place}": {f"t{place}": list(range(count))} for place, count in enumerate(surplus)},
        generation=1,
    )


def test_long_chain_is_covered_in_every_family() -> None:
    """The smallest known group, and a longer one."""
    for group in (smallest_group(LAPS), chain((120,) + (40,) * 12)):
        assert {"many-laps"} == kinds_of_break(group)
        assert {LAPS} == {find_excuse([LAPS], LAPS.law, family, group) for family in ("clean", "large", "everyday")}


def test_many_partitions_alone_are_not_covered() -> None:
    """An unequal group of 2,000 partitions that is level after a few laps has no known kind of break."""
    short = chain((1_000, 1_000))
    equal = group_of({"t": 2_000}, {"a": ["t"], "b": ["t"]}, {"a": {"t": list(range(2_000))}}, generation=1)

    for group in (short, equal):
        assert not kinds_of_break(group)
        assert find_excuse([LAPS], LAPS.law, "clean", group) is None


def test_failure_without_a_known_kind_covers_its_family_only() -> None:
    """A clean one covers the families of clean groups, which differ from `clean` in size only."""
    plain = group_of({"t": 1}, {"a": ["t"]})
    failure = ExpectedFailure(law=LAW, family="clean", reason="r", group=json.dumps(group_to_json(plain)))
    ghost = group_of({"t": 1}, {"a": ["t"]}, {"a": {"t": [7]}})
    declared = replace(failure, family="mixed", group=json.dumps(group_to_json(ghost)))

    assert {failure} == {find_excuse([failure], LAW, family, plain) for family in ("clean", "everyday", "large")}
    assert find_excuse([failure], LAW, "ghost-claims", ghost) is None
    assert find_excuse([failure], LAW, "sequences", plain) is None
    assert declared is find_excuse([declared], LAW, "mixed", ghost)
    assert find_excuse([declared], LAW, "mixed", plain) is None
    assert find_excuse([declared], LAW, "ghost-claims", ghost) is None


def test_laps_are_counted_up_to_a_limit() -> None:
    """They depend on the order of equal topics: backwards, one lap passes the gap at the end on to all members."""
    assert 3 == count_laps(chain((100,) * 8), 3)
    assert 3 < count_laps(chain((100,) * 8), 40)
    assert count_laps(chain((4,) * 5), 40) > count_laps(chain((4,) * 5), 40, backwards=True)


def test_a_topic_named_twice_has_one_subscriber() -> None:
    group = group_of({"t": 4}, {"a": ["t", "t"], "b": ["t", "gone"]}, {"a": {"t": [0, 1, 2, 3]}}, generation=1)

    assert 1 == count_laps(group, 16)
