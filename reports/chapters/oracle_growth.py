"""The oracle's cost against the group's size, by kind of subscription and event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError, InvalidGroup
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
from kafka_assay.reports.render.documents import read_document, read_record

PLACE = 25
FORMAT = "assay-oracle-growth/1"
RECORD = "oracle-growth.json"


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The record of `python -m studies oracle_growth` in `directory`, if there is one."""
    record = read_document(directory / RECORD, FORMAT)
    if record is None:
        return None
    try:
        return growth_sentences(record)
    except InvalidGroup as wrong:
        raise AssayError(f"{directory / RECORD}: {wrong}") from None
    except (KeyError, TypeError, IndexError) as wrong:
        raise AssayError(
            f"{directory / RECORD}: a record without {wrong}: expected that of `python -m studies oracle_growth`"
        ) from None


def growth_sentences(record: dict[str, Any]) -> Chapter:
    """The chapter of a `record`."""
    series = tuple(read_record(GrowthSeries, one, f"series[{place}]") for place, one in enumerate(record["series"]))
    drawing = OracleGrowthFigure(series=series, wanted=record["wanted"])
    pictures = Pictures((Picture(name="oracle-growth", drawing=drawing),))
    machine = record["machine"]
    where = f"{machine['processor']}, {machine['cores']} cores, {machine['python']}, seed {record['seed']}"
    section = Section(
        anchor="oracle-growth",
        title=("The oracle's time against size",),
        blocks=(
            Prose((f"From arrays to the plan with its proof: processor time, the least of several. {where}.",)),
            pictures,
            _table(drawing),
            Listing(record["command"]),
        ),
        in_brief=(pictures, _table(drawing)),
    )
    return Chapter(title="The oracle's growth", answers=((f"{drawing.title}.",),), sections=(section,))


def _table(drawing: OracleGrowthFigure) -> Table:
    sizes = drawing.series[0].partitions
    return Table(
        caption="Milliseconds of one answer",
        columns=(
            Column(title="subscriptions"),
            Column(title="event"),
            *(Column(title=f"{size:,}", numeric=True) for size in sizes),
            Column(title="exponent", numeric=True),
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
