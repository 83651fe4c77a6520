"""
A check for people: the answer first, the matrix, then every broken law with its proof and how to repeat it.

From the document, so that a stored check reads as the terminal showed it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kafka_assay.properties.implication import weakest_first
from kafka_assay.properties.strategies.families import FAMILIES
from kafka_assay.properties.verdict import Word, gravest_verdict
from kafka_assay.reports.render.plain_text import TextLine
from kafka_assay.reports.tables.matrix import LEGEND, family_head
from kafka_assay.reports.wording.group_text import (
    answer_in_words,
    members_in_words,
    partitions_of,
    size_in_words,
    topics_in_words,
)
from kafka_assay.reports.wording.life_story import life_sentences, lived_steps
from kafka_assay.reports.wording.sentences import source_of, why_it_matters
from kafka_assay.reports.wording.words import quantity, series


def check_verdict(document: Mapping[str, Any]) -> Word:
    """The gravest verdict of a check; an expected failure counts as kept."""
    return gravest_verdict("kept" if cell["expected"] else cell["verdict"] for cell in document["cells"])


def headline_lines(document: Mapping[str, Any]) -> list[TextLine]:
    """The answer, and what it rests on."""
    cells: Sequence[Mapping[str, Any]] = document["cells"]
    laws = list(dict.fromkeys(cell["law"] for cell in cells))
    broken = find_broken_laws(cells)
    word = check_verdict(document)
    if word == "broken":
        first = weakest_first(broken)[0].weakest
        several = f"{len(broken)} of {quantity(len(laws), 'law')}, first of all " if len(broken) > 1 else ""
        said = f"BROKEN: {several}{first}"
    elif not cells:
        said = f"UNDECIDED: nothing was asked, because {_why_nothing(document)}"
    elif word == "undecided":
        said = f"UNDECIDED: nothing broken, but {_open_cells(cells)} could not be decided"
    else:
        said = f"KEPT: {quantity(len(laws), 'law')}"
        expected = sum(bool(cell["expected"]) for cell in cells)
        said += f", save {quantity(expected, 'expected failure')}" if expected else ""
    about = [f"seed {document['seed']}", quantity(document["groups"], "group"), f"{document['seconds']:.1f} s"]
    if document["like"]:
        about.insert(0, f"like {document['like']}")
    if document["interrupted"]:
        about.append("interrupted")
    return [
        TextLine(f"{document['target']}: {said}", word=word),
        TextLine(f"version {document['version']} · {' · '.join(about)}", 2),
    ]


def _why_nothing(document: Mapping[str, Any]) -> str:
    refused = document.get("cannot_be_asked")
    if refused:
        return str(refused[0]["reason"])
    if not document.get("not_put"):
        return "no law is defined on such a group"
    families = series(document["not_put"])
    return f"it is asked with equal subscriptions only, and no group of {families} has them"


def _open_cells(cells: Sequence[Mapping[str, Any]]) -> str:
    return quantity(sum(cell["verdict"] == "undecided" for cell in cells), "cell of the matrix", "cells of the matrix")


def find_broken_laws(cells: Sequence[Mapping[str, Any]]) -> list[str]:
    """The laws that broke without having been declared, each once."""
    return list(dict.fromkeys(cell["law"] for cell in cells if cell["verdict"] == "broken" and not cell["expected"]))


def proof_lines(document: Mapping[str, Any]) -> Iterator[TextLine]:
    """Every broken law, the weakest first, on its smallest group; then what was expected, and what stayed open."""
    cells = document["cells"]
    broken = [cell for cell in cells if cell["verdict"] == "broken" and not cell["expected"]]
    for fallen in weakest_first(find_broken_laws(cells)):
        for law in (fallen.weakest, *fallen.stronger):
            found = [cell for cell in broken if cell["law"] == law]
            yield TextLine("")
            yield from _broken_lines(smallest_cell(found), found, document["target"], fallen.weakest)
    for cell in cells:
        if cell["verdict"] == "broken" and cell["expected"]:
            yield TextLine("")
            yield TextLine(f"EXPECTED  {cell['law']} ({cell['inputs']}): {cell['expected']}")
            yield from _group_lines(cell["counterexample"]["steps"][0]["group"])
            yield from (TextLine(told, 2) for told in life_sentences(cell["counterexample"]["steps"]))
    yield from _undecided_lines(cells)
    # Of a check that asked nothing the headline has said why.
    yield from (TextLine(said) for said in (document.get("note"),) if said and cells)


def smallest_cell(found: Iterable[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Of broken cells of one law the one that is shown: that with the smallest group."""
    return min(found, key=_cell_size)


