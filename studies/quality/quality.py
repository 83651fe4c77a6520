"""
Compare real assignors with the optimum: valid answers, balance, and wasted moves.

    python -m studies quality --groups 100000 --seed 0 --out out

Without targets it asks the newest release of every implementation and the references of the same rules. Groups are
those of `properties/strategies/everyday.py`. Each is solved once, its proof checked, and put to all targets in turn. A
target's turn is 500 groups, so that an interrupted run has asked all targets about evenly. A target whose process
crashes has no answer to that group. Neither has one that hangs twice in a row: no answer within ten seconds
(`--call-timeout`). On a busy machine a shorter limit would measure the machine. The run goes on in both cases.

The same command continues the record. `--group NUMBER` prints a group, to be asked about by hand.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from shlex import join
from typing import NamedTuple

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import CannotBeAsked, Target
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import stickiness
from kafka_assay.benchmarks.workload_group import everyday_group
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.flow.engine import solve
from kafka_assay.properties.judging.evidence import make_trial
from kafka_assay.properties.measures.facts import sum_of_squares
from kafka_assay.properties.measures.flaws import broken_validity_law
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions
from kafka_assay.properties.trials.ask_modes import PlainTarget
from kafka_assay.properties.trials.trial import Trial
from studies.quality.quality_record import FORMAT, KINDS, RECORD, QualityTally, add_tallies, merge_stretches
from studies.records import Line, append_line, header, read_record, resume_record
from tests.support.newest_releases import NEWEST, REFERENCES

STRETCH = 500
"""The number of groups in one line of the record. After each line the next target has its turn."""
CALL_SECONDS = 10.0
TARGETS = (*REFERENCES, *NEWEST)

KEPT, BROKEN, UNDECIDED = 0, 1, 3
TRIES = 2
"""A target that hangs this often on one group has no answer to it."""


class SolvedGroup(NamedTuple):
    """A group, its number, and the figures of its optimum: sum of squares, the largest load, moves."""

    number: int
    group: Group
    is_equal: bool
    squares: int
    largest: int
    moves: int


def solve_group(number: int, group: Group) -> SolvedGroup:
    """The group with its optimum, whose proof was checked."""
    best = solve(group)
    refusal = verify(group, best.assignment, best.certificate)
    if refusal is not None:
        raise ValueError(f"{group.name}: the optimum is not proved: {refusal}")
    return SolvedGroup(number, group, has_equal_subscriptions(group), best.sum_of_squares, best.loads[-1], best.moves)


def tally_answer(target: Target, question: SolvedGroup) -> QualityTally:
    """The tally of one group that is put to `target`. A cooperative target is asked until it settles."""
    group, number = question.group, question.number
    trial = _ask_twice(target, group)
    failure = trial.failure
    if isinstance(failure, CannotBeAsked):
        return QualityTally(refused=1, examples={"refused": [number]})
    partitions = sum(topic.partitions for topic in group.topics)
    asked = QualityTally(asked=1, members=len(group.members), partitions=partitions, rounds=len(trial.steps))
    if failure is not None:
        return replace(asked, silent={failure.kind: 1}, examples={failure.kind: [number]})
    broken = broken_validity_law(group, trial.answer)
    if broken is not None:
        return replace(asked, invalid={broken: 1}, examples={broken: [number]})
    if any(member.id not in trial.answer for member in group.members):
        asked = replace(asked, omits=1, examples={"omits": [number]})
    loads = list(trial.loads.values())
    moved = stickiness(trial.owners, trial.answer).moved
    return add_tallies(asked, _weigh(sum_of_squares(loads), max(loads), moved, question))


def _ask_twice(target: Target, group: Group) -> Trial:
    """Put the group to `target`, and again if it hangs: on a busy machine any target may answer too late."""
    trial = make_trial(PlainTarget(target), group)
    for _ in range(TRIES - 1):
        failure = trial.failure
        if failure is None or failure.kind != "hang":
            break
        trial = make_trial(PlainTarget(target), group)
    return trial


def _weigh(squares: int, largest: int, moves: int, question: SolvedGroup) -> QualityTally:
    """The tally of a valid answer with these figures, beside the optimum."""
    excess, wasted, number = largest - question.largest, moves - question.moves, question.number
    if squares > question.squares:
        return QualityTally(
            uneven=1, excess=excess, excess_squares=excess**2, most_excess=excess, examples={"uneven": [number]}
        )
    undercut, wasteful = squares < question.squares or wasted < 0, wasted > 0
    kinds = [kind for kind, applies in (("undercut", undercut), ("wasteful", wasteful)) if applies]
    return QualityTally(
        even=1,
        moves=moves,
        needed=question.moves,
        wasted_squares=wasted**2,
        most_wasted=wasted,
        undercut=int(undercut),
        wasteful=int(wasteful),
        examples={kind: [number] for kind in kinds},
    )


def stretch_of(target: Target, questions: Sequence[SolvedGroup]) -> Line:
    """Put one stretch to `target`, and return its line."""
    tallies = {kind: QualityTally() for kind in KINDS}
    start = time.monotonic()
    for one in questions:
        kind = "equal" if one.is_equal else "unequal"
        tallies[kind] = add_tallies(tallies[kind], tally_answer(target, one))
    return {
        "target": target.name,
        "version": target.version,
        "first": questions[0].number,
        "groups": len(questions),
        "seconds": round(time.monotonic() - start, 2),
        **{kind: tally.to_json() for kind, tally in tallies.items()},
    }


def complete_record(
    path: Path, targets: Sequence[str], groups: int, seed: int, call_seconds: float, lines: list[Line]
) -> set[str]:
    """
    Put the first `groups` groups to all `targets`, skip what `lines` already hold, and write the record at `path`.

    Returns the targets that could not be opened. The reason is printed at once.
    """
    done = {(line["target"], line["first"]): line["groups"] for line in sorted(lines, key=lambda line: line["groups"])}
    opened: dict[str, Target] = {}
    closed: set[str] = set()
    with ExitStack() as hosts:
        for first in range(0, groups, STRETCH):
            numbers = range(first, min(first + STRETCH, groups))
            missing = [name for name in targets if done.get((name, first), 0) < len(numbers) and name not in closed]
            questions = [solve_group(number, everyday_group(number, seed)) for number in numbers] if missing else []
            for name in missing:
                try:
                    if name not in opened:
                        opened[name] = hosts.enter_context(
                            closing(open_target(name, call_timeout=call_seconds, seed=seed))
                        )
                except AssayError as wrong:
                    closed.add(name)
                    print(f"quality: skipped: {wrong}", file=sys.stderr)
                    continue
                line = stretch_of(opened[name], questions)
                append_line(path, {**line, "target": name})
                speed = len(questions) / max(line["seconds"], 0.01)
                print(f"{name}: {numbers[-1] + 1:,} groups, {speed:,.0f}/s", file=sys.stderr)
    return closed


def summarise(path: Path, summary: Path) -> None:
    """Write the record at `path` to the file `summary`, with one line for each target."""
    first, lines = read_record(path, FORMAT)
    summary.unlink(missing_ok=True)
    append_line(summary, first)
    for one in merge_stretches(lines):
        counts = {"first": 0, "groups": one.groups, "seconds": round(one.seconds, 2)}
        tallies = {kind: tally.to_json() for kind, tally in one.tallies.items()}
        append_line(summary, {"target": one.target, "version": one.version, **counts, **tallies})


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument(
        "targets", metavar="TARGET", nargs="*", help="targets (default: the newest releases and references)"
    )
    parser.add_argument("--groups", type=int, metavar="N", default=100_000, help="groups to ask about (default 100000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups (default 0)")
    parser.add_argument("--out", type=Path, metavar="DIR", default=Path("out"), help=f"folder for {RECORD}")
    parser.add_argument("--call-timeout", type=float, metavar="SECONDS", default=CALL_SECONDS, help="limit of a call")
    parser.add_argument("--summary", type=Path, metavar="FILE", help="also write the record with one line per target")
    parser.add_argument("--group", type=int, metavar="NUMBER", help="print this group as JSON, and ask no target")


def run(args: Namespace) -> int:
    """Measure, write the record into the folder, and print its path."""
    if args.group is not None:
        print(json.dumps(group_to_json(everyday_group(args.group, args.seed)), ensure_ascii=False))
        return KEPT
    if args.groups < 1:
        raise AssayError(f"--groups {args.groups}: expected at least 1")
    args.out.mkdir(parents=True, exist_ok=True)
    path = args.out / RECORD
    words = [*args.targets, "--groups", str(args.groups), "--seed", str(args.seed), "--out", "out"]
    args.command = join(["python", "-m", "studies", "quality", *words])
    lines = resume_record(path, header(FORMAT, args), same=("seed", "versions"))
    closed = complete_record(path, args.targets or TARGETS, args.groups, args.seed, args.call_timeout, lines)
    if args.summary is not None:
        summarise(path, args.summary)
    print(path)
    beaten = [one.target for one in merge_stretches(read_record(path, FORMAT)[1]) if one.both.undercut]
    for name in beaten:
        print(f"quality: {name} is better than the optimum: the oracle is wrong there", file=sys.stderr)
    return BROKEN if beaten else UNDECIDED if closed else KEPT
