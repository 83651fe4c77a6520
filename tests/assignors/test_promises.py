from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.registry import reference_assignor, reference_names


def test_all_references_except_shuffled_are_repeatable() -> None:
    assert {"shuffled-roundrobin"} == {
        name for name in reference_names() if Promise.REPEATABLE not in reference_assignor(name).promises
    }


def test_no_likeness_means_no_promises() -> None:
    assert (None, frozenset()) == (parse_likeness(None).text, parse_likeness(None).promises)


def test_reference_name_selects_its_row() -> None:
    assert reference_assignor("sticky").promises == parse_likeness("sticky").promises


@pytest.mark.parametrize("like", ["cooperative-sticky,+optimal,-racks", ["cooperative-sticky", "+optimal", "-racks"]])
def test_promises_are_added_and_removed_in_order(like: str | list[str]) -> None:
    promised = parse_likeness(like)

    assert reference_assignor("cooperative-sticky").promises | {Promise.OPTIMAL} == promised.promises | {Promise.RACKS}
    assert Promise.RACKS not in promised.promises
    assert promised.text == "cooperative-sticky,+optimal,-racks"


def test_promises_can_be_listed_without_a_reference() -> None:
    assert {Promise.EVEN, Promise.LAG_OVER_GROUP} == parse_likeness("+even, +lag over the group").promises


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
    with pytest.raises(AssayError) as wrong:
        parse_likeness(like)

    assert why in str(wrong.value)
