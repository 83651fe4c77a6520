"""The chapter of the oracle's cost by group size, kind of subscription and event."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.reports.bench.timings import milliseconds_text
from kafka_assay.reports.chapters import ReportOptions
from kafka_assay.reports.figures.oracle_growth import GrowthSeries, OracleGrowthFigure
from kafka_assay.reports.render.blocks import (
    Cell,
    Code,
    Column,
    Listing,
    Picture,
    Pictures,
    Prose,
    Section,
    Table,
    Tone,
)
from kafka_assay.reports.render.chapter import Chapter
from kafka_assay.reports.render.documents import read_file

PLACE = 25
FORMAT = "assay-oracle-growth/1"
RECORD = "oracle-growth.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class OracleGrowth:
    """The measurements of `python -m studies oracle_growth`, the machine, and the largest `wanted` exponent."""

    command: str
    seed: int
    machine: Machine
    wanted: float
    series: tuple[GrowthSeries, ...]


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The record of `python -m studies oracle_growth` in `directory`, if there is one."""
    record = read_file(directory / RECORD, FORMAT, _read)
    if record is None:
        return None
    drawing = OracleGrowthFigure(series=record.series, wanted=record.wanted)
    pictures = Pictures((Picture(name="oracle-growth", drawing=drawing),))
    where = f"{record.machine}, seed {record.seed}"
    section = Section(
        anchor="oracle-growth",
        title=("Time of the oracle by group size",),
        blocks=(
            Prose((f"Processor time from arrays to the plan with its proof, the least of several runs. {where}.",)),
            pictures,
            _table(drawing),
            Listing(record.command),
        ),
        in_brief=(pictures, _table(drawing)),
    )
    return Chapter(
        title="Time of the oracle, which computes the optimum", answers=((f"{drawing.title}.",),), sections=(section,)
    )


def _read(document: dict[str, Any]) -> OracleGrowth:
    record = read_record(OracleGrowth, document)
    if not record.series:
        raise InvalidGroup("series", [], "at least one series")
    return record


def _table(drawing: OracleGrowthFigure) -> Table:
    sizes = drawing.series[0].partitions
    return Table(
        caption="Milliseconds of one answer",
        columns=(
            Column(title="subscriptions", meaning="how the members subscribe"),
            Column(title="event", meaning="what happened to the group before the question"),
            *(
                Column(title=f"{size:,}", meaning="milliseconds with so many partitions", numeric=True)
                for size in sizes
            ),
            Column(
                title="exponent",
                meaning="the power of the number of partitions with which the time grows",
                numeric=True,
            ),
            Column(title="of the check", meaning="the exponent of checking the proof", numeric=True),
        ),
        rows=tuple(
            (
                Cell(line=(Code(one.subscriptions),)),
                Cell(line=(Code(one.event),)),
                *(Cell(line=(milliseconds_text(seconds),), key=seconds) for seconds in one.seconds),
                *(_power(exponent, drawing.wanted) for exponent in (one.exponent, one.check_exponent)),
            )
            for one in drawing.series
        ),
        sortable=True,
        searchable=True,
    )


def _power(exponent: float, wanted: float) -> Cell:
    return Cell(line=(f"{exponent:.2f}",), key=exponent, tone=Tone.BAD if exponent > wanted else None)
