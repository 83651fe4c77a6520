"""Tests of the generic shrinker: few questions, and a minimal result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from kafka_assay.properties.budget import Budget, StopBatch
from kafka_assay.properties.shrink.descent import SmallestFound, remove_slices, simplify


class LetterCounter:
    """Whether a text has all the needed letters, with a count of the questions."""

    def __init__(self, needed: str) -> None:
        """Start without questions."""
        self.needed = needed
        self.questions = 0

    def __call__(self, text: str) -> bool:
        """Answer one question."""
        self.questions += 1
        return set(self.needed) <= set(text)


def without_a_letter(text: str) -> Iterator[str]:
    """The text without each of its letters."""
    return (text[:place] + text[place + 1 :] for place in range(len(text)))


def without_letters(text: str, gone: Sequence[int]) -> Iterator[str]:
    """The text without the letters at these places."""
    yield "".join(letter for place, letter in enumerate(text) if place not in gone)


def places_of(text: str) -> Sequence[int]:
    """The places of the letters."""
    return range(len(text))


def test_removal_one_by_one_continues_after_the_last_removal() -> None:
    """Fifty letters, every other one needed: two rounds; a restart each time would ask about 700 times."""
    asked = LetterCounter("abcdefghijklmnopqrstuvwxy")
    text = "".join(f"{letter}." for letter in asked.needed)

    left = simplify(text, without_a_letter, asked)

    assert asked.needed == left
    assert asked.questions <= 2 * len(text)


def test_halving_takes_few_questions() -> None:
    asked = LetterCounter("x")

    left = remove_slices("." * 617 + "x" + "." * 382, places_of, without_letters, asked)

    assert "x" in left
    assert len(left) <= 3
    assert asked.questions <= 40


def test_impossible_removal_is_not_tried() -> None:
    asked = LetterCounter("")

    left = remove_slices("abcdefgh", places_of, lambda text, gone: [], asked)

    assert ("abcdefgh", 0) == (left, asked.questions)


def test_each_thing_is_tested_once_and_the_smallest_finding_is_kept() -> None:
    tested: list[str] = []

    def find(text: str) -> int | None:
        tested.append(text)
        return len(text) if "x" in text else None

    found = SmallestFound(find, lambda length: (length,), ("axbc", 4), Budget(seconds=9, clock=lambda: 0.0))

    assert [True, False, True, True, True] == [found(text) for text in ("axbc", "a", "x", "x", "ax")]
    assert (["a", "x", "ax"], 1) == (tested, found.smallest)


def test_no_thing_is_tested_after_the_time_is_up() -> None:
    found = SmallestFound(str.upper, lambda text: (len(text),), ("ab", "AB"), Budget(seconds=0))

    assert found("ab")
    with pytest.raises(StopBatch):
        found("a")
