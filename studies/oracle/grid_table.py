"""The record of the grid as Markdown: a summary, then every point. A missed goal is shown with its ratio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from kafka_assay.benchmarks.environment import Machine
from kafka_assay.benchmarks.workload import WorkloadEvent
from studies.oracle.grid_goal import FRANZ, LARGE, UNIFORM
from studies.oracle.grid_points import EVENTS, KINDS
from studies.output import table_head, table_row
from studies.records import Line

OUTCOMES = ("met", "missed", "open")


def grid_lines(first: Line, points: Sequence[Line]) -> str:
    """The summary, then every point."""
    parts = [
        f"`{first['command']}`, seed {first['seed']}. {Machine(**first['machine'])}. {_versions(points)}",
        summary(points),
        *notes(points),
        table(points),
    ]
    return "\n\n".join(parts)


def summary(points: Iterable[Line]) -> str:
    """The number of points that meet the goal, by subscriptions and event."""
    found = Counter((point["subscriptions"], point["event"], point["outcome"]) for point in points)
    lines = [table_head("met of measured", *(f">{event.value}" for event in EVENTS), ">all")]
    for kind in sorted({kind for kind, _, _ in found}, key=KINDS.index):
        cells = [_goals_met(found, [(kind, event.value)]) for event in EVENTS]
        lines.append(table_row(kind, *cells, _goals_met(found, [(kind, event.value) for event in EVENTS])))
    columns = [_goals_met(found, [(kind.value, event.value) for kind in KINDS]) for event in EVENTS]
    everything = _goals_met(found, [(kind.value, event.value) for kind in KINDS for event in EVENTS])
    return "\n".join([*lines, table_row("all", *columns, everything)])


def _goals_met(found: Counter[tuple[str, str, str]], where: list[tuple[str, str]]) -> str:
    met, missed, unknown = (sum(found[(*place, outcome)] for place in where) for outcome in OUTCOMES)
    measured = met + missed + unknown
    return f"{met} of {measured}" + (f" ({unknown} open)" if unknown else "") if measured else ""


def notes(points: Sequence[Line]) -> list[str]:
    """Other results: proofs, memory, rivals' answers that are not optimal, and starts near the optimum."""
    sentences = []
    refused = [point for point in points if not point["certificate"]["accepted"]]
    sentences.append(
        f"{len(points) - len(refused)} of {len(points)} proofs were accepted by the checker; most memory "
        f"{max(point['peak_mib'] for point in points):,.0f} MiB."
    )
    for rival in (FRANZ, UNIFORM):
        answered = [point for point in points if "moves" in point["rivals"].get(rival, {})]
        if answered:
            sentences.append(_quality_of(rival, answered))
    sentences.append(_near(points))
    engines = {point["engine"] for point in points}
    if len(engines) > 1:
        sentences.append(f"Measured with {len(engines)} states of the oracle's sources: not one run.")
    return sentences


def _quality_of(rival: str, answered: list[Line]) -> str:
    valid = [p for p in answered if not p["rivals"][rival]["faults"]]
    gaps = [_beyond(p["rivals"][rival], p["oracle"]) for p in valid]
    worse, moved = sum(balance > 0 for balance, _ in gaps), sum(balance == 0 < moves for balance, moves in gaps)
    better = sum(gap < (0, 0) for gap in gaps)
    return (
        f"{rival} answered {len(answered)} points: {worse} less balanced than the optimum, {moved} as balanced but "
        f"with more moves than it takes, {len(answered) - len(valid)} not valid."
        + (f" {better} are better than the oracle's: it is wrong there." if better else "")
    )


def _beyond(theirs: Line, ours: Line) -> tuple[int, int]:
    return theirs["sum_of_squares"] - ours["sum_of_squares"], theirs["moves"] - ours["moves"]


def _near(points: Sequence[Line]) -> str:
    """Whether a start near the optimum costs less than a scrambled one, as a line."""
    near = {_size(p): p["oracle"]["median"] for p in points if p["event"] == WorkloadEvent.LEAVE_ONE}
    pairs = [p for p in points if p["event"] == WorkloadEvent.SCRAMBLED and _size(p) in near]
    cheaper = [p for p in pairs if near[_size(p)] < p["oracle"]["median"]]
    large, cheaper_large = (sum(p["partitions"] >= LARGE for p in some) for some in (pairs, cheaper))
    return (
        f"LEAVE_ONE costs less than SCRAMBLED at {len(cheaper)} of {len(pairs)} sizes, from {LARGE:,} partitions on at "
        f"{cheaper_large} of {large}."
    )


def _size(point: Line) -> tuple[object, ...]:
    return tuple(point[part] for part in ("members", "ratio", "topics", "subscriptions"))


def table(points: Sequence[Line]) -> str:
    """A line for each point."""
    columns = [column for column in COLUMNS if any(column.cell(point) for point in points)]
    rows = (table_row(*(column.cell(point) for column in columns)) for point in points)
    return "\n".join([table_head(*(column.title for column in columns)), *rows])


class GridColumn(NamedTuple):
    """A column: its title, as `table_head` takes it, and its text for a point."""

    title: str
    cell: Callable[[Line], str]


def _spread(point: Line) -> str:
    ours = point["oracle"]
    return f"{milliseconds(ours['least'])} - {milliseconds(ours['most'])}"


def _checked_cell(point: Line) -> str:
    proof = point["certificate"]
    return milliseconds(proof["milliseconds"]) if proof["accepted"] else f"refused: {proof['found']}"


def _goal(point: Line) -> str:
    return point["outcome"] if point["reason"] is None else f"{point['outcome']}: {point['reason']}"


def _theirs(name: str, point: Line) -> str:
    rival = point["rivals"].get(name, {})
    if "median" in rival:
        return milliseconds(rival["median"])
    if rival.get("given_up_seconds"):
        return f"> {1e3 * rival['given_up_seconds']:,.0f}"
    return "no answer" if "error" in rival else ""


def _ratio(name: str, point: Line) -> str:
    return f"{point['ratios'][name]:.2g}" if name in point["ratios"] else ""


COLUMNS = (
    GridColumn(">partitions", lambda point: f"{point['partitions']:,}"),
    GridColumn(">members", lambda point: f"{point['members']:,}"),
    GridColumn(">topics", lambda point: f"{point['topics']:,}"),
    GridColumn("subscriptions", lambda point: str(point["subscriptions"])),
    GridColumn("event", lambda point: str(point["event"])),
    GridColumn(">oracle, ms", lambda point: milliseconds(point["oracle"]["median"])),
    GridColumn("from - to", _spread),
    GridColumn(">proof checked, ms", _checked_cell),
    GridColumn(">MiB", lambda point: f"{point['peak_mib']:.0f}"),
    GridColumn(">franz-go, ms", partial(_theirs, FRANZ)),
    GridColumn(">Uniform, ms", partial(_theirs, UNIFORM)),
    GridColumn(">oracle / franz-go", partial(_ratio, FRANZ)),
    GridColumn(">oracle / Uniform", partial(_ratio, UNIFORM)),
    GridColumn("goal", _goal),
)


def milliseconds(value: float) -> str:
    """
    The value with three significant figures.

    >>> milliseconds(0.0123), milliseconds(4.567), milliseconds(1234.5)
    ('0.0123', '4.57', '1,234')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _versions(points: Sequence[Line]) -> str:
    known = {name: rival["version"] for point in points for name, rival in point["rivals"].items() if rival["version"]}
    return ", ".join(f"{name} {version}" for name, version in known.items())
