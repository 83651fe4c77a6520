"""The tables of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kafka_assay.pipeline.campaign.summary import share_interval
from kafka_assay.reports.campaign.records import CampaignRecords
from kafka_assay.reports.render.blocks import Cell, Code, Column, Table, Tone
from kafka_assay.reports.wording.safe_names import escape_unprintable

_NOTHING = "-"
_TARGET = Column(title="target", meaning="the assignor that was asked")
_LAW = Column(title="law", meaning="what an answer has to satisfy (assay list laws)")
_FAMILY = Column(title="family", meaning="the input family of the group or life (assay list inputs)")


def percent(share: float) -> str:
    """
    A share in percent, with three digits.

    >>> percent(0.12345), percent(0.0), percent(0.0000123)
    ('12.3', '0', '0.00123')
    """
    return f"{100 * share:.3g}"


def interval_text(count: int, of: int) -> str:
    """
    A share in percent with its 95 % interval; for none the upper bound.

    >>> interval_text(5, 1000), interval_text(0, 1000), interval_text(0, 0)
    ('0.5 (0.214 to 1.17)', '0 (up to 0.299)', '-')
    """
    if not of:
        return _NOTHING
    low, high = share_interval(count, of)
    return f"{percent(count / of)} ({percent(low)} to {percent(high)})" if count else f"0 (up to {percent(high)})"


def target_table(records: CampaignRecords) -> Table:
    """A row for each target: alarms, balance, moves, rounds and time."""
    rows = [_target_row(records, row) for row in records.tables["targets"]]
    columns = (
        _TARGET,
        Column(title="pairs", meaning="groups and lives that could be put to it", numeric=True),
        Column(title="alarms, %", meaning="pairs with a broken law, without declared failures; 95 % interval"),
        Column(title="no answer, %", meaning="it raised an exception, crashed, hung or never settled"),
        Column(title="less balanced, %", meaning="share of the valid answers that are below the best balance"),
        Column(title="gap p99", meaning="sum of squared loads above the best, 99th percentile", numeric=True),
        Column(title="gap max", meaning="the largest such sum", numeric=True),
        Column(title="needless moves, %", meaning="share of the balanced answers with more than the fewest moves"),
        Column(title="moves p99", meaning="moves above the fewest, 99th percentile", numeric=True),
        Column(title="moves max", meaning="the most moves above the fewest", numeric=True),
        Column(title="rounds max", meaning="most rounds until nothing moves", numeric=True),
        Column(title="ms p50", meaning="its own time for the answers to a pair", numeric=True),
        Column(title="ms p99", meaning="its own time, 99th percentile", numeric=True),
    )
    return _table("Targets", columns, rows, brief=len(rows))


def _target_row(records: CampaignRecords, row: Mapping[str, Any]) -> tuple[Cell, ...]:
    gaps, moves, rounds, seconds = (
        records.by_target(name).get(row["target"], {}) for name in ("gaps", "moves", "rounds", "seconds")
    )
    asked = row["pairs"] - row["refused"]
    return (
        _code(row["target"]),
        _number(asked),
        _share(row["alarmed"], asked),
        _share(row["unanswered"], asked),
        _share(gaps.get("above_zero", 0), gaps.get("pairs", 0), is_bad=False),
        _number(gaps.get("p99")),
        _number(gaps.get("max")),
        _share(moves.get("above_zero", 0), moves.get("pairs", 0), is_bad=False),
        _number(moves.get("p99")),
        _number(moves.get("max")),
        _number(rounds.get("max")),
        *(_number(1000 * seconds[name] if name in seconds else None, 2) for name in ("p50", "p99")),
    )


def kind_table(kinds: Sequence[Mapping[str, Any]]) -> Table:
    """The kinds of alarm, in the order in which they differ most."""
    rows = [
        (
            _number(kind["rank"]),
            _code(kind["target"]),
            _text(kind["law"]),
            _text(kind["family"]),
            _text(escape_unprintable(kind["cause"]) or _NOTHING),
            _number(kind["count"]),
            _share(kind["count"], kind["of"], is_bad=not kind["declared"]),
            _size(kind),
            _code(kind["file"] or f"number {kind['case']}"),
        )
        for kind in kinds
    ]
    columns = (
        Column(title="#", meaning="the order in which the kinds differ most", numeric=True),
        _TARGET,
        _LAW,
        _FAMILY,
        Column(title="cause", meaning="as far as it can be told apart"),
        Column(title="pairs", meaning="groups and lives with this alarm", numeric=True),
        Column(title="share, %", meaning="of the pairs in which the law was decided; 95 % interval"),
        Column(title="members / partitions", meaning="of the smallest drawn case, before shrinking"),
        Column(title="case", meaning="the shrunk case, or the number of the drawn one"),
    )
    return _table("Kinds of alarm, those that differ most first", columns, rows)


_COUNTS = ("of", "broken", "declared", "undecided")


def rate_table(rates: Iterable[Mapping[str, Any]]) -> Table:
    """A row for each law and target, over all families; the families in which it broke."""
    cells: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rates:
        cells.setdefault((row["law"], row["target"]), []).append(row)
    columns = (
        _LAW,
        _TARGET,
        Column(title="pairs", meaning="in which the law was decided", numeric=True),
        Column(title="broken", meaning="pairs that break the law, without declared failures", numeric=True),
        Column(title="declared", meaning="broken as declared", numeric=True),
        Column(title="share, %", meaning="95 % interval; the upper bound where nothing broke"),
        Column(title="undecided", meaning="pairs in which the law could not be judged", numeric=True),
        Column(title="families", meaning="in which it broke, with the share"),
    )
    rows = (_rate_row(law, target, mine) for (law, target), mine in sorted(cells.items()))
    return _table("Rates by law and target", columns, rows)


def _rate_row(law: str, target: str, mine: Sequence[Mapping[str, Any]]) -> tuple[Cell, ...]:
    of, broken, declared, undecided = (sum(row[name] for row in mine) for name in _COUNTS)
    where = [f"{row['family']} {percent(row['broken'] / row['of'])} %" for row in mine if row["broken"]]
    return (
        _text(law),
        _code(target),
        _number(of),
        _number(broken - declared),
        _number(declared),
        _share(broken, of, is_bad=broken > declared),
        _number(undecided),
        _text(", ".join(sorted(where)) or _NOTHING),
    )


def worst_table(worst: Iterable[Mapping[str, Any]]) -> Table:
    """The worst cases by each measure."""
    rows = [
        (
            _code(row["target"]),
            _text(row["measure"]),
            _number(row["value"], 6 if row["measure"] == "seconds" else 0),
            _number(row["case"]),
            _text(row["family"]),
            _size(row),
        )
        for row in sorted(worst, key=lambda row: (row["rank"], row["measure"], row["target"]))
    ]
    columns = (
        _TARGET,
        Column(title="measure", meaning="balance gap, needless moves, rounds or seconds"),
        Column(title="value", meaning="the worst value of this measure", numeric=True),
        Column(title="number", meaning="assay check TARGET --case DIR:NUMBER repeats it", numeric=True),
        _FAMILY,
        Column(title="members / partitions", meaning="the size of the drawn case"),
    )
    return _table("Worst cases", columns, rows)


def release_table(pairs: Iterable[Mapping[str, Any]]) -> Table:
    """What changed from release to release of one assignor, on the same groups."""
    rows = [
        (
            _code(row["base"]),
            _code(row["candidate"]),
            _text(row["measure"].removeprefix("law:")),
            _number(row["pairs"]),
            Cell(line=(f"{row['worse']:,}",), key=row["worse"], tone=Tone.BAD if row["worse"] else None),
            Cell(line=(f"{row['better']:,}",), key=row["better"], tone=Tone.GOOD if row["better"] else None),
            _number(row["worse_case"]),
        )
        for row in sorted(pairs, key=lambda row: (-row["worse"], -row["better"], row["base"], row["measure"]))
    ]
    columns = (
        Column(title="base", meaning="the older release"),
        Column(title="candidate", meaning="the newer release"),
        Column(title="measure", meaning="a law, the balance gap, or the moves"),
        Column(title="pairs", meaning="groups and lives that both were asked about", numeric=True),
        Column(title="worse", meaning="groups on which the candidate is worse", numeric=True),
        Column(title="better", meaning="groups on which the candidate is better", numeric=True),
        Column(title="first worse", meaning="the number of the first such group", numeric=True),
    )
    return _table("Releases compared on the same groups", columns, rows)


def _table(caption: str, columns: tuple[Column, ...], rows: Iterable[tuple[Cell, ...]], brief: int = 20) -> Table:
    return Table(
        caption=caption, columns=columns, rows=tuple(rows), sortable=True, searchable=True, rows_in_brief=brief
    )


def _text(text: str) -> Cell:
    return Cell(line=(text,))


def _code(text: str) -> Cell:
    return Cell(line=(Code(text),))


def _share(count: int, of: int, *, is_bad: bool = True) -> Cell:
    tone = Tone.BAD if is_bad and count else None
    return Cell(line=(interval_text(count, of),), key=count / of if of else -1.0, tone=tone)


def _number(value: float | None, digits: int = 0) -> Cell:
    text = _NOTHING if value is None else f"{value:,.{digits}f}"
    return Cell(line=(text,), key=-1.0 if value is None else float(value))


def _size(row: Mapping[str, Any]) -> Cell:
    return Cell(line=(f"{row['members']} / {row['partitions']}",), key=row["members"] + row["partitions"])
