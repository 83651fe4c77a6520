"""
The generated part of `docs/results/quality.md`: how often each assignor misses the optimal balance, and how many moves
it wastes.

It and its picture are made from the record `docs/results/quality.jsonl`, which comes from
`python -m studies quality --summary`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.benchmarks.intervals import Estimate
from kafka_assay.reports.figures.dots import Dot, DotPanel, DotRow, DotsFigure
from kafka_assay.reports.render.blocks import Picture, Pictures
from kafka_assay.reports.render.drawing import draw_svg
from kafka_assay.reports.render.markdown import blocks_text, code
from studies.output import ROOT, GeneratedFiles, replace_part, table_head, table_row
from studies.quality.quality_record import FORMAT, KINDS, Quality, merge_stretches, quality_figures
from studies.records import read_record

RECORD = ROOT / "docs" / "results" / "quality.jsonl"
PAGE = ROOT / "docs" / "results" / "quality.md"
PICTURE = ROOT / "docs" / "images" / "quality.svg"
BEGIN, END = "<!-- what the record says -->", "<!-- end of the record -->"

RULES = {
    "Sticky": ("sticky", "uniform", "optimal"),
    "Round-robin": ("robin",),
    "Range": ("range",),
    "Other rules": ("",),
}
"""Heading -> parts of the names of assignors with this rule."""

PANELS = (
    (DotPanel("without a\nvalid answer, %", (0, 0.01, 0.1, 1, 10, 100)), "without_plan", 100.0),
    (DotPanel("less balanced\nthan the optimum, %", (0, 0.01, 0.1, 1, 10, 100)), "less_balanced", 100.0),
    (DotPanel("moves wasted, mean of\nthe answers as balanced", (0, 0.001, 0.01, 0.1, 1, 10)), "wasted", 1.0),
)
"""Each panel, the figure that it shows, and the factor of its unit."""
TITLES = (
    "target",
    "subscriptions",
    ">groups",
    ">no answer",
    ">not valid",
    "less balanced, %",
    "load in excess",
    ">most",
    "needless moves, %",
    "moves wasted",
    ">most",
    ">needed",
)
"""The columns. The page says what they mean."""


def quality_files() -> GeneratedFiles:
    """The page with its generated part updated, and its picture."""
    first, lines = read_record(RECORD, FORMAT)
    found = merge_stretches(lines)
    rules = group_by_rule(found)
    figure = quality_figure(rules)
    reached = sorted({one.groups for one in found})
    sentence = (
        f"Measured on the first {_range_text(reached)} groups of seed {first['seed']}, each solved once and given to "
        "every target."
    )
    planned = int(re.findall(r"--groups (\d+)", first["command"])[0])
    if reached[-1] < planned:
        sentence += f" The command asks for {planned:,}; the run was stopped earlier, after complete rounds."
    picture = blocks_text([Pictures((Picture(name="quality", drawing=figure),))]).replace("(figures/", "(../images/")
    tables = [line for rule, mine in rules.items() for line in ("", f"### {rule}", "", *_table(mine))]
    text = replace_part(PAGE.read_text("utf-8"), BEGIN, END, [sentence, "", picture, *tables])
    return GeneratedFiles({PAGE: text, PICTURE: draw_svg(figure)})


def _range_text(groups: Sequence[int]) -> str:
    """The number of groups of all targets, or the least and the most."""
    return " to ".join(f"{one:,}" for one in dict.fromkeys((groups[0], groups[-1])))


def quality_figure(rules: Mapping[str, Sequence[Quality]]) -> DotsFigure:
    """The targets under the names of their rules. The title counts the released assignors without any fault."""
    targets = [one for mine in rules.values() for one in mine if not parse_target(one.target).is_reference]
    groups = sorted({one.groups for one in targets} or {0})
    these = f"{sum(map(_is_flawless, targets))} of {len(targets)} released assignors"
    counts = ", ".join(f"{len(mine)} {rule.lower()}" for rule, mine in rules.items())
    panels = "; ".join(panel.title.replace("\n", " ") for panel, _, _ in PANELS)
    rows = [
        row
        for rule, mine in rules.items()
        for row in (DotRow(rule), *(DotRow(short_name(one.target), _dots(one)) for one in mine))
    ]
    return DotsFigure(
        title=f"{these} are optimal in balance and moves on all {_range_text(groups)} groups",
        alt=f"Dots with 95 % intervals for assignors by rule ({counts}), equal and unequal subscriptions: {panels}.",
        panels=tuple(panel for panel, _, _ in PANELS),
        rows=rows,
        series=tuple(f"{kind} subscriptions" for kind in KINDS),
    )


def _dots(one: Quality) -> tuple[tuple[Dot | None, ...], ...]:
    figures = [quality_figures(one.tallies[kind]) for kind in KINDS]
    return tuple(tuple(_dot(found[name], scale) for found in figures) for _, name, scale in PANELS)


def _dot(found: Estimate | None, scale: float) -> Dot | None:
    return None if found is None else Dot(*(scale * part for part in found))


def _is_flawless(one: Quality) -> bool:
    tally = one.both
    return not (tally.unanswered or tally.not_valid or tally.uneven or tally.wasteful)


def _table(found: Sequence[Quality]) -> Iterator[str]:
    yield table_head(*TITLES)
    for one, kind, tally in ((one, kind, one.tallies[kind]) for one in found for kind in KINDS):
        if tally.asked:
            figures = quality_figures(tally)
            yield table_row(
                code(one.target),
                kind,
                f"{tally.asked:,}",
                f"{tally.unanswered:,}",
                f"{tally.not_valid:,}",
                percent_text(figures["less_balanced"]),
                estimate_text(figures["excess"]),
                tally.most_excess,
                percent_text(figures["needless"]),
                estimate_text(figures["wasted"]),
                tally.most_wasted,
                f"{tally.needed / tally.even:.2f}" if tally.even else "-",
            )


def group_by_rule(found: Sequence[Quality]) -> dict[str, list[Quality]]:
    """The targets under the rule that their names suggest, in order. Rules without targets are left out."""
    sorted_in: dict[str, list[Quality]] = {rule: [] for rule in RULES}
    for one in found:
        sorted_in[rule_of(one.target)].append(one)
    return {rule: mine for rule, mine in sorted_in.items() if mine}


def rule_of(target: str) -> str:
    """
    The rule that the target's name suggests.

    >>> rule_of("maven:org.apache.kafka:kafka-group-coordinator:4.4.0:UniformAssignor"), rule_of("server-range")
    ('Sticky', 'Range')
    """
    name = target.rpartition(":")[2].lower()
    return next(rule for rule, parts in RULES.items() if any(part in name for part in parts))


def short_name(target: str) -> str:
    """
    Implementation and assignor, without the release and its origin; a reference is marked as such.

    >>> short_name("go:github.com/twmb/franz-go@v1.22.2:sticky"), short_name("sticky")
    ('franz-go sticky', 'sticky (reference)')
    >>> short_name("maven:org.apache.kafka:kafka-clients:4.4.0:RangeAssignor")
    'kafka-clients Range'
    """
    name = parse_target(target)
    return name.label if name.is_released else f"{target} (reference)"


def percent_text(found: Estimate | None) -> str:
    """
    A share with its interval in percent, to two digits of half the interval.

    >>> percent_text(Estimate(0.12345, 0.1206, 0.1263)), percent_text(Estimate(0.0, 0.0, 0.000077)), percent_text(None)
    ('12.35 (12.06 to 12.63)', '0 (to 0.0077)', '-')
    """
    if found is None:
        return "-"
    return estimate_text(Estimate(*(100 * part for part in found)))


def estimate_text(found: Estimate | None) -> str:
    """
    A number with its interval, to two digits of half the interval.

    >>> [estimate_text(Estimate(*one)) for one in ((3.14159, 3.1, 3.2), (2.0, 2.0, 2.0), (100.0, 99.9, 100.0))]
    ['3.142 (3.100 to 3.200)', '2', '100 (from 99.900)']
    """
    if found is None:
        return "-"
    if found.low == found.high:
        return f"{found.value:g}"
    digits = max(0, 1 - math.floor(math.log10((found.high - found.low) / 2)))
    if found.value == found.low:
        return f"{found.value:g} (to {found.high:.{digits}f})"
    if found.value == found.high:
        return f"{found.value:g} (from {found.low:.{digits}f})"
    return f"{found.value:.{digits}f} ({found.low:.{digits}f} to {found.high:.{digits}f})"
