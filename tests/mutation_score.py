"""
The mutation score of the law book: how many of `tests.mutants` a check finds, how small the proof is, and how soon.

    python -m tests.mutation_score --seconds 20 --write docs/mutation.md

Each mutant is put to the same `check` as `assay check` runs, with default settings and this many seconds; what its
healthy reference declares to break is no kill. Whether the counterexample is the smallest is looked up among all tiny
clean groups (`tests.tiny_groups`).

A search is the same whatever time it has, and only ends earlier with less: who is found in `--first` seconds by the law
that he was made for is found in all of them, and is not asked again. `--clock cpu` counts the seconds that the check
itself computes, which on an idle machine are those of the clock on the wall.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from properties.check import check
from properties.evidence import evidence_of
from properties.expected import excuse
from properties.registry import LAW_BY_ID
from properties.simpler import size_of
from tests.mutants import MUTANT_BY_NAME, MUTANTS
from tests.tiny_groups import MEMBERS, PARTITIONS, tiny_groups

if TYPE_CHECKING:
    from assignors.model import Group
    from properties.hunt import Progress
    from properties.law import Law
    from properties.record import Cell
    from tests.mutation import Mutant

SECONDS, FIRST = 20.0, 4.0
CLOCKS = {"wall": time.monotonic, "cpu": time.process_time}


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """
    How a law was broken: the smallest counterexample over all families, and in which one it was found.

    `found` is when the first group of any family broke the law, `shrunk` how long it took to make this one small, in
    seconds.
    """

    inputs: str
    members: int
    partitions: int
    found: float
    shrunk: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """
    What a check found out about one mutant: the proof of each law that it broke, and what brute force says of its own.

    `smaller` is the size of the smallest tiny clean group, smaller than the proof, on which it breaks its own law; None
    where brute force knows none.
    """

    mutant: str
    proofs: dict[str, Proof]
    groups: int
    seconds: float
    smaller: tuple[int, int] | None

    @property
    def own(self) -> Proof | None:
        """
        The proof by the mutant's own law.
        """
        return self.proofs.get(MUTANT_BY_NAME[self.mutant].law)

    @property
    def told(self) -> Proof | None:
        """
        The proof that counts: that of its own law, or else the smallest of another.
        """
        return self.own or min(self.proofs.values(), key=lambda one: (one.members, one.partitions), default=None)

    @property
    def is_small(self) -> bool:
        """
        Whether the counterexample is as small as asked, or none that small exists.
        """
        proof = self.told
        if proof is None or (proof.members <= MEMBERS and proof.partitions <= PARTITIONS):
            return True
        return self.smaller is None


class Watch:
    """
    When which cell was found broken, and how long each was shrunk: read off the check's own progress.
    """

    def __init__(self) -> None:
        """
        Nothing seen yet.
        """
        self.found: dict[tuple[str, str], float] = {}
        self.last: Progress | None = None
        self.looks: list[float] = []

    def __call__(self, now: Progress) -> None:
        """
        Look at the clock.
        """
        for cell in now.broken:
            self.found.setdefault(cell, now.spent)
        self.looks.append(now.spent)
        self.last = now

    def shrunk(self) -> dict[tuple[str, str], float]:
        """
        Cell -> seconds of shrinking: the last looks are one for each, in the order in which they were shrunk.
        """
        jobs = () if self.last is None else self.last.broken
        looks = self.looks[-len(jobs) - 1 :]
        return {cell: after - before for cell, before, after in zip(jobs, looks, looks[1:], strict=False)}


class _AsTarget:
    """
    A mutant in the shape of a target, asked in this process as references are.
    """

    version = "mutant"
    like: str | None = None
    answers_with_target = False

    def __init__(self, mutant: Mutant) -> None:
        self.name, self.promises, self.expected_failures = mutant.name, mutant.promises, mutant.expected_failures
        self.assign = mutant.assign
        for way in ("kept_object", "elsewhere"):
            if hasattr(mutant, way):
                setattr(self, way, getattr(mutant, way))

    def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """
    How much is spent on a mutant: `first` seconds, and `seconds` where these were not enough, by one of `CLOCKS`.
    """

    seconds: float = SECONDS
    first: float = FIRST
    seed: int = 0
    clock: str = "wall"


def outcome_of(name: str, effort: Effort) -> Outcome:
    """
    What comes of checking the mutant called `name`.
    """
    mutant = MUTANT_BY_NAME[name]
    found = _checked(mutant, min(effort.first, effort.seconds), effort)
    if found.own is None and effort.first < effort.seconds:
        found = _checked(mutant, effort.seconds, effort)
    size = None if found.own is None else (found.own.members, found.own.partitions)
    return replace(found, smaller=smaller_by_force(mutant, LAW_BY_ID[mutant.law], size))


def _checked(mutant: Mutant, seconds: float, effort: Effort) -> Outcome:
    watch = Watch()
    clock = CLOCKS[effort.clock]
    record = check(_AsTarget(mutant), seconds=seconds, seed=effort.seed, watch=watch, clock=clock)
    proofs: dict[str, Proof] = {}
    shrunk = watch.shrunk()
    for cell in record.cells:
        group = _unexpected(cell)
        if group is not None:
            members, partitions, *_ = size_of(group)
            proof = Proof(
                inputs=cell.inputs,
                members=members,
                partitions=partitions,
                found=round(min(when for (law, _), when in watch.found.items() if law == cell.law), 2),
                shrunk=round(shrunk.get((cell.law, cell.inputs), 0.0), 2),
            )
            known = proofs.get(cell.law)
            if known is None or (members, partitions) < (known.members, known.partitions):
                proofs[cell.law] = proof
    return Outcome(mutant=mutant.name, proofs=proofs, groups=record.groups, seconds=record.seconds, smaller=None)


def _unexpected(cell: Cell) -> Group | None:
    found = cell.verdict == "broken" and cell.expected is None and cell.counterexample is not None
    return cell.counterexample.group if found and cell.counterexample is not None else None


def smaller_by_force(mutant: Mutant, law: Law, size: tuple[int, int] | None) -> tuple[int, int] | None:
    """
    Members and partitions of the first tiny clean group, smaller than `size` (None: of any), on which `mutant` breaks
    `law`; None where there is none.
    """
    target = _AsTarget(mutant)
    for group in tiny_groups():
        members, partitions, *_ = size_of(group)
        if size is not None and (members, partitions) >= size:
            return None
        broken = law.asked_of(mutant.promises, group) and evidence_of(target, law, group) is not None
        if broken and excuse(mutant.expected_failures, law.id, "clean", group) is None:
            return members, partitions
    return None


def outcomes(names: list[str], effort: Effort, processes: int) -> list[Outcome]:
    """
    The outcomes of all these mutants, in their order, so many at a time; each is told on stderr as it is there.
    """
    found: list[Outcome] = []
    with ProcessPoolExecutor(processes) as pool:
        for one in pool.map(partial(outcome_of, effort=effort), names):
            found.append(one)
            told = "not found" if one.told is None else f"{one.told.members} x {one.told.partitions}"
            sys.stderr.write(f"{len(found)} of {len(names)}: {one.mutant}, {told}\n")
    return found


def main() -> int:
    """
    Run it: 0 where as many were found as asked, and every proof is small.
    """
    from tests.mutation_page import page, summary

    parser = argparse.ArgumentParser(prog="python -m tests.mutation_score", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for each mutant (default {SECONDS:g})")
    parser.add_argument("--first", type=float, default=FIRST, help=f"tried before (default {FIRST:g})")
    parser.add_argument("--clock", choices=CLOCKS, default="wall", help="which seconds (default wall)")
    parser.add_argument("--seed", type=int, default=0, help="of the searches (default 0)")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1), help="at a time (default 2)")
    parser.add_argument("--mutant", action="append", choices=sorted(MUTANT_BY_NAME), help="only this one (repeatable)")
    parser.add_argument("--least", type=float, default=95.0, help="percent to be found (default 95)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page of the manual")
    args = parser.parse_args()
    names = args.mutant or [mutant.name for mutant in MUTANTS]
    effort = Effort(seconds=args.seconds, first=args.first, seed=args.seed, clock=args.clock)
    found = outcomes(names, effort, args.processes)
    text = page(found, effort, processes=args.processes)
    if args.write is not None:
        args.write.write_text(text, encoding="utf-8")
    sys.stdout.write(text)
    score = summary(found)
    return 0 if score.percent >= args.least and score.all_small else 1


if __name__ == "__main__":
    sys.exit(main())
