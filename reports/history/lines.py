"""A history for people: the answer first, releases by broken laws, then each law with the group that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kafka_assay.reports.check.lines import breach_lines, steps_in_words
from kafka_assay.reports.history.release_words import LEGEND, find_stretches, row_in_words
from kafka_assay.reports.render.plain_text import TextLine
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

MOST_OTHERS = 4
"""So many further groups of a law are told, where they came or went elsewhere than the smallest."""
REASON = 60


def headline_lines(document: Mapping[str, Any]) -> list[TextLine]:
    """The answer, and what it rests on."""
    releases, word = document["releases"], document["verdict"]
    asked = [here for here in releases if here["status"] == "asked"]
    about = [f"seed {document['seed']}", f"{document['seconds']:g} s each"]
    if releases:
        about.insert(0, f"{releases[0]['release']} to {releases[-1]['release']}")
        about.insert(1, f"{len(asked):,} of {quantity(len(releases), 'release')} asked")
    if document["only_minor"]:
        about.append("the newest of each minor version")
    if document["interrupted"]:
        about.append("interrupted")
    said = {"broken": _broken_headline, "undecided": _undecided_headline, "kept": _kept_headline}[word](document, asked)
    return [TextLine(f"{document['target']}: {said}", word=word), TextLine(" · ".join(about), 2)]


def _broken_headline(document: Mapping[str, Any], asked: Sequence[Mapping[str, Any]]) -> str:
    laws = document["laws"]
    if not asked:
        return f"BROKEN: {quantity(len(laws), 'law')}"
    newest = asked[-1]["release"]
    still = sum(law["releases"][newest]["verdict"] == "broken" for law in laws)
    many = "none" if not still else "all" if still == len(laws) else f"{still:,}"
    lasting = f"{many} of them still in {newest}"
    if len(laws) == 1:
        lasting = f"and {'still' if still else 'no more'} in {newest}"
    return f"BROKEN: {quantity(len(laws), 'law')}, {lasting}"


def _undecided_headline(document: Mapping[str, Any], asked: Sequence[Mapping[str, Any]]) -> str:
    missing = len(document["releases"]) - len(asked)
    if not asked:
        return "UNDECIDED: no release could be asked"
    if not any(here["laws"] for here in asked):
        return "UNDECIDED: no release is held to such a law"
    unsure = {law["law"] for here in asked for law in here["laws"] if _is_open(law)}
    parts = [f"{quantity(missing, 'release')} could not be asked"] if missing else []
    parts += [f"{quantity(len(unsure), 'law')} stayed open somewhere"] if unsure else []
    return f"UNDECIDED: nothing broken, but {series(parts)}"


def _kept_headline(_document: Mapping[str, Any], asked: Sequence[Mapping[str, Any]]) -> str:
    laws = {law["law"] for here in asked for law in here["laws"]}
    return f"KEPT: {quantity(len(laws), 'law')} in {quantity(len(asked), 'release')}"


def table_lines(document: Mapping[str, Any]) -> list[str]:
    """A row for all releases in a row that say the same, a numbered column for each broken law."""
    rows = find_stretches(document)
    if not rows or not (document["laws"] or any(row.reason for row in rows)):
        return []
    margin = max(len("release"), *(len(row.name) for row in rows))
    heads = [str(number) for number in range(1, len(document["laws"]) + 1)]
    wide = max((len(text) for row in rows for text in (*row.signs, *heads)), default=1)
    lines = [f"{'release':<{margin}}{''.join(f'  {head:^{wide}}' for head in heads)}".rstrip()]
    for row in rows:
        signs = "".join(f"  {sign:^{wide}}" for sign in row.signs)
        reason = f"  {shorten(row.reason, REASON)}" if row.reason else ""
        lines.append(f"{row.name:<{margin}}{signs}{reason}".rstrip())
    if heads:
        lines += ["", *(f"{head:>3}  {_law_in_words(law)}" for head, law in zip(heads, document["laws"], strict=True))]
        lines.append(LEGEND)
    return lines


def _law_in_words(law: Mapping[str, Any]) -> str:
    return f"{law['law']}: {_row_of(law)}"


def proof_lines(document: Mapping[str, Any]) -> Iterator[TextLine]:
    """
    Every law with the smallest group that breaks it, and further groups that came or went elsewhere; then what is open.
    """
    cases = {case["name"]: case for case in document["cases"]}
    for law in document["laws"]:
        by_row: dict[str, Mapping[str, Any]] = {}
        for name in law["cases"]:
            by_row.setdefault(_row_of(cases[name]), cases[name])
        smallest, *others = by_row.values()
        yield TextLine("")
        yield TextLine(f"BROKEN  {_law_in_words(law)}", word="broken")
        yield from _case_lines(smallest, _row_of(law), document)
        yield from (_other_case_line(case) for case in others[:MOST_OTHERS])
        if len(others) > MOST_OTHERS:
            yield TextLine(f"{quantity(len(others) - MOST_OTHERS, 'further group')} changed elsewhere (see --json).", 2)
    yield from _open_lines(document)


def _case_lines(case: Mapping[str, Any], law_row: str, document: Mapping[str, Any]) -> Iterator[TextLine]:
    otherwise = "" if _row_of(case) == law_row else f": {_row_of(case)}"
    yield TextLine(f"{_size(case)}{_found_text(case, document)}{otherwise}", 2)
    yield from breach_lines({"law": case["law"], "counterexample": case["counterexample"]})
    yield TextLine(f"Replay:  {case['replay']}", 2)


def _size(case: Mapping[str, Any]) -> str:
    return f"{steps_in_words(case['counterexample']['steps'])} ({case['inputs']})"


def _found_text(case: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """Where a search met the law broken first, and after how many seconds."""
    if not case["found_at"]:
        return ", a case of another run"
    release = case["found_at"][0]
    here = next(here for here in document["releases"] if here["release"] == release)
    law = next(law for law in here["laws"] if law["law"] == case["law"])
    after = "" if law["seconds_to_find"] is None else f" after {law['seconds_to_find']:.1f} s"
    return f", found in {release}{after}"


def _row_of(case: Mapping[str, Any]) -> str:
    """What all releases say, of a case or of a law."""
    return row_in_words(case["releases"], case["changes"])


def _other_case_line(case: Mapping[str, Any]) -> TextLine:
    return TextLine(f"Another group, {_size(case)}: {_row_of(case)}. {case['replay']}", 2)


def _open_lines(document: Mapping[str, Any]) -> Iterator[TextLine]:
    """What stayed open where a release was asked, a line for all laws of one reason at the same releases."""
    at: dict[tuple[str, str], list[str]] = {}
    for here in document["releases"]:
        for law in here["laws"] if here["status"] == "asked" else ():
            if _is_open(law):
                at.setdefault((law["reason"] or "not decided", law["law"]), []).append(here["release"])
    laws: dict[tuple[str, str], list[str]] = {}
    for (reason, law_id), releases in at.items():
        laws.setdefault((reason, series(releases)), []).append(law_id)
    for (reason, where), ids in laws.items():
        yield TextLine(f"{series(ids)} in {where}: {reason}", word="undecided")


def _is_open(law: Mapping[str, Any]) -> bool:
    """Whether something of a law stayed open at a release, if only in one family."""
    return law["verdict"] == "undecided" or law["reason"] is not None
