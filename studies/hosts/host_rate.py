"""
Measure how many small questions a host answers in a second, and how fast it starts.

    python -m studies host_rate range sticky --questions 3000
    python -m studies host_rate --newest

Questions are asked one after the other, as a test suite asks. A name is a reference (`assay host`) or a target;
`--newest` stands for all newest releases. The groups are those of the family `clean`: a few members, a few topics. The
host is a separate process, and its artefacts are already in the cache. Beside the wall clock the table shows the host's
processor time for a question, on which other processes have no influence.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from statistics import median

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import HostCommand
from studies.newest_releases import NEWEST
from studies.output import table_head, table_row
from studies.sampling import sample

OWN_HOST = (sys.executable, "-m", "assay", "host")
NAMES = ("range", "roundrobin", "lag", "sticky")
STARTS = 5
WARM = 500
"""Questions that are not timed: just-in-time compilers need them."""
HEAD = table_head(
    "assignor", ">starts in, ms", ">questions/s, one by one", ">host's processor, µs each", ">of these `assign`, µs"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRate:
    """
    The measures of one assignor.

    They are the median seconds from start to greeting, and for all questions the seconds of the wall clock, of the
    host's processor, and inside `assign`.
    """

    assignor: str
    start: float
    questions: int
    seconds: float
    processor: float
    inside: float

    def row(self) -> str:
        """The measures as a line of the table."""
        processor, inside = (1e6 * spent / self.questions for spent in (self.processor, self.inside))
        rate, start = self.questions / self.seconds, 1e3 * self.start
        return table_row(self.assignor, f"{start:.0f}", f"{rate:,.0f}", f"{processor:.0f}", f"{inside:.0f}")


def measure_host(name: str, groups: Sequence[str], questions: int) -> HostRate:
    """
    Ask a new host `questions` questions about the `groups`, line by line.

    A group that crashes the host is left out. Raises `AssayError` if the host answers none.
    """
    command = parse_target(name).host_command() if ":" in name else HostCommand(words=OWN_HOST, assignor=name)
    survived = list(groups)
    while True:
        try:
            return _measure_host(name, command, survived, questions)
        except _HostDied as fell:
            survived.remove(fell.group)


def _measure_host(name: str, command: HostCommand, groups: Sequence[str], questions: int) -> HostRate:
    """
    Measure one host.

    A second host, asked only the untimed questions, gives the cost of the start and of these questions.
    """
    starts = [_time_questions(command, ()).start for _ in range(STARTS)]
    warm, counted = (list(islice(cycle(groups), number)) for number in (WARM, questions))
    before = _child_seconds()
    _time_questions(command, warm)
    without = _child_seconds() - before
    before = _child_seconds()
    times = _time_questions(command, warm, counted)
    return HostRate(
        assignor=name,
        start=median(starts),
        questions=questions,
        seconds=times.seconds,
        processor=_child_seconds() - before - without,
        inside=times.inside,
    )


class _HostDied(Exception):
    """A group crashed the host."""

    def __init__(self, group: str) -> None:
        super().__init__()
        self.group = group


@dataclass(frozen=True, slots=True, kw_only=True)
class _HostTimes:
    start: float
    seconds: float
    inside: float


def _time_questions(command: HostCommand, warm: Sequence[str], groups: Sequence[str] = ()) -> _HostTimes:
    pipe, words, environment = subprocess.PIPE, command.words, {**os.environ, **command.environment}
    begun = time.perf_counter()
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, env=environment) as host:
        assert host.stdin is not None
        assert host.stdout is not None
        host.stdout.readline()
        greeted = time.perf_counter()
        inside = 0
        for number, group in enumerate((*warm, *groups)):
            if number == len(warm):
                counted, inside = time.perf_counter(), 0
            host.stdin.write(f'{{"id":{number},"assignor":{json.dumps(command.assignor)},"group":{group}}}\n')
            host.stdin.flush()
            line = host.stdout.readline()
            if not line:
                raise _HostDied(group)
            reply = json.loads(line)
            # An assignor that throws counts as asked.
            inside += reply.get("nanoseconds", 0)
        ended = time.perf_counter()
        host.stdin.close()
    if groups and not inside:
        raise AssayError(f"{command.assignor}: no answer among {len(groups)}; the last one was {reply}")
    return _HostTimes(start=greeted - begun, seconds=ended - (counted if groups else ended), inside=inside / 1e9)


def _child_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("assignors", nargs="*", metavar="NAME", default=NAMES, help="references or targets")
    parser.add_argument("--newest", action="store_true", help="the newest release of every implementation")
    parser.add_argument("--questions", type=int, default=3_000, help="timed questions (default 3000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups (default 0)")


def run(args: Namespace) -> None:
    """Measure and print the table."""
    drawn = sample("clean", min(args.questions, 500), args.seed)
    lines = [json.dumps(group_to_json(group), separators=(",", ":")) for group in drawn]
    print(HEAD)
    for name in NEWEST if args.newest else args.assignors:
        print(measure_host(name, lines, args.questions).row(), flush=True)
