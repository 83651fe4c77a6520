"""
One stretch of `no_false_alarm`: a number of groups of one family, put to every reference and judged by all laws.

A stretch draws each group once for all references. The groups depend on family, seed and number alone, so each stretch
can be repeated.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.interface import Target
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.judging.law_findings import judge_laws
from kafka_assay.properties.judging.rebalances import Rebalance, run_rebalances
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.case_format import Case, case_to_json
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.search.check import check_group
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.verdict import Broken, Undecided
from studies.family_run import FamilyOutcome, FamilyStretch


@dataclass(slots=True, kw_only=True)
class AlarmOutcome(FamilyOutcome):
    """
    The counts of a stretch by reference: groups, verdicts, declared failures of each law, and alarms.

    An alarm is a broken law that was not declared, or an undecided verdict.
    """

    groups: dict[str, int] = field(default_factory=dict)
    verdicts: dict[str, int] = field(default_factory=dict)
    expected: dict[str, dict[str, int]] = field(default_factory=dict)
    alarms: dict[str, list[str]] = field(default_factory=dict)

    def all_alarms(self) -> list[str]:
        """The alarms of all references."""
        return [alarm for alarms in self.alarms.values() for alarm in alarms]


def run_stretch(stretch: FamilyStretch, cases: Path, *, every_law: bool = False) -> AlarmOutcome:
    """
    Put every draw of the stretch to every reference. Write the cases of alarms into the folder `cases`.

    With `every_law`, all laws are asked and evaluated on every group, otherwise as in a check.
    """
    start = time.monotonic()
    outcome = AlarmOutcome(family=stretch.family, seed=stretch.seed)
    counts = {name: _Counts() for name in stretch.names}
    for number in range(stretch.draws):
        example = drawn_example(stretch.family, stretch.seed, number)
        for name, count in counts.items():
            for rebalance in run_rebalances(_open_references(name), example):
                _judge(name, rebalance, None if every_law else number, stretch, cases, count)
    for name, count in counts.items():
        outcome.groups[name], outcome.verdicts[name] = count.groups, count.verdicts
        if count.declared:
            outcome.expected[name] = dict(count.declared)
        if count.alarms:
            outcome.alarms[_open_references(name).name] = count.alarms
    outcome.seconds = round(time.monotonic() - start, 1)
    return outcome


@dataclass(slots=True, kw_only=True)
class _Counts:
    """The counts of one reference in a stretch."""

    groups: int = 0
    verdicts: int = 0
    declared: Counter[str] = field(default_factory=Counter)
    alarms: list[str] = field(default_factory=list)


def _judge(
    name: str, rebalance: Rebalance, number: int | None, stretch: FamilyStretch, cases: Path, count: _Counts
) -> None:
    """Judge one answer of the reference called `name`. Without a `number`, every law is asked and evaluated."""
    target = _open_references(name)
    count.groups += 1
    for law, verdict, *_ in judge_laws(target, promised_laws(target.promises), rebalance, number=number):
        count.verdicts += verdict is not None
        match verdict:
            case Broken() if find_excuse(target.expected_failures, law.id, stretch.family, rebalance.trial.group):
                count.declared[law.id] += 1
            case Broken():
                count.alarms.append(f"broken {law.id}: {_repeat_command(target, law, rebalance, stretch, cases)}")
            case Undecided(reason):
                command = _repeat_command(target, law, rebalance, stretch, cases)
                count.alarms.append(f"undecided ({reason}) {law.id}: {command}")


@cache
def _open_references(name: str) -> Target:
    # Stays open as long as this process: a reference starts a second process for some questions, and starting it is
    # slow.
    return open_target(name)


def _repeat_command(target: Target, law: Law, rebalance: Rebalance, stretch: FamilyStretch, cases: Path) -> str:
    """The command that repeats an alarm. The case is asked once more, alone, and written to a file."""
    record = check_group(target, rebalance.example, laws=[law], inputs=stretch.family, seed=stretch.seed)
    for case in (cell.counterexample for cell in record.cells if cell.counterexample is not None):
        path = write_case(case, cases / f"{target.name}-{law.id}-{stretch.family}-{stretch.seed}.json")
        return f"assay check {target.name} --case {path}"
    return f"{target.name}, {stretch.family}, seed {stretch.seed}; asked alone, it is not broken"


def write_case(case: Case, path: Path) -> Path:
    """Write `case` to the file `path`, and return `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(case_to_json(case), ensure_ascii=False), encoding="utf-8")
    return path
