"""Small parts of sentences: singular and plural, shortened lists, numbers as people write them."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.pipeline.spark.run_facts import LOOP, PROCESSES
from kafka_assay.reports.wording.safe_names import shorten

MOST_NAMED = 5
"""The most things named in a sentence. The others are counted."""
LONGEST_NAME = 60

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def quantity(number: int, noun: str, plural: str | None = None) -> str:
    """
    A number with its noun, singular or plural.

    >>> quantity(1, "partition"), quantity(1200, "member"), quantity(0, "reply", "replies")
    ('1 partition', '1,200 members', '0 replies')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def number_in_words(number: int) -> str:
    """
    Small numbers as words, larger ones as digits.

    >>> number_in_words(2), number_in_words(0), number_in_words(40)
    ('two', 'no', '40')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def run_place(master: str, cores: int) -> str:
    """
    Where a run was, by its record.

    >>> run_place("loop", 1), run_place("processes", 2), run_place("local[2]", 2)
    ('in one process', 'in two processes', 'on Spark (local[2], 2 cores)')
    """
    if master in {LOOP, PROCESSES}:
        return f"in {number_in_words(cores)} {'process' if cores == 1 else 'processes'}"
    return f"on Spark ({master}, {quantity(cores, 'core')})"


def series(parts: Sequence[str], total: int | None = None, link: str = "and", most: int = MOST_NAMED) -> str:
    """
    The first `most` of `parts` in a row. `total` is their number, if `parts` itself was cut.

    >>> series(["a", "b", "c"]), series(list("abcdefg")), series(["a", "b"], total=9)
    ('a, b and c', 'a, b, c, d, e and 2 more', 'a, b and 7 more')
    """
    several = len(parts) if total is None else total
    named = list(parts[:most])
    if several > len(named):
        named.append(f"{several - len(named):,} more")
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} {link} {named[-1]}" if named else "none"


def display_name(text: str) -> str:
    """A member's id (which may be any text) as it can stand in a sentence."""
    return shorten(text, LONGEST_NAME)
