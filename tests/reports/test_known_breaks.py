"""A break is filed under the findings that name its assignor, law, inputs and kind of failure at its release."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.properties.known.known_findings import known_findings
from kafka_assay.properties.records.case_format import case_from_json
from kafka_assay.reports.known_breaks import known_breaks, known_lines, known_of_case
from tests.reports.known import alarm_on, finding_of, row_of

ROOT = Path(__file__).parents[2]
HANG = ("returns-an-answer", "everyday", "hang")
JAVA = "maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor"
STUCK = finding_of(
    row_of(
        "kafka-clients-2",
        alarm_on("returns-an-answer", "everyday", assignors=("StickyAssignor",), failure="hang"),
        target=JAVA,
        first="2.3.0",
        last="4.4.0",
    ),
    row_of(
        "sarama-9",
        alarm_on("returns-an-answer", "everyday", assignors=("sticky", "cooperative-sticky"), failure="hang"),
        target="go:github.com/IBM/sarama@v1.61.1:sticky",
        first="v1.40.1",
        last="v1.61.1",
    ),
)


def _ids(target: str, law: str, inputs: str, failure: str | None) -> list[str]:
    return [row.id for _, row in known_breaks(target, law, inputs, failure, [STUCK])]


@pytest.mark.parametrize(
    ("target", "ids"),
    [
        (JAVA, ["kafka-clients-2"]),
        (JAVA.replace("4.4.0", "2.3.0"), ["kafka-clients-2"]),
        (JAVA.replace("StickyAssignor", "org.apache.kafka.clients.consumer.StickyAssignor"), ["kafka-clients-2"]),
        ("go:github.com/IBM/sarama@v1.50.0:cooperative-sticky", ["sarama-9"]),
        (JAVA.replace("4.4.0", "2.2.2"), []),
        (JAVA.replace("4.4.0", "4.4.1"), []),
        (JAVA.replace("4.4.0", "2.3.0..4.4.0"), []),
        (JAVA.replace("StickyAssignor", "RangeAssignor"), []),
        (JAVA.replace("org.apache.kafka:kafka-clients", "com.acme:kafka-clients"), []),
        ("go:github.com/acme/sarama@v1.50.0:sticky", []),
        ("sticky", []),
        ("jar:kafka-clients-4.4.0.jar:StickyAssignor", []),
        ("python:shop.assignors:Mine", []),
        ("exec:./host#sticky", []),
        ("wire:./consumer {bootstrap} {topics}#sticky", []),
        ("kafka-python:sticky", []),
        ("Mine: an object of a test", []),
    ],
)
def test_only_an_affected_release_of_the_package_has_known_breaks(target: str, ids: list[str]) -> None:
    assert ids == _ids(target, *HANG)


@pytest.mark.parametrize(
    ("law", "inputs", "failure"),
    [
        ("returns-an-answer", "everyday", "crash"),
        ("returns-an-answer", "everyday", None),
        ("returns-an-answer", "mixed", "hang"),
        ("one-owner-each", "everyday", None),
    ],
)
def test_law_inputs_and_kind_of_failure_are_compared_exactly(law: str, inputs: str, failure: str | None) -> None:
    assert [] == _ids(JAVA, law, inputs, failure)


def test_every_alarm_of_a_published_row_is_filed_under_its_own_id() -> None:
    """At the release of the row, which no pattern may be needed to find."""
    rows = [(finding, client) for finding in known_findings() for client in finding.clients]
    named = [
        (client.id, client.target, alarm.law, alarm.failure)
        for finding, client in rows
        for alarm in client.alarms
        for assignor in alarm.assignors
        for inputs in alarm.inputs
        if not client.target.startswith("wire:")
        if (finding, client)
        not in known_breaks(
            f"{client.target.rpartition(':')[0]}:{assignor}", alarm.law, inputs, alarm.failure, [finding]
        )
    ]

    assert [] == named


def test_every_case_of_a_published_row_is_filed_under_its_own_id() -> None:
    """So `check --case` names it. Withdrawn rows describe nothing, and a program on the wire has no release."""
    rows = [
        (finding, client) for finding in known_findings() if finding.kind != "withdrawn" for client in finding.clients
    ]
    cases = [
        (row, case_from_json(json.loads((ROOT / path).read_text("utf-8")))) for row in rows for path in row[1].cases
    ]

    unnamed = [
        (row[1].id, target)
        for row, case in cases
        for target in {row[1].target, case.target}
        if not target.startswith("wire:") and row not in known_of_case(target, case)
    ]

    assert [] == unnamed


def test_a_finding_has_its_title_and_releases_and_a_policy_its_reason() -> None:
    finding = finding_of(row_of("stand-in-1"))
    policy = finding_of(row_of("stand-in-2"), kind="policy")
    single = finding_of(row_of("stand-in-3", first="3"))
    known = {"clean": [(one, one.clients[0]) for one in (finding, policy, single)], "mixed": []}

    assert [
        "Known: stand-in-1 (finding, 2 to 3): A partition is lost",
        "Known: stand-in-2 (policy): the manual says so.",
        "Known: stand-in-3 (finding, 3): A partition is lost",
        "Not known on inputs: mixed",
    ] == list(known_lines(known, "on inputs"))
    assert [] == list(known_lines({"clean": [], "mixed": []}, "on inputs"))


def test_several_clients_of_one_finding_are_named_each_at_its_own_target() -> None:
    twice = replace(STUCK, clients=(*STUCK.clients, replace(STUCK.clients[0], id="kafka-clients-9")))

    assert ["kafka-clients-2", "kafka-clients-9"] == [row.id for _, row in known_breaks(JAVA, *HANG, [twice])]
