"""A break is filed under the findings that name its assignor, law, inputs and kind of failure at its release."""

from __future__ import annotations

import pytest

from kafka_assay.properties.known.known_findings import AffectedClient, FindingPath, KnownAlarm, KnownFinding, Upstream
from kafka_assay.reports.known_breaks import known_breaks

HANG = ("returns-an-answer", "everyday", "hang")
JAVA = "maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor"


def client(
    name: str, target: str, first: str, last: str, *alarms: tuple[tuple[str, ...], str, tuple[str, ...], str | None]
) -> AffectedClient:
    """A row of a finding with these alarms (assignors, law, inputs, failure)."""
    return AffectedClient(
        id=name,
        target=target,
        first=first,
        last=last,
        severity="crash or hang",
        who="own client",
        cases=(),
        path=FindingPath(status="constructed", source=None, members=2, events=1),
        upstream=Upstream(searched=(), covered=False, issues=(), changes=()),
        alarms=tuple(
            KnownAlarm(assignors=assignors, law=law, inputs=inputs, failure=failure)
            for assignors, law, inputs, failure in alarms
        ),
    )


STUCK = KnownFinding(
    ids=("kafka-clients-2", "sarama-9"),
    title="The search for a better balance never ends",
    laws=("returns-an-answer",),
    kind="finding",
    why=None,
    clients=(
        client(
            "kafka-clients-2", JAVA, "2.3.0", "4.4.0", (("StickyAssignor",), "returns-an-answer", ("everyday",), "hang")
        ),
        client(
            "sarama-9",
            "go:github.com/IBM/sarama@v1.61.1:sticky",
            "v1.40.1",
            "v1.61.1",
            (("sticky", "cooperative-sticky"), "returns-an-answer", ("everyday", "mixed"), "hang"),
        ),
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
    ],
)
def test_only_an_affected_release_of_the_package_has_known_breaks(target: str, ids: list[str]) -> None:
    assert ids == _ids(target, *HANG)


@pytest.mark.parametrize(
    "break_",
    [
        ("returns-an-answer", "everyday", "crash"),
        ("returns-an-answer", "everyday", None),
        ("returns-an-answer", "mixed", "hang"),
        ("one-owner-each", "everyday", None),
    ],
)
def test_law_inputs_and_kind_of_failure_are_compared_exactly(break_: tuple[str, str, str | None]) -> None:
    assert [] == _ids(JAVA, *break_)


def test_the_published_files_are_asked_without_a_list() -> None:
    found = known_breaks("kafka-python==3.0.12:roundrobin", "returns-an-answer", "clean", "exception:KeyError")

    assert ["kafka-python-1"] == [row.id for _, row in found]
