"""
Flow, integer program and brute force agree on very many groups, and every plan is proved.

    python -m studies engine_agreement --larger 20000 --middling 300 --write

First comes every group, up to symmetry, of at most 3 members, 2 topics and 4 partitions in all. The engines must agree
on loads, squares, moves and kept partitions. The certificate, which shares no code with the engines, must also prove
every plan. For the smallest groups every plan is judged too: it must be improvable exactly if a better one exists.
Finished stretches are written to `--out` line by line; the same command skips them. The exit code is 1 if two engines
differ or a plan is not proved, and 3 if the integer program ran out of time.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import unassigned_partitions
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.loops import compilation
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.slow_engines import SolverTimeout, solve_by_program, try_all_assignments
from kafka_assay.oracle.solve import solve
from studies.evidence.evidence_record import EvidenceTable, add_evidence_options, publish
from studies.output import show_progress
from studies.records import append_line, resume_lines
from tests.support.engines.every_group import every_group
from tests.support.engines.every_plan import count_plans, find_misjudged_plan
from tests.support.engines.plan_figures import figures
from tests.support.engines.random_groups import larger_group, middling_group

KINDS = {
    "every": "every group, up to symmetry, of at most 3 members, 2 topics and 4 partitions in total",
    "larger": "random groups above these, of at most 7 members, 5 topics and 25 partitions, dirty claims",
    "middling": "random groups of 100 to 1,000 partitions",
}

MOST_WAYS = 20_000
"""Brute force tries up to this many assignments, in a tenth of a second. It skips groups with more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineStretch:
    """
    One unit of work: `groups` groups of one of the `KINDS`, from number `first` on.

    `seconds` limits each solver run. With `compiled`, the flow uses the compiled loops for large groups; without, plain
    Python.
    """

    kind: str
    first: int
    groups: int
    seconds: float = 60.0
    compiled: bool = False


@dataclass(slots=True, kw_only=True)
class EngineOutcome:
    """
    The counts of a stretch.

    `answered` counts the groups that each engine answered, `proved` the plans with a valid certificate. `most` is the
    largest number of partitions of a group. `undecided` and `faults` name groups.
    """

    kind: str
    first: int
    groups: int
    answered: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("flow", "ilp", "exhaustive"), 0))
    proved: int = 0
    most: int = 0
    undecided: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def run_stretch(stretch: EngineStretch) -> EngineOutcome:
    """Put every group of the stretch to the engines."""
    progress = compilation.STATE
    # For this stretch only: every size uses the compiler, or none does.
    before = compilation.SMALL, progress.met, progress.compiles
    compilation.SMALL, progress.met, progress.compiles = (0, 0, True) if stretch.compiled else (2**63, 0, False)
    outcome = EngineOutcome(kind=stretch.kind, first=stretch.first, groups=stretch.groups)
    for number in range(stretch.first, stretch.first + stretch.groups):
        group = group_number(stretch.kind, number)
        outcome.most = max(outcome.most, len(unassigned_partitions(group, {})))
        try:
            _ask_engines(group, f"{stretch.kind} {number}", stretch.seconds, outcome)
        except Exception as mistake:  # noqa: BLE001 - a failing engine is a fault of this group, and the run goes on
            outcome.faults.append(f"{stretch.kind} {number}: {type(mistake).__name__}: {mistake}")
    compilation.SMALL, progress.met, progress.compiles = before
    return outcome


def group_number(kind: str, number: int) -> Group:
    """The group of this kind and number. The number is a place in the enumeration or a seed."""
    match kind:
        case "every":
            return _all_small()[number]
        case "larger":
            return larger_group(number)
        case _:
            return middling_group(number)


def count_small_groups() -> int:
    """The number of groups of the kind `every`."""
    return len(_all_small())


@cache
def _all_small() -> Sequence[Group]:
    return [small.group() for small in every_group()]


def _ask_engines(group: Group, name: str, seconds: float, outcome: EngineOutcome) -> None:
    optima: dict[str, Optimum] = {"flow": solve(group)}
    if count_plans(group) <= MOST_WAYS:
        optima["exhaustive"] = try_all_assignments(group)
    try:
        optima["ilp"] = solve_by_program(group, seconds=seconds)
    except SolverTimeout:
        outcome.undecided.append(name)
    for engine, optimum in optima.items():
        outcome.answered[engine] += 1
        refusal = verify(group, optimum.assignment, optimum.certificate)
        outcome.proved += refusal is None
        if refusal is not None:
            outcome.faults.append(f"{name}: {engine}: not proved: {refusal}")
    if outcome.kind == "every" and (plan := find_misjudged_plan(group)) is not None:
        outcome.faults.append(f"{name}: misjudged: {plan}")
    by_engine = {engine: figures(optimum) for engine, optimum in optima.items()}
    if len(set(by_engine.values())) > 1:
        outcome.faults.append(f"{name}: {by_engine}")


