"""
The newest release of every implementation on very many groups: what breaks, counted by kind.

    python -m studies every_alarm --groups 50000 --seed 0

A kind is no error here: it is examined, and listed in the findings (`docs/findings/`) or mended in the law. Finished
stretches (`studies.alarms.alarm_kinds`) are lines of `--out`, and are not run again when the same command is given once
more; several runs with different `--implementation`s may go side by side, each with an `--out` of its own. What came
out is told by `alarm_page`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from kafka_assay.properties.strategies.families import FAMILIES
from studies.alarms.alarm_kinds import KindOutcome, run_stretch
from studies.alarms.no_false_alarm import AlarmRun, cases_folder
from studies.family_run import FamilyStretch
from studies.newest_releases import IMPLEMENTATION_OF, IMPLEMENTATIONS


class EvenFamilyRun(AlarmRun[KindOutcome]):
    """
    A run in which every implementation gets as many groups, in equal shares over its assignors, and none runs ahead.
    """

    def share(self, name: str) -> int:
        """See `FamilyRun.share`."""
        return -(-self.groups // len(IMPLEMENTATIONS[IMPLEMENTATION_OF[name]]))

    def next_stretch(self, family: str) -> FamilyStretch | None:
        """What is to be run next in `family`: with those targets that have least of their share."""
        stretch = super().next_stretch(family)
        if stretch is None:
            return None
        done = {target: sum(self.count_groups(target, family)) / self.share(target) for target in stretch.names}
        least = min(done.values())
        behind = tuple(target for target in stretch.names if done[target] <= least + self.draws / self.groups)
        return replace(stretch, names=behind)


def options(parser: ArgumentParser) -> None:
    """See `studies.__main__`."""
    parser.add_argument("--groups", type=int, default=50_000, help="for each implementation, over all its assignors")
    parser.add_argument("--seed", type=int, default=0, help="of the first stretch; the others count on from it")
    parser.add_argument("--draws", type=int, default=100, help="in a stretch")
    parser.add_argument("--implementation", action="append", choices=IMPLEMENTATIONS, help="only this one (repeatable)")
    parser.add_argument("--target", action="append", choices=IMPLEMENTATION_OF, help="only this one (repeatable)")
    parser.add_argument("--inputs", action="append", help="only this family (repeatable)")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("every-alarm.jsonl"), help="finished stretches")


def run(args: Namespace) -> None:
    """Run what is missing."""
    chosen = args.implementation or IMPLEMENTATIONS
    names = args.target or [target for name in chosen for target in IMPLEMENTATIONS[name]]
    run_ = EvenFamilyRun(names, args.inputs or list(FAMILIES), groups=args.groups, seed=args.seed, draws=args.draws)
    run_.resume(args.out, KindOutcome)
    perform = partial(run_stretch, cases=cases_folder(args.out))
    with ProcessPoolExecutor(args.processes) as pool:
        for _ in run_.finish(args.out, perform, pool, args.processes):
            pass
