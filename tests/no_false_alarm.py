"""
No false alarm: every reference through very many groups of all families, and not one promise broken unexpectedly.

    python -m tests.no_false_alarm --groups 200000 --seed 0

Finished stretches (`tests.alarm_stretch`) are written to `--out` line by line, and are not run again when the same
command is given once more. Exit code 1 on any broken promise that was not declared, or on anything left open.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from assignors.registry import reference_names
from properties.families import FAMILIES
from tests.alarm_stretch import Outcome, Stretch, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

DRAWS = 500
"""Draws in a stretch."""
MOST_EMPTY = 3
"""So many stretches in a row that put no group to a reference end the family for it: it may not be put such groups."""

T = TypeVar("T", bound=Outcome)


class Run:
    """
    The whole run: for each family stretch after stretch, until every reference has its share of the groups.
    """

    def __init__(
        self, names: Sequence[str], families: Sequence[str], *, groups: int, seed: int, draws: int, cases: str = "cases"
    ) -> None:
        """
        So many `groups` for each of the `names`, in equal shares over those of the `families` that have any for it,
        with seeds from `seed` on; so many `draws` in a stretch.
        """
        self.names = tuple(names)
        self.families = tuple(families)
        self.groups = groups
        self.seed = seed
        self.draws = draws
        self.cases = cases
        self.done: dict[str, list[Outcome]] = defaultdict(list)

    def take(self, outcome: Outcome) -> None:
        """
        Count a finished stretch, of this run or of an earlier one with the same command.
        """
        if outcome.family in self.families and outcome.seed >= self.seed:
            self.done[outcome.family].append(outcome)

    def next_stretch(self, name: str) -> Stretch | None:
        """
        What is to be run next in the family called `name`; None where every reference has its share there.
        """
        waiting = tuple(reference for reference in self.names if not self._has_its_share(reference, name))
        if not waiting:
            return None
        seed = max((outcome.seed for outcome in self.done[name]), default=self.seed - 1) + 1
        return Stretch(names=waiting, family=name, seed=seed, draws=self.draws, cases=self.cases)

    def _has_its_share(self, reference: str, name: str) -> bool:
        if self._gives_none(reference, name):
            return True
        giving = sum(not self._gives_none(reference, family) for family in self.families)
        return sum(self._put(reference, name)) * giving >= self.share(reference)

    def share(self, reference: str) -> int:
        """
        How many groups `reference` is to be put, over all families.
        """
        return self.groups

    def _gives_none(self, reference: str, name: str) -> bool:
        """
        Whether, as it seems, no group of the family may be put to it.
        """
        put = self._put(reference, name)
        return len(put) >= MOST_EMPTY and not any(put[-MOST_EMPTY:])

    def _put(self, reference: str, name: str) -> list[int]:
        return [outcome.groups[reference] for outcome in self.done[name] if reference in outcome.groups]

    def outcomes(self) -> Iterator[Outcome]:
        """
        Everything that is finished.
        """
        for done in self.done.values():
            yield from done

    def alarms(self) -> list[str]:
        """
        What should not be.
        """
        return [alarm for outcome in self.outcomes() for alarms in outcome.alarms.values() for alarm in alarms]


def complete(run_: Run, out: Path, processes: int, perform: Callable[[Stretch], Outcome] = run) -> None:
    """
    Run what is missing, in several processes, and write each finished stretch to `out`; `perform` runs one.
    """
    start = time.monotonic()
    waiting: dict[Future[Outcome], str] = {}
    with ProcessPoolExecutor(processes) as pool, out.open("a", encoding="utf-8") as file:
        families = list(run_.families)
        while families or waiting:
            while families and len(waiting) < processes:
                name = families.pop(0)
                stretch = run_.next_stretch(name)
                if stretch is not None:
                    waiting[pool.submit(perform, stretch)] = name
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                outcome = future.result()
                run_.take(outcome)
                file.write(json.dumps(asdict(outcome)) + "\n")
                file.flush()
                # To the end of the row: a run that is cut short has seen something of every family.
                families.append(waiting.pop(future))
                _tell(run_, outcome, time.monotonic() - start)


def _tell(run_: Run, outcome: Outcome, seconds: float) -> None:
    for alarms in outcome.alarms.values():
        sys.stdout.writelines(f"{alarm}\n" for alarm in alarms)
    sys.stdout.flush()
    groups = sum(sum(one.groups.values()) for one in run_.outcomes())
    sys.stderr.write(f"\r{groups:,} groups, {seconds:,.0f} s, {outcome.family}".ljust(79))
    sys.stderr.flush()


def table(run_: Run) -> list[str]:
    """
    The run as a table: for each reference its groups, the verdicts on them, what was broken as declared, the alarms.
    """
    lines = ["| reference | groups | verdicts | broken as declared | alarms |", "|---|---:|---:|---|---:|"]
    outcomes = list(run_.outcomes())
    for name in run_.names:
        declared = sorted({f"{law} ({one.family})" for one in outcomes for law in one.expected.get(name, ())})
        groups, verdicts = (sum(count.get(name, 0) for count in counts) for counts in _counts(outcomes))
        alarms = sum(len(one.alarms.get(name, ())) for one in outcomes)
        lines.append(f"| `{name}` | {groups:,} | {verdicts:,} | {', '.join(declared) or '—'} | {alarms} |")
    return lines


def _counts(outcomes: Sequence[Outcome]) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
    return [one.groups for one in outcomes], [one.verdicts for one in outcomes]


def outcomes_in(path: Path, kind: type[T]) -> list[T]:
    """
    The stretches that an earlier run has finished; a last line cut short is left out.
    """
    found: list[T] = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            found.append(kind(**json.loads(line)))
        except json.JSONDecodeError:
            continue
    return found


def main(arguments: Sequence[str]) -> int:
    """
    Run what the command line says, and say what came out.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.no_false_alarm", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--groups", type=int, default=200_000, help="for each reference, over all families")
    parser.add_argument("--seed", type=int, default=0, help="of the first stretch; the others count on from it")
    parser.add_argument("--draws", type=int, default=DRAWS, help="in a stretch")
    parser.add_argument("--reference", action="append", help="only this one (may be repeated)")
    parser.add_argument("--inputs", action="append", help="only this family (may be repeated)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("no-false-alarm.jsonl"), help="finished stretches")
    args = parser.parse_args(arguments)
    names = args.reference or [name for name in reference_names() if "@" not in name]
    cases = str(args.out.with_suffix("")) + "-cases"
    run_ = Run(names, args.inputs or list(FAMILIES), groups=args.groups, seed=args.seed, draws=args.draws, cases=cases)
    for outcome in outcomes_in(args.out, Outcome):
        run_.take(outcome)
    interrupted = False
    try:
        complete(run_, args.out, args.processes)
    except KeyboardInterrupt:
        interrupted = True
        sys.stderr.write(f"\ninterrupted: the same command goes on from {args.out}\n")
    sys.stderr.write("\n")
    sys.stdout.write("\n".join(table(run_)) + "\n")
    if run_.alarms():
        return 1
    return 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
