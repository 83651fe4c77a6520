"""
The mutation score of the laws: how many mutants a check finds, how fast, and by how small a proof.

    python -m studies mutation_score --seconds 20 --write docs/mutation.md

Each mutant is checked as `assay check` does, with default settings and this many seconds. Declared failures of its
healthy reference do not count. All tiny clean groups (`tests.support.engines.tiny_groups`) are searched for a
counterexample that is smaller than the one found.

More time does not change a search, it only lets it go on. So a mutant that is found in `--first` seconds, by its own
law and with a small proof, is not checked again with all. `--clock cpu` measures the processor time of the check, which
on an idle machine equals wall time. `--keep` writes each outcome when it is done, and an interrupted run continues
there.
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
from kafka_assay.properties.budget import ExampleLimit
from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.news import SearchProgress
from kafka_assay.properties.shrink.sizes import size_of
from studies.mutation.mutant_outcome import FIRST, SECONDS, MutantOutcome, MutantProof, SearchEffort
from studies.mutation.mutation_page import page, summarise
from studies.records import append_line, resume_lines
from studies.workers import perform_all
from tests.support.engines.tiny_groups import tiny_groups
from tests.support.mutants.mutant import Mutant
from tests.support.mutants.registry import MUTANT_BY_NAME, MUTANTS

CLOCKS = {"wall": time.monotonic, "cpu": time.process_time}


class ProgressWatch:
    """Records when each cell broke, and how long it was shrunk, from the check's progress reports."""

    def __init__(self) -> None:
        """Start with nothing seen."""
        self.found: dict[tuple[str, str], float] = {}
        self.last: SearchProgress | None = None
        self.looks: list[float] = []

    def __call__(self, now: SearchProgress) -> None:
        """Record the time of this report."""
        for cell in now.broken:
            self.found.setdefault(cell, now.spent)
        self.looks.append(now.spent)
        self.last = now

    def shrink_seconds(self) -> dict[tuple[str, str], float]:
        """Cell -> seconds of shrinking. The last reports are one for each cell, in the order of shrinking."""
        jobs = () if self.last is None else self.last.broken
        looks = self.looks[-len(jobs) - 1 :]
        return {cell: after - before for cell, before, after in zip(jobs, looks, looks[1:], strict=False)}


class _AsTarget:
    """A mutant as a target, asked in this process like a reference."""

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
    """The outcome of checking the mutant called `name`."""
    mutant = MUTANT_BY_NAME[name]
    found = _check_in_family(mutant, min(effort.first, effort.seconds), effort)
    if (found.own_proof is None or not found.own_proof.is_small) and effort.first < effort.seconds:
        found = _check_in_family(mutant, effort.seconds, effort)
    # If the proof is not small, any small one is better, even with more members.
    own = found.own_proof
    size = None if own is None or not own.is_small else (own.members, own.partitions)
    return replace(found, smaller=find_smaller_by_force(mutant, LAW_BY_ID[mutant.law], size))


def _check_in_family(mutant: Mutant, seconds: float, effort: SearchEffort) -> MutantOutcome:
    watch = ProgressWatch()
    clock = CLOCKS[effort.clock]
    record = check(
        _AsTarget(mutant), examples=ExampleLimit(), seconds=seconds, seed=effort.seed, watch=watch, clock=clock
    )
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
    The members and partitions of the first tiny clean group on which `mutant` breaks `law`; None if there is none.

    Only groups smaller than `size` count (None: all).
    """
    target = _AsTarget(mutant)
    for group in tiny_groups():
        members, partitions, *_ = size_of(group)
        if size is not None and (members, partitions) >= size:
            return None
        if any(found.expected is None for found in find_breaks(target, law, group, family=CLEAN)):
            return members, partitions
    return None


def check_mutants(
    names: list[str], effort: SearchEffort, processes: int, keep: Path | None = None
) -> list[MutantOutcome]:
    """
    The outcomes of these mutants, in order, with `processes` at a time. Each is reported on stderr when it is done.
    """
    known = {} if keep is None else read_outcomes(keep, effort)
    missing = iter([name for name in names if name not in known])
    with ProcessPoolExecutor(processes) as pool:
        for name, one in perform_all(missing, partial(check_mutant, effort=effort), pool, processes):
            known[name] = one
            if keep is not None:
                append_line(keep, {"effort": asdict(effort), "outcome": asdict(one)})
            result = (
                "not found" if one.best_proof is None else f"{one.best_proof.members} x {one.best_proof.partitions}"
            )
            print(f"{len(known)} of {len(names)}: {name}, {result}", file=sys.stderr)
    return [known[name] for name in names]


def read_outcomes(file: Path, effort: SearchEffort) -> dict[str, MutantOutcome]:
    """The outcomes in `file` with the same effort, by mutant."""
    found: dict[str, MutantOutcome] = {}
    for line in resume_lines(file):
        if line["effort"] == asdict(effort):
            fields = line["outcome"]
            fields["proofs"] = {law: MutantProof(**proof) for law, proof in fields["proofs"].items()}
            fields["smaller"] = fields["smaller"] and tuple(fields["smaller"])
            found[fields["mutant"]] = MutantOutcome(**fields)
    return found


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"seconds for each mutant (default {SECONDS:g})")
    parser.add_argument("--first", type=float, default=FIRST, help=f"seconds of a first try (default {FIRST:g})")
    parser.add_argument("--clock", choices=CLOCKS, default="wall", help="wall or processor seconds (default wall)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the searches (default 0)")
    parser.add_argument(
        "--processes", type=int, default=min(2, os.cpu_count() or 1), help="processes at a time (default 2)"
    )
    parser.add_argument(
        "--mutant", action="append", choices=sorted(MUTANT_BY_NAME), metavar="NAME", help="only this one (repeatable)"
    )
    parser.add_argument("--least", type=float, default=95.0, help="required score in percent (default 95)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="continue from the outcomes in this file")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the manual's page")


def run(args: Namespace) -> int:
    """Check the mutants. Returns 0 if enough were found and every proof is small."""
    names = args.mutant or [mutant.name for mutant in MUTANTS]
    effort = SearchEffort(seconds=args.seconds, first=args.first, seed=args.seed, clock=args.clock)
    found = check_mutants(names, effort, args.processes, args.keep)
    text = page(found, effort, processes=args.processes)
    if args.write is not None:
        args.write.write_text(text, encoding="utf-8")
    print(text, end="")
    score = summarise(found)
    return 0 if score.percent >= args.least and score.all_small else 1
