"""The files of findings are read strictly."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.known import known_findings as known_findings_module
from kafka_assay.properties.known.known_findings import failure_of, known_findings, read_finding
from tests.properties.releases.stand_ins import TINY, case_on

KNOWN = Path(known_findings_module.__file__).parent
ALARM = {"assignors": ["sticky"], "law": "one-owner-each", "inputs": ["clean"], "failure": None}
CLIENT = {
    "id": "sarama-1",
    "target": "go:github.com/IBM/sarama@v1.61.1:sticky",
    "first": "v1.40.1",
    "last": "v1.61.1",
    "severity": "partition read by nobody",
    "who": "own client",
    "cases": ["docs/results/findings/cases/sarama-1.json"],
    "path": {"status": "shown", "source": "broker", "members": 2, "events": 2},
    "upstream": {"searched": ["issues"], "covered": True, "issues": [], "changes": []},
    "alarms": [ALARM],
}
FINDING = {
    "format": "assay-finding/1",
    "ids": ["sarama-1"],
    "title": "A title",
    "laws": ["nothing-left-out"],
    "kind": "finding",
    "why": None,
    "clients": [CLIENT],
}


def _changed_client(**changes: Any) -> dict[str, Any]:
    return FINDING | {"clients": [CLIENT | changes]}


def _changed_alarm(**changes: Any) -> dict[str, Any]:
    return _changed_client(alarms=[ALARM | changes])


def test_every_published_file_is_read_and_has_one_form() -> None:
    texts = [file.read_text("utf-8") for file in KNOWN.glob("*.json")]

    assert len(texts) == len(known_findings()) > 0
    assert all(text == json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n" for text in texts)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[]", "an object"),
        ("{", "line 1"),
        (json.dumps(FINDING).replace('"why"', '"title": "Another", "why"'), "each key once"),
    ],
)
def test_text_that_is_no_finding_is_refused_with_the_name_of_its_file(text: str, place: str) -> None:
    with pytest.raises(AssayError, match=rf"^a\.json: .*{place}"):
        read_finding(text, "a.json")


def test_wrong_answers_are_kept_apart_by_their_kind_of_failure() -> None:
    hang = ALARM | {"law": "returns-an-answer", "failure": "hang"}

    finding = read_finding(json.dumps(_changed_client(alarms=[hang])), "a.json")

    assert ["hang"] == [alarm.failure for alarm in finding.clients[0].alarms]


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (FINDING | {"format": "assay-case/1"}, "format"),
        (FINDING | {"more": 1}, "no other keys"),
        ({key: value for key, value in FINDING.items() if key != "title"}, "title"),
        (_changed_client(remark="x"), "no other keys"),
        ({**FINDING, "clients": [{key: CLIENT[key] for key in CLIENT if key != "who"}]}, "who"),
        (FINDING | {"ids": ["sarama-2"]}, "ids"),
        (FINDING | {"ids": [], "clients": []}, "ids"),
        (FINDING | {"ids": ["sarama"], "clients": [CLIENT | {"id": "sarama"}]}, "ids: sarama"),
        (FINDING | {"kind": "policy"}, "why"),
        (FINDING | {"why": "because"}, "why"),
        (FINDING | {"laws": ["no-such-law"]}, "no-such-law"),
        (_changed_client(severity="bad"), "severity"),
        (_changed_client(who="somebody"), "who"),
        (_changed_client(who="needs kafka-python-3"), "path.status"),
        (_changed_client(path={**CLIENT["path"], "status": "faulty-client"}), "path.status"),  # type: ignore[dict-item]
        (_changed_client(path={**CLIENT["path"], "source": None}), "path.source"),  # type: ignore[dict-item]
        (_changed_alarm(inputs=["*"]), "without patterns"),
        (_changed_alarm(assignors=["*sticky"]), "without patterns"),
        (_changed_alarm(inputs=[]), "without patterns"),
        (_changed_alarm(law="returns-an-answer"), "failure"),
        (_changed_alarm(law="returns-an-answer", failure="*"), "failure '*'"),
        (_changed_alarm(failure="hang"), "failure"),
    ],
)
def test_wrong_file_is_refused_with_its_name_and_place(document: dict[str, Any], place: str) -> None:
    with pytest.raises(AssayError, match=r"^a\.json: ") as refused:
        read_finding(json.dumps(document), "a.json")

    assert place in str(refused.value)


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
