"""
Put very many groups to the newest release of every implementation, and count the breaks by kind.

    python -m studies every_alarm --groups 50000 --seed 0

A kind is no error here: a person examines it, then lists it in the findings (`docs/results/findings/`) or fixes the law.
Finished stretches (`studies.alarms.alarm_kinds`) are lines of `--out`; the same command skips them. Several runs with
different `--implementation`s may run side by side, each with its own `--out`. `alarm_page` shows the results.
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
    """A run that puts equally many groups to every implementation, shared equally among its assignors, in step."""

    def share(self, name: str) -> int:
        """See `FamilyRun.share`."""
        return -(-self.groups // len(IMPLEMENTATIONS[IMPLEMENTATION_OF[name]]))

    def next_stretch(self, family: str) -> FamilyStretch | None:
        """The next stretch in `family`: for the targets that have the least of their share."""
        stretch = super().next_stretch(family)
        if stretch is None:
            return None
        done = {target: sum(self.count_groups(target, family)) / self.share(target) for target in stretch.names}
        least = min(done.values())
        behind = tuple(target for target in stretch.names if done[target] <= least + self.draws / self.groups)
        return replace(stretch, names=behind)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument(
        "--groups", type=int, default=50_000, help="groups for each implementation, over all its assignors"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the first stretch; later ones count up")
    parser.add_argument("--draws", type=int, default=100, help="draws in a stretch")
    parser.add_argument(
        "--implementation", action="append", choices=IMPLEMENTATIONS, metavar="NAME", help="only this one (repeatable)"
    )
    parser.add_argument(
        "--target", action="append", choices=IMPLEMENTATION_OF, metavar="TARGET", help="only this one (repeatable)"
    )
    parser.add_argument("--inputs", action="append", help="only this family (repeatable)")
    parser.add_argument("--processes", type=int, default=1, help="processes at a time (default 1)")
    parser.add_argument("--out", type=Path, default=Path("every-alarm.jsonl"), help="file of finished stretches")


def run(args: Namespace) -> None:
    """Run the missing stretches."""
    chosen = args.implementation or IMPLEMENTATIONS
    names = args.target or [target for name in chosen for target in IMPLEMENTATIONS[name]]
    run_ = EvenFamilyRun(names, args.inputs or list(FAMILIES), groups=args.groups, seed=args.seed, draws=args.draws)
    run_.resume(args.out, KindOutcome)
    perform = partial(run_stretch, cases=cases_folder(args.out))
    with ProcessPoolExecutor(args.processes) as pool:
        for _ in run_.finish(args.out, perform, pool, args.processes):
            pass
