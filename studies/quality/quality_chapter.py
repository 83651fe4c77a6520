"""
The chapter of quality: how often each assignor misses the optimal balance, and how many moves it wastes.

It is the generated part of `docs/results/quality.md`, between two marks. It and its picture are made from the record
`docs/results/quality.jsonl`, which comes from `python -m studies quality --summary`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kafka_assay.benchmarks.intervals import Estimate
from kafka_assay.reports.figures.dots import Dot, DotPanel, DotRow, DotsFigure
from kafka_assay.reports.render.blocks import (
    Cell,
    Chapter,
    Code,
    Column,
    Heading,
    Listing,
    Picture,
    Pictures,
    Prose,
    Section,
    Table,
)
from kafka_assay.reports.render.drawing import draw_svg
from kafka_assay.reports.render.markdown import render_markdown
from studies.output import ROOT, GeneratedFiles, replace_part
from studies.quality.quality_record import FORMAT, KINDS, Quality, QualityTally, merge_stretches
from studies.quality.quality_rows import (
    estimate_text,
    group_by_rule,
    is_reference,
    percent_text,
    quality_figures,
    short_name,
)
from studies.records import read_record

PANELS = (
    (DotPanel("without a\nvalid answer, %", (0, 0.01, 0.1, 1, 10, 100)), "no_plan", 100.0),
    (DotPanel("less balanced\nthan the optimum, %", (0, 0.01, 0.1, 1, 10, 100)), "less_balanced", 100.0),
    (DotPanel("moves wasted, mean of\nthe answers as balanced", (0, 0.001, 0.01, 0.1, 1, 10)), "wasted", 1.0),
)
"""Each panel, the figure that it shows, and the factor of its unit."""
COLUMNS = (
    Column(title="target", meaning="the assignor that was asked"),
    Column(title="subscriptions", meaning="whether all members subscribe to the same topics"),
    Column(title="groups", meaning="groups that it was asked about", numeric=True),
    Column(title="no answer", meaning="it raised an exception, crashed, hung or never settled", numeric=True),
    Column(title="not valid", meaning="invalid answers", numeric=True),
    Column(
        title="less balanced, %",
        meaning="share of the valid answers that are less balanced than the optimum; 95 % interval",
    ),
    Column(
        title="load in excess", meaning="largest load above that of the optimum, mean over the less balanced answers"
    ),
    Column(title="most", meaning="the largest excess", numeric=True),
    Column(
        title="needless moves, %",
        meaning="share of the balanced answers with more moves than the optimum; 95 % interval",
    ),
    Column(title="moves wasted", meaning="moves above those of the optimum, mean over the balanced answers"),
    Column(title="most", meaning="the most moves wasted on one group", numeric=True),
    Column(title="needed", meaning="moves of the optimum, mean over the balanced answers", numeric=True),
)


def quality_sentences(found: Sequence[Quality], *, seed: int, command: str) -> Chapter | None:
    """The chapter about the targets in `found`, on groups of this `seed`."""
    if not found:
        return None
    rules = group_by_rule(found)
    drawing = quality_figure(rules)
    pictures = Pictures((Picture(name="quality", drawing=drawing),))
    groups = max(one.groups for one in found)
    tables = [part for rule, mine in rules.items() for part in (Heading(rule), _table(rule, mine))]
    sentence = f"Each of {groups:,} groups (seed {seed}) was solved once. Every target was asked about it."
    section = Section(
        anchor="quality",
        title=("Missed balance and wasted moves",),
        blocks=(Prose((sentence,)), pictures, *tables, Listing(command)),
        in_brief=(pictures, *tables),
    )
    return Chapter(title="Quality of answers", answers=((f"{drawing.title}.",),), sections=(section,))


def quality_figure(rules: Mapping[str, Sequence[Quality]]) -> DotsFigure:
    """The targets under the names of their rules. The title counts the released assignors without any fault."""
    targets = [one for mine in rules.values() for one in mine if not is_reference(one.target)]
    groups = sorted({one.groups for one in targets} or {0})
    number = f"{groups[0]:,}" if len(groups) == 1 else f"{groups[0]:,} to {groups[-1]:,}"
    these = f"{sum(map(_is_flawless, targets))} of {len(targets)} released assignors"
    counts = ", ".join(f"{len(mine)} {rule.lower()}" for rule, mine in rules.items())
    panels = "; ".join(panel.title.replace("\n", " ") for panel, _, _ in PANELS)
    rows = [
        row
        for rule, mine in rules.items()
        for row in (DotRow(rule), *(DotRow(short_name(one.target), _dots(one)) for one in mine))
    ]
    return DotsFigure(
        title=f"{these} are optimal in balance and moves on all {number} groups",
        alt=f"Dots with 95 % intervals for assignors by rule ({counts}), equal and unequal subscriptions: {panels}.",
        panels=tuple(panel for panel, _, _ in PANELS),
        rows=rows,
        series=tuple(f"{kind} subscriptions" for kind in KINDS),
    )


def _dots(one: Quality) -> tuple[tuple[Dot | None, ...], ...]:
    figures = [quality_figures(one.tallies[kind]) for kind in KINDS]
    return tuple(tuple(_dot(getattr(found, name), scale) for found in figures) for _, name, scale in PANELS)


def _dot(found: Estimate | None, scale: float) -> Dot | None:
    return None if found is None else Dot(*(scale * part for part in found))


def _is_flawless(one: Quality) -> bool:
    tally = one.both
    return not (tally.unanswered or tally.not_valid or tally.uneven or tally.wasteful)


def _table(rule: str, found: Sequence[Quality]) -> Table:
    rows = [(one, kind, one.tallies[kind]) for one in found for kind in KINDS if one.tallies[kind].asked]
    return Table(
        caption=rule,
        columns=COLUMNS,
        rows=tuple(_row(one.target, kind, tally) for one, kind, tally in rows),
        sortable=True,
        searchable=True,
    )


def _row(target: str, kind: str, tally: QualityTally) -> tuple[Cell, ...]:
    found = quality_figures(tally)
    needed = f"{tally.needed / tally.even:.2f}" if tally.even else "-"
    texts = (
        kind,
        f"{tally.asked:,}",
        f"{tally.unanswered:,}",
        f"{tally.not_valid:,}",
        percent_text(found.less_balanced),
        estimate_text(found.excess),
        f"{tally.most_excess}",
        percent_text(found.needless),
        estimate_text(found.wasted),
        f"{tally.most_wasted}",
        needed,
    )
    return (Cell(line=(Code(target),)), *(Cell(line=(text,)) for text in texts))


RECORD = ROOT / "docs" / "results" / "quality.jsonl"
PAGE = ROOT / "docs" / "results" / "quality.md"
PICTURE = ROOT / "docs" / "images" / "quality.svg"
BEGIN, END = "<!-- what the record says -->", "<!-- end of the record -->"


def generated_part() -> list[str]:
    """The lines between the marks: the number of groups, the picture and the tables."""
    first, lines = read_record(RECORD, FORMAT)
    found = merge_stretches(lines)
    chapter = quality_sentences(found, seed=first["seed"], command=first["command"])
    if chapter is None:
        raise ValueError(f"{RECORD}: a record without targets")
    report = render_markdown([chapter])
    shown = report[report.index("![") :].replace("(figures/", "(../images/").strip()
    reached = sorted({one.groups for one in found})
    groups = f"{reached[0]:,}" if len(reached) == 1 else f"{reached[0]:,} to {reached[-1]:,}"
    sentence = (
        f"Measured on the first {groups} groups of seed {first['seed']}, each solved once and given to every target."
    )
    planned = int(re.findall(r"--groups (\d+)", first["command"])[0])
    if reached[-1] < planned:
        sentence += f" The command asks for {planned:,}; the run was stopped earlier, after complete rounds."
    return [sentence, "", shown]


def quality_files() -> GeneratedFiles:
    """The page with its generated part updated, and its picture."""
    lines = merge_stretches(read_record(RECORD, FORMAT)[1])
    picture = draw_svg(quality_figure(group_by_rule(lines)))
    text = replace_part(PAGE.read_text("utf-8"), BEGIN, END, generated_part())
    return GeneratedFiles({PAGE: text, PICTURE: picture})
