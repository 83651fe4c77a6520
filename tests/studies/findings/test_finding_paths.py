from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.properties.records.case_format import Case, CasePath
from studies.__main__ import main
from studies.findings.finding_pages import finding_rows
from studies.findings.finding_paths import graded_path, is_open, replayed_path, search_path

ROWS = finding_rows()
NEW_GROUP, CONSTRUCTED = "kafka-python-1", "kafka-python-6"


def case_of(name: str, path: CasePath | None) -> Case:
    return replace(ROWS[name].read_case(), path=path)


def test_path_of_a_new_group_needs_no_search() -> None:
    target = ROWS[NEW_GROUP].client.target
    path = search_path(target, case_of(NEW_GROUP, None), 0, 30.0)
    assert path is not None
    again = replayed_path(target, case_of(NEW_GROUP, path))

    assert ("shown", 0, "model") == (path.status, path.histories, path.source)
    assert path == again


def test_search_goes_on_after_the_histories_that_the_case_counts() -> None:
    known = CasePath(status="constructed", histories=3)

    path = search_path(ROWS[CONSTRUCTED].client.target, case_of(CONSTRUCTED, known), 5, 30.0)

    assert CasePath(status="constructed", histories=5) == path


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (None, True),
        (CasePath(status="constructed", histories=4), True),
        (CasePath(status="constructed", histories=5), False),
        (CasePath(status="faulty-client"), False),
    ],
)
def test_search_is_over_after_enough_histories(path: CasePath | None, *, expected: bool) -> None:
    assert expected == is_open(path, 5)


def test_known_life_keeps_its_source() -> None:
    finding = ROWS[NEW_GROUP]
    known = finding.read_case().path
    assert known is not None

    path = graded_path(finding, case_of(NEW_GROUP, replace(known, source="broker")), 0, 30.0)

    assert path is not None
    assert ("broker", known.life) == (path.source, path.life)


def test_study_prints_how_a_path_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["finding_paths", NEW_GROUP, "--histories", "0"])

    assert f"| {NEW_GROUP} | returns-an-answer | shown | broker | 0 | 0 |" in capsys.readouterr().out