def _cell_size(cell: Mapping[str, Any]) -> tuple[int, int, int, int]:
    steps = cell["counterexample"]["steps"]
    group, events = steps[0]["group"], sum(step.get("event") is not None for step in steps)
    order = list(FAMILIES).index(cell["inputs"]) if cell["inputs"] in FAMILIES else len(FAMILIES)
    return events, len(group["members"]), partitions_of(group), order


def _broken_lines(
    cell: Mapping[str, Any], found: Sequence[Mapping[str, Any]], target: str, weakest: str
) -> Iterator[TextLine]:
    yield TextLine(
        f"BROKEN  {cell['law']} ({cell['inputs']})   {steps_in_words(cell['counterexample']['steps'])}", word="broken"
    )
    yield from breach_lines(cell)
    if weakest != cell["law"]:
        yield TextLine(f"It falls with {weakest}, which it implies.", 2)
    others = [family_head(other["inputs"]) for other in found if other is not cell]
    if others:
        yield TextLine(f"Also broken: {series(others)}", 2)
    yield TextLine(f"Replay:  {cell['replay']}", 2)
    test = _command_for_a_test(cell["replay"], target)
    if test is not None:
        yield TextLine(f"Test:    {test}", 2)


def breach_lines(cell: Mapping[str, Any]) -> Iterator[TextLine]:
    """The group of a counterexample, what came back, what that means, and who says so."""
    case = cell["counterexample"]
    first = case["steps"][0]
    yield from _group_lines(first["group"])
    yield TextLine(f"answer   {answer_in_words(first)}", 2)
    for why, step in _further_steps(case["steps"]):
        yield TextLine(f"then     {why}: {answer_in_words(step)}", 2)
    yield TextLine(f"What happened: {case['explanation']}", 2)
    yield TextLine(f"Why it matters: {why_it_matters(cell['law'], case['facts'])}", 2)
    yield TextLine(f"Source: {source_of(cell['law'])}", 2)


def _command_for_a_test(replay: str, target: str) -> str | None:
    """
    What prints a regression test, where `replay` names a case: the same words around it, the promises and the limit of
    a call included.
    """
    words = shlex.split(replay)
    if "--case" not in words:
        return None
    before, file = words[: words.index("assay")], words[words.index("--case") + 1]
    kept = [word for told in ("--like", "--call-timeout") if told in words for word in words[words.index(told) :][:2]]
    return shlex.join([*before, "assay", "explain", file, target, *kept, "--as-test"])


def steps_in_words(steps: Sequence[Mapping[str, Any]]) -> str:
    """How large a case is: its group, and its rebalances where there are several."""
    lived = len(list(lived_steps(steps)))
    size = size_in_words(steps[0]["group"])
    return f"{size}, {quantity(lived + 1, 'rebalance')}" if lived else size


def _further_steps(steps: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What was asked after the first question and is worth telling: the rebalances of a life, and the very last."""
    told = list(lived_steps(steps))
    yield from told
    last = steps[-1]
    if last is not (told[-1][1] if told else steps[0]):
        yield last["why"] or "asked again", last


def _group_lines(group: Mapping[str, Any]) -> Iterator[TextLine]:
    yield TextLine(f"topics   {topics_in_words(group)}", 2)
    for number, member in enumerate(members_in_words(group)):
        yield TextLine(f"{'members  ' if number == 0 else '         '}{member}", 2)


def _undecided_lines(cells: Sequence[Mapping[str, Any]]) -> Iterator[TextLine]:
    """What stayed open, one line for each reason."""
    by_reason: dict[str, dict[str, None]] = {}
    for cell in cells:
        if cell["verdict"] == "undecided":
            # A family without a single example is open as a whole.
            place = (
                f"{cell['law']} ({family_head(cell['inputs'])})" if cell["examples"] else family_head(cell["inputs"])
            )
            by_reason.setdefault(cell["reason"] or "", {})[place] = None
    for reason, places in by_reason.items():
        yield TextLine(f"{series(list(places))}: {reason}", word="undecided")


def legend_line() -> TextLine:
    """What the signs mean."""
    return TextLine(LEGEND)
