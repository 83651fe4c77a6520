from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from studies.campaigns.campaign_record import (
    LawAlarms,
    LawCount,
    read_campaign_record,
    write_campaign_record,
)
from studies.campaigns.finished_campaign import published_campaign
from tests.studies.campaigns.written_campaign import RELEASE, write_campaign


def test_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    published = published_campaign([write_campaign(tmp_path / "one"), write_campaign(tmp_path / "two")])

    write_campaign_record(published, tmp_path / "record.jsonl")

    assert published == read_campaign_record(tmp_path / "record.jsonl")
    assert (160, ["one", "one", "two", "two"]) == (published.pairs, [one.campaign for one in published.targets])


def test_newer_campaign_replaces_the_one_of_its_name(tmp_path: Path) -> None:
    old = published_campaign([write_campaign(tmp_path / "one"), write_campaign(tmp_path / "two")])
    new = published_campaign([write_campaign(tmp_path / "again" / "one")])

    found = old.updated(new)

    assert ["two", "one"] == [one.name for one in found.campaigns]
    assert ["two", "two", "one", "one"] == [one.campaign for one in found.targets]


def test_law_is_counted_over_all_families(tmp_path: Path) -> None:
    reference, release = published_campaign([write_campaign(tmp_path / "one")]).targets

    assert LawCount(law="one-owner-each", of=40, broken=3, declared=0, undecided=1) == release.laws[0]
    assert [] == reference.broken_laws
    assert (30, 1) == (release.asked, release.undecided)


def test_alarms_differ_by_family_and_failure_and_not_by_other_causes(tmp_path: Path) -> None:
    """Each has its smallest case. Declared failures are left out."""
    reference, release = published_campaign([write_campaign(tmp_path / "one")]).targets

    assert () == reference.alarms
    assert [
        LawAlarms(law="one-owner-each", counts={"clean": 2, "racks": 1}, cases={"clean": 6, "racks": 7}),
        LawAlarms(law="returns-an-answer (KeyError)", counts={"clean": 2}, cases={"clean": 8}),
        LawAlarms(law="returns-an-answer (hang)", counts={"clean": 1}, cases={"clean": 9}),
    ] == list(release.alarms)


def test_figure_has_the_number_of_its_worst_case(tmp_path: Path) -> None:
    """A target without a valid answer has no figures."""
    reference, release = published_campaign([write_campaign(tmp_path / "one")]).targets

    assert reference.gaps is not None
    assert release.gaps is not None
    assert (None, 17) == (reference.gaps.case, release.gaps.case)
    assert release.moves is None


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"pairs": 20}, "20 of 80 pairs are summarised: assay campaign resume"),
        ({"targets": ("range", RELEASE.replace("3.0.12", "2.2.15"))}, "expected a reference, or a target in"),
    ],
)
def test_unfinished_campaign_and_unknown_target_are_refused(tmp_path: Path, more: dict[str, Any], says: str) -> None:
    folder = write_campaign(tmp_path / "one", **more)

    with pytest.raises(AssayError, match=says):
        published_campaign([folder])


def test_folder_without_a_campaign_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="contains no campaign"):
        published_campaign([tmp_path])
