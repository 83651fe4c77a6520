"""
The searches of the families of a check, and which of their counterexamples is shrunk next.

Each family has two: the structured search by Hypothesis, and the drawn one by the seeded generator.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import TYPE_CHECKING

from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.search.counterexample import ShrinkJob
from kafka_assay.properties.search.drawn_search import DrawnSearch
from kafka_assay.properties.search.family_tally import FamilyTally
from kafka_assay.properties.shrink.sizes import reading_rank

if TYPE_CHECKING:
    from kafka_assay.properties.search.structured_search import StructuredSearch

FIRST = 4
"""A law's first family gets this many times the shrinking time of its others, because reports show it in full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilySearch:
    """The two searches of one family. Neither depends on what the other finds."""

    structured: StructuredSearch
    drawn: DrawnSearch

    @property
    def name(self) -> str:
        """The name of the family."""
        return self.structured.name

    @property
    def tallies(self) -> tuple[FamilyTally, FamilyTally]:
        """The tallies of both searches."""
        return self.structured.tally, self.drawn.tally

    @property
    def groups(self) -> int:
        """The number of groups judged."""
        return sum(tally.groups for tally in self.tallies)

    @property
    def is_barren(self) -> bool:
        """Whether the family seems to have no group that may be put to the target: none of many, or of all wanted."""
        numbers, limits = [tally.numbers for tally in self.tallies], [self.structured.limit, self.drawn.limit]
        return not self.groups and (numbers == limits or any(tally.is_barren for tally in self.tallies))

    @property
    def refusal(self) -> tuple[str, str] | None:
        """The first reason why a group cannot be expressed to the target, with its stack; None if all can be."""
        return self.structured.tally.refusal or self.drawn.tally.refusal

    def unexpected_breaks(self) -> list[tuple[str, Evidence]]:
        """The unexpected breaks so far: law and evidence."""
        return [*self.structured.tally.unexpected, *self.drawn.found]

    def tally(self, law: str) -> Tally:
        """The counts of both searches for one law."""
        structured, drawn = self.tallies
        return structured.laws[law] + drawn.laws[law]

    def evidence(self, law: str) -> Evidence | None:
        """The evidence that `law` is broken."""
        return shown_evidence(tally.laws[law].evidence for tally in self.tallies)

    def broken_laws(self) -> dict[str, bool]:
        """The ids of the laws that broke -> whether unexpectedly (and not only as declared)."""
        broken: dict[str, bool] = {}
        for tally in self.tallies:
            for law, one in tally.laws.items():
                if one.evidence is not None:
                    broken[law] = broken.get(law, False) or one.is_closed
        return broken


def shown_evidence(found: Iterable[Evidence | None]) -> Evidence | None:
    """Which evidence is shown: unexpected before declared, then the easiest to read; None if there is none."""
    return min(
        (evidence for evidence in found if evidence is not None),
        key=lambda one: (one.expected is not None, reading_rank(one.example)),
        default=None,
    )


class ShrinkSchedule:
    """
    Hands out what broke in `families` to be shrunk, each law in each family once, and takes the results.

    What a report shows in full comes first: for each law the clean family's break, else the one with the smallest
    evidence. `smallest` has the results by law and family, `under_way` counts what is shrunk now. `foreign` has what
    broke on saved cases of other targets, by law and family: it is shrunk like what a family found. `of_foreign` names
    the results that come from there.
    """

    def __init__(
        self, families: Sequence[FamilySearch], seed: int, foreign: Mapping[tuple[str, str], Evidence]
    ) -> None:
        """Nothing is handed out yet."""
        self.smallest: dict[tuple[str, str], Evidence] = {}
        self.foreign = foreign
        self.of_foreign: set[tuple[str, str]] = set()
        self.under_way = 0
        self._families = families
        self._seed = seed
        self._begun: set[tuple[str, str]] = set()
        self._jobs: list[ShrinkJob] = []
        self._known: list[Evidence | None] = []

    def waiting_jobs(self, *, declared: bool = True) -> list[ShrinkJob]:
        """What nobody shrinks yet, in order. Unless `declared` failures are shrunk too, unexpected breaks alone."""
        found = [one.evidence for family in self._families for tally in family.tallies for one in tally.laws.values()]
        if not all(map(is_, found, self._known)) or not self._known:
            self._known = found
            self._jobs = sorted(
                (
                    self._job(law, family)
                    for family in self._families
                    for law in {*family.broken_laws(), *(law for law, name in self.foreign if name == family.name)}
                ),
                key=_rank,
            )
        laws = {law for law, _ in self._begun}
        first: list[ShrinkJob] = []
        others: list[ShrinkJob] = []
        for job in self._jobs:
            if (job.law, job.family) in self._begun or not (declared or job.evidence.expected is None):
                continue
            if job.law in laws:
                others.append(job)
            else:
                first.append(replace(job, share=FIRST))
            laws.add(job.law)
        return first + others

    def _job(self, law: str, family: FamilySearch) -> ShrinkJob:
        evidence = shown_evidence((family.evidence(law), self.foreign.get((law, family.name))))
        assert evidence is not None, "a broken law has evidence"
        origin = family.structured.origin_of(evidence.example)
        return ShrinkJob(law=law, family=family.name, evidence=evidence, origin=origin, seed=self._seed)

    def next_job(self, seconds: float, until: float, processes: int) -> ShrinkJob | None:
        """The first that waits, with its share of the `seconds` that these `processes` have; None if none waits."""
        waiting = self.waiting_jobs()
        if not waiting:
            return None
        job = waiting[0]
        self._begun.add((job.law, job.family))
        self.under_way += 1
        own = processes * seconds * job.share / sum(one.share for one in waiting)
        return replace(job, seconds=min(seconds, own), until=until)

    def add(self, job: ShrinkJob, evidence: Evidence) -> None:
        """Take the result of `job`."""
        place = job.law, job.family
        self.smallest[place] = evidence
        if job.evidence == self.foreign.get(place):
            self.of_foreign.add(place)
        self.under_way -= 1

    def take_back(self, job: ShrinkJob) -> None:
        """Hand out `job` again."""
        self._begun.remove((job.law, job.family))
        self.under_way -= 1

    def give_up(self, _job: ShrinkJob, _reason: str) -> None:
        """Leave the counterexample as it was found, because no process survives the job."""
        self.under_way -= 1


def _rank(job: ShrinkJob) -> tuple[bool, bool, tuple[int, ...]]:
    return job.evidence.expected is not None, job.family != CLEAN, reading_rank(job.evidence.example)
