"""
The view of a history: at which releases each law broke and was fixed, a group that shows it, and the measures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from kafka_assay.properties.records.typed_record import read_files
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.releases.history import CaseRow
from kafka_assay.properties.releases.law_rows import LawRow
from kafka_assay.properties.releases.release_findings import AtRelease, ReleaseLaw, UnavailableRelease
from kafka_assay.reports.check.document import explain_case
from kafka_assay.reports.check.lines import breach_lines, steps_in_words
from kafka_assay.reports.figures.releases import history_figure
from kafka_assay.reports.history.document import FORMAT, history_from_json
from kafka_assay.reports.history.history_record import (
    LEGEND,
    HistoryRecord,
    about,
    headline,
    is_open,
    row_in_words,
    sign_at,
    why_not_asked,
)
from kafka_assay.reports.history.measures import changes_in_words, measure_rows, method_line
from kafka_assay.reports.known_breaks import WHERE, known_lines, known_notes
from kafka_assay.reports.render.blocks import (
    SIGNS,
    Block,
    Bullets,
    Chapter,
    Code,
    Column,
    Lines,
    Picture,
    Pictures,
    Section,
    TextLine,
    Value,
    repeat_line,
    sign_cell,
    table_of,
    text_cell,
    whole_section,
)
from kafka_assay.reports.render.junit import JUnitCase, JUnitSuite, Outcome, law_outcome
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.wording.safe_names import anchors
from kafka_assay.reports.wording.words import quantity, series

PLACE = 25
MOST_OTHERS = 4
"""The most further groups of a law that are shown, if they broke or were fixed elsewhere than the smallest."""


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The histories in `directory`, one section for each range of releases."""
    records = read_files(directory.glob("history-*.json"), FORMAT, history_from_json)
    if not records:
        return None
    names = anchors("history-", [record.target for record in records])
    return Chapter(
        title=f"Histories of {quantity(len(records), 'assignor')}",
        answers=tuple((f"{SIGNS[one.verdict]} ", Code(one.target), f": {headline(one)}") for one in records),
        sections=tuple(_section(record, name) for record, name in zip(records, names, strict=True)),
        suites=tuple(_suite(record, here) for record in records for here in record.history.releases),
    )


def _section(record: HistoryRecord, anchor: str) -> Section:
    return whole_section(
        anchor,
        ("History of ", Code(record.target)),
        about(record),
        Pictures((Picture(name=anchor, drawing=history_figure(record)),)),
        *_result_blocks(record),
        *([] if record.laws else ["Nothing broke."]),
        repeat_line(record.command),
    )


def history_blocks(record: HistoryRecord) -> list[Block]:
    """The history for a terminal: the result, releases by broken laws, then each law with a group that shows it."""
    first = TextLine(f"{record.target}: {headline(record)}", word=record.verdict)
    return [Lines((first, TextLine(about(record), 2), TextLine(""))), *_result_blocks(record)]


def _result_blocks(record: HistoryRecord) -> list[Block]:
    proof = tuple(_proof_lines(record))
    return [*_release_blocks(record), *_measure_blocks(record), *([Lines(proof)] if proof else [])]


def _release_blocks(record: HistoryRecord) -> list[Block]:
    """A row for each stretch of releases with equal verdicts, and why releases could not be asked."""

    def said(here: AtRelease) -> tuple[tuple[str, ...], str]:
        return tuple(sign_at(law, here.release) for law in record.laws), why_not_asked(here)

    rows, reasons, meanings = list[list[Value]](), [], {law.id: law.says for law in LAW_BY_ID.values()}
    for (signs, reason), alike in groupby(record.history.releases, key=said):
        first, *others = [here.release for here in alike]
        name = f"{first} … {others[-1]} ({1 + len(others)})" if others else first
        rows.append([Code(name), *map(sign_cell, signs)])
        reasons += [f"– {name}: {reason}"] if reason else []
    laws = (
        Column(law.law, meanings.get(law.law, "a law of another version of assay"), upright=True, short=f"{number}")
        for number, law in enumerate(record.laws, start=1)
    )
    columns = (Column("release", "the releases that were asked"), *laws)
    table = table_of("Broken laws by release", columns, rows)
    blocks: list[Block] = [table, LEGEND] if record.laws else []
    return [*blocks, Bullets(tuple(reasons))] if reasons else blocks


