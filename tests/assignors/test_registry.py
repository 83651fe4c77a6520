"""The references by name, and the promises that a likeness picks."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import TargetText, open_target
from kafka_assay.assignors.interface import Assignor, Promise
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.reference.range import RangeAssignor
from kafka_assay.assignors.reference.roundrobin import ShuffledRoundRobinAssignor
from kafka_assay.assignors.registry import assignor_factory, reference_assignor, reference_names
from tests.assignors.reference.answers import question
from tests.support.messages import one_line

GROUP = question({"t": 6}, "a b c d e f")


@pytest.mark.parametrize("name", reference_names())
def test_reference_has_the_name_of_its_entry_point(name: str) -> None:
    found = reference_assignor(name)

    assert isinstance(found, Assignor)
    assert name == found.name


def test_seed_is_passed_only_to_references_that_take_one() -> None:
    """Also the seed of a target."""
    name, expected = "shuffled-roundrobin", ShuffledRoundRobinAssignor(seed=5).assign(GROUP)

    assert expected == reference_assignor(name, 5).assign(GROUP) != reference_assignor(name).assign(GROUP)
    assert expected == open_target(name, seed=5).assign(GROUP)
    assert expected == TargetText(text=name, seed=5).open().assign(GROUP)
    assert isinstance(reference_assignor("range", 5), RangeAssignor)


def test_maker_returns_a_new_object_each_time() -> None:
    """`reference_assignor` always returns the same object. An unknown name suggests the nearest."""
    make = assignor_factory("range")

    assert make() is not make()
    assert reference_assignor("range") is reference_assignor("range")
    with pytest.raises(AssayError, match="unknown assignor 'stiky'; did you mean 'sticky'"):
        assignor_factory("stiky")


@pytest.mark.parametrize("like", ["cooperative-sticky,+optimal,-racks", ["cooperative-sticky", "+optimal", "-racks"]])
def test_promises_are_added_and_removed_in_order(like: str | list[str]) -> None:
    promised = parse_likeness(like)

    assert reference_assignor("cooperative-sticky").promises | {Promise.OPTIMAL} == promised.promises | {Promise.RACKS}
    assert Promise.RACKS not in promised.promises
    assert promised.text == "cooperative-sticky,+optimal,-racks"


def test_promises_can_be_listed_without_a_reference() -> None:
    assert {Promise.EVEN, Promise.LAG_OVER_GROUP} == parse_likeness("+even, +lag over the group").promises
    assert reference_assignor("sticky").promises == parse_likeness("sticky").promises


@pytest.mark.parametrize(
    ("like", "why"),
    [
        ("stick", "unknown reference assignor 'stick'; did you mean 'sticky'?"),
        ("sticky,+optimum", "unknown promise 'optimum'; did you mean 'optimal'?"),
        ("sticky,optimal", "'optimal': expected a promise with + or - before it"),
        ("", "expected a reference name"),
        ("sticky,,+even", "expected a reference name"),
    ],
)
def test_unknown_likeness_names_the_nearest_word(like: str, why: str) -> None:
    with pytest.raises(AssayError, match=one_line("", why)):
        parse_likeness(like)
