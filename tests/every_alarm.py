"""
Every alarm: the newest release of every implementation through very many groups, and what breaks is counted by kind.

    python -m tests.every_alarm --groups 50000 --seed 0

A kind is no error here: it is examined, and listed in the findings (`docs/findings/`) or mended in the law. Finished
stretches (`tests.alarm_kinds`) are lines of `--out`, and are not run again when the same command is given once more;
several runs with different `--implementation`s may go side by side, each with an `--out` of its own. What came out is
told by `tests.alarm_page`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.newest_releases import IMPLEMENTATION_OF, IMPLEMENTATIONS
from properties.families import FAMILIES
from tests.alarm_kinds import KindOutcome, run
from tests.no_false_alarm import Run, complete, outcomes_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.alarm_stretch import Stretch

DRAWS = 100
"""Draws in a stretch."""


class EvenRun(Run):
    """
    A run in which every implementation gets as many groups, in equal shares over its assignors, and none runs ahead.
    """

    def share(self, reference: str) -> int:
        """
        How many groups this target is to be put, over all families.
        """
        return -(-self.groups // len(IMPLEMENTATIONS[IMPLEMENTATION_OF[reference]]))

    def next_stretch(self, name: str) -> Stretch | None:
        """
        What is to be run next in the family called `name`: with those targets that have least of their share.
        """
        stretch = super().next_stretch(name)
        if stretch is None:
            return None
        done = {target: sum(self._put(target, name)) / self.share(target) for target in stretch.names}
        least = min(done.values())
        behind = tuple(target for target in stretch.names if done[target] <= least + self.draws / self.groups)
        return type(stretch)(
            names=behind, family=stretch.family, seed=stretch.seed, draws=stretch.draws, cases=stretch.cases
        )


def main(arguments: Sequence[str]) -> int:
    """
    Run what the command line says.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.every_alarm", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--groups", type=int, default=50_000, help="for each implementation, over all its assignors")
    parser.add_argument("--seed", type=int, default=0, help="of the first stretch; the others count on from it")
    parser.add_argument("--draws", type=int, default=DRAWS, help="in a stretch")
    parser.add_argument("--implementation", action="append", choices=IMPLEMENTATIONS, help="only this one (repeatable)")
    parser.add_argument("--target", action="append", choices=IMPLEMENTATION_OF, help="only this one (repeatable)")
    parser.add_argument("--inputs", action="append", help="only this family (repeatable)")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("every-alarm.jsonl"), help="finished stretches")
    args = parser.parse_args(arguments)
    names = args.target or [
        target for name in args.implementation or IMPLEMENTATIONS for target in IMPLEMENTATIONS[name]
    ]
    cases = str(args.out.with_suffix("")) + "-cases"
    families = args.inputs or list(FAMILIES)
    run_ = EvenRun(names, families, groups=args.groups, seed=args.seed, draws=args.draws, cases=cases)
    for outcome in outcomes_in(args.out, KindOutcome):
        run_.take(outcome)
    try:
        complete(run_, args.out, args.processes, run)
    except KeyboardInterrupt:
        sys.stderr.write(f"\ninterrupted: the same command goes on from {args.out}\n")
        return 130
    sys.stderr.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
