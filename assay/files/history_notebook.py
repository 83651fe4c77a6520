"""
The notebook of a history in a folder: a file for each release that is finished, so that nothing is searched twice.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from assay.files.out_folder import file_name
from assay.terminal.output import note
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.properties.releases.notebook_format import (
    searched_from_json,
    searched_to_json,
    verdict_from_json,
    verdict_to_json,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from kafka_assay.properties.releases.release_findings import SearchedRelease
    from kafka_assay.properties.releases.release_verdict import ReleaseVerdict

FORMAT = "assay-release/1"


class FolderNotebook:
    """A notebook in `folder` (None: nowhere). What was asked otherwise than `asked_as` says is searched anew."""

    def __init__(self, folder: Path | None, asked_as: Mapping[str, Any]) -> None:
        """Nothing is read before it is asked for."""
        self._folder = folder
        self._asked_as = dict(asked_as)

    def read_search(self, release: str) -> SearchedRelease | None:
        """What was found at `release` before, the same way; None where nothing was."""
        page = self._read_page(release)
        return None if page is None else searched_from_json(page["search"])

    def write_search(self, found: SearchedRelease) -> None:
        """Keep what was found."""
        self._write_page(found.release, {"search": searched_to_json(found), "said": {}})

    def read_verdicts(self, release: str) -> dict[str, ReleaseVerdict]:
        """What `release` said before, by the name of the case."""
        page = self._read_page(release)
        return {} if page is None else {name: verdict_from_json(said) for name, said in page["said"].items()}

    def write_verdicts(self, release: str, said: Mapping[str, ReleaseVerdict]) -> None:
        """Keep what it said. What could not be had is not kept: it may be had next time."""
        page = self._read_page(release)
        if page is not None:
            kept = {name: verdict_to_json(one) for name, one in said.items() if one.word != "unavailable"}
            self._write_page(release, {"search": page["search"], "said": kept})

    def _read_page(self, release: str) -> dict[str, Any] | None:
        if self._folder is None:
            return None
        path = self._folder / f"{file_name(release)}.json"
        try:
            page = json.loads(path.read_text(encoding="utf-8"))
            if page["format"] == FORMAT and page["asked_as"] == self._asked_as:
                searched_from_json(page["search"])
                return dict(page)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, AssayError) as wrong:
            note(f"assay: {path} is no page of a history, and is written anew: {type(wrong).__name__}: {wrong}")
            return None
        note(f"assay: {release} was searched otherwise before, and is searched anew")
        return None

    def _write_page(self, release: str, page: dict[str, Any]) -> None:
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{file_name(release)}.json"
        text = json.dumps({"format": FORMAT, "asked_as": self._asked_as, **page}, ensure_ascii=False, indent=1)
        # Whole or not at all: who interrupts a history takes it up again.
        with write_atomically(path) as half:
            half.write_text(text + "\n", encoding="utf-8")