def _measure_blocks(record: HistoryRecord) -> tuple[Block, ...]:
    """How the releases were measured, the changes, and a table of quality, time and memory by release."""
    found = record.measurement
    if found is None or not found.releases:
        return ()
    rows = list(measure_rows(found, found.releases))
    columns = (
        Column("release", "the release that was measured"),
        Column("answered", "how many of the groups got a valid plan", numeric=True),
        *(Column(row.name, row.meaning, numeric=True) for row in rows),
    )
    cells: Iterable[tuple[Value, ...]] = (
        (Code(release), one.answered, *(text_cell(row.text(at), row.values[at]) for row in rows))
        for at, (release, one) in enumerate(found.releases.items())
    )
    table = table_of("Quality, time and memory by release", columns, cells)
    return method_line(found), Bullets(tuple(changes_in_words(found))), table


def _proof_lines(record: HistoryRecord) -> Iterator[TextLine]:
    """Every law with the smallest group that breaks it, and groups that changed elsewhere; then what is undecided."""
    known = {
        law.law: {release: record.known_at(law, release) for release in law.broken_at if release not in law.expected}
        for law in record.laws
    }
    for law in record.laws:
        by_row: dict[str, CaseRow] = {}
        for row in law.cases:
            by_row.setdefault(row_in_words(row.words), row)
        smallest, *others = by_row.values()
        yield TextLine("")
        yield TextLine(f"BROKEN  {law.law}: {row_in_words(law.words)}", word="broken")
        clause = row_in_words(smallest.words)
        other = "" if clause == row_in_words(law.words) else f": {clause}"
        yield TextLine(f"{_size(smallest)}{_found_text(smallest, record)}{other}", 2)
        yield from breach_lines(explain_case(smallest.case))
        yield from (TextLine(line, 2) for line in known_lines(known[law.law], "in"))
        yield TextLine(f"Replay:  {record.replays[smallest.name]}", 2)
        for row in others[:MOST_OTHERS]:
            said = f"{_size(row)}: {row_in_words(row.words)}. {record.replays[row.name]}"
            yield TextLine(f"Another group, {said}", 2)
        if len(others) > MOST_OTHERS:
            more = quantity(len(others) - MOST_OTHERS, "further group")
            yield TextLine(f"{more} changed in other releases (see --json).", 2)
    yield from _open_lines(record)
    if any(found for by_release in known.values() for found in by_release.values()):
        yield TextLine(WHERE)


def _size(row: CaseRow) -> str:
    return f"{steps_in_words(row.case.steps)} ({row.case.inputs})"


def _found_text(row: CaseRow, record: HistoryRecord) -> str:
    """The release at which a search first found the break, and after how many seconds."""
    if not row.found_at:
        return ", a case from an earlier run"
    here = next(here for here in record.searched if here.release == row.found_at[0])
    seconds = next(law.seconds_to_find for law in here.laws if law.law == row.case.law)
    return f", found in {here.release}{'' if seconds is None else f' after {seconds:.1f} s'}"


def _open_lines(record: HistoryRecord) -> Iterator[TextLine]:
    """The undecided laws of releases that were asked: a line for all laws with the same reason at the same releases."""
    at: dict[tuple[str, str], list[str]] = {}
    for here in record.searched:
        for law in filter(is_open, here.laws):
            at.setdefault((law.reason or "not decided", law.law), []).append(here.release)
    laws: dict[tuple[str, str], list[str]] = {}
    for (reason, law_id), releases in at.items():
        laws.setdefault((reason, series(releases)), []).append(law_id)
    for (reason, where), ids in laws.items():
        yield TextLine(f"{series(ids)} in {where}: {reason}", word="undecided")


def _suite(record: HistoryRecord, here: AtRelease) -> JUnitSuite:
    """One release as a suite: a case for each law asked there, or one case if the release could not be asked."""
    if isinstance(here, UnavailableRelease):
        opened = JUnitCase(where="-", name="opened", outcome=Outcome("error", why_not_asked(here)))
        return JUnitSuite(name=here.target, cases=(opened,))
    rows = {row.law: row for row in record.laws}
    cases = []
    for law in here.laws:
        row = rows.get(law.law)
        known = [] if row is None else [record.known_at(row, here.release)]
        outcome = _outcome(law, here.release, row, record)
        cases.append(JUnitCase(where="all inputs", name=law.law, outcome=outcome, notes=known_notes(known)))
    notes = (("version", here.version), ("seed", str(record.plan.seed)), ("command", record.command))
    return JUnitSuite(name=here.target, cases=tuple(cases), notes=notes)


def _outcome(law: ReleaseLaw, release: str, row: LawRow | None, record: HistoryRecord) -> Outcome:
    word, expected = (law.verdict, law.expected) if row is None else (row.words[release], row.expected.get(release))
    replay = next((record.replays[case.name] for case in row.cases), "") if row else ""
    return law_outcome(word, expected, law.reason or "undecided", f"{law.law} is broken", replay)
