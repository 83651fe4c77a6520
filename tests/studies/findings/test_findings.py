"""The published findings, their pages and their cases agree."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.properties.effect import client_of
from kafka_assay.properties.records.case_format import Case, case_from_json
from studies.findings.finding_pages import FINDINGS, INDEX, MUSEUM, FindingRow, finding_rows, places_of_ids, section_of
from studies.output import ROOT
from studies.records import read_lines
from tests.support.broker.histories import HISTORIES
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
MOST_MEMBERS, MOST_PARTITIONS = 4, 8
"""The size of an exhibit of the museum."""
RARITY = re.compile(
    r"\b(?:rare|rarely|seldom|unlikely|hardly ever|none of the [\d,]+|1 in \d[\d,]*"
    r"|\d[\d,]* of [\d,]+ (?:groups|histories|joins|lives))\b",
    flags=re.IGNORECASE,
)
"""What says how often a fault occurs."""
ALSO_CALLED = {"kafka-clients": ("Java",)}
"""Client -> other names that a report uses."""

PRESENT = {one: row for one, row in ROWS.items() if not one.startswith(MUSEUM)}
BROKER_BY_HAND = {"kacrab-1", "kafka-go-4"}
"""Seen on a real broker without a history."""
FAULTS = [row for row in PRESENT.values() if row.finding.is_fault and row.client.cases]
each_fault = pytest.mark.parametrize("row", [pytest.param(row, id=row.client.id) for row in FAULTS])


def case_of(row: FindingRow) -> Case:
    """Return the first case of a finding."""
    return case_from_json(json.loads(row.case_file.read_text("utf-8")))


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
    """Traces of Python and Node have the paths of files. The cases of the state are lines."""
    cases = list((ROOT / "docs" / "results").rglob("cases/**/*.json*"))

    assert {".json", ".jsonl"} == {case.suffix for case in cases}
    assert [] == [case for case in cases if re.search(r'[(" ]/(?!\.\.\./)[\w.-]+/', case.read_text("utf-8"))]


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "results").rglob("*.md")), ids=lambda page: f"{page.parent.name}/{page.name}"
)
def test_no_sentence_about_rarity_is_written_by_hand(page: Path) -> None:
    """Such a sentence names its run: it is made from counts, between marks."""
    by_hand = re.sub(r"<!-- (.+?) -->.*?<!-- end of .+? -->", "", page.read_text("utf-8"), flags=re.DOTALL)

    assert [] == RARITY.findall(by_hand)


def test_every_finding_has_a_case_unless_its_host_refuses_the_group() -> None:
    assert NO_CASE == {one for one, row in ROWS.items() if not row.client.cases}


@pytest.mark.parametrize("row", [pytest.param(row, id=one) for one, row in ROWS.items() if row.client.cases])
def test_case_matches_the_findings_laws_and_client(row: FindingRow) -> None:
    name = row.client.implementation

    assert case_of(row).law in row.finding.laws
    assert name in (client_of(row.client.target), "museum") or row.client.target.startswith("wire:")


@each_fault
def test_file_and_case_agree_on_the_path_and_its_newest_release(row: FindingRow) -> None:
    """`assay check --case` searches it. A shown path has a life and its story."""
    known, path = row.client.path, case_of(row).path
    newest = {release_of(target) for target in implementations().get(row.client.implementation, ())}

    assert path is not None
    assert (known.status == "constructed") <= (path.status != "shown")
    assert (path.status == "shown") == (path.life is not None) == bool(path.story)
    assert known.members >= 1
    assert known.events >= 0
    assert row.client.last in newest | {ON_WIRE.get(row.client.implementation, "")}


@each_fault
def test_fault_has_a_short_title_and_a_section_with_all_its_parts(row: FindingRow) -> None:
    """Or a shared page, which has them once. Reports for librdkafka without its checklist are closed."""
    place, one = PLACES[row.client.id], row.client.id
    assert place != INDEX
    page = (FINDINGS / place).read_text("utf-8")
    own, section = section_of(one, page) or "", section_of(one, page) or page

    assert [] == [name for name, part in PARTS.items() if not re.search(part, section, re.MULTILINE)]
    assert len(row.finding.title) <= LONGEST_TITLE
    assert (row.client.path.source == "broker") <= ("**On a real broker" in section)
    report = own.partition("<details><summary>Report")[2]
    assert row.client.implementation != "librdkafka" or "Checklist" in report


@each_fault
def test_report_names_every_client_that_its_history_needs(row: FindingRow) -> None:
    """A shared page has one report for each client that is to be told."""
    mixed, _, others = row.client.who.partition("mixed: ")
    page = (FINDINGS / PLACES[row.client.id]).read_text("utf-8")
    report = (section_of(row.client.id, page) or page).partition("<details><summary>Report")[2]
    needed = [] if mixed else re.findall(r"[a-z]+(?:-[a-z]+)*", others.partition(" before ")[0])

    assert [] == [name for name in needed if not any(word in report for word in (name, *ALSO_CALLED.get(name, ())))]


def test_every_finding_says_its_reason_its_releases_and_what_was_searched() -> None:
    upstream = {row.client.id: row.client.upstream for row in FAULTS}

    assert [] == [one for one, row in ROWS.items() if "TODO" in (row.finding.why or "")]
    assert [] == [one for one, row in ROWS.items() if "?" in (row.client.first, row.client.last)]
    assert [] == [one for one, said in upstream.items() if not said.searched or not said.changes]


@pytest.mark.parametrize("row", [pytest.param(row, id=one) for one, row in ROWS.items() if one.startswith(MUSEUM)])
def test_entry_of_the_museum_has_its_small_case_and_its_section(row: FindingRow) -> None:
    """Its target is the faulty release, and its law is the entry's."""
    _, _, rest = (FINDINGS.parent / "museum.md").read_text("utf-8").partition(f'<a id="{row.client.id}"></a>')
    case, section = case_of(row), rest.partition('<a id="')[0]

    faulty, fixed = parse_target(row.client.target), row.client.fixed or ""
    targets = [case.target, faulty.at_release(fixed).text if faulty.is_released else fixed]
    assert row.client.target == case.target
    assert f"`{case.law}`" in section
    assert [f"$ assay check {target} --case {row.client.cases[0]}" for target in targets] == [
        line for line in section.splitlines() if line.startswith("$ assay check")
    ]
    assert row.finding.title in section
    assert len(case.group.members) <= MOST_MEMBERS
    assert sum(topic.partitions for topic in case.group.topics) <= MOST_PARTITIONS


def test_pages_and_cases_show_what_was_seen_on_a_real_broker() -> None:
    seen = {line["finding"]: line for line in read_lines(FINDINGS / "broker.jsonl") if line["seen"]}
    cases = {one: case_of(row) for one, row in PRESENT.items() if row.client.cases}
    sources = {one for one, case in cases.items() if case.path is not None and case.path.source == "broker"}

    assert HISTORIES.keys() <= seen.keys()
    assert seen.keys() | BROKER_BY_HAND == sources
    for name, line in seen.items():
        excerpt = "\n".join(line["excerpt"])
        assert f"```\n{excerpt}\n```" in (FINDINGS / PLACES[name]).read_text("utf-8"), name
