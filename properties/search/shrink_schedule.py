"""Which counterexamples of a check are shrunk first, and how much of the time each gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.search.counterexample import ShrinkJob
from kafka_assay.properties.search.family_search import FamilySearch
from kafka_assay.properties.shrink.sizes import reading_rank

FIRST = 4
"""A law's first family gets this many times the shrinking time of its others, because reports show it in full."""


class BrokenCell(NamedTuple):
    """The `evidence` that `law` is broken in a family, to be shrunk in this `share` of the time."""

    law: str
    family: FamilySearch
    evidence: Evidence
    share: int = 1


class ShrinkSchedule:
    """
    Hands out the broken cells of `families`, each once, and takes the results.

    Those that a report shows in full come first. For each law that is the clean family's, else the one with the
    smallest evidence. `smallest` has the results by law and family, `under_way` counts the cells that are shrunk now.
    """

    def __init__(self, families: Sequence[FamilySearch], seed: int) -> None:
        """Nothing is handed out yet."""
        self.smallest: dict[tuple[str, str], Evidence] = {}
        self.under_way = 0
        self._families = families
        self._seed = seed
        self._begun: set[tuple[str, str]] = set()

    def waiting_cells(self) -> list[BrokenCell]:
        """The cells that nobody shrinks yet, in order."""
        cells = [
            BrokenCell(law, family, evidence)
            for family in self._families
            for law, evidence in family.broken_laws().items()
            if (law, family.name) not in self._begun
        ]
        laws = {law for law, _ in self._begun}
        first: list[BrokenCell] = []
        others: list[BrokenCell] = []
        for cell in sorted(cells, key=_rank):
            if cell.law in laws:
                others.append(cell)
            else:
                first.append(cell._replace(share=FIRST))
            laws.add(cell.law)
        return first + others

    def next_job(self, seconds: float, until: float, processes: int, *, declared: bool) -> ShrinkJob | None:
        """
        The next cell, with its share of the `seconds` that these `processes` have; None if none waits.

        Unless `declared` failures are shrunk too, only unexpected breaks are handed out.
        """
        cells = [cell for cell in self.waiting_cells() if declared or cell.evidence.expected is None]
        if not cells:
            return None
        law, family, evidence, share = cells[0]
        self._begun.add((law, family.name))
        self.under_way += 1
        return ShrinkJob(
            law=law,
            family=family.name,
            evidence=evidence,
            origin=family.structured.origin_of(evidence.example),
            seed=self._seed,
            seconds=min(seconds, processes * seconds * share / sum(cell.share for cell in cells)),
            until=until,
        )

    def add(self, job: ShrinkJob, evidence: Evidence) -> None:
        """Take the result of `job`."""
        self.smallest[job.law, job.family] = evidence
        self.under_way -= 1

    def take_back(self, job: ShrinkJob) -> None:
        """Hand out the cell of `job` again."""
        self._begun.remove((job.law, job.family))
        self.under_way -= 1

    def give_up(self, _job: ShrinkJob, _reason: str) -> None:
        """Leave the counterexample as it was found, because no process survives the job."""
        self.under_way -= 1


def _rank(cell: BrokenCell) -> tuple[bool, bool, tuple[int, ...]]:
    return cell.evidence.expected is not None, cell.family.name != CLEAN, reading_rank(cell.evidence.example)
