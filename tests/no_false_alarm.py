"""
No false alarm: every reference through very many groups of all families, and not one promise broken unexpectedly.

    python -m tests.no_false_alarm --groups 200000 --seed 0

A stretch is one check of one reference in one family, with a seed of its own: what it says is a function of that seed,
so each can be repeated alone. Finished stretches are written to `--out` line by line, and are not run again when the
same command is given once more. Exit code 1 on any broken promise that was not declared, or on anything left open.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assignors.hosted.opening import open_target
from assignors.registry import reference_names
from properties.check import check
from properties.families import FAMILIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future

    from properties.record import CheckRecord

EXAMPLES = 400
"""Groups for each law in a stretch; where a law means little, more groups are drawn for it."""
HOURS = 36_000.0
MOST_EMPTY = 3
"""So many stretches in a row that put no group to a reference end the family: it may not be put such groups."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """
    What is run at once: one reference, one family, one seed, so many examples for each law.
    """

    name: str
    family: str
    seed: int
    examples: int = EXAMPLES


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """
    What a stretch gave: how many groups, which cells were broken as declared, and what should not be.
    """

    name: str
    family: str
    seed: int
    examples: int
    groups: int
    seconds: float
    expected: dict[str, int]
    alarms: tuple[str, ...]


def run(stretch: Stretch) -> Outcome:
    """
    Check one reference in one family.
    """
    with closing(open_target(stretch.name)) as target:
        record = check(target, families=[stretch.family], examples=stretch.examples, seed=stretch.seed, seconds=HOURS)
    return Outcome(
        **asdict(stretch),
        groups=record.groups,
        seconds=record.seconds,
        expected=dict(Counter(cell.law for cell in record.cells if cell.expected is not None)),
        alarms=tuple(_alarms(stretch, record)),
    )


def _alarms(stretch: Stretch, record: CheckRecord) -> Iterator[str]:
    for cell in record.cells:
        if cell.verdict != "kept" and cell.expected is None:
            reason = f" ({cell.reason})" if cell.reason else ""
            yield (
                f"{cell.verdict} {cell.law}{reason}: assay check {stretch.name} --law {cell.law} "
                f"--inputs {stretch.family} --seed {stretch.seed} --examples {cell.examples} --no-corpus"
            )


class Run:
    """
    The whole run: for each reference and family stretch after stretch, until it has its share of the groups.
    """

    def __init__(
        self, names: Sequence[str], families: Sequence[str], *, groups: int, seed: int, examples: int = EXAMPLES
    ) -> None:
        """
        So many `groups` for each of the `names`, in equal shares over the `families`, with seeds from `seed` on;
        `examples` of each law in a stretch.
        """
        self.share = -(-groups // len(families))
        self.seed = seed
        self.examples = examples
        self.done: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
        self.places = [(name, family) for name in names for family in families]

    def take(self, outcome: Outcome) -> None:
        """
        Count a finished stretch.
        """
        self.done[outcome.name, outcome.family].append(outcome)

    def knows(self, outcome: Outcome) -> bool:
        """
        Whether a stretch of an earlier run belongs to this one.
        """
        return (outcome.name, outcome.family) in self.places and outcome.seed >= self.seed

    def next_stretch(self, place: tuple[str, str]) -> Stretch | None:
        """
        What is to be run next for a reference in a family; None where it has its share, or is put no such groups.
        """
        done = self.done[place]
        if sum(outcome.groups for outcome in done) >= self.share:
            return None
        if len(done) >= MOST_EMPTY and not any(outcome.groups for outcome in done[-MOST_EMPTY:]):
            return None
        seed = max((outcome.seed for outcome in done), default=self.seed - 1) + 1
        return Stretch(name=place[0], family=place[1], seed=seed, examples=self.examples)

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
        return [alarm for outcome in self.outcomes() for alarm in outcome.alarms]


def complete(run_: Run, out: Path, processes: int) -> None:
    """
    Run what is missing, in several processes, and write each finished stretch to `out`.
    """
    start = time.monotonic()
    waiting: dict[Future[Outcome], tuple[str, str]] = {}
    with ProcessPoolExecutor(processes) as pool, out.open("a", encoding="utf-8") as file:
        places = list(run_.places)
        while places or waiting:
            while places and len(waiting) < 2 * processes:
                place = places.pop(0)
                stretch = run_.next_stretch(place)
                if stretch is not None:
                    waiting[pool.submit(run, stretch)] = place
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                outcome = future.result()
                run_.take(outcome)
                file.write(json.dumps(asdict(outcome)) + "\n")
                file.flush()
                # Its place goes to the front: seeds follow one another, and references finish one by one.
                places.insert(0, waiting.pop(future))
                _tell(run_, outcome, time.monotonic() - start)


def _tell(run_: Run, outcome: Outcome, seconds: float) -> None:
    for alarm in outcome.alarms:
        sys.stdout.write(f"{alarm}\n")
        sys.stdout.flush()
    groups = sum(one.groups for one in run_.outcomes())
    sys.stderr.write(f"\r{groups:,} groups, {seconds:,.0f} s, {outcome.name} ({outcome.family})".ljust(79))
    sys.stderr.flush()


def table(run_: Run) -> list[str]:
    """
    The run as a table: for each reference its groups, its stretches, and what was broken as declared or otherwise.
    """
    lines = ["| reference | groups | stretches | broken as declared | alarms |", "|---|---:|---:|---|---:|"]
    for name in dict.fromkeys(name for name, _ in run_.places):
        mine = [outcome for outcome in run_.outcomes() if outcome.name == name]
        declared = sorted({f"{law} ({one.family})" for one in mine for law in one.expected})
        groups, alarms = sum(one.groups for one in mine), sum(len(one.alarms) for one in mine)
        lines.append(f"| `{name}` | {groups:,} | {len(mine)} | {', '.join(declared) or '—'} | {alarms} |")
    return lines


def outcomes_in(path: Path) -> list[Outcome]:
    """
    The stretches that an earlier run has finished; a last line cut short is left out.
    """
    found: list[Outcome] = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            document: dict[str, Any] = json.loads(line)
        except json.JSONDecodeError:
            continue
        found.append(Outcome(**{**document, "alarms": tuple(document["alarms"])}))
    return found


def main(arguments: Sequence[str]) -> int:
    """
    Run what the command line says, and say what came out.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.no_false_alarm", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--groups", type=int, default=200_000, help="for each reference, over all families")
    parser.add_argument("--seed", type=int, default=0, help="of the first stretch; the others count on from it")
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="of each law in a stretch")
    parser.add_argument("--reference", action="append", help="only this one (may be repeated)")
    parser.add_argument("--inputs", action="append", help="only this family (may be repeated)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("no-false-alarm.jsonl"), help="finished stretches")
    args = parser.parse_args(arguments)
    names = args.reference or [name for name in reference_names() if "@" not in name]
    run_ = Run(names, args.inputs or list(FAMILIES), groups=args.groups, seed=args.seed, examples=args.examples)
    for outcome in outcomes_in(args.out):
        if run_.knows(outcome):
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
