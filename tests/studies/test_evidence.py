"""The page of evidence and the studies that make its records, on few groups."""

from __future__ import annotations

import shutil
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from studies.evidence import planted_faults
from studies.evidence.evidence_record import FOLDER, EvidenceTable, publish, read_evidence
from studies.evidence.mutation_score import check_mutant, score_table
from studies.evidence.oracle_rivals import ORACLE, RIVALS, rivals_table
from studies.evidence.planted_faults import PlantedOutcome, check_fault, outcomes_table
from studies.evidence.search_speed import BEFORE, NOW, rates_table, search_rate
from tests.support.planted.fault import ROUND_ROBIN, Fault, Programs

FAULT = Fault("often", "python", "", "clean")


def outcome(seed: int, *laws: str, size: tuple[int, int] = (0, 0), fault: str = "fast-path") -> PlantedOutcome:
    members, partitions = size
    return PlantedOutcome(fault=fault, seed=seed, groups=1000, laws=laws, members=members, partitions=partitions)


@pytest.mark.parametrize(
    ("found", "rate"),
    [
        ('"groups_per_second": 7.5', 7.5),
        # Version 0.1.0 prints no rate.
        ('"groups": 540, "seconds": 10, "cells": []', 54),
        ('"groups": 540, "seconds": 10, "cells": [{"verdict": "broken", "expected": "known"}]', 60),
        ('"groups": 540, "seconds": 10, "cells": [{"verdict": "broken", "expected": null}]', 90),
    ],
)
def test_another_version_is_measured_by_its_own_code(
    found: str, rate: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a `PYTHONPATH` it would import the code of this one."""
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n[ -z \"$PYTHONPATH\" ] && echo '{{{found}}}'\n", "utf-8")
    python.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    assert rate == search_rate(str(python), "range", 1, 0)


def test_new_result_keeps_the_question(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "search-speed.jsonl", tmp_path)
    table = EvidenceTable(table="T", columns=("a", ">b"), rows=(("x", "1"),), shown=True)
    before = read_evidence(tmp_path / "search-speed.jsonl")

    publish("search-speed", Namespace(write=True, command="new --write"), "faster", [table], folder=tmp_path)

    after = read_evidence(tmp_path / "search-speed.jsonl")
    assert (table,) == after.tables
    assert ("faster", "new") == (after.header["result"], after.header["command"])
    assert all(before.header[key] == after.header[key] for key in ("question", "how"))


def test_obvious_mutant_is_found_with_the_smallest_proof() -> None:
    """One member, one partition."""
    found = check_mutant("counts-from-one", seconds=1.5, seed=0)

    assert (1, 1) == found.own_proof
    assert ("counts-from-one", "only-existing-partitions", "1 x 1") == score_table([found]).rows[0][:3]


@pytest.mark.integration
def test_common_fault_is_found_and_made_small() -> None:
    """It hits about one group in twenty. The smallest one has one member and five partitions."""
    found = check_fault(FAULT, "python:tests.support.planted.python_roundrobin:OftenWrong", seconds=8.0, seed=1)

    assert "nothing-left-out" in found.laws
    assert (1, 5) == (found.members, found.partitions)
    assert found.is_small


def test_large_counterexample_is_found_but_not_small() -> None:
    found, large = outcome(1, "nothing-left-out", size=(4, 8)), outcome(2, "nothing-left-out", size=(5, 2))

    both = outcomes_table("all", [found, large, outcome(3)]).rows[-1]

    assert ("**all**", "", "3", "2", "1", "5 x 2", "1,000", "nothing-left-out") == both


def test_faults_take_turns_and_an_interrupted_run_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def checked(fault: Fault, target: str, seconds: float, seed: int) -> PlantedOutcome:
        del target, seconds
        asked.append((fault.name, seed))
        return outcome(seed, fault=fault.name)

    monkeypatch.setattr(planted_faults, "check_fault", checked)
    faults = ROUND_ROBIN[:2]
    args = Namespace(out=tmp_path / "x.jsonl", seconds=60.0, seed=0, seeds=1, command="")

    list(planted_faults.check_missing(faults, args, Programs(tmp_path)))
    args.seeds = 3
    list(planted_faults.check_missing(faults, args, Programs(tmp_path)))

    first, second = (fault.name for fault in faults)
    assert [(first, 0), (second, 1), (first, 2)] == asked


def test_speed_is_compared_by_pairs() -> None:
    table = rates_table({("range", NOW): [100.0, 300.0], ("range", BEFORE): [50.0, 100.0]})

    assert (("`range`", "75", "200", "x2.5", "x2.0", "x3.0"),) == table.rows


def test_rival_without_an_answer_does_not_count() -> None:
    def point(target: str, seconds: float | None, squares: int = 10) -> dict[str, Any]:
        figures = {"sum_of_squares": squares, "optimal_sum_of_squares": 10, "seconds": seconds}
        return {"target": target, "workload": "w", "partitions": 1000, **figures}

    franz, uniform = RIVALS.values()
    table = rivals_table([point(ORACLE, 0.002), point(franz, 0.02, squares=12), point(uniform, None)])

    assert (("1,000", "1", "2", "x10", "1 of 1", "–", "0 of 0"),) == table.rows
