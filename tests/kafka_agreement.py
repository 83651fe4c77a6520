"""
The references agree with Kafka's own classes of the newest release, on very many groups of the input families.

    python -m tests.kafka_agreement --groups 20000 --seed 0

Finished stretches (`tests.kafka_agreement_stretch`) are written to `--out` line by line, and are not run again when the
same command is given once more. The smallest group of every kind of difference goes into a folder beside it. Exit code
1 where answers differ for a cause that is not known (`tests.kafka_causes`); 2 where Kafka's classes cannot be had here.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter, defaultdict
from contextlib import ExitStack, closing
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from assignors.errors import AssayError
from assignors.group_format import group_from_json, group_to_json
from assignors.hosted.opening import open_target
from properties.families import FAMILIES
from properties.simpler import size_of
from tests.kafka_agreement_stretch import Outcome, Stretch, run
from tests.kafka_causes import UNKNOWN, cause_of
from tests.kafka_likeness import KAFKA, LIKE
from tests.kafka_smallest import smallest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from assignors.interface import Target
    from assignors.model import Group

ASKED_FOR = (
    "clean",
    "overlapping-claims",
    "stale-claims",
    "three-claimants",
    "static-members",
    "racks",
    "many-small-topics",
)
"""The families in which the references promise to agree; in the others the differences are only listed."""

DRAWS = 500
"""Draws in a stretch."""


class Run:
    """
    The whole run: for each family stretch after stretch, until every reference has its share of the groups.
    """

    def __init__(self, names: Sequence[str], families: Sequence[str], *, groups: int, seed: int, draws: int) -> None:
        """
        So many `groups` for each of the `names`, in equal shares over the `families`, with seeds from `seed` on; so
        many `draws` in a stretch.
        """
        self.names = tuple(names)
        self.families = tuple(families)
        self.share = -(-groups // len(families))
        self.seed = seed
        self.draws = draws
        self.done: dict[str, list[Outcome]] = defaultdict(list)

    def take(self, outcome: Outcome) -> None:
        """
        Count a finished stretch, of this run or of an earlier one with the same command.
        """
        if outcome.family in self.families and outcome.seed >= self.seed:
            self.done[outcome.family].append(outcome)

    def stretches(self) -> Iterator[Stretch]:
        """
        What is left to run, one family after the other in turn; a finished one is taken before the next is asked for.
        """
        waiting = list(self.families)
        while waiting:
            family = waiting.pop(0)
            names = tuple(name for name in self.names if self.asked(name, family) < self.share)
            if names:
                seed = max((outcome.seed for outcome in self.done[family]), default=self.seed - 1) + 1
                yield Stretch(names=names, family=family, seed=seed, draws=self.draws)
                waiting.append(family)

    def asked(self, name: str, family: str) -> int:
        """
        How many groups of the family both answered, or were at least asked about.
        """
        return sum(outcome.asked.get(name, 0) for outcome in self.done[family])

    def found(self, name: str, family: str) -> Counter[str]:
        """
        How the answers compared there.
        """
        counted: Counter[str] = Counter()
        for outcome in self.done[family]:
            counted.update(outcome.found.get(name, {}))
        return counted

    def cases(self, name: str, family: str, kind: str) -> list[Group]:
        """
        The groups that were kept of a kind of difference, the smallest first.
        """
        kept = [case for outcome in self.done[family] for case in outcome.cases.get(name, {}).get(kind, ())]
        return sorted(map(group_from_json, kept), key=size_of)


def complete(run_: Run, out: Path, kafka: Callable[[str], Target]) -> None:
    """
    Run what is missing, and write each finished stretch to `out`.
    """
    start = time.monotonic()
    with out.open("a", encoding="utf-8") as file:
        for stretch in run_.stretches():
            outcome = run(stretch, kafka)
            run_.take(outcome)
            file.write(json.dumps(asdict(outcome)) + "\n")
            file.flush()
            asked = sum(sum(one.asked.values()) for done in run_.done.values() for one in done)
            sys.stderr.write(f"\r{asked:,} questions, {time.monotonic() - start:,.0f} s, {stretch.family}".ljust(79))
            sys.stderr.flush()
    sys.stderr.write("\n")


def table(run_: Run) -> list[str]:
    """
    The run as a table: for each reference and family the groups, in which way the answers were equal (as in `LIKE`),
    and how they differed.
    """
    lines = [
        "| reference | family | groups | as maps | in Kafka's order | which changes loads | in loads | different |",
        "|---|---|---:|---:|---:|---:|---:|---|",
    ]
    for name in run_.names:
        for family in run_.families:
            found = run_.found(name, family)
            alike = " | ".join(f"{found[way]:,}" for way in LIKE)
            kinds = [f"{kind}: {count:,}" for kind, count in sorted(found.items()) if kind not in LIKE]
            lines.append(f"| `{name}` | {family} | {found.total():,} | {alike} | {'; '.join(kinds) or '0'} |")
    return lines


def write_smallest(run_: Run, folder: Path, kafka: Callable[[str], Target], seconds: float) -> Iterator[str]:
    """
    Shrink the smallest group of every kind of difference, in so many `seconds` each, keep it as a file, and say how to
    ask about it again. What is already there is not shrunk again.
    """
    for name in run_.names:
        for family in run_.families:
            for kind in sorted(run_.found(name, family).keys() - set(LIKE)):
                path = folder / f"{name}-{family}-{re.sub('[^a-z]+', '-', kind.lower())}.json"
                if not path.exists():
                    first = run_.cases(name, family, kind)[0]
                    found = smallest(name, kafka(name), kind, first, family=family, seconds=seconds)
                    folder.mkdir(parents=True, exist_ok=True)
                    path.write_text(json.dumps(group_to_json(found), indent=1) + "\n", encoding="utf-8")
                yield f"{name}, {family}, {kind}: assay differ {name} {KAFKA[name]} --case {path}"


def causes(run_: Run, kafka: Callable[[str], Target]) -> Counter[tuple[str, str]]:
    """
    (Reference, cause) -> how many of the groups that were kept differ for it.
    """
    counted: Counter[tuple[str, str]] = Counter()
    for name in run_.names:
        for family in run_.families:
            for kind in run_.found(name, family).keys() - set(LIKE):
                for group in run_.cases(name, family, kind):
                    counted[name, cause_of(name, kafka(name), group, kind)] += 1
    return counted


def outcomes_in(path: Path) -> list[Outcome]:
    """
    The stretches that an earlier run has finished; a last line cut short is left out.
    """
    found: list[Outcome] = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            found.append(Outcome(**json.loads(line)))
        except json.JSONDecodeError:
            continue
    return found


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.kafka_agreement", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--groups", type=int, default=20_000, help="for each reference, over the families")
    parser.add_argument("--seed", type=int, default=0, help="of the first stretch; the others count on from it")
    parser.add_argument("--draws", type=int, default=DRAWS, help="in a stretch")
    parser.add_argument("--reference", action="append", choices=KAFKA, help="only this one (may be repeated)")
    parser.add_argument("--inputs", action="append", choices=FAMILIES, help="instead of the seven (may be repeated)")
    parser.add_argument("--others", action="store_true", help="the families in which differences are only listed")
    parser.add_argument("--call-timeout", type=float, default=2.0, help="seconds that Kafka's class may take")
    parser.add_argument("--shrink", type=float, default=60.0, help="seconds for the smallest group of each kind")
    parser.add_argument("--out", type=Path, default=Path("kafka-agreement.jsonl"), help="finished stretches")
    return parser.parse_args(words)


def main(arguments: Sequence[str]) -> int:
    """
    Run what the command line says, and say what came out.
    """
    args = _arguments(arguments)
    rest = [name for name in FAMILIES if name not in ASKED_FOR]
    families = args.inputs or (rest if args.others else ASKED_FOR)
    run_ = Run(args.reference or list(KAFKA), families, groups=args.groups, seed=args.seed, draws=args.draws)
    for outcome in outcomes_in(args.out):
        run_.take(outcome)
    with ExitStack() as stack:

        @cache
        def kafka(name: str) -> Target:
            return stack.enter_context(closing(open_target(KAFKA[name], call_timeout=args.call_timeout)))

        try:
            complete(run_, args.out, kafka)
            sys.stdout.write("\n".join(table(run_)) + "\n")
            why = causes(run_, kafka)
            sys.stdout.writelines(f"{name}: {cause}: {count:,} groups\n" for (name, cause), count in why.items())
            for line in write_smallest(run_, Path(f"{args.out.with_suffix('')}-cases"), kafka, args.shrink):
                sys.stdout.write(f"{line}\n")
        except AssayError as wrong:
            sys.stderr.write(f"{wrong}\n")
            return 2
        except KeyboardInterrupt:
            sys.stderr.write(f"\ninterrupted: the same command goes on from {args.out}\n")
            return 130
    return 1 if any(cause == UNKNOWN for _, cause in why) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
