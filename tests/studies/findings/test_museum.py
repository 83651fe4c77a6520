"""The museum's entries, and the replay of an invented one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.properties.effect import client_of
from kafka_assay.properties.known.known_findings import KnownAlarm
from kafka_assay.properties.records.case_format import Case, case_to_json
from kafka_assay.properties.trials.trial import TrialStep
from studies.__main__ import main
from studies.findings import museum
from studies.findings.finding_pages import FINDINGS, MUSEUM, FindingRow, finding_rows
from studies.findings.museum import (
    Outcome,
    entry_targets,
    museum_table,
    replay_entry,
    stands,
)
from tests.reports.known import finding_of_client

PAGE = FINDINGS.parent / "museum.md"
ROWS = {one: row for one, row in finding_rows().items() if one.startswith(MUSEUM)}
LEAST_ENTRIES, LEAST_IMPLEMENTATIONS = 15, 5
MEMBERS, PARTITIONS = 4, 8
TEXT = PAGE.read_text("utf-8")
each_entry = pytest.mark.parametrize("row", [pytest.param(row, id=one) for one, row in ROWS.items()])


@pytest.fixture
def row(tmp_path: Path) -> FindingRow:
    """Return an invented entry: KIP-54's rule leaves a partition with both claimants, today's rule with one."""
    group = group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]}, owned={"C0": {"t0": [0]}, "C1": {"t0": [0]}})
    steps = (TrialStep(group=group),)
    case = Case(
        law="one-owner-each",
        inputs="overlapping-claims",
        target="sticky@kip54",
        seed=0,
        versions={},
        steps=steps,
        facts={},
    )
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case_to_json(case)), encoding="utf-8")
    alarm = KnownAlarm(assignors=("sticky",), law=case.law, inputs=(case.inputs,), failure=None)
    finding = finding_of_client("museum-1", "sticky@kip54", fixed="sticky", cases=(str(file),), alarms=(alarm,))
    return finding_rows([finding])["museum-1"]


def with_fix(row: FindingRow, fixed: str) -> FindingRow:
    """Return the entry with another release that has the fix."""
    return replace(row, client=replace(row.client, fixed=fixed))


def test_museum_has_at_least_15_entries_of_5_implementations() -> None:
    assert len(ROWS) >= LEAST_ENTRIES
    assert len({client_of(row.client.target) for row in ROWS.values()}) >= LEAST_IMPLEMENTATIONS


@each_entry
def test_entry_has_its_small_case_and_its_section(row: FindingRow) -> None:
    """Its target is the faulty release, and its law is the entry's."""
    case, (_, _, rest) = row.read_case(), TEXT.partition(f'<a id="{row.client.id}"></a>')
    section = rest.partition('<a id="')[0]

    assert row.client.target == case.target
    assert f"`{case.law}`" in section
    assert [f"$ assay check {target} --case {row.client.cases[0]}" for target in entry_targets(row.client)] == [
        line for line in section.splitlines() if line.startswith("$ assay check")
    ]
    assert row.finding.title in section
    assert len(case.group.members) <= MEMBERS
    assert sum(topic.partitions for topic in case.group.topics) <= PARTITIONS


def test_table_has_a_row_for_each_entry() -> None:
    lines = list(museum_table(ROWS))

    row = "| [1](museum.md#museum-1) | kafkajs | `roundrobin` | `even-when-equal` | needless moves or imbalance |"
    assert len(ROWS) + 1 == len(lines)
    assert f"{row} 0.2.0 to 1.12.0; fixed in 1.13.0 |" in lines


def test_entry_holds_if_the_old_release_breaks_and_the_new_one_keeps(row: FindingRow) -> None:
    turned = replace(row, client=replace(row.client, target="sticky", fixed="sticky@kip54"))

    assert (Outcome("broken"), Outcome("kept")) == replay_entry(row)
    assert [True, False] == [stands(*replay_entry(one)) for one in (row, turned)]


def test_entry_with_an_unavailable_release_is_undecided(row: FindingRow) -> None:
    outcomes = replay_entry(with_fix(row, "python:no_such_module:Assignor"))

    assert ("unavailable", None) == (outcomes[1].word, stands(*outcomes))
    assert stands(Outcome("kept"), outcomes[1]) is False


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [((Outcome("broken"), Outcome("kept")), 0), ((Outcome("broken"), Outcome("unavailable")), 3),
     ((Outcome("kept"), Outcome("kept")), 1)],
)  # fmt: skip
def test_exit_code_is_that_of_the_worst_entry(
    outcomes: tuple[Outcome, Outcome], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(museum, "replay_entry", lambda _: outcomes)

    assert code == main(["museum", "--entry", "1"])
