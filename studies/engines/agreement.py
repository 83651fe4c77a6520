"""
Flow, integer program and brute force agree on very many groups, and every plan is proved.

    python -m studies agreement --larger 20000 --middling 300

First comes every group, up to symmetry, of at most 3 members, 2 topics and 4 partitions in all. Finished stretches
(`studies.engines.engine_stretch`) are written to `--out` line by line; the same command skips them. The exit code is 1
if two engines differ or a plan is not proved, and 3 if the integer program ran out of time.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

from studies.engines.engine_stretch import KINDS, EngineOutcome, EngineStretch, count_small_groups, run_stretch
from studies.output import show_progress, table_head, table_row
from studies.records import append_line, resume_lines
from studies.workers import perform_all

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
    missing = iter([stretch for stretch in planned if stretch not in done])
    with ProcessPoolExecutor(processes) as pool:
        for stretch, outcome in perform_all(missing, run_stretch, pool, processes):
            done[stretch] = outcome
            append_line(out, {"stretch": asdict(stretch), "outcome": asdict(outcome)})
            print("".join(f"{fault}\n" for fault in outcome.faults), end="", flush=True)
            show_progress(f"{len(done)} of {len(planned)} stretches, {outcome.kind}")
    print(file=sys.stderr)
    return list(done.values())


def table(outcomes: Iterable[EngineOutcome]) -> list[str]:
    """The run as a table: for each kind its groups, the answers of each engine, the plans proved, and the faults."""
    counts = ("most partitions", "flow", "ILP", "brute force", "plans proved", "undecided", "differences")
    found = list(outcomes)
    lines = [table_head("groups", ">", *(f">{count}" for count in counts))]
    for kind, says in KINDS.items():
        mine = [one for one in found if one.kind == kind]
        if mine:
            answered = (sum(one.answered[engine] for one in mine) for engine in mine[0].answered)
            figures = (
                sum(one.groups for one in mine),
                max(one.most for one in mine),
                *answered,
                sum(one.proved for one in mine),
                sum(len(one.undecided) for one in mine),
                sum(len(one.faults) for one in mine),
            )
            lines.append(table_row(says, *(f"{figure:,}" for figure in figures)))
    return lines


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--larger", type=int, default=20_000, help="random groups of up to 25 partitions")
    parser.add_argument("--middling", type=int, default=300, help="random groups of 100 to 1,000 partitions")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first random group; later ones count up")
    parser.add_argument("--seconds", type=float, default=60.0, help="limit of each run of the integer program's solver")
    parser.add_argument("--compiled", action="store_true", help="use the flow's compiled loops for small groups too")
    parser.add_argument("--processes", type=int, default=1, help="processes at a time (default 1)")
    parser.add_argument("--out", type=Path, default=Path("agreement.jsonl"), help="file of finished stretches")


def run(args: Namespace) -> int:
    """Run the missing stretches, and print the table and the undecided groups."""
    planned = list(stretches(args.larger, args.middling, args.seed, args.seconds, compiled=args.compiled))
    found = complete_run(planned, args.out, args.processes)
    undecided = [name for one in found for name in one.undecided]
    print("\n".join([*table(found), *(f"undecided: {name}" for name in undecided)]))
    if any(one.faults for one in found):
        return 1
    return 3 if undecided else 0
