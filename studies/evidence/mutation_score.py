"""
The mutation score of the laws: how many mutants a check finds, and by how small a proof.

    python -m studies mutation_score --seconds 5 --write

Each mutant is checked as `assay check` does, with default settings and this many seconds of processor time. Declared
failures of its healthy reference do not count. The exit code is 1 if fewer than `--least` percent are found.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from kafka_assay.properties.budget import ExampleLimit
from kafka_assay.properties.search.check import check
from kafka_assay.properties.shrink.sizes import size_of
from studies.evidence.evidence_record import EvidenceTable, add_evidence_options, publish
from tests.support.mutants.registry import MUTANT_BY_NAME, MUTANTS


class MutantOutcome(NamedTuple):
    """Law -> members and partitions of the smallest counterexample to it, of the laws that a mutant breaks."""

    mutant: str
    proofs: dict[str, tuple[int, int]]

    @property
    def own_proof(self) -> tuple[int, int] | None:
        """The size of the counterexample to the law that the mutant was made for."""
        return self.proofs.get(MUTANT_BY_NAME[self.mutant].law)


def check_mutant(name: str, seconds: float, seed: int) -> MutantOutcome:
    """The outcome of checking the mutant called `name`."""
    record = check(MUTANT_BY_NAME[name], examples=ExampleLimit(), seconds=seconds, seed=seed, clock=time.process_time)
    proofs: dict[str, tuple[int, int]] = {}
    for cell in record.cells:
        if cell.verdict == "broken" and cell.expected is None and cell.counterexample is not None:
            members, partitions, *_ = size_of(cell.counterexample.group)
            proofs[cell.law] = min(proofs.get(cell.law, (members, partitions)), (members, partitions))
    return MutantOutcome(name, proofs)


def score_table(outcomes: Sequence[MutantOutcome]) -> EvidenceTable:
    """A row for each mutant: its own law and the size of the proof, and the other laws that it breaks."""
    rows = []
    for one in outcomes:
        mutant = MUTANT_BY_NAME[one.mutant]
        size = "–" if one.own_proof is None else "{} x {}".format(*one.own_proof)
        others = ", ".join(law for law in one.proofs if law != mutant.law) or "–"
        rows.append((one.mutant, mutant.law, size, others))
    columns = ("mutant", "its law", "members x partitions of the proof", "also breaks")
    return EvidenceTable(table="Each mutant", columns=columns, rows=tuple(rows))


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--seconds", type=float, default=5.0, help="processor seconds for each mutant (default 5)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the searches (default 0)")
    parser.add_argument("--processes", type=int, default=2, help="processes at a time (default 2)")
    parser.add_argument("--mutant", action="append", choices=sorted(MUTANT_BY_NAME), metavar="NAME", help="only these")
    parser.add_argument("--least", type=float, default=95.0, help="required score in percent (default 95)")
    add_evidence_options(parser)


def run(args: Namespace) -> int:
    """Check the mutants."""
    names = args.mutant or [mutant.name for mutant in MUTANTS]
    outcomes = []
    with ProcessPoolExecutor(args.processes) as pool:
        for one in pool.map(partial(check_mutant, seconds=args.seconds, seed=args.seed), names):
            outcomes.append(one)
            print(f"{len(outcomes)} of {len(names)}: {one.mutant}, {one.own_proof or 'own law kept'}", file=sys.stderr)
    found, own = (sum(map(bool, each)) for each in zip(*((one.proofs, one.own_proof) for one in outcomes), strict=True))
    publish("mutation-score", args, f"{found} of {len(names)} mutants found, {own} by their own law", [
        score_table(outcomes)
    ])  # fmt: skip
    return 0 if 100 * found >= args.least * len(names) else 1
