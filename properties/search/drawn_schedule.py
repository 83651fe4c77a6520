"""Which family the drawn search draws from next: by the weights of the families, and by the time that each took."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.properties.input_families import LARGE, family_called
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.search.drawn_search import BatchJob, DrawnSearch
from kafka_assay.properties.search.family_tally import FamilyTally

MOST_TIME = 3.0
"""A family may take this many times its fair share of the time: a target that hangs there delays no other family."""
RARE_WEIGHT = 8
"""A family with a rare break counts this many times its weight: other laws may break on the same rare groups."""
RARE_TIME = 2.0
"""Such a family may take this many times the time of another."""
MOST_LARGE = 0.1
"""The largest share of the time for the family of large groups."""


class DrawnSchedule:
    """
    Hands out batches of several families, and takes the results.

    All batches end at the time `until`, and with `stops_at_break` after the first example that breaks a law. `late` has
    the late failures of all batches.
    """

    def __init__(self, searches: Sequence[DrawnSearch], *, stops_at_break: bool = False) -> None:
        """Share the examples among `searches` by their weights."""
        self.searches = {search.name: search for search in searches}
        self.until = 0.0
        self.late: list[tuple[str | None, Evidence]] = []
        self._stops_at_break = stops_at_break
        self._lost: list[BatchJob] = []

    @property
    def is_done(self) -> bool:
        """Whether there is nothing to hand out."""
        return not self._lost and all(search.is_done for search in self.searches.values())

    @property
    def has_begun(self) -> bool:
        """Whether a batch was judged, or there is none."""
        return self.is_done or any(search.tally.seconds for search in self.searches.values())

    def next_job(self) -> BatchJob | None:
        """The next batch: first those that were lost. None if nothing is left."""
        self._lost = [job for job in self._lost if not self.searches[job.family].is_closed]
        if self._lost:
            lost = min(self._lost, key=lambda job: job.first)
            self._lost.remove(lost)
            return lost
        search = self._next_search()
        return None if search is None else search.next_job(self.until, stops_at_break=self._stops_at_break)

    def add(self, batch: FamilyTally) -> None:
        """Take the tally of a batch."""
        self.searches[batch.family].add(batch)
        self.late += batch.late

    def take_back(self, job: BatchJob) -> None:
        """Hand out `job` again, before all others."""
        self._lost.append(job)

    def give_up(self, job: BatchJob, reason: str) -> None:
        """End the search of the job's family for this `reason`, because no process survives the batch."""
        self.searches[job.family].give_up(reason)

    def close(self) -> None:
        """End all searches."""
        for search in self.searches.values():
            search.close()

    def _next_search(self) -> DrawnSearch | None:
        waiting = [search for search in self.searches.values() if not search.is_done]
        spent = sum(search.tally.seconds for search in self.searches.values())
        fair = spent * MOST_TIME / len(self.searches)

        def rank(search: DrawnSearch) -> tuple[bool, float]:
            weight, most = family_called(search.name).weight, fair
            if search.has_rare_break:
                weight, most = weight * RARE_WEIGHT, fair * RARE_TIME
            if search.name == LARGE:
                most = min(most, spent * MOST_LARGE)
            return len(waiting) > 1 and search.tally.seconds > most, search.handed_out / weight

        return min(waiting, key=rank, default=None)
