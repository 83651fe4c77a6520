"""A check as blocks: the matrix, the counterexamples, and what the counts are worth; and the chapter of checks."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.records.check_record import CONFIDENCE, MOST_BOUND, CheckCell, CheckRecord, break_bound
from kafka_assay.properties.records.typed_record import read_files
from kafka_assay.reports.check.document import FORMAT, check_from_json, check_note
from kafka_assay.reports.check.lines import broken_cells, path_lines, proof_lines
from kafka_assay.reports.known_breaks import known_notes, known_of_case
from kafka_assay.reports.render.blocks import (
    LEGEND,
    SIGNS,
    Block,
    Chapter,
    Code,
    Column,
    Line,
    Lines,
    Section,
    Table,
    TextLine,
    Value,
    repeat_line,
    sign_cell,
    sign_of,
    table_of,
    whole_section,
)
from kafka_assay.reports.render.junit import JUnitCase, JUnitSuite, Outcome, law_outcome
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.wording.safe_names import anchors
from kafka_assay.reports.wording.sentences import broken_clause
from kafka_assay.reports.wording.words import quantity

PLACE = 20
PERCENT = f"{CONFIDENCE:.0%}".replace("%", " %")
_HEADS = {
    "overlapping-claims": "overlap",
    "three-claimants": "three",
    "many-small-topics": "small",
    "old-metadata": "old",
}


def check_blocks(record: CheckRecord, *, only_shown: bool = False) -> list[Block]:
    """
    The matrix of a check, its counterexamples, what they are worth, and what was not asked.

    With `only_shown`, counterexamples without a path that was shown are left out and counted.
    """
    matrix: list[Block] = [matrix_table(record.cells), LEGEND] if record.cells else []
    return [*matrix, Lines(tuple(check_lines(record, only_shown=only_shown)) or (TextLine("Nothing broke."),))]


def family_head(family: str) -> str:
    """
    The short head of a family's column.

    >>> [family_head(name) for name in ("overlapping-claims", "stale-claims", "clean")]
    ['overlap', 'stale', 'clean']
    """
    return _HEADS.get(family, family.split("-", maxsplit=1)[0])


def matrix_table(cells: Sequence[CheckCell]) -> Table:
    """The matrix of a check: laws by input families."""
    laws = list(dict.fromkeys(cell.law for cell in cells))
    families = list(dict.fromkeys(cell.inputs for cell in cells))
    places = {(cell.law, cell.inputs): sign_of(cell.verdict, cell.expected) for cell in cells}
    meanings = {name: family.says for name, family in FAMILIES.items()}
    heads = (
        Column(family, meanings.get(family, "groups of no family"), upright=True, short=family_head(family))
        for family in families
    )
    columns = Column("law \\ inputs", "the law (assay list laws); inputs are families of groups"), *heads
    rows: Iterable[tuple[Value, ...]] = (
        (Code(law), *(sign_cell(places.get((law, family), SIGNS["undefined"])) for family in families)) for law in laws
    )
    return table_of("Laws by input family", columns, rows)


def headline_lines(record: CheckRecord) -> list[TextLine]:
    """The result, and how much was asked for it."""
    cells = record.cells
    laws = list(dict.fromkeys(cell.law for cell in cells))
    broken = list(dict.fromkeys(cell.law for cell in broken_cells(record)))
    word = record.verdict
    stale = quantity(len(record.stale), "expected failure is stale", "expected failures are stale")
    if broken:
        headline = broken_clause(broken, len(laws)) + (f"; {stale}" if record.stale else "")
    elif record.stale:
        headline = f"BROKEN: no law of {len(laws)}, but {stale}"
    elif not cells:
        reason = record.unasked[0].reason if record.unasked else "no law is defined on such a group"
        headline = f"UNDECIDED: nothing was checked, because {reason}"
    elif word == "undecided":
        number = sum(cell.verdict == "undecided" for cell in cells)
        unsure = quantity(number, "cell of the matrix is", "cells of the matrix are")
        headline = f"UNDECIDED: nothing broken, but {unsure} undecided"
    else:
        headline = f"KEPT: {quantity(len(laws), 'law')}"
        expected = sum(bool(cell.expected) for cell in cells)
        headline += f", with {quantity(expected, 'expected failure')}" if expected else ""
    about = [] if record.same_as is None else [f"compared with {record.same_as}"]
    about += [f"seed {record.seed}", quantity(record.groups, "group"), f"{record.seconds:.1f} s"]
    if record.interrupted:
        about.append("interrupted")
    return [
        TextLine(f"{record.target}: {headline}", word=word),
        TextLine(f"version {record.version} · {' · '.join(about)}", 2),
    ]


def check_lines(record: CheckRecord, *, only_shown: bool = False) -> Iterator[TextLine]:
    """
    The results of a check, what they are worth, and what it did not ask.

    With `only_shown`, counterexamples without a path that was shown are left out and counted.
    """
    yield from (TextLine(f"STALE  {sentence}", word="broken") for sentence in record.stale)
    yield from proof_lines(record, only_shown=only_shown)
    yield from worth_lines(record)
    note = check_note(record)
    # The headline of a check that asked nothing has said why.
    if note and record.cells:
        yield TextLine(note)


def worth_lines(record: CheckRecord) -> Iterator[TextLine]:
    """
    How rare a fault the drawn groups exclude, for the laws that no group broke, and how to exclude a rarer one.

    Laws with the same count share a line. The laws that are applicable to fewer groups share a second one.
    """
    counts = drawn_counts(record.cells)
    if counts:
        groups = Counter(counts.values())
        usual = max(groups, key=lambda count: (groups[count], count))
        alike = [law for law in counts if counts[law] == usual]
        others = sorted((law for law in counts if counts[law] != usual), key=counts.__getitem__)
        yield TextLine(f"{_law_text(alike)} kept on {quantity(usual, 'drawn group')}: {_bound_text(usual, PERCENT)}")
        if others:
            fewest = f"{counts[others[0]]:,}"
            least = fewest if len(others) == 1 else f"at least {fewest} ({others[0]})"
            yield TextLine(f"{_law_text(others)} kept on {least}: {_bound_text(counts[others[0]])}")


def _law_text(laws: Sequence[str]) -> str:
    return laws[0] if len(laws) == 1 else quantity(len(laws), "law")


def drawn_counts(cells: Sequence[CheckCell]) -> dict[str, int]:
    """Law that nothing broke -> its drawn examples, from the bounds, because a life counts once there."""
    counts: Counter[str] = Counter()
    broken = {cell.law for cell in cells if cell.verdict == "broken"}
    for cell in cells:
        if cell.bound is not None and cell.law not in broken:
            counts[cell.law] += round(math.log(1 - CONFIDENCE) / math.log1p(-cell.bound)) if cell.bound < 1 else 1
    return dict(counts)


def _bound_text(count: int, certainty: str = "") -> str:
    bound = break_bound(count)
    assert bound is not None, "a count is above 0"
    if bound > MOST_BOUND:
        return "too few to say how rare a fault is (--seconds, --groups: more)"
    text = f"a fault hits fewer than 1 in {1 / bound:,.0f} of such groups"
    return f"{text} ({certainty})" if certainty else text


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The checks in `directory`, one section for each target, broken ones first."""
    records = read_files(directory.glob("check-*.json"), FORMAT, check_from_json)
    if not records:
        return None
    records.sort(key=lambda record: ("broken", "undecided", "kept").index(record.verdict))
    names = anchors("check-", [record.target for record in records])
    return Chapter(
        title=f"Checks of {quantity(len(records), 'target')}",
        answers=tuple(map(_answer, records)),
        sections=tuple(map(_section, records, names)),
        suites=tuple(map(_suite, records)),
    )


