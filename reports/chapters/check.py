"""Checks: what Hypothesis found out about a target, law by input family, with the smallest groups that break one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.chapters import ReportOptions
from kafka_assay.reports.check.lines import check_verdict, headline_lines, proof_lines
from kafka_assay.reports.render.blocks import Cell, Code, Column, Listing, Prose, Section, Table
from kafka_assay.reports.render.blocks import Line as Words
from kafka_assay.reports.render.chapter import Chapter
from kafka_assay.reports.render.documents import read_document
from kafka_assay.reports.render.junit import Errored, Failed, JUnitCase, JUnitSuite, Outcome, Passed, Skipped
from kafka_assay.reports.render.plain_text import list_lines
from kafka_assay.reports.render.verdict_signs import SIGNS, TONES, sign_of
from kafka_assay.reports.tables.matrix import LEGEND, family_head
from kafka_assay.reports.wording.safe_names import anchors
from kafka_assay.reports.wording.words import quantity

PLACE = 20


def chapter(directory: Path, wishes: ReportOptions) -> Chapter | None:  # noqa: ARG001 - every chapter is asked alike
    """The checks in `directory`, one section for each target; broken ones first."""
    documents = [
        document
        for path in sorted(directory.glob("check-*.json"))
        if (document := read_document(path, "assay-check/1")) is not None
    ]
    if not documents:
        return None
    try:
        documents.sort(key=lambda document: ("broken", "undecided", "kept").index(check_verdict(document)))
        names = anchors("check-", [document["target"] for document in documents])
        return Chapter(
            title=f"Checks of {quantity(len(documents), 'target')}",
            answers=tuple(_answer(document) for document in documents),
            sections=tuple(_section(document, name) for document, name in zip(documents, names, strict=True)),
            suites=tuple(_suite(document) for document in documents),
        )
    except (KeyError, TypeError) as wrong:
        raise AssayError(
            f"{directory}: a check record without {wrong}: expected those of `assay check --out`"
        ) from None


def _answer(document: Mapping[str, Any]) -> Words:
    first = headline_lines(document)[0]
    said = first.text.removeprefix(document["target"])
    return f"{SIGNS[check_verdict(document)]} ", Code(document["target"]), said


def _section(document: Mapping[str, Any], anchor: str) -> Section:
    about = headline_lines(document)[1]
    blocks = (
        Prose((about.text,)),
        _matrix(document["cells"]),
        Prose((LEGEND,)),
        Listing(list_lines(proof_lines(document)) or "Nothing broke."),
        Prose(("Repeat: ", Code(document["command"]))),
    )
    return Section(anchor=anchor, title=("Check of ", Code(document["target"])), blocks=blocks, in_brief=blocks)


def _matrix(cells: Sequence[Mapping[str, Any]]) -> Table:
    laws = list(dict.fromkeys(cell["law"] for cell in cells))
    families = list(dict.fromkeys(cell["inputs"] for cell in cells))
    places = {(cell["law"], cell["inputs"]): cell for cell in cells}
    return Table(
        caption="Laws by input family",
        columns=(
            Column(title="law \\ inputs"),
            *(Column(title=family_head(family), meaning=family) for family in families),
        ),
        rows=tuple(
            (Cell(line=(Code(law),)), *(_cell(places.get((law, family))) for family in families)) for law in laws
        ),
        rows_in_brief=len(laws),
    )


def _cell(cell: Mapping[str, Any] | None) -> Cell:
    shown = sign_of(cell)
    return Cell(line=(shown,), tone=TONES.get(shown))


def _suite(document: Mapping[str, Any]) -> JUnitSuite:
    return JUnitSuite(
        name=document["target"],
        cases=tuple(
            JUnitCase(where=cell["inputs"], name=cell["law"], outcome=_outcome(cell)) for cell in document["cells"]
        ),
        notes=(("version", document["version"]), ("seed", str(document["seed"])), ("command", document["command"])),
    )


def _outcome(cell: Mapping[str, Any]) -> Outcome:
    match cell["verdict"]:
        case "kept":
            return Passed()
        case "broken" if cell["expected"] is not None:
            return Skipped(f"expected: {cell['expected']}")
        case "broken":
            case_ = cell["counterexample"]
            group = json.dumps(case_["steps"][0]["group"], ensure_ascii=False)
            return Failed(case_["explanation"], f"{group}\n{cell['replay']}")
        case _:
            return Errored(cell["reason"] or "undecided")
