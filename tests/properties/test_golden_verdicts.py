from __future__ import annotations

import pytest

from kafka_assay.properties.registry import LAWS
from kafka_assay.properties.verdict import VERDICT_VERSION
from tests.assignors.hosted.real_hosts import start_or_skip, with_releases
from tests.support.golden_verdicts import (
    FILE,
    RAISE,
    WRITE,
    differences,
    read_golden,
    subjects,
)

VERSION, GOLDEN = read_golden(FILE)


@pytest.mark.parametrize("subject", with_releases(subjects()))
def test_code_says_what_it_said_when_the_version_was_raised(subject: str) -> None:
    """If this fails and the change is wanted: raise the version if a verdict changed, and write the file anew."""
    found = start_or_skip(subject, subjects()[subject])

    assert subject in GOLDEN, f"unknown subject; {WRITE}"
    assert [] == differences(subject, GOLDEN, found), f"{RAISE}, then {WRITE}"


def test_golden_file_has_the_present_version_and_subjects() -> None:
    assert (VERSION, sorted(GOLDEN)) == (VERDICT_VERSION, sorted(subjects())), WRITE


def test_every_law_has_golden_broken_verdicts() -> None:
    broken = {law for texts in GOLDEN.values() for law, text in texts.items() if text.startswith("broken")}

    assert {law.id for law in LAWS} == broken
