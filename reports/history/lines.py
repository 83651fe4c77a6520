"""A history for people: the result, releases by broken laws, then each law with a group that shows it."""

from __future__ import annotations

from collections.abc import Iterator

from kafka_assay.properties.releases.history import CaseRow
from kafka_assay.properties.releases.law_rows import LawRow
from kafka_assay.reports.check.document import explain_case
from kafka_assay.reports.check.lines import breach_lines, steps_in_words
from kafka_assay.reports.history.history_record import LEGEND, HistoryRecord, find_stretches, is_open, row_in_words
from kafka_assay.reports.history.measure_words import changes_in_words, measure_rows, method_line
from kafka_assay.reports.known_breaks import WHERE, KnownBreak, known_ids, known_lines
from kafka_assay.reports.render.blocks import TextLine
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

MOST_OTHERS = 4
"""The most further groups of a law that are shown, if they broke or were fixed elsewhere than the smallest."""
REASON = 60


def headline_lines(record: HistoryRecord) -> list[TextLine]:
    """The result, and how much was asked for it."""
    releases, word = record.history.releases, record.verdict
    about = [f"seed {record.plan.seed}", f"{record.plan.seconds:g} s each"]
    if releases:
        about.insert(0, f"{releases[0].release} to {releases[-1].release}")
        about.insert(1, f"{len(record.searched):,} of {quantity(len(releases), 'release')} asked")
    if record.only_minor:
        about.append("the newest of each minor version")
    if record.history.interrupted:
        about.append("interrupted")
    headline = {"broken": _broken_headline, "undecided": _undecided_headline, "kept": _kept_headline}[word](record)
    return [TextLine(f"{record.target}: {headline}", word=word), TextLine(" · ".join(about), 2)]


def _broken_headline(record: HistoryRecord) -> str:
    laws, searched = record.laws, record.searched
    if not searched:
        return f"BROKEN: {quantity(len(laws), 'law')}"
    newest = searched[-1].release
    still = sum(law.words[newest] == "broken" for law in laws)
    many = "none" if not still else "all" if still == len(laws) else f"{still:,}"
    lasting = f"{many} of them in the newest release ({newest})"
    if len(laws) == 1:
        lasting = f"{'still broken' if still else 'fixed'} in the newest release ({newest})"
    return f"BROKEN: {quantity(len(laws), 'law')}, {lasting}"


def _undecided_headline(record: HistoryRecord) -> str:
    searched = record.searched
    missing = len(record.history.releases) - len(searched)
    if not searched:
        return "UNDECIDED: no release could be asked"
    if not any(here.laws for here in searched):
        return "UNDECIDED: no release promises such a law"
    unsure = {law.law for here in searched for law in here.laws if is_open(law)}
    parts = [f"{quantity(missing, 'release')} could not be asked"] if missing else []
    parts += [f"{quantity(len(unsure), 'law')} undecided in some release"] if unsure else []
    return f"UNDECIDED: nothing broken, but {series(parts)}"


def _kept_headline(record: HistoryRecord) -> str:
    laws = {law.law for here in record.searched for law in here.laws}
    return f"KEPT: {quantity(len(laws), 'law')} in {quantity(len(record.searched), 'release')}"


def table_lines(record: HistoryRecord) -> list[str]:
    """A row for each stretch of releases with equal verdicts, and a numbered column for each broken law."""
    rows = find_stretches(record)
    if not rows or not (record.laws or any(row.reason for row in rows)):
        return []
    margin = max(len("release"), *(len(row.name) for row in rows))
    heads = [str(number) for number in range(1, len(record.laws) + 1)]
    wide = max((len(text) for row in rows for text in (*row.signs, *heads)), default=1)
    lines = [f"{'release':<{margin}}{''.join(f'  {head:^{wide}}' for head in heads)}".rstrip()]
    for row in rows:
        signs = "".join(f"  {sign:^{wide}}" for sign in row.signs)
        reason = f"  {shorten(row.reason, REASON)}" if row.reason else ""
        lines.append(f"{row.name:<{margin}}{signs}{reason}".rstrip())
    if heads:
        lines += [""]
        for head, law in zip(heads, record.laws, strict=True):
            ids = known_ids(_known_by_release(record, law).values())
            lines.append(f"{head:>3}  {_law_in_words(law)}" + (f"; known: {', '.join(ids)}" if ids else ""))
        lines.append(LEGEND)
    return lines


def measure_table_lines(record: HistoryRecord) -> list[str]:
    """A row for each measured release."""
    found = record.measurement
    if found is None or not found.releases:
        return []
    rows = measure_rows(found)
    table = [["release", "answered", *(row.name for row in rows)]]
    table += [
        [release, str(one.answered), *(row.text(place) for row in rows)]
        for place, (release, one) in enumerate(found.releases.items())
    ]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    rest = [[f"  {cell:>{wide}}" for cell, wide in zip(row[1:], widths[1:], strict=True)] for row in table]
    return ["", *(f"{row[0]:<{widths[0]}}" + "".join(cells) for row, cells in zip(table, rest, strict=True))]


def measure_lines(record: HistoryRecord) -> list[TextLine]:
    """How the releases were measured, and where a measure changed."""
    found = record.measurement
    if found is None or not found.releases:
        return []
    return [TextLine(line) for line in (method_line(found), *changes_in_words(found))]


def _known_by_release(record: HistoryRecord, law: LawRow) -> dict[str, tuple[KnownBreak, ...]]:
    """The releases that break a law undeclared, each with what describes the break."""
    return {release: record.known_at(law, release) for release in law.broken_at if release not in law.expected}


def _law_in_words(law: LawRow) -> str:
    return f"{law.law}: {row_in_words(law.words)}"


def proof_lines(record: HistoryRecord) -> Iterator[TextLine]:
    """Every law with the smallest group that breaks it, and groups that changed elsewhere; then what is undecided."""
    for law in record.laws:
        by_row: dict[str, CaseRow] = {}
        for row in law.cases:
            by_row.setdefault(row_in_words(row.words), row)
        smallest, *others = by_row.values()
        yield TextLine("")
        yield TextLine(f"BROKEN  {_law_in_words(law)}", word="broken")
        yield from _case_lines(smallest, law, record)
        for row in others[:MOST_OTHERS]:
            line = f"{_size(row)}: {row_in_words(row.words)}. {record.replays[row.name]}"
            yield TextLine(f"Another group, {line}", 2)
        if len(others) > MOST_OTHERS:
            yield TextLine(
                f"{quantity(len(others) - MOST_OTHERS, 'further group')} changed in other releases (see --json).", 2
            )
    yield from _open_lines(record)
    if any(known for law in record.laws for known in _known_by_release(record, law).values()):
        yield TextLine(WHERE)


def _case_lines(row: CaseRow, law: LawRow, record: HistoryRecord) -> Iterator[TextLine]:
    clause = row_in_words(row.words)
    other = "" if clause == row_in_words(law.words) else f": {clause}"
    yield TextLine(f"{_size(row)}{_found_text(row, record)}{other}", 2)
    yield from breach_lines(explain_case(row.case))
    yield from (TextLine(line, 2) for line in known_lines(_known_by_release(record, law), "in"))
    yield TextLine(f"Replay:  {record.replays[row.name]}", 2)


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
