"""
Whether `assay compare` reports what is known about pairs of targets, and nothing else.

    python -m studies compare_proof --cases 2000 --write

Three parts. *releases*: real releases between which something is publicly known to have changed. *same*: forty targets,
each beside itself. *mutants*: the first mutant of each kind of law beside its healthy reference. Each comparison is
`assay compare` with default settings and this many cases. `--out` keeps each outcome when it is done; a run that was
interrupted goes on there.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from studies.comparison.proof_outcome import ProofOutcome, outcome_from_line, outcome_to_line, run_pair
from studies.comparison.proof_page import PAGE, page_lines
from studies.comparison.proof_pairs import PARTS, ProofPair, proof_pairs
from studies.output import ROOT, show_progress, write_part
from studies.records import append_line, header, resume_record

FORMAT = "compare-proof/1"
RECORD = ROOT / "docs" / "compare-proof.jsonl"


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part (may be repeated)")
    parser.add_argument("--cases", type=int, default=2_000, help="groups in each comparison (default 2000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups (default 0)")
    parser.add_argument("--out", type=Path, default=RECORD, help="the record (default docs/compare-proof.jsonl)")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {PAGE.relative_to(ROOT)}")


def run(args: Namespace) -> int:
    """Run what the record lacks. Returns 1 if a report is not what is known."""
    first = {**header(FORMAT, args), "cases": args.cases}
    known = [outcome_from_line(line) for line in resume_record(args.out, first, ("seed", "cases"))]
    pairs = [pair for part in args.part or PARTS for pair in proof_pairs(part)]
    outcomes: list[tuple[ProofPair, ProofOutcome]] = []
    for number, pair in enumerate(pairs, start=1):
        show_progress(f"{number} of {len(pairs)}: {pair.base} {pair.candidate}")
        outcome = find_outcome(known, pair)
        if outcome is None:
            outcome = run_pair(pair, args.cases, args.seed)
            append_line(args.out, outcome_to_line(outcome))
        outcomes.append((pair, outcome))
    lines = page_lines(outcomes, args.cases)
    if args.write:
        write_part(PAGE, "<!-- outcomes -->", "<!-- end of outcomes -->", lines)
    print("\n".join(lines))
    return int(any(not is_as_known(*one) for one in outcomes))


def find_outcome(known: Sequence[ProofOutcome], pair: ProofPair) -> ProofOutcome | None:
    """The outcome of the pair in the record; None if it is not there yet."""
    return next((one for one in known if (one.part, one.base, one.candidate) == _names(pair)), None)


def _names(pair: ProofPair) -> tuple[str, str, str]:
    return pair.part, pair.base, pair.candidate


def is_as_known(pair: ProofPair, outcome: ProofOutcome) -> bool:
    """Whether the report says what is known about the pair."""
    return not outcome.missing(pair) if pair.expected else outcome.verdict != "regressed"
