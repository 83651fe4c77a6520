"""
Compare three references with the weighted optimum on groups in which a few partitions lag most.

    python -m studies weighted --seeds 3

The references are `lag`, `lag-global` and `sticky`. Every member reads every topic (of ten partitions) and owns what
`sticky` gave it when nothing lagged. Then lags arise: by Zipf's law (the i-th largest is a million divided by i) or
lognormal (the median 403, one in a hundred above 42,000). `--sizes` instead counts how many groups of each size are
proved within the limit. `--coarser` compares the optimum of rounded lags with that of the true ones.
"""

from __future__ import annotations

import math
import random
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import mean
from typing import TypeAlias

from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.oracle.weighted.search import WeightedRequest, solve_weighted
from kafka_assay.oracle.weighted.weights import WeightedOptimum
from kafka_assay.properties.measures.claims import feed_back
from studies.output import table_head, table_row

TARGETS = ("lag", "lag-global", "sticky")
BEST = "weighted optimum"
Sizes: TypeAlias = tuple[tuple[int, int], ...]
GROUPS: Sizes = ((12, 3), (50, 5), (200, 10), (1_000, 40), (10_000, 200))
"""Partitions and members of the comparison."""
SIZES: Sizes = ((10, 3), (15, 4), (20, 5), (30, 6), (50, 10), (100, 10), (100, 50), (500, 50))
"""Partitions and members for counting proofs."""
COARSER: Sizes = ((50, 5), (200, 10), (1_000, 40))
"""Partitions and members of the groups whose lags are rounded."""
PARTS = (None, 50, 10)
"""The number of parts of a member's mean to which lags are rounded. None: not rounded."""
MEASURED = (">max above bound", ">squares above bound", ">moved", ">R-score", ">proved")
TOPIC = 10
LARGEST = 1_000_000


