"""Pages and tables made from written findings, and the published index."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.properties.known.known_findings import FindingPath, KnownAlarm, KnownFinding, known_findings
from studies.findings.finding_pages import FINDINGS, finding_rows, places_of_ids, render_page
from studies.findings.findings_index import FIRST, index_parts, index_table
from tests.reports.known import finding_of_client

HANG = KnownAlarm(assignors=("sticky",), law="returns-an-answer", inputs=("clean",), failure="hang")
SARAMA = finding_of_client("sarama-1", "go:github.com/IBM/sarama@v1.61.1:sticky", title="It hangs", alarms=(HANG,))
SHARED = KnownFinding(
    ids=("aiokafka-3", "no-kafka-2"),
    title="A member counts twice",
    laws=("nothing-left-out",),
    kind="finding",
    why=None,
    clients=(
        *finding_of_client("aiokafka-3", "aiokafka==0.14.0:range").clients,
        *finding_of_client("no-kafka-2", "npm:no-kafka@3.4.4:default").clients,
    ),
)
ROWS = finding_rows([SARAMA, SHARED])
PAGE = (
    "# sarama\n\n## sarama-1: An old title\n\n**Cause.** See [aiokafka-3](README.md).\n\n## Examined\n\nOther text.\n"
)
SHARED_PAGE = "# Old\n\n<!-- head aiokafka-3 -->\n<!-- end of head -->\n\nProse.\n"
CRASH, BY_NOBODY, TWICE, *_ = SEVERITIES
CONSTRUCTED = FindingPath(status="constructed", source=None, members=2, events=0)
GO, PYTHON = "go:github.com/IBM/sarama@v1.61.1:sticky", "kafka-python==3.0.12:sticky"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "README.md").write_text("# Index\n", encoding="utf-8")
    (tmp_path / "sarama.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "twice.md").write_text(SHARED_PAGE, encoding="utf-8")
    return tmp_path


def test_section_gets_anchor_title_and_head_and_keeps_its_prose(folder: Path) -> None:
    page = render_page(PAGE, ROWS, places_of_ids(ROWS, folder))

    assert '<a id="sarama-1"></a>\n\n## sarama-1: It hangs\n\n<!-- head sarama-1 -->\n' in page
    for line in (
        "* Severity: needless moves or imbalance",
        "* Path: shown (model), 2 members, 1 event",
        "* Who: own client",
        "* Laws: `returns-an-answer` (hang)",
        "* Releases: 2 to 3",
        "* Upstream: no report found. Searched: issues; the whole tracker.",
    ):
        assert f"\n{line}\n" in page
    assert page == render_page(page, ROWS, places_of_ids(ROWS, folder))
    assert "<!-- end of head -->\n\n**Cause.** See [aiokafka-3](twice.md#aiokafka-3).\n\n## Examined\n" in page


def test_shared_page_has_a_row_with_an_anchor_for_each_client(folder: Path) -> None:
    page = render_page(SHARED_PAGE, ROWS, places_of_ids(ROWS, folder))

    assert page == render_page(page, ROWS, places_of_ids(ROWS, folder))
    assert page.startswith("# A member counts twice\n")
    assert '| <a id="no-kafka-2"></a>no-kafka-2 | `npm:no-kafka@3.4.4:default`: 2 to 3 |' in page
    assert page.endswith("Prose.\n")


def test_id_is_on_the_page_with_its_section_else_on_the_shared_page_else_in_the_index(folder: Path) -> None:
    rows = finding_rows(
        [SARAMA, SHARED, finding_of_client("kafka-go-1", "go:github.com/segmentio/kafka-go@v0.4.51:range")]
    )

    assert {
        "sarama-1": "sarama.md",
        "aiokafka-3": "twice.md",
        "no-kafka-2": "twice.md",
        "kafka-go-1": "README.md",
    } == places_of_ids(rows, folder)


def test_finding_that_the_history_needs_is_linked(folder: Path) -> None:
    faulty = FindingPath(status="faulty-client", source=None, members=2, events=0)
    needs = replace(SARAMA.clients[0], who="needs aiokafka-3", path=faulty)
    rows = ROWS | finding_rows([replace(SARAMA, clients=(needs,))])

    page = render_page(PAGE, rows, places_of_ids(rows, folder))

    assert "* Path: faulty client\n* Who: needs [aiokafka-3](twice.md#aiokafka-3)\n" in page


def test_policy_gives_its_reason_in_place_of_a_severity(folder: Path) -> None:
    rows = ROWS | finding_rows([replace(SARAMA, kind="policy", why="The FAQ says so.")])

    page = render_page(PAGE, rows, places_of_ids(rows, folder))

    assert "* Policy: The FAQ says so.\n" in page
    assert "Severity" not in page


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
