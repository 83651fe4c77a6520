"""Both searches of one family: the structured one by Hypothesis, and the drawn one by the seeded generator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.search.drawn_search import DrawnSearch
from kafka_assay.properties.search.family_tally import FamilyTally
from kafka_assay.properties.search.structured_search import StructuredSearch
from kafka_assay.properties.shrink.sizes import reading_rank


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

    @property
    def first_break(self) -> tuple[str, Evidence] | None:
        """An unexpected break: law and evidence; None if there is none."""
        return next(iter([*self.structured.tally.unexpected, *self.drawn.found]), None)

    def tally(self, law: str) -> Tally:
        """The counts of both searches for one law."""
        structured, drawn = self.tallies
        return structured.laws[law] + drawn.laws[law]

    def evidence(self, law: str) -> Evidence | None:
        """The evidence that `law` is broken."""
        return shown_evidence(tally.laws[law].evidence for tally in self.tallies)

    def broken_laws(self) -> dict[str, Evidence]:
        """The ids of the laws that broke -> the evidence, which is unexpected if any is."""
        found = {law: self.evidence(law) for law in self.drawn.tally.laws}
        return {law: evidence for law, evidence in found.items() if evidence is not None}


def shown_evidence(found: Iterable[Evidence | None]) -> Evidence | None:
    """Which evidence is shown: unexpected before declared, then the easiest to read; None if there is none."""
    return min(
        (evidence for evidence in found if evidence is not None),
        key=lambda one: (one.expected is not None, reading_rank(one.example)),
        default=None,
    )
