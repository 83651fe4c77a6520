"""Tests that every reference keeps its promises in every family, except for its expected failures."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing

import pytest

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import ExpectedFailure, Target
from kafka_assay.assignors.registry import default_names, reference_assignor
from kafka_assay.properties.budget import ExampleLimit
from kafka_assay.properties.input_families import FAMILIES, is_member_of
from kafka_assay.properties.judging.cause import smallest_group
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from kafka_assay.reports.wording.sentences import explain_facts

pytestmark = pytest.mark.generative

LIMIT = {"ci": ExampleLimit(50, 13), "dev": ExampleLimit(300, 75), "nightly": ExampleLimit(10_000, 2_500)}[
    os.environ.get("HYPOTHESIS_PROFILE", "ci")
]
"""The examples of the seeded generator are two stretches of a policy each, or more."""
SEED = int(os.environ.get("ASSAY_SEED", "0"))
HOURS = 3600.0

DECLARED = [
    (name, failure)
    for name in default_names()
    for failure in getattr(reference_assignor(name), "expected_failures", ())
]


@pytest.fixture(scope="module")
def target(request: pytest.FixtureRequest) -> Iterator[Target]:
    """A reference, opened once for all families together with its second process."""
    with closing(open_target(request.param)) as opened:
        yield opened


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("target", default_names(), indirect=True)
def test_reference_keeps_its_promises(target: Target, family: str) -> None:
    """No cell is unexpectedly broken or undecided."""
    record = check(target, families=[family], examples=LIMIT, seed=SEED, seconds=HOURS)

    found = [
        f"{cell.verdict} {cell.law}: assay check {target.name} --law {cell.law} --inputs {family} --seed {SEED} "
        f"--groups {cell.limit} --no-corpus\n"
        + (explain_facts(cell.law, cell.counterexample.facts) if cell.counterexample else str(cell.reason))
        + ("\n" + json.dumps(group_to_json(cell.counterexample.group)) if cell.counterexample else "")
        for cell in record.cells
        if cell.verdict != "kept" and cell.expected is None
    ]
    assert [] == found
    assert record.groups >= (LIMIT.drawn or 0) or record.not_put


@pytest.mark.parametrize(
    ("name", "failure"), DECLARED, ids=[f"{name}:{one.law}:{one.family}" for name, one in DECLARED]
)
def test_expected_failure_still_fails(name: str, failure: ExpectedFailure) -> None:
    """Whoever fixes the reference has to delete the declaration."""
    group = smallest_group(failure)

    with closing(open_target(name)) as target:
        is_broken = any(find_breaks(target, LAW_BY_ID[failure.law], group, family=failure.family))

    assert is_broken, f"{name} keeps {failure.law} now; its declaration is out of date"
    assert is_member_of(failure.family, group)
    assert failure.reason
