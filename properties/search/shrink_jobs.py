"""Which counterexamples of a check are shrunk first, and how much of the time each gets."""

from __future__ import annotations

from collections.abc import Iterable

from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.search.family_hunt import FamilyHunt
from kafka_assay.properties.search.law_tally import LawTally
from kafka_assay.properties.shrink.sizes import reading_rank

FIRST = 4
"""A law's first family gets this many times the shrinking time of its others, because reports show it in full."""


def shrink_jobs(broken: Iterable[tuple[FamilyHunt, LawTally]]) -> list[tuple[int, FamilyHunt, LawTally]]:
    """
    The broken cells with their shares of the time; those that a report shows in full come first.

    For each law that is the clean family's, else the one with the smallest evidence.
    """
    laws: set[str] = set()
    first: list[tuple[FamilyHunt, LawTally]] = []
    others: list[tuple[FamilyHunt, LawTally]] = []
    for family, tally in sorted(broken, key=_rank):
        (others if tally.law in laws else first).append((family, tally))
        laws.add(tally.law)
    return [(FIRST, *one) for one in first] + [(1, *one) for one in others]


def _rank(found: tuple[FamilyHunt, LawTally]) -> tuple[bool, bool, tuple[int, ...]]:
    _, tally = found
    assert tally.shown_evidence is not None, "only what was found is shown"
    return tally.broken is None, tally.inputs != CLEAN, reading_rank(tally.shown_evidence.example)