def zipf(number: int, draw: random.Random) -> list[int]:
    """A million divided by the rank, in random order."""
    by_rank = [LARGEST // rank for rank in range(1, number + 1)]
    return [by_rank[place] for place in shuffled_numbers(number, draw)]


def lognormal(number: int, draw: random.Random) -> list[int]:
    """Lags whose logarithm has the mean 6 and the standard deviation 2."""

    def normal() -> float:
        # The Box-Muller method: of Python's generators only `random()` guarantees the same values in every release.
        return math.sqrt(-2 * math.log(1 - draw.random())) * math.cos(2 * math.pi * draw.random())

    return [round(math.exp(6 + 2 * normal())) for _ in range(number)]


def shuffled_numbers(number: int, draw: random.Random) -> list[int]:
    """The numbers below `number` in random order."""
    return sorted(range(number), key=lambda _: draw.random())


LAGS: dict[str, Callable[[int, random.Random], list[int]]] = {"Zipf": zipf, "lognormal": lognormal}


def skewed_group(kind: str, partitions: int, members: int, seed: int) -> Group:
    """
    A group whose partitions were shared out evenly by number before it lagged.

    >>> group = skewed_group("Zipf", 20, 3, seed=1)
    >>> sum(topic.partitions for topic in group.topics), max(max(topic.end_offsets) for topic in group.topics)
    (20, 1000000)
    """
    draw = random.Random(f"weighted {kind} {partitions} {members} {seed}")
    counts = [min(TOPIC, partitions - start) for start in range(0, partitions, TOPIC)]
    topics = {f"topic-{place:04}": count for place, count in enumerate(counts)}
    fresh = group_of(topics, {f"member-{place:04}": list(topics) for place in range(members)})
    group = feed_back(fresh, reference_assignor("sticky").assign(fresh))
    lag = iter(LAGS[kind](partitions, draw))
    known = tuple(
        replace(
            topic,
            end_offsets=tuple(next(lag) for _ in range(topic.partitions)),
            committed_offsets=(0,) * topic.partitions,
        )
        for topic in group.topics
    )
    return replace(group, topics=known, name=f"{kind} {partitions} {members} {seed}")


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedComparison:
    """
    One answer to one group, compared with the bounds.

    It holds the maximum over the mean and over the bound, the squares over the bound, the share of the lag that moves,
    and the R-score.
    """

    over_mean: float
    over_bound: float
    squares: float
    moved: float
    r_score: float


def weighted_figures(group: Group, answer: Assignment, optimum: WeightedOptimum) -> WeightedComparison:
    """The figures of `answer`, compared with the bounds of the `optimum`."""
    lag = {(t.name, p): one for t in group.topics for p, one in enumerate(lags(t, group.auto_offset_reset))}
    holders = {(topic, p): member for member, topics in answer.items() for topic, ids in topics.items() for p in ids}
    loads = dict.fromkeys(group.member_ids(), 0)
    for partition, member in holders.items():
        loads[member] += lag[partition]
    moved = sum(lag[p] for p, owner in valid_owners(group).items() if holders[p] != owner)
    total, most = sum(lag.values()), max(loads.values())
    return WeightedComparison(
        over_mean=most * len(loads) / total,
        over_bound=float(most / optimum.bound.most),
        squares=float(sum(load * load for load in loads.values()) / optimum.bound.squares),
        moved=moved / total,
        r_score=moved / most,
    )


def best_of(group: Group, answers: Sequence[Assignment], seconds: float) -> WeightedOptimum:
    """The weighted optimum, or the best found within `seconds`; at least as good as each of the `answers`."""
    return solve_weighted(group, WeightedRequest(by="lag", seconds=seconds), answers)


def compare_answers(kind: str, partitions: int, members: int, seeds: int, seconds: float) -> Iterator[str]:
    """The lines of the table for groups of one kind and size. Each figure is the mean over all seeds."""
    rows: dict[str, list[WeightedComparison]] = {name: [] for name in (*TARGETS, BEST)}
    optima: list[WeightedOptimum] = []
    for seed in range(seeds):
        group = skewed_group(kind, partitions, members, seed)
        answers = {name: reference_assignor(name).assign(group) for name in TARGETS}
        optimum = best_of(group, list(answers.values()), seconds)
        optima.append(optimum)
        for name, answer in {**answers, BEST: optimum.assignment}.items():
            rows[name].append(weighted_figures(group, answer, optimum))
    for name, measured in rows.items():
        over_mean = f"{mean(one.over_mean for one in measured):.2f}"
        cells = (name, over_mean, *_means(measured, optima if name == BEST else None))
        yield table_row(kind, f"{partitions:,}", f"{members:,}", *cells)


def compare_rounded_lags(kind: str, partitions: int, members: int, seeds: int, seconds: float) -> Iterator[str]:
    """
    The lines of the table with rounded lags, all measured by the true lags. Each figure is the mean over all seeds.
    """
    groups = [skewed_group(kind, partitions, members, seed) for seed in range(seeds)]
    bounds = [best_of(group, [], seconds) for group in groups]
    for parts in PARTS:
        optima = bounds if parts is None else [_of_rounded(group, parts, seconds) for group in groups]
        rows = [
            weighted_figures(group, one.assignment, bound)
            for group, one, bound in zip(groups, optima, bounds, strict=True)
        ]
        rounded = "exact" if parts is None else f"mean / {parts}"
        yield table_row(kind, f"{partitions:,}", f"{members:,}", rounded, *_means(rows, optima))


def _means(rows: Sequence[WeightedComparison], optima: Sequence[WeightedOptimum] | None) -> Iterator[str]:
    """The cells under `MEASURED`; with `optima`, also how many of them are proved."""
    yield percent_above(mean(one.over_bound for one in rows))
    yield percent_above(mean(one.squares for one in rows))
    yield f"{mean(one.moved for one in rows):.0%}"
    yield f"{mean(one.r_score for one in rows):.2f}"
    yield "" if optima is None else " / ".join(map(str, proved_levels(optima)))


def _of_rounded(group: Group, parts: int, seconds: float) -> WeightedOptimum:
    total = sum(sum(topic.end_offsets or ()) for topic in group.topics)
    unit = max(1, total // (len(group.members) * parts))
    topics = tuple(
        replace(topic, weights=tuple(round(end / unit) for end in topic.end_offsets or ())) for topic in group.topics
    )
    return solve_weighted(replace(group, topics=topics), WeightedRequest(by="weights", seconds=seconds))


def percent_above(ratio: float) -> str:
    """
    How far a ratio is above 1, in percent with two significant figures.

    >>> percent_above(1.0), percent_above(1.0000000035), percent_above(1.012), percent_above(4.56), percent_above(71)
    ('0', '3.5e-07 %', '1.2 %', '360 %', '7,000 %')
    """
    percent = (ratio - 1) * 100
    if percent < 1e-12:
        return "0"
    if percent < 0.001:
        return f"{percent:.1e} %"
    short = float(f"{percent:.2g}")
    return f"{short:,.0f} %" if short >= 10 else f"{short:g} %"


def proved_levels(optima: Sequence[WeightedOptimum]) -> list[int]:
    """The number of `optima` whose maximum is proved, whose squares are too, and whose moved weight is as well."""
    return [
        sum(one.figures.sort_key()[: level + 1] == one.bound.sort_key()[: level + 1] for one in optima)
        for level in range(3)
    ]


def proved_row(kind: str, partitions: int, members: int, seeds: int, seconds: float) -> Iterator[str]:
    """The line of the other table: in how many groups each level is proved, and the largest gap of the squares."""
    optima = [best_of(skewed_group(kind, partitions, members, seed), [], seconds) for seed in range(seeds)]
    gap = max(one.figures.squares / one.bound.squares - Fraction(1) for one in optima)
    cells = (f"{level} of {seeds}" for level in proved_levels(optima))
    yield table_row(kind, f"{partitions:,}", f"{members:,}", *cells, percent_above(1 + float(gap)))


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="groups of each kind and size (default 5)")
    parser.add_argument(
        "--time-limit", type=float, default=10.0, metavar="S", help="seconds for each group (default 10)"
    )
    parser.add_argument("--sizes", action="store_true", help="count proved groups of each size instead")
    parser.add_argument("--coarser", action="store_true", help="compare the optimum of rounded lags instead")


def run(args: Namespace) -> None:
    """Measure and print a Markdown table."""
    titles: tuple[str, ...]
    sizes, titles, lines = GROUPS, (">answer", ">max/mean", *MEASURED), compare_answers
    if args.coarser:
        sizes, titles, lines = COARSER, (">rounded to", *MEASURED), compare_rounded_lags
    elif args.sizes:
        sizes, titles, lines = SIZES, (">maximum", ">and squares", ">and moves", ">largest gap of squares"), proved_row
    print(table_head("lags", ">partitions", ">members", *titles))
    for kind in LAGS:
        for partitions, members in sizes:
            for line in lines(kind, partitions, members, args.seeds, args.time_limit):
                print(line, flush=True)
