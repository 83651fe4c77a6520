"""
Measure how fast the seeded generator draws groups, family by family.

    python -m studies drawing --count 5000

Each example is drawn three times, and the fastest time counts, because other processes use the machine. A small group
has at most 5 members and 20 partitions; for a life, its first group counts.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from statistics import mean, quantiles
from time import perf_counter_ns

from kafka_assay.assignors.life_run import Example, LifeRun
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.strategies.drawn import drawn_example
from studies.output import table_head, table_row

SMALL_MEMBERS, SMALL_PARTITIONS = 5, 20
REPEATS = 3
WARM = 100
"""Examples that are drawn before the clock starts: choices are built on first use."""
HEAD = table_head("family", ">small groups", ">µs, small", ">µs, all", ">µs, 99th percentile")


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="these families (default: all)")
    parser.add_argument("--count", type=int, default=5_000, help="examples of each family (default 5000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the examples (default 0)")


def run(args: Namespace) -> None:
    """Measure and print the table."""
    print(HEAD)
    for family in args.families or FAMILIES:
        print(_row(family, args.count, args.seed), flush=True)


def _row(family: str, count: int, seed: int) -> str:
    for number in range(WARM):
        drawn_example(family, seed, number)
    timed = [_time_drawing(family, seed, number) for number in range(count)]
    all_times = [microseconds for _, microseconds in timed]
    small = [microseconds for example, microseconds in timed if is_small(example)]
    return table_row(
        f"`{family}`",
        f"{len(small) / count:.0%}",
        f"{mean(small):.0f}" if small else "—",
        f"{mean(all_times):.0f}",
        f"{quantiles(all_times, n=100)[98]:.0f}",
    )


def _time_drawing(family: str, seed: int, number: int) -> tuple[Example, float]:
    """The example, and the fewest microseconds that it took."""
    best = float("inf")
    for _ in range(REPEATS):
        started = perf_counter_ns()
        example = drawn_example(family, seed, number)
        best = min(best, perf_counter_ns() - started)
    return example, best / 1e3


def is_small(example: Example) -> bool:
    """Whether the group has at most 5 members and 20 partitions."""
    group = example.life.group if isinstance(example, LifeRun) else example
    partitions = sum(topic.partitions for topic in group.topics)
    return len(group.members) <= SMALL_MEMBERS and partitions <= SMALL_PARTITIONS
