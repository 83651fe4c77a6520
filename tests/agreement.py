"""
The engines agree: flow, integer program and brute force on very many groups, every plan proved.

    python -m tests.agreement --larger 20000 --middling 300

Every group, up to symmetry, of at most 3 members, 2 topics and 4 partitions in all comes first. Finished stretches
(`tests.agreement_stretch`) are written to `--out` line by line, and are not run again when the same command is given
once more. Exit code 1 where two engines differ or a plan is not proved, 3 where the integer program ran out of time.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from tests.agreement_stretch import KINDS, Outcome, Stretch, how_many_small, run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

GROUPS = {"every": 100, "larger": 200, "middling": 5}
"""Groups in a stretch: about ten seconds of work."""


def stretches(larger: int, middling: int, seed: int, seconds: float, *, compiled: bool = False) -> Iterator[Stretch]:
    """
    All stretches of a run, each to be run by itself. Random groups are numbered from `seed` on.
    """
    wanted = {"every": (0, how_many_small()), "larger": (seed, seed + larger), "middling": (seed, seed + middling)}
    for kind, (first, end) in wanted.items():
        for number in range(first, end, GROUPS[kind]):
            groups = min(GROUPS[kind], end - number)
            yield Stretch(kind=kind, first=number, groups=groups, seconds=seconds, compiled=compiled)


def outcomes_in(path: Path) -> list[tuple[Stretch, Outcome]]:
    """
    What earlier runs have finished; a last line cut short is left out.
    """
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            continue
        found.append((Stretch(**record["stretch"]), Outcome(**record["outcome"])))
    return found


def complete(wanted: Sequence[Stretch], out: Path, processes: int) -> list[Outcome]:
    """
    Run what is missing, in several processes, and write each finished stretch to `out`; the outcomes of all.
    """
    done = {stretch: outcome for stretch, outcome in outcomes_in(out) if stretch in set(wanted)}
    with ProcessPoolExecutor(processes) as pool, out.open("a", encoding="utf-8") as file:
        waiting = {pool.submit(run, stretch): stretch for stretch in wanted if stretch not in done}
        try:
            for future in as_completed(waiting):
                stretch, outcome = waiting[future], future.result()
                done[stretch] = outcome
                file.write(json.dumps({"stretch": asdict(stretch), "outcome": asdict(outcome)}) + "\n")
                file.flush()
                sys.stdout.writelines(f"{fault}\n" for fault in outcome.faults)
                sys.stderr.write(f"\r{len(done)} of {len(wanted)} stretches, {outcome.kind}".ljust(79))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return list(done.values())


def table(outcomes: Iterable[Outcome]) -> list[str]:
    """
    The run as a table: for each kind its groups, how many each engine answered, the plans proved, and what is wrong.
    """
    found = list(outcomes)
    lines = [
        "| groups | | most partitions | flow | ILP | brute force | plans proved | undecided | differences |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for kind, says in KINDS.items():
        mine = [one for one in found if one.kind == kind]
        if not mine:
            continue
        answered = " | ".join(f"{sum(one.answered[engine] for one in mine):,}" for engine in mine[0].answered)
        figures = f"{sum(one.groups for one in mine):,} | {max(one.most for one in mine):,} | {answered}"
        wrong = f"{sum(len(one.undecided) for one in mine)} | {sum(len(one.faults) for one in mine)}"
        lines.append(f"| {says} | {figures} | {sum(one.proved for one in mine):,} | {wrong} |")
    return lines


def main(arguments: Sequence[str]) -> int:
    """
    Run what the command line says, and say what came out.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.agreement", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--larger", type=int, default=20_000, help="random groups of up to 25 partitions")
    parser.add_argument("--middling", type=int, default=300, help="random groups of 100 to 1,000 partitions")
    parser.add_argument("--seed", type=int, default=0, help="of the first random group; the others count on from it")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each run of the integer program's solver")
    parser.add_argument("--compiled", action="store_true", help="small groups, too, by the flow's compiled loops")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("agreement.jsonl"), help="finished stretches")
    args = parser.parse_args(arguments)
    wanted = list(stretches(args.larger, args.middling, args.seed, args.seconds, compiled=args.compiled))
    try:
        found = complete(wanted, args.out, args.processes)
    except KeyboardInterrupt:
        sys.stderr.write(f"\ninterrupted: the same command goes on from {args.out}\n")
        return 130
    undecided = [name for one in found for name in one.undecided]
    sys.stderr.write("\n")
    sys.stdout.write("\n".join(table(found)) + "\n")
    sys.stdout.writelines(f"undecided: {name}\n" for name in undecided)
    if any(one.faults for one in found):
        return 1
    return 3 if undecided else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
