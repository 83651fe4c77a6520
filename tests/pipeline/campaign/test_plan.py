from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign.plan import (
    PLAN,
    code_version,
    read_plan,
    refuse_used_folder,
    stretch_size,
    write_plan,
)
from tests.pipeline.campaign.campaigns import small_plan


def test_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)

    assert plan == read_plan(tmp_path)
    assert code_version() == plan.code


def test_every_case_belongs_to_one_stretch_and_every_family_takes_part() -> None:
    plan = small_plan(groups=40, stretch=15)

    numbers = [number for stretch in range(plan.stretches) for number in plan.groups_of(stretch)]

    assert list(range(40)) == numbers
    assert set(plan.families) == {plan.family_of(number) for number in range(100)}
    assert (41, 82) == (replace(plan, cases=81).groups, replace(plan, cases=81).pairs)


def test_stretches_grow_with_the_campaign_between_limits() -> None:
    """Those of very many targets have no more pairs than allowed."""
    assert [1_000, 1_000, 2_083, 10_000] == [stretch_size(cases, 20) for cases in (1_000, 50_000, 1_000_000, 10**9)]
    assert [200, 1] == [stretch_size(10**9, targets) for targets in (1_000, 10**6)]


def test_files_that_a_run_leaves_do_not_change_the_code_version(tmp_path: Path) -> None:
    folder = tmp_path / "oracle" / "loops"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "loops.py").write_text("one = 1")
    before = code_version.__wrapped__(tmp_path)

    (folder / "__pycache__" / "loops.py311.nbi").write_text("compiled")
    assert before == code_version.__wrapped__(tmp_path)

    (folder / "loops.py").write_text("one = 2")
    assert before != code_version.__wrapped__(tmp_path)


EMPTY: dict[str, object] = {"cases": 0, "targets": [], "families": [], "laws": "some"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, r"contains no campaign: expected plan\.json"),
        ("{", "expected a record in the format"),
        ('{"format": "assay-audit/1"}', "format: expected 'assay-campaign/1'"),
        ('{"format": "assay-campaign/1"}', "seed: nothing: expected this key"),
        *(({key: value}, "damaged: cases, ") for key, value in EMPTY.items()),
    ],
)
def test_missing_damaged_and_empty_plans_are_refused(
    text: str | dict[str, object] | None, says: str, tmp_path: Path
) -> None:
    """A text is a whole plan, a `dict` has changes of a good one."""
    if isinstance(text, dict):
        small_plan(tmp_path)
        text = json.dumps({**json.loads((tmp_path / PLAN).read_text()), **text})
    if text is not None:
        (tmp_path / PLAN).write_text(text)

    with pytest.raises(AssayError, match=says):
        read_plan(tmp_path)


def test_folder_with_a_campaign_takes_no_second_one(tmp_path: Path) -> None:
    write_plan(small_plan(), tmp_path)

    with pytest.raises(AssayError, match="has a campaign already: assay campaign resume"):
        refuse_used_folder(tmp_path)
