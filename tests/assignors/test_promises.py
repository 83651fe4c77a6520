"""
Tests of `assignors.promises`.
"""

from __future__ import annotations

import pytest

from assignors.errors import AssayError
from assignors.interface import Promise
from assignors.promises import PROMISES, promises_like


def test_a_reference_name_gives_its_row() -> None:
    """
    A reference name alone means exactly that reference's promises.
    """
    expected = {Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL}

    assert expected == promises_like("fair")


def test_promises_are_added_and_taken_away() -> None:
    """
    A `+` adds a promise and a `-` takes one away, in the order given.
    """
    promises = promises_like("cooperative-sticky, +optimal,-racks")

    assert Promise.OPTIMAL in promises
    assert Promise.RACKS not in promises
    assert Promise.COOPERATIVE in promises


def test_all_but_the_shuffled_one_are_repeatable() -> None:
    """
    Every row but that of the assignor that is random by design promises to be repeatable.
    """
    unrepeatable = [name for name, row in PROMISES.items() if Promise.REPEATABLE not in row]

    assert ["shuffled-roundrobin"] == unrepeatable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stiky", "no reference assignor is called 'stiky'; did you mean 'sticky'?"),
        ("sticky,+optimum", "no promise is called 'optimum'; did you mean 'optimal'?"),
        ("sticky,?racks", "expected a promise with + or - before it"),
    ],
)
def test_an_unknown_word_is_named_with_the_nearest(text: str, expected: str) -> None:
    """
    What `--like` does not know is refused in one line that names the nearest known word.
    """
    with pytest.raises(AssayError) as raised:
        promises_like(text)

    assert expected in str(raised.value)
