"""The table of promises, and how `like` picks a row of it and changes it."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.promises import PROMISES, parse_likeness
from kafka_assay.assignors.registry import reference_assignor


@pytest.mark.parametrize("name", PROMISES)
def test_each_row_is_what_the_installed_reference_promises(name: str) -> None:
    """What a reference says it promises is what the table says of it; one without a row speaks for itself alone."""
    assert PROMISES[name] == reference_assignor(name).promises


def test_all_but_the_shuffled_are_repeatable() -> None:
    """Only the assignor that is random by design does not promise the same answer twice."""
    assert {"shuffled-roundrobin"} == {name for name, row in PROMISES.items() if Promise.REPEATABLE not in row}


def test_nobody_said_is_no_promise() -> None:
    """Without a likeness nothing is promised, and there is no name to show."""
    assert (None, frozenset()) == (parse_likeness(None).text, parse_likeness(None).promises)


def test_a_name_is_exactly_its_row() -> None:
    """A reference's name alone promises what that reference promises."""
    assert PROMISES["sticky"] == parse_likeness("sticky").promises


@pytest.mark.parametrize("like", ["cooperative-sticky,+optimal,-racks", ["cooperative-sticky", "+optimal", "-racks"]])
def test_promises_are_added_and_taken_away(like: str | list[str]) -> None:
    """Text and list say the same: a row, then changes in order; the text can be given to `--like` again."""
    promised = parse_likeness(like)

    assert PROMISES["cooperative-sticky"] | {Promise.OPTIMAL} == promised.promises | {Promise.RACKS}
    assert Promise.RACKS not in promised.promises
    assert promised.text == "cooperative-sticky,+optimal,-racks"


def test_promises_can_start_from_nothing() -> None:
    """Without a name only what is added is promised."""
    assert {Promise.EVEN, Promise.LAG_OVER_GROUP} == parse_likeness("+even, +lag over the group").promises


@pytest.mark.parametrize(
    ("like", "why"),
    [
        ("stick", "no reference assignor is called 'stick'; did you mean 'sticky'?"),
        ("sticky,+optimum", "no promise is called 'optimum'; did you mean 'optimal'?"),
        ("sticky,optimal", "'optimal': expected a promise with + or - before it"),
        ("", "expected a reference name"),
        ("sticky,,+even", "expected a reference name"),
    ],
)
def test_a_wrong_likeness_is_named(like: str, why: str) -> None:
    """What cannot be understood is shown, with the nearest known word."""
    with pytest.raises(AssayError) as wrong:
        parse_likeness(like)

    assert why in str(wrong.value)
