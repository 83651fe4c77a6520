"""Which counterexamples of a check are shrunk first, and how much of the time each gets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.search.family_search import FamilySearch
from kafka_assay.properties.shrink.sizes import reading_rank

FIRST = 4
"""A law's first family gets this many times the shrinking time of its others, because reports show it in full."""


class ShrinkJob(NamedTuple):
    """The `evidence` that `law` is broken in a family, to be shrunk in this `share` of the time."""

    law: str
    family: FamilySearch
    evidence: Evidence
    share: int = 1


def shrink_jobs(broken: Iterable[ShrinkJob]) -> list[ShrinkJob]:
    """
    The `broken` cells with their shares of the time; those that a report shows in full come first.

    For each law that is the clean family's, else the one with the smallest evidence.
    """
    laws: set[str] = set()
    first: list[ShrinkJob] = []
    others: list[ShrinkJob] = []
    for job in sorted(broken, key=_rank):
        if job.law in laws:
            others.append(job)
        else:
            first.append(job._replace(share=FIRST))
        laws.add(job.law)
    return first + others


def _rank(job: ShrinkJob) -> tuple[bool, bool, tuple[int, ...]]:
    return job.evidence.expected is not None, job.family.name != CLEAN, reading_rank(job.evidence.example)
