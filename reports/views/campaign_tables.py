"""The records of a campaign read back, and as tables."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign.plan import PLAN, CampaignPlan, read_plan
from kafka_assay.pipeline.campaign.statements import KINDS, STATEMENTS
from kafka_assay.pipeline.campaign.stretches import Sitting, committed_pairs, committed_stretches, read_sittings
from kafka_assay.pipeline.campaign.summary import read_summary, share_interval, summarised_pairs
from kafka_assay.reports.render.blocks import Cell, Code, Column, Table, Tone, Value, number_cell, table_of, text_cell
from kafka_assay.reports.wording.safe_names import escape_unprintable


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignRecords:
    """A summarised campaign: its plan, its sittings, and each summary as rows."""

    folder: Path
    plan: CampaignPlan
    pairs: int
    runs: tuple[Sitting, ...]
    tables: dict[str, list[dict[str, Any]]] = field(hash=False)

    def by_target(self, name: str) -> dict[str, dict[str, Any]]:
        """The rows of a distribution over all families, by target."""
        return {row["target"]: row for row in self.tables[name] if row["family"] is None}


def read_campaign(folder: Path) -> CampaignRecords | None:
    """The campaign in `folder`; None if there is none. Raises `AssayError` if it is damaged or not summarised."""
    if not (folder / PLAN).exists():
        return None
    plan = read_plan(folder)
    kinds = read_summary(folder, KINDS)
    if kinds is None:
        done = committed_pairs(plan, committed_stretches(folder, plan))
        raise AssayError(
            f"{folder}: not summarised yet, {done:,} of {plan.pairs:,} pairs are judged: assay campaign resume {folder}"
        )
    found = {name: read_summary(folder, name) for name in STATEMENTS}
    missing = [name for name, table in found.items() if table is None]
    if missing:
        raise AssayError(f"{folder}: damaged: no summary {', '.join(missing)}: assay campaign resume {folder}")
    tables = {name: table.to_pylist() for name, table in found.items() if table is not None}
    tables[KINDS].sort(key=lambda row: int(row["rank"]))
    return CampaignRecords(
        folder=folder, plan=plan, pairs=summarised_pairs(kinds), runs=read_sittings(folder), tables=tables
    )


def replay_command(kind: dict[str, Any], plan: CampaignPlan, folder: Path) -> str:
    """The command that repeats the case of a kind of alarm, or its first group where no case was kept."""
    like = ["--like", plan.like] if plan.like else []
    if kind["case"] is not None:
        which = ["--case", str(folder / kind["case"])]
    else:
        which = ["--law", kind["law"], "--case", f"{folder}:{kind['number']}"]
    return shlex.join(["assay", "check", kind["target"], *like, *which])


_NOTHING = "-"
_TARGET = Column("target", "the assignor that was asked")
_LAW = Column("law", "what an answer has to satisfy (assay list laws)")
_FAMILY = Column("family", "the input family of the group or life (assay list inputs)")


def interval_text(count: int, of: int) -> str:
    """
    A share in percent with its 95 % interval; for none the upper bound.

    >>> interval_text(5, 1000), interval_text(0, 1000), interval_text(0, 0)
    ('0.5 (0.214 to 1.17)', '0 (up to 0.299)', '-')
    """
    if not of:
        return _NOTHING
    low, high = (f"{100 * end:.3g}" for end in share_interval(count, of))
    return f"{100 * (count / of):.3g} ({low} to {high})" if count else f"0 (up to {high})"


def target_table(records: CampaignRecords) -> Table:
    """A row for each target: alarms, balance, moves, rounds and time."""
    rows = [_target_row(records, row) for row in records.tables["targets"]]
    columns = (
        _TARGET,
        Column("pairs", "groups and lives that could be put to it", numeric=True),
        Column("alarms, %", "pairs with a broken law, without declared failures; 95 % interval"),
        Column("no answer, %", "it raised an exception, crashed, hung or never settled"),
        Column("less balanced, %", "share of the valid answers that are below the best balance"),
        Column("gap p99", "sum of squared loads above the best, 99th percentile", numeric=True),
        Column("gap max", "the largest such sum", numeric=True),
        Column("needless moves, %", "share of the balanced answers with more than the fewest moves"),
        Column("moves p99", "moves above the fewest, 99th percentile", numeric=True),
        Column("moves max", "the most moves above the fewest", numeric=True),
        Column("rounds max", "most rounds until nothing moves", numeric=True),
        Column("ms p50", "its own time for the answers to a pair", numeric=True),
        Column("ms p99", "its own time, 99th percentile", numeric=True),
    )
    return _table("Targets", columns, rows, brief=None)


def _target_row(records: CampaignRecords, row: Mapping[str, Any]) -> tuple[Value, ...]:
    gaps, moves, rounds, seconds = (
        records.by_target(name).get(row["target"], {}) for name in ("gaps", "moves", "rounds", "seconds")
    )
    asked = row["pairs"] - row["refused"]
    return (
        Code(row["target"]),
        asked,
        _share(row["alarmed"], asked),
        _share(row["unanswered"], asked),
        _share(gaps.get("above_zero", 0), gaps.get("pairs", 0), is_bad=False),
        gaps.get("p99"),
        gaps.get("max"),
        _share(moves.get("above_zero", 0), moves.get("pairs", 0), is_bad=False),
        moves.get("p99"),
        moves.get("max"),
        rounds.get("max"),
        *(number_cell(1000 * seconds[name] if name in seconds else None, 2) for name in ("p50", "p99")),
    )


def kind_table(kinds: Sequence[Mapping[str, Any]]) -> Table:
    """The kinds of alarm, in the order in which they differ most."""
    rows = [
        (
            kind["rank"],
            Code(kind["target"]),
            kind["law"],
            kind["family"],
            escape_unprintable(kind["cause"]) or _NOTHING,
            kind["count"],
            _share(kind["count"], kind["of"], is_bad=not kind["declared"]),
            _size(kind),
            Code(kind["file"] or f"number {kind['case']}"),
        )
        for kind in kinds
    ]
    columns = (
        Column("#", "the order in which the kinds differ most", numeric=True),
        _TARGET,
        _LAW,
        _FAMILY,
        Column("cause", "as far as it can be told apart"),
        Column("pairs", "groups and lives with this alarm", numeric=True),
        Column("share, %", "of the pairs in which the law was decided; 95 % interval"),
        Column("members / partitions", "of the smallest drawn case, before shrinking"),
        Column("case", "the shrunk case, or the number of the drawn one"),
    )
    return _table("Kinds of alarm, those that differ most first", columns, rows)


def rate_table(rates: Iterable[Mapping[str, Any]]) -> Table:
    """A row for each law and target, over all families; the families in which it broke."""
    cells: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rates:
        cells.setdefault((row["law"], row["target"]), []).append(row)
    rows = []
    for (law, target), mine in sorted(cells.items()):
        of, broken, declared, undecided = (
            sum(row[name] for row in mine) for name in ("of", "broken", "declared", "undecided")
        )
        where = [f"{row['family']} {100 * (row['broken'] / row['of']):.3g} %" for row in mine if row["broken"]]
        share = _share(broken, of, is_bad=broken > declared)
        families = ", ".join(sorted(where)) or _NOTHING
        rows.append((law, Code(target), of, broken - declared, declared, share, undecided, families))
    columns = (
        _LAW,
        _TARGET,
        Column("pairs", "in which the law was decided", numeric=True),
        Column("broken", "pairs that break the law, without declared failures", numeric=True),
        Column("declared", "broken as declared", numeric=True),
        Column("share, %", "95 % interval; the upper bound where nothing broke"),
        Column("undecided", "pairs in which the law could not be judged", numeric=True),
        Column("families", "in which it broke, with the share"),
    )
    return _table("Rates by law and target", columns, rows)


def worst_table(worst: Iterable[Mapping[str, Any]]) -> Table:
    """The worst cases by each measure."""
    rows = [
        (
            Code(row["target"]),
            row["measure"],
            number_cell(row["value"], 6 if row["measure"] == "seconds" else 0),
            row["case"],
            row["family"],
            _size(row),
        )
        for row in sorted(worst, key=lambda row: (row["rank"], row["measure"], row["target"]))
    ]
    columns = (
        _TARGET,
        Column("measure", "balance gap, needless moves, rounds or seconds"),
        Column("value", "the worst value of this measure", numeric=True),
        Column("number", "assay check TARGET --case DIR:NUMBER repeats it", numeric=True),
        _FAMILY,
        Column("members / partitions", "the size of the drawn case"),
    )
    return _table("Worst cases", columns, rows)


def release_table(pairs: Iterable[Mapping[str, Any]]) -> Table:
    """What changed from release to release of one assignor, on the same groups."""
    rows = [
        (
            Code(row["base"]),
            Code(row["candidate"]),
            row["measure"].removeprefix("law:"),
            row["pairs"],
            number_cell(row["worse"], tone=Tone.BAD if row["worse"] else None),
            number_cell(row["better"], tone=Tone.GOOD if row["better"] else None),
            row["worse_case"],
        )
        for row in sorted(pairs, key=lambda row: (-row["worse"], -row["better"], row["base"], row["measure"]))
    ]
    columns = (
        Column("base", "the older release"),
        Column("candidate", "the newer release"),
        Column("measure", "a law, the balance gap, or the moves"),
        Column("pairs", "groups and lives that both were asked about", numeric=True),
        Column("worse", "groups on which the candidate is worse", numeric=True),
        Column("better", "groups on which the candidate is better", numeric=True),
        Column("first worse", "the number of the first such group", numeric=True),
    )
    return _table("Releases compared on the same groups", columns, rows)


def _table(
    caption: str, columns: tuple[Column, ...], rows: Iterable[tuple[Value, ...]], brief: int | None = 20
) -> Table:
    return table_of(caption, columns, rows, sortable=True, searchable=True, rows_in_brief=brief)


def _share(count: int, of: int, *, is_bad: bool = True) -> Cell:
    tone = Tone.BAD if is_bad and count else None
    return Cell(line=(interval_text(count, of),), key=count / of if of else "", tone=tone)


def _size(row: Mapping[str, Any]) -> Cell:
    return text_cell(f"{row['members']} / {row['partitions']}", row["members"] + row["partitions"])
