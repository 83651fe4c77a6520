"""Tests of the findings: each page says where its faults are shown, and each is shown again, here and now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.interface import Target
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check_group
from studies.findings.finding_pages import FINDINGS, Finding, findings, pages
from studies.findings.findings_index import INDEX, index_lines
from studies.newest_releases import IMPLEMENTATION_OF
from studies.output import ROOT
from tests.assignors.hosted.real_hosts import had_or_skipped

EVERY = list(findings())
MISSING = ("not on the PATH", "offline", "needs Java", "kafka-assay[spark]")
TRIES = 5
"""Some answer by chance: a finding about one of these need not show at the first try."""

PARTS = {
    "since": r"^(\* )?Since: \S",
    "how a group gets there": r"^\*\*How a (live )?group gets (here|there)\.\*\* ",
    "why it is a fault": r"^\*\*(The rule|Why it is a fault)\.\*\* ",
    "bisected": r"`assay bisect \S+\.\.\S* docs/findings/cases/",
    "replay": r"^assay check .*--case docs/findings/cases/",
    "report": r"^<details><summary>Report, ready to file</summary>",
    "expected": r"^(\*\*)?Expected:(\*\*)? ",
    "actual": r"Actual:",
    "suggestion": r"^(\*\*)?Suggestion:(\*\*)? ",
}
"""What every section holds, and how it is told."""

each_finding = pytest.mark.parametrize(
    "finding", [pytest.param(one, id=one.id, marks=pytest.mark.xdist_group(one.implementation)) for one in EVERY]
)


@pytest.fixture(scope="module")
def opened() -> Iterator[Callable[[str, int], Target]]:
    """What opens a target, once for all findings about it; the test is skipped by name where it cannot be had here."""
    targets: dict[tuple[str, int], Target] = {}

    def asked_for(text: str, seed: int) -> Target:
        if (text, seed) not in targets:
            targets[text, seed] = had_or_skipped(text, lambda: open_target(text, seed=seed), MISSING)
        return targets[text, seed]

    yield asked_for
    for target in targets.values():
        target.close()


def test_ids_are_the_pages_own_and_come_once() -> None:
    """A page holds the findings of the implementation that it is named after, numbered from 1 on."""
    assert pages()
    for page in pages():
        mine = [one.id for one in EVERY if one.implementation == page.stem]
        assert [f"{page.stem}-{number}" for number in range(1, len(mine) + 1)] == mine


def test_every_case_is_a_findings() -> None:
    """No file among the cases is left over."""
    assert {one.case_file for one in EVERY} == set((FINDINGS / "cases").glob("*.json"))


@each_finding
def test_a_finding_names_its_case_and_its_law(finding: Finding) -> None:
    """The case is called like the finding, and its law and target are those that the section names."""
    case = finding.read_case()

    assert ROOT / "docs" / "findings" / "cases" / f"{finding.id}.json" == finding.case_file
    assert case.law in LAW_BY_ID
    assert finding.law == case.law
    assert finding.implementation == IMPLEMENTATION_OF[finding.target]


@each_finding
def test_a_finding_has_all_its_parts(finding: Finding) -> None:
    """
    Since when, how a live group gets there, why it is a fault, what was bisected, the replay, and a report to file.
    """
    missing = [name for name, part in PARTS.items() if not re.search(part, finding.text, flags=re.MULTILINE)]

    assert [] == missing


@each_finding
def test_a_finding_shows_again(finding: Finding, opened: Callable[[str, int], Target]) -> None:
    """Its law is broken when its case is asked anew."""
    case = finding.read_case()
    target = opened(finding.target, case.seed)

    words = set()
    for _ in range(TRIES):
        record = check_group(target, case.example, inputs=case.inputs, laws=[LAW_BY_ID[case.law]], seed=case.seed)
        words |= {cell.verdict for cell in record.cells}
        if "broken" in words:
            break

    assert "broken" in words


def test_the_index_is_what_the_pages_say() -> None:
    """`python -m studies findings_index --write` makes it anew."""
    assert index_lines(EVERY) == [line for line in INDEX.read_text(encoding="utf-8").splitlines() if line[:3] == "| ["]
