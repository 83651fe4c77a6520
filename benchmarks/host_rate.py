"""
How many small questions `assay host` answers in a second, asked one after the other as a test suite asks.

    python -m benchmarks.host_rate [NAME...] [--questions N] [--seed S]

The groups are those of the family `clean`: a few members, a few topics. The host is a process of its own. Beside the
clock stands the processor's time that the host needed for a question, which others on the machine do not change.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assignors.group_format import group_to_json
from properties.sampling import sample

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ("range", "roundrobin", "lag", "sticky")
HEAD = """| assignor | questions/s, one by one | host's processor time a question, µs | of these `assign`, µs |
|---|---:|---:|---:|
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """
    What was measured of one assignor: seconds by the clock, of the host's processor and inside `assign`, in all.
    """

    assignor: str
    questions: int
    seconds: float
    processor: float
    inside: float

    def row(self) -> str:
        """
        One line of the table.
        """
        processor, inside = (1e6 * spent / self.questions for spent in (self.processor, self.inside))
        return f"| {self.assignor} | {self.questions / self.seconds:,.0f} | {processor:.0f} | {inside:.0f} |"


def measured(assignor: str, groups: Sequence[str]) -> Rate:
    """
    Ask a host of its own about all `groups`, a line at a time. Its start is left out by asking nothing of another one.
    """
    started = _children()
    _asked(assignor, ())
    start = _children() - started
    before = _children()
    seconds, inside = _asked(assignor, groups)
    processor = _children() - before - start
    return Rate(assignor=assignor, questions=len(groups), seconds=seconds, processor=processor, inside=inside)


def _asked(assignor: str, groups: Sequence[str]) -> tuple[float, float]:
    pipe = subprocess.PIPE
    inside = 0
    with subprocess.Popen([sys.executable, "-m", "assay", "host"], stdin=pipe, stdout=pipe, text=True) as host:
        assert host.stdin is not None
        assert host.stdout is not None
        host.stdout.readline()
        begun = time.perf_counter()
        for number, group in enumerate(groups):
            host.stdin.write(f'{{"id":{number},"assignor":{json.dumps(assignor)},"group":{group}}}\n')
            host.stdin.flush()
            inside += json.loads(host.stdout.readline())["nanoseconds"]
        seconds = time.perf_counter() - begun
        host.stdin.close()
    return seconds, inside / 1e9


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(arguments: Sequence[str]) -> None:
    """
    Measure, and print the table.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assignors", nargs="*", metavar="NAME", default=NAMES)
    parser.add_argument("--questions", type=int, default=3_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)
    drawn = sample("clean", min(args.questions, 500), args.seed)
    lines = [json.dumps(group_to_json(group), separators=(",", ":")) for group in drawn]
    groups = [lines[place % len(lines)] for place in range(args.questions)]
    rates = [measured(name, groups) for name in args.assignors]
    sys.stdout.write(HEAD + "\n".join(rate.row() for rate in rates) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
