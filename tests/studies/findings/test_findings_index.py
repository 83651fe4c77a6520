"""Tables made from written findings, and the published index."""

from __future__ import annotations

from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.properties.known.known_findings import FindingPath, KnownFinding, known_findings
from studies.findings.finding_pages import FINDINGS, finding_rows
from studies.findings.findings_index import FIRST, index_parts, index_table
from tests.reports.known import finding_of_client

CRASH, BY_NOBODY, TWICE, *_ = SEVERITIES
CONSTRUCTED = FindingPath(status="constructed", source=None, members=2, events=0)
GO, PYTHON = "go:github.com/IBM/sarama@v1.61.1:sticky", "kafka-python==3.0.12:sticky"


def ids_in(findings: list[KnownFinding]) -> list[list[str]]:
    """Return the ids of each row of the index."""
    places = dict.fromkeys(finding_rows(findings), "a.md")
    rows = [line.split(" | ")[0] for line in list(index_table(findings, places))[1:]]
    return [[part.partition("]")[0] for part in row.split("[")[1:]] for row in rows]


def test_index_begins_with_the_hang_and_goes_on_by_severity_and_path() -> None:
    findings = [
        finding_of_client("a-1", GO, severity=BY_NOBODY),
        finding_of_client("a-2", GO, severity=CRASH, path=CONSTRUCTED),
        finding_of_client("a-10", GO, severity=CRASH),
        finding_of_client("a-9", GO, severity=CRASH),
        finding_of_client(FIRST, GO, severity=TWICE),
    ]

    assert [[FIRST], ["a-9"], ["a-10"], ["a-2"], ["a-1"]] == ids_in(findings)


def test_each_kind_has_a_table_of_its_own() -> None:
    findings = [
        finding_of_client("a-1", GO),
        finding_of_client("a-2", GO, kind="policy", why="KIP-341"),
        finding_of_client("a-3", GO, kind="robustness", why="no client sends it"),
        finding_of_client("a-4", GO, kind="withdrawn", why="wrong"),
        finding_of_client("museum-1", PYTHON, fixed="3.0.12"),
    ]

    parts = index_parts(findings, dict.fromkeys(finding_rows(findings), "README.md"))

    assert {"index": 1, "policies": 1, "robustness": 1, "withdrawn": 1} == {
        name: len(lines) - 1 for name, lines in parts.items() if name != "behaviours"
    }
    assert '<a id="a-4"></a>a-4' in parts["withdrawn"][1]


def test_published_index_has_every_present_fault() -> None:
    text = (FINDINGS / "README.md").read_text("utf-8")
    index = text.partition("<!-- index -->")[2].partition("<!-- end of index -->")[0]

    assert [] == [
        one.id
        for finding in known_findings()
        if finding.is_fault
        for one in finding.clients
        if (one.fixed is None) != (f"[{one.id}](" in index or f'<a id="{one.id}">' in index)
    ]
