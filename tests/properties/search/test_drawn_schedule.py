"""Tests of the order in which the drawn search turns to its families."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.search import drawn_search
from kafka_assay.properties.search.drawn_search import BatchJudge, DrawnSchedule, DrawnSearch
from tests.properties.stand_ins import StandIn, forgets_the_last, right

EVEN = frozenset({Promise.EVEN})
LAWS = promised_laws(EVEN)


def has_shared_claims(group: Group) -> bool:
    """Whether members claim the same partition."""
    claims = [claim for member in group.members for claim in member.claims()]
    return len(claims) > len(set(claims))


def is_rare(group: Group) -> bool:
    """Whether the group is one of about 200 of its family."""
    return has_shared_claims(group) and len(group.members) == 4 and sum(one.partitions for one in group.topics) == 13


def handed_out(fails: Callable[[Group], bool], rounds: int = 30) -> tuple[bool, dict[str, int]]:
    """Whether the break was rare, and the examples that each family got in so many batches."""

    def answer(group: Group) -> Assignment:
        return forgets_the_last(group) if fails(group) else right(group)

    target = StandIn(answer, EVEN)
    schedule = DrawnSchedule(
        [DrawnSearch(name, LAWS, None) for name in ("overlapping-claims", "clean", "missing-topics")]
    )
    judge = BatchJudge(target, LAWS, 0)
    for _ in range(rounds):
        job = schedule.next_job()
        assert job is not None
        # As if every batch took equally long: no family is held back for its time.
        schedule.add(job, replace(judge.judge(job, job.new_tally()), seconds=0.04))
    family = schedule.searches["overlapping-claims"]
    return family.has_rare_break, {name: search.handed_out for name, search in schedule.searches.items()}


@pytest.mark.parametrize(("fails", "expected"), [(is_rare, True), (has_shared_claims, False)])
def test_family_with_a_rare_break_gets_more_examples(
    monkeypatch: pytest.MonkeyPatch, fails: Callable[[Group], bool], *, expected: bool
) -> None:
    """Other laws may break on the same rare groups. A common break needs no more of them."""
    monkeypatch.setattr(drawn_search, "MOST", 60)

    found, examples = handed_out(fails)

    assert expected == found
    assert expected == (examples["overlapping-claims"] > 1.5 * examples["clean"])
