"""The published campaign: its record, its page, and the findings that name its alarms."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.known.known_findings import KnownAlarm, KnownFinding
from studies.__main__ import main
from studies.campaigns import campaign_page
from studies.campaigns.campaign_page import RECORD, generated_parts, published_campaign
from studies.campaigns.campaign_record import (
    LawAlarms,
    LawCount,
    PublishedCampaign,
    read_campaign_record,
    write_campaign_record,
)
from studies.campaigns.campaign_tables import PARTS, examine_kinds, unseen_findings
from tests.pipeline.campaign.written_campaign import RELEASE, write_campaign
from tests.reports.known import finding_of_client

OWNERS = KnownAlarm(assignors=("roundrobin",), law="one-owner-each", inputs=("clean", "racks"), failure=None)
KEY_ERROR, HANG = (
    KnownAlarm(assignors=("roundrobin",), law="returns-an-answer", inputs=("clean", "racks"), failure=failure)
    for failure in ("exception:KeyError", "hang")
)
MARKED = "".join(f"<!-- {name} -->\n<!-- end of {name} -->\nWritten by hand.\n" for name in PARTS)


def known(*alarms: KnownAlarm, name: str = "kafka-python-1", **changes: Any) -> KnownFinding:
    """Return a finding of the release that describes these alarms."""
    return finding_of_client(name, RELEASE, **({"first": "2.0.2", "last": "3.0.12", "alarms": alarms} | changes))


KNOWN = [known(OWNERS, KEY_ERROR, HANG, name="x-1")]
"""They describe every kind of the written campaign."""


@pytest.fixture
def one(tmp_path: Path) -> PublishedCampaign:
    return published_campaign([write_campaign(tmp_path / "one")])


@pytest.fixture
def two(tmp_path: Path) -> PublishedCampaign:
    return published_campaign([write_campaign(tmp_path / name) for name in ("one", "two")])


def examined(published: PublishedCampaign, *findings: KnownFinding) -> dict[tuple[str, str], tuple[str, ...]]:
    """Law and family of each alarm of the release -> those of the findings that describe it."""
    return examine_kinds(published.releases[0], findings)


def test_published_record_is_small() -> None:
    assert RECORD.stat().st_size < 200_000


def test_record_is_read_as_it_was_written(two: PublishedCampaign, tmp_path: Path) -> None:
    write_campaign_record(two, tmp_path / "record.jsonl")

    assert two == read_campaign_record(tmp_path / "record.jsonl")
    assert (160, ["one", "one", "two", "two"]) == (two.pairs, [target.campaign for target in two.targets])


def test_newer_campaign_replaces_the_one_of_its_name(two: PublishedCampaign, tmp_path: Path) -> None:
    found = two.updated(published_campaign([write_campaign(tmp_path / "again" / "one")]))

    assert ["two", "one"] == [campaign.name for campaign in found.campaigns]
    assert ["two", "two", "one", "one"] == [target.campaign for target in found.targets]


def test_law_is_counted_over_all_families(one: PublishedCampaign) -> None:
    reference, release = one.targets

    assert LawCount(law="one-owner-each", of=40, broken=3, declared=0, undecided=1) == release.laws[0]
    assert [] == reference.broken_laws
    assert (30, 1) == (release.asked, release.undecided)


def test_alarms_differ_by_family_and_failure_and_not_by_other_causes(one: PublishedCampaign) -> None:
    """Each has its smallest case. Declared failures are left out."""
    reference, release = one.targets

    assert () == reference.alarms
    assert [
        LawAlarms(law="one-owner-each", counts={"clean": 2, "racks": 1}, cases={"clean": 6, "racks": 7}),
        LawAlarms(law="returns-an-answer (KeyError)", counts={"clean": 2}, cases={"clean": 8}),
        LawAlarms(law="returns-an-answer (hang)", counts={"clean": 1}, cases={"clean": 9}),
    ] == list(release.alarms)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (None, "contains no campaign"),
        ({"pairs": 20}, "20 of 80 pairs are summarised: assay campaign resume"),
        ({"targets": ("range", RELEASE.replace("3.0.12", "2.2.15"))}, "expected a reference, or a target in"),
    ],
)
def test_missing_or_unfinished_campaign_and_unknown_target_are_refused(
    tmp_path: Path, more: dict[str, Any] | None, says: str
) -> None:
    folder = tmp_path if more is None else write_campaign(tmp_path / "one", **more)

    with pytest.raises(AssayError, match=says):
        published_campaign([folder])


def test_alarm_that_no_file_names_ends_the_study(one: PublishedCampaign) -> None:
    with pytest.raises(AssayError, match=f"{RELEASE}: one-owner-each on clean: no file of properties/known names"):
        generated_parts(one, [finding_of_client("x-1", RELEASE, last="3.0.12")])


def test_study_writes_record_and_page_and_keeps_what_is_written_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second run makes the same page from the record alone."""
    record, written = tmp_path / "record.jsonl", tmp_path / "page.md"
    monkeypatch.setattr(campaign_page, "RECORD", record)
    monkeypatch.setattr(campaign_page, "known_findings", lambda: tuple(KNOWN))
    monkeypatch.setattr(campaign_page, "PAGE", written)
    write_campaign_record(PublishedCampaign(campaigns=(), targets=()), record)
    written.write_text(MARKED, encoding="utf-8")

    assert 0 == main(["campaign_page", str(write_campaign(tmp_path / "one")), "--write"])

    text = written.read_text("utf-8")
    assert len(PARTS) == text.count("\nWritten by hand.\n")
    assert 0 == main(["campaign_page", "--write"])
    assert text == written.read_text("utf-8")


@pytest.mark.parametrize(
    "finding",
    [
        known(KnownAlarm(assignors=("range",), law="one-owner-each", inputs=("clean",), failure=None)),
        known(KnownAlarm(assignors=("roundrobin",), law="settles", inputs=("clean",), failure=None)),
        known(KnownAlarm(assignors=("roundrobin",), law="one-owner-each", inputs=("large",), failure=None)),
        known(OWNERS, last="3.0.11"),
        known(OWNERS, first="3.0.13", last="3.1.0"),
    ],
    ids=["assignor", "law", "family", "fixed before", "came later"],
)
def test_kind_is_filed_only_by_assignor_law_family_and_release(one: PublishedCampaign, finding: KnownFinding) -> None:
    assert () == examined(one, finding)["one-owner-each", "clean"]


def test_missing_answers_are_told_apart_by_their_failure(one: PublishedCampaign) -> None:
    kinds = examined(one, known(KEY_ERROR))

    assert ("kafka-python-1",) == kinds["returns-an-answer (KeyError)", "clean"]
    assert () == kinds["returns-an-answer (hang)", "clean"]


def test_finding_that_occurs_is_not_unseen(one: PublishedCampaign) -> None:
    """Nor is a withdrawn one, or one that a newer release fixed."""
    findings = [
        known(OWNERS),
        known(name="kafka-python-2"),
        known(name="kafka-python-3", kind="withdrawn", why="wrong"),
        known(name="museum-1", fixed="3.0.12"),
    ]

    assert ["kafka-python-2"] == unseen_findings(set(chain(*examined(one, *findings).values())), findings)
