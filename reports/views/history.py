"""The chapter of histories: at which releases each law broke and was fixed, and a group that shows it."""

from __future__ import annotations

from pathlib import Path

from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.releases.law_rows import LawRow
from kafka_assay.properties.releases.release_findings import AtRelease, ReleaseLaw, UnavailableRelease
from kafka_assay.reports.figures.measured_releases import history_figure
from kafka_assay.reports.history.document import FORMAT, history_from_json
from kafka_assay.reports.history.history_record import LEGEND, HistoryRecord, sign_at, why_not_asked
from kafka_assay.reports.history.lines import headline_lines, proof_lines
from kafka_assay.reports.history.measure_words import changes_in_words, meaning_of, measure_rows, method_line
from kafka_assay.reports.known_breaks import known_notes
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Chapter,
    Code,
    Column,
    Listing,
    Picture,
    Pictures,
    Prose,
    Section,
    Table,
)
from kafka_assay.reports.render.blocks import Line as Words
from kafka_assay.reports.render.documents import read_files
from kafka_assay.reports.render.junit import Errored, Failed, JUnitCase, JUnitSuite, Outcome, Passed, Skipped
from kafka_assay.reports.render.plain_text import SIGNS, TONES, list_lines
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.wording.safe_names import anchors
from kafka_assay.reports.wording.words import quantity

PLACE = 25


def chapter(directory: Path, wishes: ReportOptions) -> Chapter | None:  # noqa: ARG001 - every chapter has these parameters
    """The histories in `directory`, one section for each range of releases."""
    records = read_files(directory.glob("history-*.json"), FORMAT, history_from_json)
    if not records:
        return None
    names = anchors("history-", [record.target for record in records])
    return Chapter(
        title=f"Histories of {quantity(len(records), 'assignor')}",
        answers=tuple(_answer(record) for record in records),
        sections=tuple(_section(record, name) for record, name in zip(records, names, strict=True)),
        suites=tuple(_suite(record, here) for record in records for here in record.history.releases),
    )


def _answer(record: HistoryRecord) -> Words:
    headline = headline_lines(record)[0].text.removeprefix(record.target)
    return f"{SIGNS[record.verdict]} ", Code(record.target), headline


def _section(record: HistoryRecord, anchor: str) -> Section:
    picture = Picture(name=anchor, drawing=history_figure(record))
    blocks = (
        Prose((headline_lines(record)[1].text,)),
        Pictures((picture,)),
        *_measures(record),
        _table(record),
        Prose((LEGEND,)),
        Listing(list_lines(proof_lines(record)) or "Nothing broke."),
        Prose(("Repeat: ", Code(record.command))),
    )
    return Section(anchor=anchor, title=("History of ", Code(record.target)), blocks=blocks, in_brief=blocks)


def _measures(record: HistoryRecord) -> tuple[Block, ...]:
    """The changes, and a table of quality, time and memory by release."""
    found = record.measurement
    if found is None or not found.releases:
        return ()
    rows = measure_rows(found)
    return (
        Prose((method_line(found),)),
        Bullets(tuple((told,) for told in changes_in_words(found))),
        Table(
            caption="Quality, time and memory by release",
            columns=(
                Column(title="release", meaning="the release that was measured"),
                Column(title="answered", meaning="how many of the groups got a valid plan", numeric=True),
                *(Column(title=row.name, meaning=meaning_of(row.measure), numeric=True) for row in rows),
            ),
            rows=tuple(
                (
                    Cell(line=(Code(release),)),
                    Cell(line=(str(one.answered),), key=one.answered),
                    *(Cell(line=(row.text(place),), key=row.values[place]) for row in rows),
                )
                for place, (release, one) in enumerate(found.releases.items())
            ),
            rows_in_brief=len(found.releases),
        ),
    )


def _table(record: HistoryRecord) -> Table:
    releases = record.history.releases
    columns = [
        Column(title="release", meaning="the release that was asked"),
        *(Column(title=law.law, meaning=_says(law.law), upright=True) for law in record.laws),
        Column(title="why not checked", meaning="why the release gave no answers"),
    ]
    return Table(
        caption="Broken laws by release",
        columns=tuple(columns),
        rows=tuple(_row(here, record) for here in releases),
        rows_in_brief=len(releases),
    )


def _says(law: str) -> str:
    return LAW_BY_ID[law].says if law in LAW_BY_ID else "a law of another version of assay"


def _row(here: AtRelease, record: HistoryRecord) -> tuple[Cell, ...]:
    signs = [sign_at(law, here.release) for law in record.laws]
    return (
        Cell(line=(Code(here.release),)),
        *(Cell(line=(sign,), tone=TONES.get(sign)) for sign in signs),
        Cell(line=(why_not_asked(here),)),
    )


def _suite(record: HistoryRecord, here: AtRelease) -> JUnitSuite:
    """One release as a suite: a case for each law asked there, or one case if the release could not be asked."""
    if isinstance(here, UnavailableRelease):
        return JUnitSuite(
            name=here.target, cases=(JUnitCase(where="-", name="opened", outcome=Errored(why_not_asked(here))),)
        )
    rows = {row.law: row for row in record.laws}
    return JUnitSuite(
        name=here.target,
        cases=tuple(
            JUnitCase(
                where="all inputs",
                name=law.law,
                outcome=_outcome(law, here.release, rows.get(law.law), record),
                notes=known_notes(record.known_at(row, here.release) for row in record.laws if row.law == law.law),
            )
            for law in here.laws
        ),
        notes=(("version", here.version), ("seed", str(record.plan.seed)), ("command", record.command)),
    )


def _outcome(law: ReleaseLaw, release: str, row: LawRow | None, record: HistoryRecord) -> Outcome:
    word, expected = (law.verdict, law.expected) if row is None else (row.words[release], row.expected.get(release))
    match word:
        case "kept":
            return Passed()
        case "broken" if expected is not None:
            return Skipped(f"expected: {expected}")
        case "broken":
            replay = next((record.replays[case.name] for case in row.cases), "") if row else ""
            return Failed(f"{law.law} is broken", replay)
        case _:
            return Errored(law.reason or "undecided")
