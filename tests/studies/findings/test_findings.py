"""The published findings, their pages and their cases agree."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from kafka_assay.properties.effect import client_of
from kafka_assay.properties.known.known_findings import known_findings
from studies.findings.finding_pages import FINDINGS, INDEX, MUSEUM, FindingRow, finding_rows, places_of_ids, section_of
from studies.output import ROOT
from tests.support.newest_releases import ON_WIRE, implementations, release_of

ROWS = finding_rows()
PLACES = places_of_ids(ROWS)
PUBLISHED = {
    "aiokafka": 5,
    "franz-go": 3,
    "kacrab": 3,
    "kafka-clients": 9,
    "kafka-go": 4,
    "kafka-group-coordinator": 2,
    "kafka-node": 5,
    "kafka-python": 7,
    "kafkajs": 4,
    "librdkafka": 10,
    "museum": 21,
    "no-kafka": 2,
    "platformatic": 5,
    "sarama": 5,
}
"""Number of ids ever published for each implementation, numbered from 1. Ids are not reused."""
NO_FILE = {"museum-8", "museum-11"}
"""Withdrawn before findings were files. The museum's page tells why."""

NO_CASE = {"kafka-node-5"}
"""Its host refuses groups in which nobody subscribes to anything."""

PARTS = {
    "how a group gets there": r"^(\*\*|## )How a group gets there",
    "consequence": r"^(\*\*|## )Consequence",
    "rule": r"^(\*\*|## )Rule",
    "cause": r"^(\*\*Cause|## Rule and cause)",
    "replay": r"^assay check .*--case docs/results/findings/cases/",
}
"""The parts of every section of a fault, as regular expressions."""
LONGEST_TITLE = 130
RARITY = re.compile(
    r"\b(?:rare|rarely|seldom|unlikely|hardly ever|none of the [\d,]+|1 in \d[\d,]*"
    r"|\d[\d,]* of [\d,]+ (?:groups|histories|joins|lives))\b",
    flags=re.IGNORECASE,
)
"""What says how often a fault occurs."""
ALSO_CALLED = {"kafka-clients": ("Java",)}
"""Client -> other names that a report uses."""

PRESENT = {one: row for one, row in ROWS.items() if not one.startswith(MUSEUM)}
FAULTS = [row for row in PRESENT.values() if row.finding.is_fault and row.client.cases]
each_fault = pytest.mark.parametrize("row", [pytest.param(row, id=row.client.id) for row in FAULTS])


def test_every_published_id_is_in_one_file() -> None:
    published = [f"{name}-{number}" for name, count in PUBLISHED.items() for number in range(1, count + 1)]

    assert Counter(published) - Counter(NO_FILE) == Counter(list(ROWS))


def test_every_case_belongs_to_a_finding() -> None:
    named = {case for row in ROWS.values() for case in row.client.cases}
    folders = (FINDINGS / "cases", FINDINGS / "withdrawn", FINDINGS.parent / "museum" / "cases")
    there = {str(file.relative_to(ROOT)) for folder in folders for file in folder.glob("*.json")}

    assert there <= named
    assert [] == [case for case in named if not (ROOT / case).is_file()]


def test_no_case_names_a_folder_of_a_machine() -> None:
    """Traces of Python and Node have the paths of files."""
    cases = (ROOT / "docs" / "results").rglob("cases/**/*.json")

    assert [] == [case for case in cases if re.search(r'(File \\"|[( ])/(?!\.\.\./)[\w.-]+/', case.read_text("utf-8"))]


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "results").rglob("*.md")), ids=lambda page: f"{page.parent.name}/{page.name}"
)
def test_no_sentence_about_rarity_is_written_by_hand(page: Path) -> None:
    """Such a sentence names its run: it is made from counts, between marks."""
    by_hand = re.sub(r"<!-- (.+?) -->.*?<!-- end of .+? -->", "", page.read_text("utf-8"), flags=re.DOTALL)

    assert [] == RARITY.findall(by_hand)


