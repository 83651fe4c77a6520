"""Histories: laws by releases, when each came to be broken, when it was mended, and the group that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.chapters import ReportOptions
from kafka_assay.reports.figures.releases import releases_figure
from kafka_assay.reports.history.document import FORMAT
from kafka_assay.reports.history.lines import headline_lines, proof_lines
from kafka_assay.reports.history.release_words import LEGEND, why_not_asked
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
)
from kafka_assay.reports.render.blocks import Line as Words
from kafka_assay.reports.render.chapter import Chapter
from kafka_assay.reports.render.documents import read_document
from kafka_assay.reports.render.junit import Errored, Failed, JUnitCase, JUnitSuite, Outcome, Passed, Skipped
from kafka_assay.reports.render.plain_text import list_lines
from kafka_assay.reports.render.verdict_signs import SIGNS, TONES, sign_of
from kafka_assay.reports.wording.safe_names import anchors
from kafka_assay.reports.wording.words import quantity

PLACE = 25


def chapter(directory: Path, wishes: ReportOptions) -> Chapter | None:  # noqa: ARG001 - every chapter is asked alike
    """The histories in `directory`, one section for each range of releases."""
    documents = [
        document
        for path in sorted(directory.glob("history-*.json"))
        if (document := read_document(path, FORMAT)) is not None
    ]
    if not documents:
        return None
    try:
        names = anchors("history-", [document["target"] for document in documents])
        return Chapter(
            title=f"Histories of {quantity(len(documents), 'assignor')}",
            answers=tuple(_answer(document) for document in documents),
            sections=tuple(_section(document, name) for document, name in zip(documents, names, strict=True)),
            suites=tuple(_suite(document, here) for document in documents for here in document["releases"]),
        )
    except (KeyError, TypeError, IndexError) as wrong:
        raise AssayError(
            f"{directory}: a history record without {wrong}: expected those of `assay history --out`"
        ) from None


def _answer(document: Mapping[str, Any]) -> Words:
    said = headline_lines(document)[0].text.removeprefix(document["target"])
    return f"{SIGNS[document['verdict']]} ", Code(document["target"]), said


def _section(document: Mapping[str, Any], anchor: str) -> Section:
    picture = Picture(name=anchor, drawing=releases_figure(document))
    blocks = (
        Prose((headline_lines(document)[1].text,)),
        Pictures((picture,)),
        _table(document),
        Prose((LEGEND,)),
        Listing(list_lines(proof_lines(document)) or "Nothing broke."),
        Prose(("Repeat: ", Code(document["command"]))),
    )
    return Section(anchor=anchor, title=("History of ", Code(document["target"])), blocks=blocks, in_brief=blocks)


def _table(document: Mapping[str, Any]) -> Table:
    laws = document["laws"]
    columns = [Column(title="release"), *(Column(title=law["law"]) for law in laws), Column(title="why not asked")]
    return Table(
        caption="Releases by broken laws",
        columns=tuple(columns),
        rows=tuple(_row(here, document) for here in document["releases"]),
        rows_in_brief=len(document["releases"]),
    )


def _row(here: Mapping[str, Any], document: Mapping[str, Any]) -> tuple[Cell, ...]:
    signs = [sign_of(law["releases"][here["release"]]) for law in document["laws"]]
    return (
        Cell(line=(Code(here["release"]),)),
        *(Cell(line=(sign,), tone=TONES.get(sign)) for sign in signs),
        Cell(line=(why_not_asked(here["reason"], here["target"]),)),
    )


def _suite(document: Mapping[str, Any], here: Mapping[str, Any]) -> JUnitSuite:
    """One release as a suite: a case for each law that was asked there, or one for the release that could not be."""
    if here["status"] == "unavailable":
        return JUnitSuite(
            name=here["target"],
            cases=(
                JUnitCase(where="-", name="opened", outcome=Errored(why_not_asked(here["reason"], here["target"]))),
            ),
        )
    rows = {law["law"]: law["releases"][here["release"]] for law in document["laws"]}
    replays = {case["law"]: case["replay"] for case in reversed(document["cases"])}
    return JUnitSuite(
        name=here["target"],
        cases=tuple(
            JUnitCase(where="all inputs", name=law["law"], outcome=_outcome(law | rows.get(law["law"], {}), replays))
            for law in here["laws"]
        ),
        notes=(("version", here["version"]), ("seed", str(document["seed"])), ("command", document["command"])),
    )


def _outcome(law: Mapping[str, Any], replays: Mapping[str, str]) -> Outcome:
    match law["verdict"]:
        case "kept":
            return Passed()
        case "broken" if law["expected"] is not None:
            return Skipped(f"expected: {law['expected']}")
        case "broken":
            return Failed(f"{law['law']} is broken", replays.get(law["law"], ""))
        case _:
            return Errored(law["reason"] or "undecided")