GROUPS = {"every": 100, "larger": 200, "middling": 5}
"""The number of groups in a stretch: about ten seconds of work."""


def stretches(
    larger: int, middling: int, seed: int, seconds: float, *, compiled: bool = False
) -> Iterator[EngineStretch]:
    """All stretches of a run; they are independent. Random groups are numbered from `seed` on."""
    numbers = {"every": (0, count_small_groups()), "larger": (seed, seed + larger), "middling": (seed, seed + middling)}
    for kind, (first, end) in numbers.items():
        for number in range(first, end, GROUPS[kind]):
            groups = min(GROUPS[kind], end - number)
            yield EngineStretch(kind=kind, first=number, groups=groups, seconds=seconds, compiled=compiled)


def outcomes_in(path: Path) -> list[tuple[EngineStretch, EngineOutcome]]:
    """The finished stretches of earlier runs."""
    return [(EngineStretch(**line["stretch"]), EngineOutcome(**line["outcome"])) for line in resume_lines(path)]


def complete_run(planned: Sequence[EngineStretch], out: Path, processes: int) -> list[EngineOutcome]:
    """Run the missing stretches in several processes, and write each to `out`. Returns all outcomes."""
    done = {stretch: outcome for stretch, outcome in outcomes_in(out) if stretch in set(planned)}
    missing = [stretch for stretch in planned if stretch not in done]
    with ProcessPoolExecutor(processes) as pool:
        for stretch, outcome in zip(missing, pool.map(run_stretch, missing), strict=True):
            done[stretch] = outcome
            append_line(out, {"stretch": asdict(stretch), "outcome": asdict(outcome)})
            print("".join(f"{fault}\n" for fault in outcome.faults), end="", flush=True)
            show_progress(f"{len(done)} of {len(planned)} stretches, {outcome.kind}")
    print(file=sys.stderr)
    return list(done.values())


def results_table(found: Sequence[EngineOutcome]) -> EvidenceTable:
    """A row for each kind of group: its groups, the answers of each engine, the plans proved, and the faults."""
    rows = []
    for kind, says in KINDS.items():
        mine = [one for one in found if one.kind == kind]
        if mine:
            counts = (
                sum(one.groups for one in mine),
                max(one.most for one in mine),
                *(sum(one.answered[engine] for one in mine) for engine in mine[0].answered),
                sum(one.proved for one in mine),
                sum(len(one.undecided) for one in mine),
                sum(len(one.faults) for one in mine),
            )
            rows.append((says, *(f"{count:,}" for count in counts)))
    counted = ("groups", "most partitions", "flow", "ILP", "brute force", "plans proved", "undecided", "differences")
    columns = ("which groups", *(f">{count}" for count in counted))
    return EvidenceTable(table="What was run", columns=columns, rows=tuple(rows), shown=True)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--larger", type=int, default=20_000, help="random groups of up to 25 partitions")
    parser.add_argument("--middling", type=int, default=300, help="random groups of 100 to 1,000 partitions")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first random group; later ones count up")
    parser.add_argument("--seconds", type=float, default=60.0, help="limit of each run of the integer program's solver")
    parser.add_argument("--compiled", action="store_true", help="use the flow's compiled loops for small groups too")
    parser.add_argument("--processes", type=int, default=1, help="processes at a time (default 1)")
    parser.add_argument("--out", type=Path, default=Path("agreement.jsonl"), help="file of finished stretches")
    add_evidence_options(parser)


def run(args: Namespace) -> int:
    """Run the missing stretches."""
    planned = list(stretches(args.larger, args.middling, args.seed, args.seconds, compiled=args.compiled))
    found = complete_run(planned, args.out, args.processes)
    undecided = [name for one in found for name in one.undecided]
    faults = [name for one in found for name in one.faults]
    print("".join(f"undecided: {name}\n" for name in undecided), end="")
    groups, proved = sum(one.groups for one in found), sum(one.proved for one in found)
    asked = sum(sum(one.answered.values()) for one in found)
    result = f"{groups:,} groups: {len(faults)} differences, {len(undecided)} undecided, {proved:,} of {asked:,} plans"
    publish("engine-agreement", args, f"{result} proved", [results_table(found)])
    return 1 if faults else 3 if undecided else 0
