"""All files of docs/results/state that are made from the record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from kafka_assay.reports.render.drawing import draw
from studies.state.badge_svg import badge_svg
from studies.state.implementation_page import implementation_page
from studies.state.implementation_state import ImplementationState
from studies.state.implementations import REFERENCES
from studies.state.measuring import FOLDER
from studies.state.overview_page import overview_page
from studies.state.state_documents import state_document
from studies.state.state_figure import StateFigure

FIGURE = FOLDER / "state.png"


def state_files(states: Sequence[ImplementationState]) -> dict[Path, bytes]:
    """Every file with its content: pages, documents, badges and the figure."""
    texts = {FOLDER / "README.md": overview_page(states)}
    for one in states:
        document = json.dumps(state_document(one), indent=1, ensure_ascii=False)
        texts[FOLDER / f"{one.implementation}.md"] = implementation_page(one)
        texts[FOLDER / f"{one.implementation}.json"] = f"{document}\n"
        texts[FOLDER / f"{one.implementation}.svg"] = badge_svg(one.badge)
    released = [one for one in states if one.implementation != REFERENCES]
    return {**{path: text.encode() for path, text in texts.items()}, FIGURE: draw(StateFigure(states=released)).png}


def stale_state_files(files: Mapping[Path, bytes]) -> list[Path]:
    """The files that are missing or differ, and the made ones that are no longer among `files`."""
    made = {path for kind in ("*.md", "*.json", "*.svg", "*.png") for path in FOLDER.glob(kind)}
    return sorted(path for path in made | files.keys() if path not in made or path.read_bytes() != files.get(path))