def _answer(record: CheckRecord) -> Line:
    headline = headline_lines(record)[0].text.removeprefix(record.target)
    return f"{SIGNS[record.verdict]} ", Code(record.target), headline


def _section(record: CheckRecord, anchor: str) -> Section:
    about = headline_lines(record)[1].text
    title = "Check of ", Code(record.target)
    return whole_section(anchor, title, about, *check_blocks(record), repeat_line(record.command))


def _suite(record: CheckRecord) -> JUnitSuite:
    cells = (
        JUnitCase(where=cell.inputs, name=cell.law, outcome=_outcome(cell), notes=_notes(record.target, cell))
        for cell in record.cells
    )
    stale = (JUnitCase(where="expected", name=one, outcome=Outcome("failure", one)) for one in record.stale)
    return JUnitSuite(
        name=record.target,
        cases=(*cells, *stale),
        notes=(("version", record.version), ("seed", str(record.seed)), ("command", record.command)),
    )


def _notes(target: str, cell: CheckCell) -> tuple[tuple[str, str], ...]:
    """The status of the path, and what is known about an undeclared break."""
    case = cell.counterexample
    path = () if case is None or case.path is None else (("path", case.path.status),)
    return path if case is None or cell.expected else (*path, *known_notes([known_of_case(target, case)]))


def _outcome(cell: CheckCell) -> Outcome:
    case = cell.counterexample
    if case is None:
        return law_outcome(cell.verdict, cell.expected, cell.reason, f"{cell.law} is broken")
    group = json.dumps(group_to_json(case.steps[0].group), ensure_ascii=False)
    path = [" " * line.indent + line.text for line in path_lines(case)]
    proof = "\n".join([group, cell.replay, *path])
    return law_outcome(cell.verdict, cell.expected, cell.reason, case.explanation, proof)
