"""The view of a campaign: how often laws broke on drawn groups, and how far answers were from the best."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import join
from typing import Any

from kafka_assay.pipeline.campaign.alarm_kinds import unseen_share
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.status import CampaignStatus
from kafka_assay.pipeline.campaign.summary import share_interval
from kafka_assay.pipeline.campaign.unexercised import Unexercised
from kafka_assay.reports.figures.dots import SHARES, Dot, DotPanel, DotRow, DotsFigure
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Chapter,
    Code,
    Fold,
    Line,
    Lines,
    Listing,
    Picture,
    Pictures,
    Section,
    Strong,
    TextLine,
    how_section,
    whole_section,
)
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.views.campaign_tables import (
    CampaignRecords,
    kind_table,
    rate_table,
    read_campaign,
    release_table,
    replay_command,
    target_table,
    worst_table,
)
from kafka_assay.reports.wording.safe_names import escape_unprintable
from kafka_assay.reports.wording.words import quantity, series

PLACE = 5
SHOWN = 10
"""The number of kinds whose case is shown."""
PANELS = tuple(
    DotPanel(title, SHARES)
    for title in (
        "pairs with an alarm, %",
        "less balanced, %\nof the valid answers",
        "needless moves, %\nof the balanced ones",
    )
)


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The campaign in `directory`, if there is one."""
    records = read_campaign(directory)
    if records is None:
        return None
    releases = [row for row in records.tables["pairs"] if row["worse"] or row["better"]]
    return Chapter(
        title=f"Campaign of {quantity(records.pairs, 'pair')}",
        answers=_answers(records),
        sections=(
            _targets(records),
            _kinds(records),
            *([whole_section("releases", "From release to release", release_table(releases))] if releases else []),
            whole_section("rates", "How often each law broke", rate_table(records.tables["rates"])),
            whole_section("worst", "Worst cases", worst_table(records.tables["worst"])),
            _how(records),
        ),
    )


def status_blocks(status: CampaignStatus, plan: CampaignPlan, folder: Path) -> list[Block]:
    """A campaign that may still run: what is done, the kinds of alarm that differ most, and what to do next."""
    rate = f", {status.rate:,.0f} pairs/s" if status.rate else ""
    share = f"{status.done:,} of {status.cases:,} pairs ({100 * status.done / status.cases:.0f} %)"
    lines = [TextLine(f"{share}{rate}: {_groups(plan)}, seed {plan.seed}")]
    kinds = [kind for kind in status.kinds if not kind["declared"]]
    declared = len(status.kinds) - len(kinds)
    if status.done:
        more = f" and {quantity(declared, 'kind')} of declared failures" if declared else ""
        lines.append(TextLine(f"{quantity(len(kinds), 'kind')} of alarm{more}. {_unseen(status.unseen)}"))
    for kind in kinds[:SHOWN]:
        cause, (low, high) = f": {kind['cause']}" if kind["cause"] else "", kind["interval"]
        where = f"{kind['target']} {kind['law']} ({kind['family']}){cause}"
        shown = f"{kind['count']:,} of {kind['of']:,} ({100 * low:.3g} to {100 * high:.3g} %)"
        lines.append(TextLine(f"{where}: {shown}", word="broken"))
        lines.append(TextLine(f"Replay:  {replay_command(kind, plan, folder)}", 2))
    if len(kinds) > SHOWN:
        lines.append(TextLine(f"... and {len(kinds) - SHOWN:,} more kinds: assay report {folder}, or --json"))
    if status.done == status.cases and status.is_current:
        return [Lines(tuple(lines))]
    lines.append(TextLine("Not finished:" if status.done < status.cases else "Not summarised:"))
    return [Lines(tuple(lines)), Listing(f"assay campaign resume {folder}")]


def _groups(plan: CampaignPlan) -> str:
    return f"{quantity(plan.groups, 'group')}, each put to {quantity(len(plan.targets), 'target')}"


def _unseen(share: float) -> str:
    return f"The next 1,000 pairs show about {1000 * share:.2g} kinds not seen before (Good-Turing)."


def unexercised_line(found: Sequence[Unexercised]) -> str:
    """
    One line that names what a campaign never exercised, marked with ✗ where it is silent.

    >>> unexercised_line([Unexercised(family="racks", reason="no such group", groups=212, silent=True)])
    'Never exercised: ✗ family racks (no such group in 212 groups).'
    """
    entries = []
    for one in found:
        parts = {"law": one.law, "target": one.target, "family": one.family}
        named = " in ".join(f"{kind} {name}" for kind, name in parts.items() if name is not None)
        groups = f" in {quantity(one.groups, 'group')}" if one.groups else ""
        entries.append(f"{'✗ ' if one.silent else ''}{named} ({one.reason}{groups})")
    return f"Never exercised: {series(entries)}."


