"""
The mutation score of the law book: how many mutants a check finds, how soon, by how small a proof.

    python -m studies mutation_score --seconds 20 --write docs/mutation.md

Each mutant is put to the same `check` as `assay check` runs, with default settings and this many seconds; what its
healthy reference declares to break is no kill. Whether the counterexample is the smallest is looked up among all tiny
clean groups (`studies.engines.tiny_groups`).

A search is the same whatever time it has, and only ends earlier with less: a mutant found in `--first` seconds, by the
law that it was made for and with a small proof, is found in all of them, and is not asked again. `--clock cpu` counts
the seconds that the check itself computes, which on an idle machine are those of the clock on the wall. `--keep` writes
each outcome as it is there, and a run that was interrupted goes on from there.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

from kafka_assay.assignors.model import Group
from kafka_assay.properties.judging.evidence import find_evidence
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.hunt import Progress
from kafka_assay.properties.shrink.groups import size_of
from studies.engines.tiny_groups import tiny_groups
from studies.mutants.mutant import Mutant
from studies.mutants.registry import MUTANT_BY_NAME, MUTANTS
from studies.mutation.mutant_outcome import FIRST, SECONDS, MutantOutcome, MutantProof, SearchEffort
from studies.mutation.mutation_page import page, summarise
from studies.records import append_line, resume_lines
from studies.workers import perform_all

CLOCKS = {"wall": time.monotonic, "cpu": time.process_time}


class ProgressWatch:
    """When which cell was found broken, and how long each was shrunk: read off the check's own progress."""

    def __init__(self) -> None:
        """Nothing seen yet."""
        self.found: dict[tuple[str, str], float] = {}
        self.last: Progress | None = None
        self.looks: list[float] = []

    def __call__(self, now: Progress) -> None:
        """Look at the clock."""
        for cell in now.broken:
            self.found.setdefault(cell, now.spent)
        self.looks.append(now.spent)
        self.last = now

    def shrink_seconds(self) -> dict[tuple[str, str], float]:
        """Cell -> seconds of shrinking: the last looks are one for each, in the order in which they were shrunk."""
        jobs = () if self.last is None else self.last.broken
        looks = self.looks[-len(jobs) - 1 :]
        return {cell: after - before for cell, before, after in zip(jobs, looks, looks[1:], strict=False)}


class _AsTarget:
    """A mutant in the shape of a target, asked in this process as references are."""

    version = "mutant"
    like: str | None = None
    answers_with_target = False

    def __init__(self, mutant: Mutant) -> None:
        self.name, self.promises, self.expected_failures = mutant.name, mutant.promises, mutant.expected_failures
        self.assign = mutant.assign
        for way in ("reused_object", "other_process"):
            if hasattr(mutant, way):
                setattr(self, way, getattr(mutant, way))

    def close(self) -> None:
        pass


def check_mutant(name: str, effort: SearchEffort) -> MutantOutcome:
    """What comes of checking the mutant called `name`."""
    mutant = MUTANT_BY_NAME[name]
    found = _check_in_family(mutant, min(effort.first, effort.seconds), effort)
    if (found.own_proof is None or not found.own_proof.is_small) and effort.first < effort.seconds:
        found = _check_in_family(mutant, effort.seconds, effort)
    # Of a proof that is not small, any small one is an improvement, be it of more members.
    own = found.own_proof
    size = None if own is None or not own.is_small else (own.members, own.partitions)
    return replace(found, smaller=find_smaller_by_force(mutant, LAW_BY_ID[mutant.law], size))


def _check_in_family(mutant: Mutant, seconds: float, effort: SearchEffort) -> MutantOutcome:
    watch = ProgressWatch()
    clock = CLOCKS[effort.clock]
    record = check(_AsTarget(mutant), seconds=seconds, seed=effort.seed, watch=watch, clock=clock)
    proofs: dict[str, MutantProof] = {}
    shrunk = watch.shrink_seconds()
    for cell in record.cells:
        group = _unexpected_group(cell)
        if group is not None:
            members, partitions, *_ = size_of(group)
            proof = MutantProof(
                inputs=cell.inputs,
                members=members,
                partitions=partitions,
                found=round(min(when for (law, _), when in watch.found.items() if law == cell.law), 2),
                shrunk=round(shrunk.get((cell.law, cell.inputs), 0.0), 2),
            )
            known = proofs.get(cell.law)
            if known is None or proof.rank < known.rank:
                proofs[cell.law] = proof
    return MutantOutcome(mutant=mutant.name, proofs=proofs, groups=record.groups, seconds=record.seconds, smaller=None)


