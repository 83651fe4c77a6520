from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.reference.known_failures import TIE_BELOW_THE_NEWEST
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.properties.judging.finding import verdict_words
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken
from tests.assignors.reference.answers import answer

JUDGED = [case for case in StickyAssignor.expected_failures if case.law in LAW_BY_ID]


@pytest.mark.parametrize("case", JUDGED, ids=lambda case: f"{case.law}:{case.family}")
def test_smallest_group_still_breaks_the_law(case: ExpectedFailure) -> None:
    """If it holds, remove the expected failure."""
    group = group_from_json(json.loads(case.group))
    law = LAW_BY_ID[case.law]

    ask, promises = StickyAssignor().assign, StickyAssignor.promises
    verdict = law.judge(Trial(group, ask=ask, promises=promises, judge_answer=verdict_words))

    assert law.defined(group)
    assert isinstance(verdict, Broken)


def test_member_order_decides() -> None:
    """With the newest claimant first, the partition stays with it."""
    group = group_from_json(json.loads(TIE_BELOW_THE_NEWEST))

    given = [
        StickyAssignor().assign(replace(group, members=members)) for members in (group.members, group.members[::-1])
    ]

    assert [answer(a="t-0", b="", c=""), answer(a="", b="", c="t-0")] == given