def _answers(records: CampaignRecords) -> tuple[Line, ...]:
    kinds = [kind for kind in records.tables["kinds"] if not kind["declared"]]
    clean = sum(not row["alarmed"] for row in records.tables["targets"])
    found = f", without declared failures. {clean} of {len(records.plan.targets)} targets raised none."
    return (
        f"{quantity(records.pairs, 'pair')}: {_groups(records.plan)}.",
        (Strong(quantity(len(kinds), "kind") + " of alarm"), found),
        (_unseen(unseen_share([kind["count"] for kind in kinds], records.pairs)),),
    )


def _targets(records: CampaignRecords) -> Section:
    figures = [records.by_target(name) for name in ("gaps", "moves")]
    rows = []
    for row in records.tables["targets"]:
        name = row["target"]
        others = [_dot(one[name]["above_zero"], one[name]["pairs"]) if name in one else None for one in figures]
        alarms = _dot(row["alarmed"], row["pairs"] - row["refused"])
        rows.append(DotRow(name, tuple((dot,) for dot in (alarms, *others))))
    clean = sum(not row["alarmed"] for row in records.tables["targets"])
    title = f"{clean} of {quantity(len(rows), 'target')} broke no law, apart from declared failures"
    panels = "; ".join(panel.title for panel in PANELS).replace("\n", " ")
    alt = f"Dots with 95 % intervals for {len(rows)} targets: {panels}."
    picture = Picture(
        name="campaign",
        drawing=DotsFigure(title=title, alt=alt, panels=PANELS, rows=rows),
        reading="Further left is better. The line is the 95 % interval, the upper bound where nothing was found.",
    )
    return whole_section("targets", "Targets", Pictures((picture,)), target_table(records))


def _dot(count: int, of: int) -> Dot | None:
    if not of:
        return None
    low, high = share_interval(count, of)
    return Dot(100 * count / of, 100 * low, 100 * high)


def _kinds(records: CampaignRecords) -> Section:
    kinds = records.tables["kinds"]
    if not kinds:
        return whole_section("kinds", "Kinds of alarm", "No law broke.")
    shown = [kind for kind in kinds if not kind["declared"]][:SHOWN]
    folds = tuple(_fold(records, kind) for kind in shown)
    table = kind_table(kinds)
    about = (
        "A kind is a target, a law, a family and a cause, as far as causes can be told apart. Each next kind differs "
        "most from all before it. Declared failures come last."
    )
    return Section(
        anchor="kinds",
        title="Kinds of alarm",
        blocks=(about, *folds, table),
        in_brief=(table, *folds[:3]),
    )


def _fold(records: CampaignRecords, kind: Mapping[str, Any]) -> Fold:
    blocks: list[Block] = []
    if kind["file"] is not None:
        path = records.folder / kind["file"]
        try:
            told = escape_unprintable(str(json.loads(path.read_text("utf-8"))["explanation"]))
        except (OSError, ValueError, KeyError, TypeError):
            told = f"{path}: cannot be read."
        blocks.append(told)
    command = replay_command({**kind, "case": kind["file"], "number": kind["case"]}, records.plan, records.folder)
    blocks.append(Listing(command))
    summary: Line = (Code(kind["target"]), f" {kind['law']} ({kind['family']}): {quantity(kind['count'], 'pair')}")
    return Fold(summary, tuple(blocks))


def _how(records: CampaignRecords) -> Section:
    plan = records.plan
    lines = [
        f"Seed {plan.seed}. Code {plan.code}. Laws: {plan.laws}. Families: {', '.join(plan.families)}.",
        *(
            f"{run.begun}: {quantity(run.pairs, 'pair')} in {run.seconds:,.0f} s on {run.master}, "
            f"{quantity(run.cores, 'core')}."
            for run in records.runs
        ),
    ]
    unsteady = [row["target"] for row in records.tables["digests"] if not row["answers"]]
    if unsteady:
        lines.append(f"Do not repeat their answers, so that another run may count differently: {', '.join(unsteady)}.")
    command = join(plan.command) if plan.command else "assay campaign run DIR TARGET... --groups N"
    return how_section("campaign-how", Bullets(tuple(lines)), command, TERMS)


TERMS = (
    """Pair: a drawn group, or a life of several rebalances, and a target. The figures of a life are those of its last
    rebalance.""",
    "Gap: the sum of squared loads above the least possible one. 0 is the best balance.",
    "Needless moves: moves above the fewest, among the answers with the best balance.",
    "Interval: Wilson's, 95 %. Where nothing was found, the 95 % upper bound.",
)