def _unexpected_group(cell: CheckCell) -> Group | None:
    found = cell.verdict == "broken" and cell.expected is None and cell.counterexample is not None
    return cell.counterexample.group if found and cell.counterexample is not None else None


def find_smaller_by_force(mutant: Mutant, law: Law, size: tuple[int, int] | None) -> tuple[int, int] | None:
    """
    Members and partitions of the first tiny clean group, smaller than `size` (None: of any), on which `mutant` breaks
    `law`; None where there is none.
    """
    target = _AsTarget(mutant)
    for group in tiny_groups():
        members, partitions, *_ = size_of(group)
        if size is not None and (members, partitions) >= size:
            return None
        broken = law.is_asked_of(mutant.promises, group) and find_evidence(target, law, group) is not None
        if broken and find_excuse(mutant.expected_failures, law.id, "clean", group) is None:
            return members, partitions
    return None


def check_mutants(
    names: list[str], effort: SearchEffort, processes: int, keep: Path | None = None
) -> list[MutantOutcome]:
    """The outcomes of all these mutants, in their order, so many at a time; each is told on stderr as it is there."""
    known = {} if keep is None else read_outcomes(keep, effort)
    missing = iter([name for name in names if name not in known])
    with ProcessPoolExecutor(processes) as pool:
        for name, one in perform_all(missing, partial(check_mutant, effort=effort), pool, processes):
            known[name] = one
            if keep is not None:
                append_line(keep, {"effort": asdict(effort), "outcome": asdict(one)})
            told = "not found" if one.best_proof is None else f"{one.best_proof.members} x {one.best_proof.partitions}"
            print(f"{len(known)} of {len(names)}: {name}, {told}", file=sys.stderr)
    return [known[name] for name in names]


def read_outcomes(file: Path, effort: SearchEffort) -> dict[str, MutantOutcome]:
    """The outcomes in `file` that took the same effort, by mutant."""
    found: dict[str, MutantOutcome] = {}
    for line in resume_lines(file):
        if line["effort"] == asdict(effort):
            fields = line["outcome"]
            fields["proofs"] = {law: MutantProof(**proof) for law, proof in fields["proofs"].items()}
            fields["smaller"] = fields["smaller"] and tuple(fields["smaller"])
            found[fields["mutant"]] = MutantOutcome(**fields)
    return found


def options(parser: ArgumentParser) -> None:
    """See `studies.__main__`."""
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for each mutant (default {SECONDS:g})")
    parser.add_argument("--first", type=float, default=FIRST, help=f"tried before (default {FIRST:g})")
    parser.add_argument("--clock", choices=CLOCKS, default="wall", help="which seconds (default wall)")
    parser.add_argument("--seed", type=int, default=0, help="of the searches (default 0)")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1), help="at a time (default 2)")
    parser.add_argument("--mutant", action="append", choices=sorted(MUTANT_BY_NAME), help="only this one (repeatable)")
    parser.add_argument("--least", type=float, default=95.0, help="percent to be found (default 95)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="go on from the outcomes in this file, and add to it")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page of the manual")


def run(args: Namespace) -> int:
    """Check the mutants: 0 where as many were found as asked, and every proof is small."""
    names = args.mutant or [mutant.name for mutant in MUTANTS]
    effort = SearchEffort(seconds=args.seconds, first=args.first, seed=args.seed, clock=args.clock)
    found = check_mutants(names, effort, args.processes, args.keep)
    text = page(found, effort, processes=args.processes)
    if args.write is not None:
        args.write.write_text(text, encoding="utf-8")
    print(text, end="")
    score = summarise(found)
    return 0 if score.percent >= args.least and score.all_small else 1
