from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kafka_assay.properties.known.known_findings import KnownAlarm, KnownFinding
from studies.campaigns.campaign_tables import ExaminedKind, examine_kinds, unseen_findings
from studies.campaigns.finished_campaign import published_campaign
from tests.reports.known import finding_of_client
from tests.studies.campaigns.written_campaign import RELEASE, write_campaign

OWNERS = KnownAlarm(assignors=("roundrobin",), law="one-owner-each", inputs=("clean",), failure=None)
KEY_ERROR = KnownAlarm(
    assignors=("roundrobin",), law="returns-an-answer", inputs=("clean",), failure="exception:KeyError"
)


def known(*alarms: KnownAlarm, name: str = "kafka-python-1", **changes: Any) -> KnownFinding:
    """Return a finding of the release that describes these alarms."""
    return finding_of_client(name, RELEASE, **({"first": "2.0.2", "last": "3.0.12", "alarms": alarms} | changes))


def examined(tmp_path: Path, *findings: KnownFinding) -> dict[tuple[str, str], ExaminedKind]:
    """The kinds of the release by law and family, examined with these findings."""
    release = published_campaign([write_campaign(tmp_path / "one")]).releases[0]
    return {(one.law, one.family): one for one in examine_kinds(release, findings)}


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
def test_kind_is_filed_only_by_assignor_law_family_and_release(tmp_path: Path, finding: KnownFinding) -> None:
    kind = examined(tmp_path, finding)["one-owner-each", "clean"]

    assert () == kind.findings
    assert f"{RELEASE}: one-owner-each on clean: no file of properties/known names this alarm" == str(kind)


def test_missing_answers_are_told_apart_by_their_failure(tmp_path: Path) -> None:
    kinds = examined(tmp_path, known(KEY_ERROR))

    assert ("kafka-python-1",) == kinds["returns-an-answer (KeyError)", "clean"].findings
    assert () == kinds["returns-an-answer (hang)", "clean"].findings


def test_two_findings_may_own_one_alarm(tmp_path: Path) -> None:
    kinds = examined(tmp_path, known(OWNERS), known(OWNERS, name="kafka-python-2"))

    assert ("kafka-python-1", "kafka-python-2") == kinds["one-owner-each", "clean"].findings


def test_finding_that_occurs_is_not_unseen(tmp_path: Path) -> None:
    """Nor is a withdrawn one, or one that a newer release fixed."""
    findings = [
        known(OWNERS),
        known(name="kafka-python-2"),
        known(name="kafka-python-3", kind="withdrawn", why="wrong"),
        known(name="museum-1", fixed="3.0.12"),
    ]

    assert ["kafka-python-2"] == unseen_findings(examined(tmp_path, *findings).values(), findings)
