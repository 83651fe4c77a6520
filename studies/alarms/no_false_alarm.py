"""
Put very many groups of all families to every reference: no promise breaks unexpectedly.

    python -m studies no_false_alarm --groups 200000 --seed 0

The groups are those that the seeded generator draws, and are judged as a check judges them: a costly law is asked on
its share of the groups, and a law that a kept one decides is not evaluated again. `--every-law` asks and evaluates all.
The run goes in stretches: a number of groups of one family, drawn once for all references. Finished stretches are
written to `--out` line by line; the same command skips them. The exit code is 1 on any undeclared break of a promise,
or on any undecided verdict.
"""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life_run import Example
from kafka_assay.assignors.registry import reference_names
from kafka_assay.properties.input_families import FAMILIES, family_called
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.records.case_format import case_to_json
from kafka_assay.properties.registry import LAW_BY_ID, promised_laws
from kafka_assay.properties.search.check import check_group
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.verdict import Broken, NotApplicable, NotDue, Undecided
from studies.family_run import FamilyOutcome, FamilyRun, FamilyStretch
from studies.output import table_head, table_row


@dataclass(slots=True, kw_only=True)
class AlarmOutcome(FamilyOutcome):
    """
    The counts of a stretch by reference: groups, verdicts, declared failures of each law, and alarms.

    An alarm is a reference, and a broken law that it does not declare or an undecided verdict.
    """

    groups: dict[str, int] = field(default_factory=dict)
    verdicts: dict[str, int] = field(default_factory=dict)
    expected: dict[str, dict[str, int]] = field(default_factory=dict)
    alarms: list[tuple[str, str]] = field(default_factory=list)


class AlarmRun(FamilyRun[AlarmOutcome]):
    """A run that counts groups, verdicts and alarms. Families get their groups by the weights of a check."""

    def weight(self, family: str) -> int:
        """See `FamilyRun.weight`."""
        return family_called(family).weight

    def groups_in(self, outcome: AlarmOutcome) -> Mapping[str, int]:
        """See `FamilyRun.groups_in`."""
        return outcome.groups

    def alarms(self) -> list[str]:
        """All alarms of the run."""
        return [alarm for outcome in self.outcomes() for _, alarm in outcome.alarms]


def run_stretch(stretch: FamilyStretch, cases: Path, *, every_law: bool = False) -> AlarmOutcome:
    """Put every draw of the stretch to every reference. Write the cases of alarms into the folder `cases`."""
    start = time.monotonic()
    outcome = AlarmOutcome(family=stretch.family, seed=stretch.seed)
    for number in range(stretch.draws):
        example = drawn_example(stretch.family, stretch.seed, number)
        for name in stretch.names:
            _judge(name, example, None if every_law else number, cases, outcome)
    outcome.seconds = round(time.monotonic() - start, 1)
    return outcome


def _judge(name: str, example: Example, number: int | None, cases: Path, outcome: AlarmOutcome) -> None:
    target, last = _open_reference(name), None
    laws = promised_laws(target.promises)
    for finding in judge_example(target, laws, example, family=outcome.family, number=number):
        law, verdict, rebalance = finding[:3]
        _count(outcome.groups, name, int(rebalance is not last))
        _count(outcome.verdicts, name, int(not isinstance(verdict, NotApplicable | NotDue)))
        last = rebalance
        match verdict:
            case Broken() if finding.expected is not None:
                _count(outcome.expected.setdefault(name, {}), law.id)
            case Broken() | Undecided():
                said = f"undecided ({verdict.reason})" if isinstance(verdict, Undecided) else "broken"
                command = _repeat_command(target, law.id, rebalance, cases, outcome)
                outcome.alarms.append((name, f"{said} {law.id}: {command}"))


def _count(counts: dict[str, int], name: str, more: int = 1) -> None:
    counts[name] = counts.get(name, 0) + more


@cache
def _open_reference(name: str) -> Target:
    return open_target(name)  # Stays open as long as this process: the second process of some questions starts slowly.


def _repeat_command(target: Target, law: str, rebalance: Rebalance, cases: Path, outcome: AlarmOutcome) -> str:
    """The command that repeats an alarm. The case is asked once more, alone, and written to a file."""
    family, seed = outcome.family, outcome.seed
    record = check_group(target, rebalance.example, laws=[LAW_BY_ID[law]], inputs=family, seed=seed)
    for case in (cell.counterexample for cell in record.cells if cell.counterexample is not None):
        path = cases / f"{target.name}-{law}-{family}-{seed}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(case_to_json(case), ensure_ascii=False), encoding="utf-8")
        return f"assay check {target.name} --case {path}"
    return f"{target.name}, {family}, seed {seed}; asked alone, it is not broken"


def table(run_: AlarmRun) -> list[str]:
    """The run as a table: the groups, verdicts, declared failures and alarms of each reference."""
    lines = [table_head("reference", ">groups", ">verdicts", "broken as declared", ">alarms")]
    outcomes = list(run_.outcomes())
    for name in run_.names:
        groups = sum(one.groups.get(name, 0) for one in outcomes)
        verdicts = sum(one.verdicts.get(name, 0) for one in outcomes)
        declared = sorted({f"{law} ({one.family})" for one in outcomes for law in one.expected.get(name, ())})
        alarms = sum(reference == name for one in outcomes for reference, _ in one.alarms)
        lines.append(table_row(f"`{name}`", f"{groups:,}", f"{verdicts:,}", ", ".join(declared) or "—", alarms))
    return lines


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--groups", type=int, default=200_000, help="groups for each reference, over all families")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first stretch; later ones count up")
    parser.add_argument("--draws", type=int, default=500, help="draws in a stretch")
    parser.add_argument("--reference", action="append", help="only this reference (repeatable)")
    parser.add_argument("--inputs", action="append", help="only this family (repeatable)")
    parser.add_argument("--every-law", action="store_true", help="ask and evaluate every law on every group")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("no-false-alarm.jsonl"), help="file of finished stretches")


def run(args: Namespace) -> int:
    """Run the missing stretches, and print the alarms and the table."""
    names = args.reference or [name for name in reference_names() if "@" not in name]
    run_ = AlarmRun(names, args.inputs or list(FAMILIES), groups=args.groups, seed=args.seed, draws=args.draws)
    run_.resume(args.out, AlarmOutcome)
    perform = partial(run_stretch, cases=Path(f"{args.out.with_suffix('')}-cases"), every_law=args.every_law)
    try:
        with ProcessPoolExecutor(args.processes) as pool:
            for outcome in run_.finish(args.out, perform, pool, args.processes):
                print("".join(f"{alarm}\n" for _, alarm in outcome.alarms), end="", flush=True)
    finally:
        print("\n".join(table(run_)))
    return 1 if run_.alarms() else 0
