"""`write_report` writes a report beside the records in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.render.blocks import Block, Fold, Picture, Pictures
from kafka_assay.reports.render.drawing import draw_svg
from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.render.junit import render_junit
from kafka_assay.reports.render.markdown import render_markdown
from kafka_assay.reports.views import ReportOptions, write_chapters

FIGURES = "figures"
VERBS = "assay audit, replay, campaign, check, history, bench or compare"
OF_GROUPS = ("loads-", "moves-", "topics-")
"""The beginnings of the file names of one group's figures. The next report may show other groups."""


def write_report(
    directory: Path, wishes: ReportOptions | None = None, advance: Callable[[int, int], None] = lambda _done, _all: None
) -> Path:
    """
    Write `index.html`, `report.md`, `junit.xml` and `figures/` into `directory` from its records; return the page.

    The same records give the same bytes. `advance` gets the number of figures drawn and their total. Raises
    `AssayError` if there is no record, or one that cannot be read.
    """
    if not directory.is_dir():
        raise AssayError(f"{directory}: no such folder: expected the result files of {VERBS}")
    chapters = write_chapters(directory, wishes or ReportOptions())
    if not chapters:
        raise AssayError(f"{directory}: no result files: expected those of {VERBS} (--out)")
    sections = [section for chapter in chapters for section in chapter.sections]
    pictures = _pictures_in(block for section in sections for block in (*section.blocks, *section.in_brief))
    page = directory / "index.html"
    try:
        svgs = _write_figures(directory / FIGURES, pictures, advance)
        for path, text in (
            (page, render_html(chapters, svgs)),
            (directory / "report.md", render_markdown(chapters)),
            (directory / "junit.xml", render_junit([suite for chapter in chapters for suite in chapter.suites])),
        ):
            path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as wrong:
        raise AssayError(f"{directory}: {wrong.strerror or wrong}: expected a writable folder") from None
    return page


def _pictures_in(blocks: Iterable[Block]) -> Iterator[Picture]:
    for block in blocks:
        if isinstance(block, Pictures):
            yield from block.pictures
        elif isinstance(block, Fold):
            yield from _pictures_in(block.blocks)


def _write_figures(folder: Path, pictures: Iterable[Picture], advance: Callable[[int, int], None]) -> dict[str, str]:
    """Write each picture once, and delete the figures of groups that only an earlier report showed."""
    by_name = {picture.name: picture for picture in pictures}
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        if old.suffix == ".svg" and old.stem.startswith(OF_GROUPS) and old.stem not in by_name:
            old.unlink()
    svgs: dict[str, str] = {}
    for done, (name, picture) in enumerate(by_name.items(), start=1):
        svgs[name] = draw_svg(picture.drawing)
        (folder / f"{name}.svg").write_text(svgs[name], encoding="utf-8", newline="\n")
        advance(done, len(by_name))
    return svgs
