"""
Put very many groups of all families to every reference: no promise breaks unexpectedly.

    python -m studies no_false_alarm --groups 200000 --seed 0

The groups are those that the seeded generator draws, and are judged as a check judges them: a costly law is asked on
its share of the groups, and a law that a kept one decides is not evaluated again. `--every-law` asks and evaluates all.
Finished stretches (`studies.alarms.alarm_stretch`) are written to `--out` line by line; the same command skips them.
The exit code is 1 on any undeclared break of a promise, or on any undecided verdict.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from kafka_assay.assignors.registry import reference_names
from kafka_assay.properties.strategies.families import FAMILIES, family_called
from studies.alarms.alarm_stretch import AlarmOutcome, run_stretch
from studies.family_run import FamilyRun
from studies.output import table_head, table_row

Counted = TypeVar("Counted", bound=AlarmOutcome)


class AlarmRun(FamilyRun[Counted]):
    """A run that counts groups, verdicts and alarms. Families get their groups by the weights of a check."""

    def weight(self, family: str) -> int:
        """See `FamilyRun.weight`."""
        return family_called(family).weight

    def groups_in(self, outcome: Counted) -> Mapping[str, int]:
        """See `FamilyRun.groups_in`."""
        return outcome.groups

    def alarms(self) -> list[str]:
        """All alarms of the run."""
        return [alarm for outcome in self.outcomes() for alarm in outcome.all_alarms()]


def table(run_: AlarmRun[AlarmOutcome]) -> list[str]:
    """The run as a table: the groups, verdicts, declared failures and alarms of each reference."""
    lines = [table_head("reference", ">groups", ">verdicts", "broken as declared", ">alarms")]
    outcomes = list(run_.outcomes())
    for name in run_.names:
        groups = sum(one.groups.get(name, 0) for one in outcomes)
        verdicts = sum(one.verdicts.get(name, 0) for one in outcomes)
        declared = sorted({f"{law} ({one.family})" for one in outcomes for law in one.expected.get(name, ())})
        alarms = sum(len(one.alarms.get(name, ())) for one in outcomes)
        lines.append(table_row(f"`{name}`", f"{groups:,}", f"{verdicts:,}", ", ".join(declared) or "—", alarms))
    return lines


def cases_folder(out: Path) -> Path:
    """The folder for the cases of a run, beside its record."""
    return Path(f"{out.with_suffix('')}-cases")


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
    run_: AlarmRun[AlarmOutcome] = AlarmRun(
        names, args.inputs or list(FAMILIES), groups=args.groups, seed=args.seed, draws=args.draws
    )
    run_.resume(args.out, AlarmOutcome)
    perform = partial(run_stretch, cases=cases_folder(args.out), every_law=args.every_law)
    try:
        with ProcessPoolExecutor(args.processes) as pool:
            for outcome in run_.finish(args.out, perform, pool, args.processes):
                print("".join(f"{alarm}\n" for alarm in outcome.all_alarms()), end="", flush=True)
    finally:
        print("\n".join(table(run_)))
    return 1 if run_.alarms() else 0
