from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from kafka_assay.properties.registry import LAW_BY_ID
from studies.findings.finding_pages import (
    FINDINGS,
    PATHS,
    SEVERITIES,
    Finding,
    SharedPage,
    findings,
    pages,
    shared_pages,
)
from studies.findings.findings_index import INDEX, LONGEST_TITLE, place_of_ids, tables
from studies.findings.withdrawn_findings import WITHDRAWN
from studies.newest_releases import IMPLEMENTATION_OF
from studies.output import ROOT

EVERY = list(findings())
PLACES = place_of_ids()
SECTIONS = [one for one in EVERY if one.page == one.implementation]
PUBLISHED = {
    "aiokafka": 5,
    "franz-go": 3,
    "kacrab": 3,
    "kafka-clients": 8,
    "kafka-go": 2,
    "kafka-group-coordinator": 2,
    "kafka-node": 4,
    "kafka-python": 7,
    "kafkajs": 4,
    "librdkafka": 10,
    "no-kafka": 2,
    "platformatic": 5,
    "sarama": 4,
}
"""Number of ids ever published for each implementation, numbered from 1. Ids are not reused."""

PARTS = {
    "severity": rf"^\* Severity: ({'|'.join(SEVERITIES)})(?![\w-])",
    "path": rf"^\* Path to this group: ({'|'.join(PATHS)})(?![\w-])",
    "law": r"^\* Law: `[a-z-]+`",
    "since": r"^\* Since: \S",
    "upstream": r"^\* Upstream: \S",
    "how a group gets there": r"^\*\*How a group gets there\.\*\* ",
    "consequence": r"^\*\*Consequence\.\*\* ",
    "rule": r"^\*\*Rule\.\*\* ",
    "cause": r"^\*\*Cause\.\*\* ",
    "bisected": r"`assay bisect \S+\.\.\S* docs/results/findings/cases/",
    "replay": r"^assay check .*--case docs/results/findings/cases/",
    "report": r"^<details><summary>Report, ready to file</summary>",
    "report's versions": r"^(\*\*)?Versions:(\*\*)? ",
    "report's severity": r"Severity:(\*\*)? (?=[^\n]*\w)",
    "report's path": r"(?<!\* )Path:(\*\*)? ",
    "report's steps": r"^(\*\*)?Steps:(\*\*)?",
    "report's code": r"^<details>(.|\n)*^```",
    "expected": r"^(\*\*)?Expected:(\*\*)? ",
    "actual": r"Actual:",
    "report's cause": r"Cause:(\*\*)? ",
    "suggestion": r"Suggestion:(\*\*)? ",
}
"""The parts of every section, as regular expressions."""

each_finding = pytest.mark.parametrize("finding", [pytest.param(one, id=one.id) for one in EVERY])
each_section = pytest.mark.parametrize("section", [pytest.param(one, id=one.id) for one in SECTIONS])


def test_every_published_id_is_in_one_place() -> None:
    """On its implementation's page, on a shared page, or withdrawn."""
    published = [f"{name}-{number}" for name, count in PUBLISHED.items() for number in range(1, count + 1)]

    assert Counter(published) == Counter([one.id for one in EVERY] + [one.id for one in WITHDRAWN])


def test_page_has_its_own_findings_in_order() -> None:
    assert pages()
    for page in pages():
        mine = [one for one in EVERY if one.page == page.stem]
        assert {page.stem} >= {one.implementation for one in mine}
        assert sorted(mine, key=lambda one: int(one.id.rpartition("-")[2])) == mine


def test_every_case_belongs_to_a_finding() -> None:
    own = {one.case_file for one in EVERY}
    others = set((FINDINGS / "cases").glob("*.json")) - own

    assert not [file for file in own if not file.is_file()]
    assert not [
        file for file in others if not any(f" --case docs/results/findings/cases/{file.name}" in one.text for one in EVERY)
    ]


def test_every_withdrawn_case_has_a_file() -> None:
    assert {one.case_file for one in WITHDRAWN} == set((FINDINGS / "withdrawn").glob("*.json"))


@each_finding
def test_case_matches_the_findings_name_law_and_target(finding: Finding) -> None:
    case = finding.read_case()

    assert ROOT / "docs" / "results" / "findings" / "cases" / f"{finding.id}.json" == finding.case_file
    assert case.law in LAW_BY_ID
    assert finding.law == case.law
    assert finding.implementation == IMPLEMENTATION_OF[finding.target]


@each_finding
def test_page_and_case_agree_on_the_path(finding: Finding) -> None:
    """`python -m studies finding_paths` searches it. A policy says nothing about its path."""
    path = finding.read_case().path

    assert path is not None
    assert not finding.path or (finding.path == "shown") == (path.status == "shown")
    assert (path.status == "shown") == (path.life is not None) == bool(path.story)


@each_section
def test_section_has_all_its_parts(section: Finding) -> None:
    """A consumer program on the wire has no releases to bisect."""
    missing = [name for name, part in PARTS.items() if not re.search(part, section.text, flags=re.MULTILINE)]

    assert (["bisected"] if section.target.startswith("wire:") else []) == missing


@pytest.mark.parametrize("page", shared_pages(), ids=lambda page: page.page)
def test_shared_page_has_rows_of_several_clients(page: SharedPage) -> None:
    assert page.sentence
    assert len({one.implementation for one in page.rows}) > 1
    assert page.is_policy or (page.severity in SEVERITIES and page.path in PATHS)


@pytest.mark.parametrize("name", tables())
def test_index_matches_the_pages(name: str) -> None:
    """`python -m studies findings_index --write` writes it."""
    part = INDEX.read_text(encoding="utf-8").partition(f"<!-- {name} -->")[2].partition(f"<!-- end of {name} -->")[0]

    assert "\n".join(tables()[name]) == part.strip()


@pytest.mark.parametrize("page", sorted(FINDINGS.parent.rglob("*.md")), ids=lambda page: page.name)
def test_link_to_an_id_leads_to_its_page(page: Path) -> None:
    links = re.findall(r"\[([a-z-]+-\d+)\]\(([^)]*)\)", page.read_text(encoding="utf-8"))

    assert [] == [link for name, link in links if name in PLACES and (_file(link) or page.name) != _file(PLACES[name])]


def _file(link: str) -> str:
    return Path(link.partition("#")[0]).name


@each_finding
def test_title_is_short(finding: Finding) -> None:
    assert len(finding.sentence) <= LONGEST_TITLE


def test_index_is_sorted_by_severity_and_status() -> None:
    for name in ("index", "robustness"):
        rows = [[cell.strip() for cell in line.split("|")[2:4]] for line in tables()[name][1:]]

        assert {path == "shown" for _, path in rows} == {name == "index"}
        assert sorted(rows, key=lambda row: (SEVERITIES.index(row[0]), PATHS.index(row[1]))) == rows
