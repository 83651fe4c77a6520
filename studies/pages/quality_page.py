"""
The generated part of `docs/results/quality.md` and its picture, made from the record `docs/results/quality.jsonl`.

It stands between two marks. The record comes from `python -m studies quality --summary`.
"""

from __future__ import annotations

import re

from kafka_assay.reports.render.drawing import draw_svg
from kafka_assay.reports.render.markdown import render_markdown
from studies.generated_files import GeneratedFiles
from studies.output import ROOT, replace_part
from studies.quality.quality_chapter import quality_figure, quality_sentences
from studies.quality.quality_record import merge_stretches, read_quality_record
from studies.quality.quality_rows import group_by_rule

RECORD = ROOT / "docs" / "results" / "quality.jsonl"
PAGE = ROOT / "docs" / "results" / "quality.md"
PICTURE = ROOT / "docs" / "images" / "quality.svg"
BEGIN, END = "<!-- what the record says -->", "<!-- end of the record -->"


def generated_part() -> list[str]:
    """The lines between the marks: the number of groups, the picture and the tables."""
    first, lines = read_quality_record(RECORD)
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
    lines = merge_stretches(read_quality_record(RECORD)[1])
    picture = draw_svg(quality_figure(group_by_rule(lines)))
    text = replace_part(PAGE.read_text("utf-8"), BEGIN, END, generated_part())
    return GeneratedFiles({PAGE: text, PICTURE: picture})
