from __future__ import annotations

import json

from kafka_assay.assignors.model import group_of
from kafka_assay.properties.releases.notebook_format import (
    change_to_json,
    searched_from_json,
    searched_to_json,
    verdict_from_json,
    verdict_to_json,
)
from kafka_assay.properties.releases.release_findings import ReleaseLaw, SearchedRelease
from kafka_assay.properties.releases.release_verdict import ReleaseVerdict
from kafka_assay.properties.releases.verdict_changes import VerdictChange
from tests.properties.releases.stand_ins import case_on

FOUND = ReleaseLaw(
    law="nothing-left-out",
    word="broken",
    inputs={"clean": "broken", "racks": "kept"},
    seconds=0.25,
    case=case_on(group_of({"t": 3}, {"a": ["t"]})),
)
OPEN = ReleaseLaw(law="settles", word="undecided", inputs={"clean": "undecided"}, reason="time was up")


def test_search_survives_a_round_trip_through_json() -> None:
    found = SearchedRelease(
        release="1", target="t", version="1.0", like="sticky", groups=9, seconds=1.5, laws=(FOUND, OPEN)
    )  # fmt: skip

    assert found == searched_from_json(json.loads(json.dumps(searched_to_json(found))))


def test_verdicts_survive_a_round_trip_through_json() -> None:
    said = ReleaseVerdict(word="undecided", reason="no answer", silent=True)

    assert said == verdict_from_json(json.loads(json.dumps(verdict_to_json(said))))


def test_change_in_json_names_its_releases() -> None:
    change = VerdictChange(kind="went", last="1", first="3", between=("2",))

    assert {"change": "went", "last": "1", "first": "3", "between": ["2"]} == change_to_json(change)