def test_sentence_about_rarity_is_found() -> None:
    for said in ("It is rare: none of the 51,294 groups hung.", "1 in 3,463 groups", "3 of 10,000 groups hang"):
        assert RARITY.search(said)


def test_every_finding_has_a_case_unless_its_host_refuses_the_group() -> None:
    assert NO_CASE == {one for one, row in ROWS.items() if not row.client.cases}


@pytest.mark.parametrize("row", [pytest.param(row, id=one) for one, row in ROWS.items() if row.client.cases])
def test_case_matches_the_findings_laws_and_client(row: FindingRow) -> None:
    name = row.client.implementation

    assert row.read_case().law in row.finding.laws
    assert name in (client_of(row.client.target), "museum") or row.client.target.startswith("wire:")


@each_fault
def test_file_and_case_agree_on_the_path(row: FindingRow) -> None:
    """`assay check --case` searches it. A shown path has a life and its story."""
    path = row.read_case().path

    assert path is not None
    assert (row.client.path.status == "constructed") <= (path.status != "shown")
    assert (path.status == "shown") == (path.life is not None) == bool(path.story)


@each_fault
def test_fault_has_a_section_with_all_its_parts(row: FindingRow) -> None:
    """Or a shared page, which has them once."""
    place, one = PLACES[row.client.id], row.client.id
    assert place != INDEX
    page = (FINDINGS / place).read_text("utf-8")

    missing = [name for name, part in PARTS.items() if not re.search(part, section_of(one, page) or page, re.MULTILINE)]

    assert [] == missing


@each_fault
def test_live_group_has_a_size(row: FindingRow) -> None:
    path = row.client.path

    assert path.members >= 1
    assert path.events >= 0


@each_fault
def test_report_names_every_client_that_its_history_needs(row: FindingRow) -> None:
    """A shared page has one report for each client that is to be told."""
    one = row.client.id
    page = (FINDINGS / PLACES[one]).read_text("utf-8")
    report = (section_of(one, page) or page).partition("<details><summary>Report")[2]
    needed = re.findall(r"[a-z]+(?:-[a-z]+)*", row.client.who.removeprefix("mixed: ").partition(" before ")[0])
    names = [name for name in needed if row.client.who.startswith("mixed: ")]

    assert [] == [name for name in names if not any(word in report for word in (name, *ALSO_CALLED.get(name, ())))]


@each_fault
def test_broker_run_has_its_log(row: FindingRow) -> None:
    """A report refers to it."""
    one = row.client.id
    page = (FINDINGS / PLACES[one]).read_text("utf-8")

    assert (row.client.path.source == "broker") <= ("**On a real broker" in (section_of(one, page) or page))


@each_fault
def test_report_for_librdkafka_has_the_checklist_of_its_template(row: FindingRow) -> None:
    """Issues without it are closed. The report is in the section, or there is none."""
    section = section_of(row.client.id, (FINDINGS / PLACES[row.client.id]).read_text("utf-8")) or ""
    report = section.partition("<details><summary>Report")[2]

    assert row.client.implementation != "librdkafka" or "Checklist" in report


@each_fault
def test_title_is_short(row: FindingRow) -> None:
    assert len(row.finding.title) <= LONGEST_TITLE


@each_fault
def test_fault_was_run_on_the_newest_release(row: FindingRow) -> None:
    name = row.client.implementation
    newest = {release_of(target) for target in implementations().get(name, ())} | {ON_WIRE.get(name, "")}

    assert row.client.last in newest


def test_reason_says_what_it_has_to_say() -> None:
    assert [] == [one.ids for one in known_findings() if one.why is not None and "TODO" in one.why]


def test_no_row_has_an_unknown_release() -> None:
    assert [] == [one for one, row in ROWS.items() if "?" in (row.client.first, row.client.last)]


def test_every_search_of_reports_says_where_it_looked_and_what_changed_the_code() -> None:
    upstream = {row.client.id: row.client.upstream for row in FAULTS}

    assert [] == [one for one, said in upstream.items() if not said.searched or not said.changes]
