"""Both searches of one family: the structured one by Hypothesis, and the drawn one by the seeded generator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.search.drawn_search import DrawnSearch
from kafka_assay.properties.search.family_search import FamilySearch
from kafka_assay.properties.search.law_tally import LawTally, joint_tally


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyHunt:
    """The two searches of one family. Neither depends on what the other finds."""

    structured: FamilySearch
    drawn: DrawnSearch

    @property
    def name(self) -> str:
        """The name of the family."""
        return self.structured.name

    @property
    def groups(self) -> int:
        """The number of groups judged."""
        return self.structured.groups + self.drawn.groups

    @property
    def is_barren(self) -> bool:
        """Whether the family seems to have no group that may be put to the target."""
        return not self.groups and (self.structured.is_barren or self.drawn.is_barren)

    @property
    def worst_spread(self) -> int:
        """The widest spread of loads in an answer."""
        return max(self.structured.worst_spread, self.drawn.worst_spread)

    @property
    def refused(self) -> int:
        """The number of examples that cannot be expressed to the target."""
        return self.structured.refused + self.drawn.refused

    @property
    def refusal(self) -> str | None:
        """The first reason why one cannot be expressed."""
        return self.structured.refusal or self.drawn.refusal

    @property
    def refusal_trace(self) -> str:
        """The stack of that reason."""
        return self.structured.refusal_trace if self.structured.refusal else self.drawn.refusal_trace

    @property
    def found(self) -> list[tuple[str, Evidence]]:
        """The unexpected breaks so far: law and evidence."""
        return [*self.structured.found, *self.drawn.found]

    def tally(self, law: str) -> LawTally:
        """The counts of both searches for one law."""
        return joint_tally(self.structured.tallies[law], self.drawn.tallies[law])

    def broken_laws(self) -> dict[str, bool]:
        """The ids of the laws that broke -> whether unexpectedly (and not only as declared)."""
        found: dict[str, bool] = {}
        for law, one in self.structured.tallies.items():
            other = self.drawn.tallies[law]
            if one.broken is not None or other.broken is not None:
                found[law] = True
            elif one.excused is not None or other.excused is not None:
                found[law] = False
        return found

    def broken_tallies(self) -> Iterator[LawTally]:
        """The counts of the laws that broke, with the easiest counterexample to read."""
        return map(self.tally, self.broken_laws())
