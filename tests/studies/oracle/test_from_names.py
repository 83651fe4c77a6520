from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.benchmarks.workload import Workload
from studies.oracle import from_names
from studies.oracle.from_names import (
    conversion_rows,
    group_document,
    measure_process,
    process_rows,
    stage_rows,
    take_turns,
)
from studies.speed.checkout import HERE, Checkout

if TYPE_CHECKING:
    from collections.abc import Sequence


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with a small group."""
    path = tmp_path / "RANDOM_HALF.json"
    path.write_text(json.dumps(group_document("RANDOM_HALF", member_count=5, topic_count=4, each=3)))
    return path


@pytest.mark.parametrize(("kind", "subscriptions"), [("RANDOM_HALF", 1_000), ("HETEROGENEOUS", 5)])
def test_group_has_the_size_in_the_table(kind: str, subscriptions: int) -> None:
    group = group_from_json(group_document(kind))

    assert (1_000, 100, 100_000) == (len(group.members), len(group.topics), len(valid_owners(group)))
    assert subscriptions == len({member.subscription for member in group.members})


def test_conversions_are_timed_for_each_kind_with_and_without_owners() -> None:
    small = Workload(member_count=10, partitions_to_member_ratio=5, topic_count=5)

    _, _, *rows = "\n".join(conversion_rows([HERE], 1, small)).splitlines()

    assert 8 == len(rows)
    assert ("RANDOM_HALF", "everything") == tuple(rows[-1].strip("| ").split(" | ")[:2])
    assert all(row.strip("| ").split(" | ")[-1].isdigit() for row in rows)


def test_processes_and_stages_are_timed(file: Path) -> None:
    _, _, *processes = "\n".join(process_rows([HERE], 1, [file])).splitlines()
    _, _, *stages = "\n".join(stage_rows([HERE], 1, [file])).splitlines()

    assert ["text", "JSON"] == [row.split(" | ")[1] for row in processes]
    assert ["| start Python, import the command", "| write JSON"] == [
        row.split(" | ")[0] for row in stages[:: len(stages) - 1]
    ]


def test_group_without_a_proof_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="non-zero exit status"):
        measure_process(HERE, tmp_path / "no-such-file.json", [])


def test_versions_take_turns_and_the_first_round_does_not_count() -> None:
    asked: list[str] = []

    def measure(checkout: Checkout) -> int:
        asked.append(checkout.name)
        return len(asked)

    older = Checkout(name="older", python=Path("python"), old=True)

    assert [[4, 5], [3, 6]] == take_turns([older, HERE], 2, measure)
    assert ["older", "now", "now", "older", "older", "now"] == asked


def test_older_version_is_run_without_our_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/here")

    assert "/here" == HERE.variables()["PYTHONPATH"]
    assert "PYTHONPATH" not in Checkout(name="older", python=Path("python"), old=True).variables()


def test_study_measures_only_what_is_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def rows(checkouts: Sequence[Checkout], rounds: int) -> list[str]:
        return [f"{[one.name for one in checkouts]} {rounds}"]

    monkeypatch.setattr(from_names, "conversion_rows", rows)
    monkeypatch.setattr(from_names, "FILES", ())

    from studies.__main__ import main

    assert 0 == main(["from_names", "--only", "conversion", "--rounds", "3"])
    assert "['now'] 3" == capsys.readouterr().out.strip()
