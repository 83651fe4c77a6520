"""The published files of findings keep the rules of their format."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.properties.known import known_findings as known_findings_module
from kafka_assay.properties.known.known_findings import (
    ANSWERS,
    FAILURES,
    FORMAT,
    KnownFinding,
    failure_of,
    known_findings,
    read_finding,
)
from kafka_assay.properties.records.typed_record import write_record
from kafka_assay.properties.registry import LAW_BY_ID
from tests.properties.releases.stand_ins import TINY, case_on

KNOWN = Path(known_findings_module.__file__).parent
FILES = sorted(KNOWN.glob("*.json"))
WHO = r"own client|mixed: .+|release before .+|needs [a-z-]+-\d+"
FAILURE = rf"{'|'.join(FAILURES)}|exception:[A-Za-z_][\w.$]*"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_published_file_has_one_form_and_no_other_keys(file: Path) -> None:
    text = file.read_text("utf-8")
    document = json.loads(text)
    written = {"format": FORMAT, **write_record(read_finding(text, file.name))}

    assert text == json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    assert document == written | {
        "clients": [{key: one[key] for key in one if (key, one[key]) != ("fixed", None)} for one in written["clients"]]
    }


@pytest.mark.parametrize("finding", known_findings(), ids=lambda finding: str(finding.ids[0]))
def test_rows_of_a_finding_agree(finding: KnownFinding) -> None:
    """
    A reason where it is none; a faulty client exactly if another finding is needed; a source exactly if shown.

    Alarms name laws, assignors and families without patterns.
    """
    assert list(finding.ids) == [client.id for client in finding.clients] != []
    assert all(re.fullmatch(r"[a-z-]+-\d+", one) for one in finding.ids)
    assert (finding.why is None) == finding.is_fault
    assert set(finding.laws) <= LAW_BY_ID.keys()
    for client in finding.clients:
        assert client.severity in SEVERITIES
        assert re.fullmatch(WHO, client.who)
        assert client.who.startswith("needs ") == (client.path.status == "faulty-client")
        assert (client.path.source is not None) == (client.path.status == "shown")
        for alarm in client.alarms:
            assert alarm.law in LAW_BY_ID
            assert alarm.assignors
            assert alarm.inputs
            assert all(re.fullmatch(r"[\w-]+", word) for word in (*alarm.assignors, *alarm.inputs))
            assert (alarm.failure is None) == (alarm.law != ANSWERS)
            assert alarm.failure is None or re.fullmatch(FAILURE, alarm.failure)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[]", "an object"),
        ("{", "line 1"),
        (FILES[0].read_text("utf-8").replace('"why"', '"title": "Another", "why"'), "each key once"),
        (FILES[0].read_text("utf-8").replace(FORMAT, "assay-case/1"), "format: expected 'assay-finding/1'"),
        (FILES[0].read_text("utf-8").replace('"who"', '"whom"'), r"clients\[0\].who"),
    ],
)
def test_text_that_is_no_finding_is_refused_with_the_name_of_its_file(text: str, place: str) -> None:
    with pytest.raises(AssayError, match=rf"^a\.json: .*{place}"):
        read_finding(text, "a.json")


@pytest.mark.parametrize(
    ("law", "facts", "kind"),
    [
        ("returns-an-answer", {"error": "hang"}, "hang"),
        ("returns-an-answer", {"error": "crash", "afterwards": True}, "afterwards:crash"),
        ("returns-an-answer", {"error": "KeyError"}, "exception:KeyError"),
        ("one-owner-each", {"error": "KeyError"}, None),
    ],
)
def test_case_shows_a_kind_of_failure_for_a_missing_answer(law: str, facts: dict[str, Any], kind: str | None) -> None:
    assert kind == failure_of(replace(case_on(TINY, law), facts=facts))
