"""The spread of answers over members, hosts and topics, as a table with a row for each answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.measures.places import placement
from kafka_assay.properties.measures.topology import topology
from kafka_assay.reports.render.blocks import Cell, Code, Column, Table

TopologyFigures: TypeAlias = Mapping[str, float | None]
"""The figures of an answer by key; None if undefined."""


class TopologyMeasure(NamedTuple):
    """One column: its title, its meaning, its keys (a range has two), and its number format."""

    title: str
    meaning: str
    keys: tuple[str, ...]
    form: str = ".2f"


PLACES = (
    TopologyMeasure("members", "least to most loaded member, partitions", ("least", "most"), ",.0f"),
    TopologyMeasure("idle", "members without a partition", ("idle_members",), ",.0f"),
    TopologyMeasure("host peak/mean", "load of the most loaded host divided by the mean; 1 is even", ("host_peak",)),
    TopologyMeasure("idle hosts", "hosts without a partition", ("idle_hosts",), ",.0f"),
    TopologyMeasure(
        "first quarter",
        "share of partitions on the first quarter of the hosts, by name; 25 % is even",
        ("first_quarter",),
        ".0%",
    ),
    TopologyMeasure("rank bias", "Kendall's tau-b of sort position and load; 0 is none", ("rank_bias",)),
    TopologyMeasure("topic reach", "hosts that read a topic divided by those that could; mean over topics", ("reach",)),
    TopologyMeasure(
        "share/bound",
        "largest share of a topic on one host divided by the least possible; mean over topics",
        ("over_bound",),
    ),
    TopologyMeasure("one host", "topics with several partitions that are read on a single host", ("one_host",), ".0%"),
    TopologyMeasure(
        "blast", "largest share of topics of which one host reads more than half", ("blast_radius",), ".0%"
    ),
)
"""The measures of any answer to a group with known hosts."""


def topology_table(
    caption: str, measures: Iterable[TopologyMeasure], rows: Iterable[tuple[str, TopologyFigures | str]]
) -> Table:
    """A row for each answer, from (name, figures by key). An answer without figures shows its reason instead."""
    shown = tuple(measures)
    return Table(
        caption=caption,
        columns=(
            Column(title="answer", meaning="the present assignment, or the assignor that answered"),
            *(Column(title=measure.title, meaning=measure.meaning, numeric=True) for measure in shown),
        ),
        rows=tuple(_row(name, shown, figures) for name, figures in rows),
        sortable=True,
    )


def _row(name: str, measures: tuple[TopologyMeasure, ...], figures: TopologyFigures | str) -> tuple[Cell, ...]:
    first = Cell(line=(Code(name),), key=name)
    if isinstance(figures, str):
        return (first, Cell(line=(figures,), key=""), *(Cell(line=("",), key="") for _ in measures[1:]))
    return (first, *(_cell(measure, figures) for measure in measures))


def _cell(measure: TopologyMeasure, figures: TopologyFigures) -> Cell:
    values = [value for key in measure.keys if (value := figures[key]) is not None]
    if len(values) < len(measure.keys):
        return Cell(line=("",), key="")
    # Adding 0 turns -0 into 0. A rounded bias may be -0.
    texts = list(dict.fromkeys(format(round(value, 6) + 0.0, measure.form) for value in values))
    return Cell(line=("–".join("0.00" if one == "-0.00" else one for one in texts),), key=float(values[-1]))


def hosts_table(group: Group, answers: Iterable[tuple[str, Assignment]]) -> Table | None:
    """A row for each answer to `group`, in partitions; None if hosts are unknown or all the same."""
    placed = [(name, placement(group, answer)) for name, answer in answers]
    rows = [(name, asdict(topology(one))) for name, one in placed if one is not None and len(one.hosts) > 1]
    return topology_table("Placement by host and topic", PLACES, rows) if rows else None
