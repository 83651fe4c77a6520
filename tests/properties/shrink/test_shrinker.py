"""Tests of the way down: few questions for large things, and nothing left that could still be taken away."""

from __future__ import annotations

from collections.abc import Iterator

from kafka_assay.properties.shrink.shrinker import next_simpler, remove_slices, simplify


class Asked:
    """Whether a text still holds all the letters that are needed, and how often that was asked."""

    def __init__(self, needed: str) -> None:
        """Nothing asked yet."""
        self.needed = needed
        self.questions = 0

    def __call__(self, text: str) -> bool:
        """One question."""
        self.questions += 1
        return set(self.needed) <= set(text)


def without_a_letter(text: str) -> Iterator[str]:
    """The text without each of its letters."""
    return (text[:place] + text[place + 1 :] for place in range(len(text)))


def without_letters(text: str, gone: slice) -> str:
    """The text without a slice."""
    return text[: gone.start] + text[gone.stop :]


def test_one_by_one_it_goes_on_behind_what_was_taken_away() -> None:
    """Fifty letters, every other one needed: two rounds, where starting over would ask about 700 times."""
    asked = Asked("abcdefghijklmnopqrstuvwxy")
    text = "".join(f"{letter}." for letter in asked.needed)

    left = simplify(text, without_a_letter, asked)

    assert asked.needed == left
    assert asked.questions <= 2 * len(text)


def test_it_comes_round_to_what_could_not_go_before() -> None:
    """The first letter may go only without the last: that is asked again."""

    def still(text: str) -> bool:
        return "-" in text and ("a" in text or "z" not in text)

    left = simplify("a-z", without_a_letter, still)

    assert "-" == left
    assert next_simpler(left, without_a_letter, still, 0) is None


def test_halves_take_few_questions() -> None:
    """One letter of a thousand, and the one beside it, are left after some thirty questions."""
    asked = Asked("x")

    left = remove_slices("." * 617 + "x" + "." * 382, (len, without_letters), asked)

    assert "x" in left
    assert len(left) <= 3
    assert asked.questions <= 40


def test_what_cannot_be_is_not_asked() -> None:
    """None stands for a thing that cannot be without that slice."""
    asked = Asked("")

    left = remove_slices("abcdefgh", (len, lambda text, gone: None), asked)

    assert ("abcdefgh", 0) == (left, asked.questions)
